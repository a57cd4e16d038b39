#include "src/io/kernel/read_operations.hpp"

#include <algorithm>

#include "src/io/text/mapping.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view side_by_side = "side_by_side";

bool has_kinds(std::string_view name) {
  return std::ranges::any_of(operation_names(), [&](const auto& row) { return row.group == name; });
}

}  // namespace

std::vector<std::string> operation_statements() {
  std::vector<std::string> all;
  for (const OperationName& row : operation_names()) {
    const std::string name(row.group.empty() ? row.name : row.group);
    if (std::ranges::find(all, name) == all.end()) all.push_back(name);
  }
  return all;
}

void read_operations(const std::string& name, const Node& node, const ThreadContext& context,
                     Body& body) {
  const bool counts = node.kind != Node::Kind::mapping;
  std::optional<OperationName> alone;
  if (counts || !has_kinds(name)) alone = find_operation("", name);
  if (!alone && counts) alone = find_operation(name, "add");
  if (alone) {
    body.push_back({OperationStatement{*alone, context.exact_formula(node, name)}});
    return;
  }
  Mapping kinds(node, "'" + name + "'", context.problems);
  const std::size_t before = body.size();
  for (const OperationName& row : operation_names()) {
    if (row.group != name) continue;
    const Node* count = kinds.optional(row.name);
    if (count == nullptr) continue;
    body.push_back({OperationStatement{row, context.exact_formula(*count, row.name)}});
  }
  if (const Node* stated = kinds.optional(side_by_side)) {
    const Formula beside = context.exact_formula(*stated, side_by_side);
    for (std::size_t i = before; i < body.size(); ++i) {
      std::get<OperationStatement>(body[i].what).side_by_side = beside;
    }
  }
  kinds.reject_unknown_keys();
}

std::string schema_of_operation(SchemaWriter& writer, std::string_view name) {
  std::string count = writer.value(types::expression);
  if (!has_kinds(name)) return count;
  SchemaWriter::Keys kinds;
  for (const OperationName& row : operation_names()) {
    if (row.group == name) kinds.add(row.name, Key::optional, count);
  }
  kinds.add(side_by_side, Key::optional, count);
  if (!find_operation(name, "add") && !find_operation("", name)) return kinds.schema();
  return R"({"oneOf": [)" + count + ", " + kinds.schema() + "]}";
}

namespace {

struct SpillReader {
  SpillStatement spill;
  const ThreadContext& context;
};
template <auto member>
void read_spilled(SpillReader& reader, const Node& node, std::string_view key) {
  reader.spill.*member = reader.context.exact_formula(node, key);
}
constexpr auto spill_rows = std::to_array<KeyRow<SpillReader>>({
    {{"load", Key::optional, types::expression, "B that are loaded"},
     read_spilled<&SpillStatement::load_bytes>},
    {{"store", Key::optional, types::expression, "B that are stored"},
     read_spilled<&SpillStatement::store_bytes>},
});

}  // namespace

std::string schema_of_spill(SchemaWriter& writer) {
  return writer.mapping(spill_rows, R"(, "minProperties": 1)");
}

void read_spill(const Node& node, const ThreadContext& context, Body& body) {
  Mapping fields(node, "'spill'", context.problems);
  SpillReader reader{{}, context};
  read_keys(spill_rows, fields, reader);
  fields.reject_unknown_keys();
  const bool none = fields.optional("load") == nullptr && fields.optional("store") == nullptr;
  if (fields.is_mapping() && none) {
    context.problems.add("key-missing", node, "'spill' states no bytes",
                         {"known here: load store"});
  }
  body.push_back({std::move(reader.spill)});
}

}  // namespace gpumodel
