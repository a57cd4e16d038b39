#include "src/describe/front/dialect.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "src/describe/front/invocation.hpp"

namespace gpumodel::describe {
namespace {

// `__shared__ alignas(16) float a[4]`, which nvcc takes: clang wants the alignment first.
std::string with_alignment_first(std::string text) {
  for (std::size_t at = 0; (at = text.find("__shared__", at)) != std::string::npos;) {
    std::size_t first = at;
    at += 10;
    const std::size_t next = text.find_first_not_of(" \t", at);
    if (next == std::string::npos || text.compare(next, 8, "alignas(") != 0) continue;
    std::size_t end = next + 7;
    for (int depth = 0; end < text.size(); ++end) {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    if (end >= text.size()) break;
    constexpr std::string_view before = "extern ";
    if (first >= before.size() && text.compare(first - before.size(), before.size(), before) == 0)
      first -= before.size();
    std::rotate(text.begin() + static_cast<std::ptrdiff_t>(first),
                text.begin() + static_cast<std::ptrdiff_t>(next),
                text.begin() + static_cast<std::ptrdiff_t>(end) + 1);
  }
  return text;
}

constexpr std::size_t longest = 400;  // of a declaration, and of the cast behind it

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool in_type(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == ' ';
}

std::string without_spaces(std::string_view text) {
  std::string all(text);
  std::erase_if(all, is_space);
  return all;
}

// Looks backwards through a text.
struct Backwards {
  std::string_view text;
  std::size_t at;  // behind what comes next

  void skip_space() {
    while (at > 0 && is_space(text[at - 1])) --at;
  }
  bool take(char c) {
    skip_space();
    if (at == 0 || text[at - 1] != c) return false;
    --at;
    return true;
  }
  std::string_view take_type() {
    const std::size_t end = at;
    while (at > 0 && in_type(text[at - 1])) --at;
    return text.substr(at, end - at);
  }
  // "[n2][n1]"
  std::string_view take_extents() {
    const std::size_t end = at;
    for (skip_space(); at > 0 && text[at - 1] == ']'; skip_space()) {
      const std::size_t begin = text.rfind('[', at - 1);
      if (begin == std::string_view::npos) break;
      at = begin;
    }
    return text.substr(at, end - at);
  }
};

std::string_view extents_at(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  while (at < text.size() && (text[at] == '[' || is_space(text[at]))) {
    const std::size_t end = text[at] == '[' ? text.find(']', at) : at;
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  return text.substr(begin, at - begin);
}

// What is declared before the cast at `abstract`, which is "(*)": where it begins, and as it is to
// be.
struct Declared {
  std::size_t begin, end;
  std::string text;
};
std::optional<Declared> declared_before(std::string_view text, std::size_t abstract) {
  const std::string extents = without_spaces(extents_at(text, abstract + 3));
  Backwards back{text, abstract};
  const std::string type = without_spaces(back.take_type());
  if (extents.empty() || type.empty() || !back.take('(') || !back.take('=')) return std::nullopt;
  const std::size_t end = back.at;
  if (without_spaces(back.take_extents()) != extents || !back.take(')')) return std::nullopt;
  const std::string name = without_spaces(back.take_type());
  if (name.empty() || !back.take('*') || !back.take('(')) return std::nullopt;
  if (without_spaces(back.take_type()) != type) return std::nullopt;
  while (is_space(text[back.at])) ++back.at;
  const std::size_t begin = back.at;
  back.skip_space();
  const bool first =
      back.at > 0 && std::string_view(";{})").find(text[back.at - 1]) != std::string_view::npos;
  if (!first || text.substr(begin, end - begin).find('\n') != std::string_view::npos)
    return std::nullopt;
  return Declared{begin, end, "auto " + name};
}

// `double (*u)[n2][n1] = (double (*)[n2][n1])p`: to clang these are two types, where extents are
// sizes. The type of the cast is that of what is declared.
std::string with_types_of_casts(std::string text) {
  for (std::size_t at = 0; (at = text.find("(*)", at)) != std::string::npos; ++at) {
    const std::size_t from = at > longest ? at - longest : 0;
    const std::string_view near(text.data() + from, std::min(text.size() - from, 2 * longest));
    auto declared = declared_before(near, at - from);
    if (!declared) continue;
    declared->begin += from, declared->end += from;
    const std::size_t length = declared->end - declared->begin;
    if (declared->text.size() > length) continue;
    declared->text.resize(length, ' ');
    text.replace(declared->begin, length, declared->text);
  }
  return text;
}

// Of `>> >` and its like that ends what begins at `from`: where it begins and ends.
std::optional<std::pair<std::size_t, std::size_t>> end_of_launch(std::string_view text,
                                                                 std::size_t from) {
  int depth = 0;
  for (std::size_t at = from; at < text.size() && text[at] != ';'; ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')') --depth;
    if (depth != 0 || text[at] != '>') continue;
    std::size_t end = at, signs = 0;
    while (end < text.size() && (text[end] == '>' || is_space(text[end])))
      if (text[end++] == '>') ++signs;
    if (signs >= 3 && end < text.size() && text[end] == '(') return std::pair(at, end);
    at = end - 1;
  }
  return std::nullopt;
}

// `k << <grid, block >> >(a)`, as formatters that know no CUDA leave it: nvcc takes it, clang wants
// the signs beside each other. Nothing changes its column but what stands between them.
std::string with_whole_signs(std::string text) {
  constexpr std::string_view begins = "<<";
  for (std::size_t at = 0; (at = text.find(begins, at)) != std::string::npos; ++at) {
    std::size_t third = at + begins.size();
    while (third < text.size() && is_space(text[third])) ++third;
    if (third >= text.size() || text[third] != '<') continue;
    const auto end = end_of_launch(text, third + 1);
    if (!end) continue;
    std::rotate(text.begin() + static_cast<std::ptrdiff_t>(at + begins.size()),
                text.begin() + static_cast<std::ptrdiff_t>(third),
                text.begin() + static_cast<std::ptrdiff_t>(third + 1));
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(end->first);
    std::stable_partition(begin, text.begin() + static_cast<std::ptrdiff_t>(end->second),
                          [](char c) { return c == '>'; });
    at = third;
  }
  return text;
}

// `k<<<grid, {32, 8}>>>(a)`: clang takes lists for extents only where their type stands in front.
std::string with_types_of_extents(std::string text) {
  constexpr std::string_view begins = "<<<", ends = ">>>", type = "dim3";
  for (std::size_t at = 0; (at = text.find(begins, at)) != std::string::npos;) {
    bool first = true;  // of an argument
    int depth = 0;
    for (at += begins.size(); at < text.size() && text[at] != ';'; ++at) {
      if (depth == 0 && text.compare(at, ends.size(), ends) == 0) break;
      if (is_space(text[at])) continue;
      if (depth == 0 && first && text[at] == '{') {
        text.insert(at, type);
        at += type.size();
      }
      depth += text[at] == '(' || text[at] == '{' ? 1 : text[at] == ')' || text[at] == '}' ? -1 : 0;
      first = depth == 0 && text[at] == ',';
    }
  }
  return text;
}

}  // namespace

std::string as_clang_takes_it(const std::string& file) {
  const auto buffer = files_with_prelude()->getBufferForFile(file);
  if (!buffer) return {};
  const std::string original = (*buffer)->getBuffer().str();
  std::string text =
      with_types_of_extents(with_whole_signs(with_types_of_casts(with_alignment_first(original))));
  return text != original ? text : std::string();
}

}  // namespace gpumodel::describe
