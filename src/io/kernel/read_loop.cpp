#include "src/io/kernel/read_loop.hpp"

#include <charconv>

#include "src/io/kernel/read_range.hpp"

namespace gpumodel {
namespace {

void read_range(const Node& range, const ThreadContext& context, Loop& loop) {
  const std::optional<RangeParts> parts = split_range(range, "for", context.problems);
  if (!parts) return;
  loop.first = context.index_formula(parts->first, "for");
  loop.end = context.index_formula(parts->end, "for");
}

std::int64_t read_unroll(Mapping& fields, Problems& problems) {
  const Node* node = ask(fields, loop_unroll);
  if (node == nullptr) return 1;
  const std::optional<std::string> text = scalar_text(*node, "unroll", problems);
  if (!text) return 1;
  if (*text == "full") return 0;
  std::int64_t copies = 0;
  const auto parsed = std::from_chars(text->data(), text->data() + text->size(), copies);
  const bool whole = parsed.ec == std::errc{} && parsed.ptr == text->data() + text->size();
  if (whole && copies >= 1) return copies;
  problems.add("value-wrong", *node, "'unroll' cannot be '" + *text + "'",
               {"a whole number of at least 1, or full"});
  return 1;
}

}  // namespace

Loop read_loop_head(const Node& node, Mapping& fields, const ThreadContext& context) {
  Loop loop;
  loop.source = context.source(node, "for", {});
  loop.step.expression = Expression::constant(Number::integer(1));
  loop.step.source = loop.source;
  if (const Node* step = ask(fields, loop_step)) {
    loop.step = context.index_formula(*step, loop_step.key);
  }
  loop.unroll = read_unroll(fields, context.problems);
  Mapping ranges(node, "'for'", context.problems);
  const std::vector<Mapping::Entry> entries = ranges.entries();
  if (entries.size() != 1) {
    if (ranges.is_mapping()) {
      context.problems.add("type-wrong", node, "'for' takes one variable",
                           {"for example {k: 0..n}"});
    }
    return loop;
  }
  read_range(*entries[0].value, context, loop);
  loop.source.note = entries[0].key->text + ": " + entries[0].value->text;
  loop.slot = context.define(*entries[0].key);
  return loop;
}

}  // namespace gpumodel
