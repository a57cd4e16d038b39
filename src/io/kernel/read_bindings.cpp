#include "src/io/kernel/read_bindings.hpp"

#include "src/io/kernel/read_contents.hpp"

namespace gpumodel {

void read_lets(const Node& node, const ThreadContext& context, Body& body) {
  Mapping values(node, "'let'", context.problems);
  for (const Mapping::Entry& entry : values.entries()) {
    Formula value = context.index_formula(*entry.value, entry.key->text);
    body.push_back({Let{context.define(*entry.key), std::move(value)}});
  }
}

void read_draws(const Node& node, Mapping& fields, const ThreadContext& context, Body& body) {
  const auto per = read_word<Draw::Per>(fields, drawn_per.key, sharings);
  Mapping values(node, "'draw'", context.problems);
  for (const Mapping::Entry& entry : values.entries()) {
    Contents contents = read_contents(*entry.value, entry.key->text, NameScope::thread,
                                      context.formulas, context.problems);
    body.push_back({Draw{context.define(*entry.key), std::move(contents), per}});
  }
}

}  // namespace gpumodel
