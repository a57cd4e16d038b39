#include "src/app/advise/edits/places.hpp"

#include <algorithm>

#include "src/app/advise/edits/names.hpp"

namespace gpumodel {
namespace {

constexpr std::array<const char*, 3> axis_names = {"x", "y", "z"};

NamedSum coordinate(const char* of, std::size_t axis) {
  return NamedSum::name(std::string(of) + "." + axis_names[axis]);
}

// "thread.x" of CUDA's "threadIdx.x".
std::string known_spelling(const std::string& name) {
  for (const CoordinateAlias& each : cuda_spellings) {
    if (name == each.alias) return std::string(each.name);
  }
  return name;
}

const Node* child(const Node& statement, std::string_view key) {
  return statement.kind == Node::Kind::mapping ? value_of(statement, key) : nullptr;
}

}  // namespace

bool is_thread_name(const std::string& name) {
  return name.starts_with("thread.");
}
bool is_block_name(const std::string& name) {
  return name.starts_with("block_index.");
}

Places::Places(const EditContext& of) : of_(of) {
  const auto& shape = of.now.prediction.work.launch;
  const Node* block = node_at(of.root, {"launch", "block"});
  const Node* thread = value_of(of.root, "thread");
  if (!of.kernel().thread || !shape || block == nullptr || thread == nullptr) {
    good_ = false;
    return;
  }
  std::vector<std::string> extents;
  if (block->kind == Node::Kind::scalar) extents = split_list(block->text);
  for (const Node& each : block->children) extents.push_back(each.text);
  for (std::size_t axis = 0; axis < axis_names.size(); ++axis) {
    block_[axis] = NamedSum::number(1);
    if (axis < extents.size()) {
      const auto sum = sum_of(extents[axis]);
      if (!sum)
        good_ = false;
      else
        block_[axis] = *sum;
    }
    threads_[axis] = shape->block[axis];
    blocks_[axis] = shape->grid[axis];
  }
  Around around;
  add_lets(value_of(*thread, "let"), around.scope);
  const Node* statements = value_of(*thread, "do");
  if (!good_ || statements == nullptr || statements->kind != Node::Kind::sequence) {
    good_ = false;
    return;
  }
  walk(*statements, std::move(around));
}

bool Places::is_stored(std::size_t array) const {
  return std::ranges::any_of(accesses_, [&](const AccessPlace& each) {
    return each.array == array && each.key != "load" && each.key != "read";
  });
}

bool Places::has_barriers_or_shared() const {
  bool found = std::ranges::any_of(
      of_.kernel().arrays, [](const Array& each) { return each.space == MemorySpace::shared; });
  for_each_scalar(*value_of(of_.root, "thread"),
                  [&](const Node& each) { found = found || each.text == "barrier"; });
  return found;
}

std::optional<NamedSum> Places::meaning(const std::string& written, const Scope& scope) const {
  const std::string name = known_spelling(written);
  if (const auto found = scope.find(name); found != scope.end()) return found->second;
  for (std::size_t axis = 0; axis < axis_names.size(); ++axis) {
    const auto is = [&](const char* of) {
      return name == std::string(of) + "." + axis_names[axis];
    };
    if (is("thread") || is("block_index")) return NamedSum::name(name);
    if (is("block")) return block_[axis];
    if (is("global")) {
      return coordinate("block_index", axis) * block_[axis] + coordinate("thread", axis);
    }
  }
  if (find_parameter(of_.kernel(), name)) return NamedSum::name(name);
  return std::nullopt;
}

std::optional<NamedSum> Places::sum_of(std::string_view text, const Scope& scope,
                                       Arithmetic arithmetic) const {
  try {
    return named_sum(
        Expression::parse(text, arithmetic),
        [&](const std::string& name) { return meaning(name, scope); },
        [&](const std::string& name) {
          return is_thread_name(name) || is_block_name(name) || scope.contains(name);
        });
  } catch (const ExpressionError&) {
    return std::nullopt;
  }
}

std::optional<NamedSum> Places::sum_of(std::string_view text) const {
  return sum_of(text, {}, Arithmetic::exact);
}

void Places::add_lets(const Node* lets, Scope& scope) const {
  if (lets == nullptr) return;
  for (std::size_t i = 0; i < lets->keys.size(); ++i) {
    scope[lets->keys[i].text] = sum_of(lets->children[i].text, scope, Arithmetic::index);
  }
}

void Places::walk(const Node& statements, Around around) {
  for (const Node& statement : statements.children) {
    if (statement.kind != Node::Kind::mapping) continue;
    add_lets(child(statement, "let"), around.scope);
    if (const Node* draws = child(statement, "draw")) {
      for (const Node& name : draws->keys) around.scope[name.text] = std::nullopt;
    }
    for (const char* key : {"load", "store", "atomic", "reduction"}) {
      if (const Node* list = child(statement, key)) add_accesses(statement, *list, key, around);
    }
    if (const Node* reads = child(statement, "read")) {
      for (const Node& each : reads->children) add_accesses(statement, each, "read", around);
      for (const Node& name : reads->keys) around.scope[name.text] = std::nullopt;
    }
    if (child(statement, "for") != nullptr) walk_loop(statement, around);
    if (child(statement, "if") == nullptr) continue;
    Around inside = around;
    inside.conditional = true;
    for (const char* key : {"do", "else"}) {
      if (const Node* body = child(statement, key)) walk(*body, inside);
    }
  }
}

void Places::walk_loop(const Node& statement, Around around) {
  const Node& range = *child(statement, "for");
  const Node* body = child(statement, "do");
  if (range.keys.size() != 1 || body == nullptr) return;
  LoopPlace loop{.statement = &statement, .name = range.keys[0].text};
  const std::string& text = range.children[0].text;
  const std::size_t dots = text.find("..");
  const Node* step = child(statement, "step");
  if (dots != std::string::npos) {
    const auto first = sum_of(text.substr(0, dots), around.scope, Arithmetic::index);
    const auto end = sum_of(text.substr(dots + 2), around.scope, Arithmetic::index);
    const auto by = sum_of(step == nullptr ? "1" : step->text, around.scope, Arithmetic::index);
    if (first && end && by) {
      loop.first = *first;
      loop.end = *end;
      loop.step = *by;
      const auto varies = [&](const std::string& name) {
        return is_thread_name(name) || is_block_name(name) || around.scope.contains(name);
      };
      loop.fixed = !first->has(varies) && !end->has(varies) && !by->has(varies);
    }
  }
  around.scope[loop.name] = NamedSum::name(loop.name);
  around.loops.push_back(std::move(loop));
  walk(*body, std::move(around));
}

void Places::add_accesses(const Node& statement, const Node& list, const std::string& key,
                          const Around& around) {
  std::vector<std::string> texts;
  if (list.kind == Node::Kind::scalar) texts = split_list(list.text);
  for (const Node& each : list.children) texts.push_back(each.text);
  for (const std::string& text : texts) {
    AccessPlace place{.statement = &statement,
                      .list = &list,
                      .key = key,
                      .text = text,
                      .loops = around.loops,
                      .conditional = around.conditional};
    try {
      const AccessExpression access = parse_access(text);
      const auto& arrays = of_.kernel().arrays;
      const auto array = std::ranges::find(arrays, access.array, &Array::name);
      if (array == arrays.end()) continue;
      place.array = static_cast<std::size_t>(array - arrays.begin());
      bool known = access.member.empty() && access.indices.size() == array->shape.size() &&
                   list.kind == Node::Kind::scalar;
      for (const AccessExpression::Index& index : access.indices) {
        const auto sum = sum_of(index.expression.text(), around.scope, Arithmetic::index);
        known = known && sum.has_value();
        if (sum) place.indices.push_back(*sum);
      }
      if (!known) place.indices.clear();
    } catch (const ExpressionError&) {
      good_ = false;
    }
    accesses_.push_back(std::move(place));
  }
}

std::optional<std::int64_t> Places::value(const NamedSum& fixed) const {
  try {
    Expression expression = Expression::parse(fixed.text());
    std::vector<Number> values;
    for (Expression::Name& name : expression.names()) {
      const auto at = find_parameter(of_.kernel(), name.text);
      if (!at) return std::nullopt;
      name.slot = static_cast<std::int32_t>(values.size());
      values.push_back(of_.now.values()[*at]);
    }
    const Number value = expression.evaluate(values);
    if (!value.is_integer()) return std::nullopt;
    return value.integer();
  } catch (const ExpressionError&) {
    return std::nullopt;
  }
}

IndexParts Places::parts(const NamedSum& index, const std::vector<LoopPlace>& loops) const {
  const auto of_loop = [&](const std::string& name) {
    return std::ranges::any_of(loops, [&](const LoopPlace& each) { return each.name == name; });
  };
  IndexParts parts;
  parts.thread = index.part(is_thread_name);
  parts.block = index.part(is_block_name);
  parts.loops = index.part(of_loop);
  parts.rest = index - parts.thread - parts.block - parts.loops;
  for (const auto& [product, count] : index.terms()) {
    const auto varying = std::ranges::count_if(product, [&](const std::string& name) {
      return is_thread_name(name) || is_block_name(name) || of_loop(name);
    });
    parts.linear = parts.linear && varying < 2;
  }
  return parts;
}

std::string Places::text(const NamedSum& index) const {
  NamedSum shorter = index;
  for (std::size_t axis = 0; axis < axis_names.size(); ++axis) {
    const NamedSum thread = coordinate("thread", axis), block = coordinate("block_index", axis);
    if (index.times(thread.text()) != 1) continue;
    const NamedSum without = shorter - block * block_[axis] - thread;
    const auto left = [&](const std::string& name) {
      return name == thread.text() || name == block.text();
    };
    if (!without.has(left)) shorter = without + coordinate("global", axis);
  }
  return shorter.text();
}

std::string Places::unused(const std::string& wanted) const {
  std::string name = wanted;
  const auto taken = [&] {
    const Kernel& kernel = of_.kernel();
    return find_parameter(kernel, name) ||
           std::ranges::any_of(kernel.arrays, [&](auto& each) { return each.name == name; }) ||
           std::ranges::find(kernel.thread->variables, name) != kernel.thread->variables.end();
  };
  while (taken()) name += '_';
  return name;
}

}  // namespace gpumodel
