#include "src/input/read_loop.hpp"

#include <charconv>

namespace gpumodel {
namespace {

// The part of a scalar from `begin` up to `end`, without the spaces around it.
Node part(const Node& whole, std::size_t begin, std::size_t end) {
  while (begin < end && whole.text[begin] == ' ') ++begin;
  while (end > begin && whole.text[end - 1] == ' ') --end;
  Node result = whole;
  result.text = whole.text.substr(begin, end - begin);
  result.column += static_cast<int>(begin);
  return result;
}

// The first `..` outside parentheses.
std::size_t find_dots(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0 && text[at] == '.' && text[at + 1] == '.') return at;
  }
  return std::string_view::npos;
}

void read_range(const Node& range, const ThreadContext& context, Loop& loop) {
  if (!scalar_text(range, "for", context.problems)) return;
  const std::size_t dots = find_dots(range.text);
  if (dots == std::string_view::npos) {
    context.problems.add("expression-syntax", range, "expected a range, found '" + range.text + "'",
                         {"first..end, where the end is not included: 0..n"});
    return;
  }
  loop.first = context.index_formula(part(range, 0, dots), "for");
  loop.end = context.index_formula(part(range, dots + 2, range.text.size()), "for");
}

std::int64_t read_unroll(Mapping& fields, Problems& problems) {
  const Node* node = fields.optional("unroll");
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
  if (const Node* step = fields.optional("step")) {
    loop.step = context.index_formula(*step, "step");
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
