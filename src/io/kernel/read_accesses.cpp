#include "src/io/kernel/read_accesses.hpp"

#include <algorithm>

#include "models/access/lanes.hpp"
#include "src/io/kernel/expression_list.hpp"
#include "src/io/kernel/read_arrays.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

constexpr const char* too_large = " bytes, and an access at most 16";

std::string counted(std::size_t count, const char* one, const char* several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

// One access; its node holds its text.
class AccessReader {
 public:
  AccessReader(const Node& node, const ThreadContext& context)
      : node_(node), context_(context), problems_(context.problems) {}

  std::optional<Access> read(Access::Op op) {
    access_.op = op;
    access_.column = node_.column;
    access_.source = context_.source(node_, to_string(op), node_.text);
    if (!parse()) return std::nullopt;
    for (AccessExpression::Index& index : access_.expression.indices) {
      context_.formulas.bind(index.expression, node_, index.column, NameScope::thread);
    }
    const std::optional<std::size_t> found = find_array(name(), context_.arrays, problems_);
    if (!found) return std::nullopt;
    access_.array = *found;
    const Array& array = context_.arrays[*found];
    check_index_count(array);
    if (access_.expression.member.empty()) {
      use_element(array);
    } else {
      use_member(array);
    }
    return std::move(access_);
  }

 private:
  bool parse() {
    try {
      access_.expression = parse_access(node_.text);
      return true;
    } catch (ExpressionError& error) {
      if (error.message == "an index cannot hold another access") {
        error.hint = "name its value first: - read: {value: A[i]}";
      }
      problems_.add("expression-syntax", node_, error);
      return false;
    }
  }

  // The part of the node that names the array.
  Node name() const {
    Node at = node_;
    const std::size_t begin = node_.text.find(access_.expression.array);
    at.text = access_.expression.array;
    at.column += static_cast<int>(begin);
    return at;
  }

  void check_index_count(const Array& array) {
    const std::size_t given = access_.expression.indices.size();
    const std::size_t dimensions = array.shape.size();
    const bool linear = given == 1 && array.order == StorageOrder::row_major;
    if (dimensions == 0 || given == dimensions || linear) return;
    std::string hint = "give one index for each dimension";
    if (dimensions > 1 && array.order == StorageOrder::row_major) {
      hint += ", or a single one that counts elements in the order of memory";
    }
    const std::size_t at = node_.text.find('[');
    problems_.add("index-count", node_,
                  ExpressionError{counted(given, "index", "indices") + " for the " +
                                      counted(dimensions, "dimension", "dimensions") + " of '" +
                                      array.name + "'",
                                  {},
                                  at,
                                  end_of_indices() - at},
                  {std::move(hint)});
  }

  std::size_t end_of_indices() const {
    const AccessExpression::Index& last = access_.expression.indices.back();
    return node_.text.find(']', last.column) + 1;
  }

  void use_element(const Array& array) {
    const std::int64_t bytes = array.element_bytes();
    access_.bytes = static_cast<int>(std::min<std::int64_t>(bytes, max_access_bytes));
    if (!array.structure) access_.scalar = array.type.scalar;
    if (bytes <= max_access_bytes) return;
    member_fault("an element of '" + array.name + "' has " + std::to_string(bytes) + too_large,
                 {array.structure
                      ? "name a member; " + known_members(array)
                      : "describe its parts as members: {struct: 'f64x2 low, f64x2 high', ...}"});
  }

  void use_member(const Array& array) {
    const AccessExpression& expression = access_.expression;
    if (!array.structure) {
      return member_fault(
          "'" + array.name + "' has no members: its elements are " + to_string(array.type),
          {"members stand under 'arrays': {struct: 'f32 a, f32 b', shape: ...}"});
    }
    if (array.structure->members.empty()) return;  // a fault by itself
    const StructMember* member = array.structure->find(expression.member);
    if (member == nullptr) {
      std::vector<std::string> hints =
          did_you_mean(expression.member, array.structure->member_names());
      if (hints.empty()) hints = {known_members(array)};
      return member_fault("'" + array.name + "' has no member '" + expression.member + "'",
                          std::move(hints));
    }
    const auto index = expression.member_index;
    if (index >= member->count) {
      return member_fault("'" + member->name + "' has no element " + std::to_string(index),
                          {"it has " + std::to_string(member->count) + ", counted from 0"});
    }
    const int bytes = member->element_bytes();
    if (bytes > max_access_bytes) {
      return member_fault("'" + member->name + "' has " + std::to_string(bytes) + too_large,
                          {"describe its parts: f64x2 low, f64x2 high"});
    }
    access_.bytes = bytes;
    access_.scalar = member->type.scalar;
    access_.member_offset = member->offset + index * bytes;
  }

  static std::string known_members(const Array& array) {
    std::string all = "known:";
    for (const StructMember& member : array.structure->members) all += " ." + member.name;
    return all;
  }

  // At the member, or where it is missing at the access.
  void member_fault(std::string message, std::vector<std::string> hints) {
    const AccessExpression& expression = access_.expression;
    const bool named = !expression.member.empty();
    const std::size_t at = named ? expression.member_column : 0;
    const std::size_t length = named ? expression.member.size() : node_.text.size();
    problems_.add("member-unknown", node_, ExpressionError{std::move(message), {}, at, length},
                  std::move(hints));
  }

  const Node& node_;
  const ThreadContext& context_;
  Problems& problems_;
  Access access_;
};

void keep(Access access, const Node& node, const ThreadContext& context, Body& body) {
  std::vector<Access>& all = context.program.accesses;
  if (all.size() == max_accesses) {
    context.problems.add("thread-too-large", node,
                         "more than " + std::to_string(max_accesses) + " accesses");
  }
  body.push_back({AccessStatement{all.size()}});
  all.push_back(std::move(access));
}

// Doubles that are not negative are ordered as their bits are: a maximum of them may be one of
// integers.
std::optional<ElementType> operation_type(Mapping& fields, const ThreadContext& context) {
  const Node* node = ask(fields, operated_as);
  if (node == nullptr) return std::nullopt;
  const std::optional<std::string> text = scalar_text(*node, "as", context.problems);
  if (!text) return std::nullopt;
  const std::optional<ElementType> type = parse_element_type(*text);
  if (type && type->lanes == 1) return type;
  context.problems.add("value-unknown", *node, "'as' cannot be '" + *text + "'",
                       {"known: " + std::string(scalar_type_names)});
  return std::nullopt;
}

void operate_as(const ElementType& type, Access& access, const Node& node,
                const ThreadContext& context) {
  access.scalar = type.scalar;
  if (type.scalar_bytes == access.bytes) return;
  context.problems.add("type-wrong", node,
                       "'" + node.text + "' has " + std::to_string(access.bytes) + " bytes, and " +
                           to_string(type) + " " + std::to_string(type.scalar_bytes),
                       {"'as' names a type of the same size"});
}

}  // namespace

void read_atomics(Access::Op op, const Node& node, Mapping& fields, const ThreadContext& context,
                  Body& body) {
  const std::size_t before = context.program.accesses.size();
  read_accesses(op, node, context, body);
  const std::optional<ElementType> type = operation_type(fields, context);
  if (!type) return;
  for (std::size_t i = before; i < context.program.accesses.size(); ++i) {
    operate_as(*type, context.program.accesses[i], node, context);
  }
}

void read_accesses(Access::Op op, const Node& node, const ThreadContext& context, Body& body) {
  const std::vector<Node> texts = expression_list(node, context.problems.file());
  if (texts.empty()) {
    context.problems.add("type-wrong", node,
                         "'" + std::string(to_string(op)) + "' must be accesses, found " +
                             std::string(to_string(node.kind)),
                         {"for example x[i], or several with commas between them"});
  }
  for (const Node& text : texts) {
    if (!scalar_text(text, to_string(op), context.problems)) continue;
    std::optional<Access> access = AccessReader(text, context).read(op);
    if (access) keep(std::move(*access), text, context, body);
  }
}

void read_values(const Node& node, const ThreadContext& context, Body& body) {
  Mapping values(node, "'read'", context.problems);
  for (const Mapping::Entry& entry : values.entries()) {
    const Node& text = *entry.value;
    std::optional<Access> access;
    if (scalar_text(text, entry.key->text, context.problems)) {
      access = AccessReader(text, context).read(Access::Op::load);
    }
    const std::size_t slot = context.define(*entry.key);
    if (!access) continue;
    const Array& array = context.arrays[access->array];
    if (!array.contents) {
      context.problems.add("values-missing", text,
                           "nothing says what stands in '" + array.name + "'",
                           {"state it under 'arrays', for example values: {uniform: [0, n]}"});
    }
    access->value_slot = slot;
    keep(std::move(*access), text, context, body);
  }
}

}  // namespace gpumodel
