#include "src/io/kernel/read_range.hpp"

#include "src/io/text/mapping.hpp"

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

}  // namespace

std::optional<RangeParts> split_range(const Node& range, std::string_view key, Problems& problems) {
  if (!scalar_text(range, key, problems)) return std::nullopt;
  const std::size_t dots = find_dots(range.text);
  if (dots == std::string_view::npos) {
    problems.add("expression-syntax", range, "expected a range, found '" + range.text + "'",
                 {"first..end, where the end is not included: 0..n"});
    return std::nullopt;
  }
  return RangeParts{part(range, 0, dots), part(range, dots + 2, range.text.size())};
}

}  // namespace gpumodel
