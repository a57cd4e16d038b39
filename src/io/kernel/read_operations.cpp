#include "src/io/kernel/read_operations.hpp"

#include <algorithm>

#include "src/io/text/mapping.hpp"

namespace gpumodel {

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
  std::optional<OperationName> alone = find_operation("", name);
  if (!alone && counts) alone = find_operation(name, "add");
  if (alone) {
    body.push_back({OperationStatement{*alone, context.exact_formula(node, name)}});
    return;
  }
  Mapping kinds(node, "'" + name + "'", context.problems);
  for (const OperationName& row : operation_names()) {
    if (row.group != name) continue;
    const Node* count = kinds.optional(row.name);
    if (count == nullptr) continue;
    body.push_back({OperationStatement{row, context.exact_formula(*count, row.name)}});
  }
  kinds.reject_unknown_keys();
}

void read_spill(const Node& node, const ThreadContext& context, Body& body) {
  Mapping fields(node, "'spill'", context.problems);
  SpillStatement spill;
  const Node* load = fields.optional("load");
  const Node* store = fields.optional("store");
  if (load != nullptr) spill.load_bytes = context.exact_formula(*load, "load");
  if (store != nullptr) spill.store_bytes = context.exact_formula(*store, "store");
  fields.reject_unknown_keys();
  if (fields.is_mapping() && load == nullptr && store == nullptr) {
    context.problems.add("key-missing", node, "'spill' states no bytes",
                         {"known here: load store"});
  }
  body.push_back({std::move(spill)});
}

}  // namespace gpumodel
