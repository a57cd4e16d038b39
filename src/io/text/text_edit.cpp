#include "src/io/text/text_edit.hpp"

#include <algorithm>

namespace gpumodel {

std::size_t TextEdit::offset(int line, int column) const {
  return file_.line_starts[static_cast<std::size_t>(line - 1)] +
         static_cast<std::size_t>(column - 1);
}

bool TextEdit::replace(const Node& scalar, std::string text) {
  if (scalar.line < 1) return false;
  const std::size_t at = offset(scalar.line, scalar.column);
  if (file_.content.compare(at, scalar.text.size(), scalar.text) != 0) return false;
  if (text != scalar.text) places_[at] = {scalar.text.size(), std::move(text)};
  return true;
}

bool TextEdit::insert(int line, std::string text) {
  const auto number = static_cast<std::size_t>(line - 1);
  const bool inside = number < file_.line_starts.size();
  if (!inside && !file_.content.ends_with('\n')) return false;
  places_[inside ? file_.line_starts[number] : file_.content.size()] = {0, std::move(text)};
  return true;
}

bool TextEdit::add_entry(const Node& mapping, std::string_view behind, std::string_view key,
                         std::string_view value) {
  for (std::size_t i = 0; i < mapping.keys.size(); ++i) {
    if (mapping.keys[i].text != behind) continue;
    const Node& last = mapping.children[i];
    if (last.kind != Node::Kind::scalar || last.line < 1) return false;
    const std::size_t at = offset(last.line, last.column);
    if (file_.content.compare(at, last.text.size(), last.text) != 0) return false;
    std::size_t before = offset(mapping.keys[0].line, mapping.keys[0].column);
    while (before > 0 && file_.content[before - 1] == ' ') --before;
    const bool flow = before > 0 && file_.content[before - 1] == '{';
    const std::string between =
        flow ? ", " : "\n" + std::string(static_cast<std::size_t>(mapping.keys[0].column - 1), ' ');
    // Behind a closing quote and, on a line of its own, a comment.
    std::size_t end = at + last.text.size();
    if (at > 0 && (file_.content[at - 1] == '"' || file_.content[at - 1] == '\'')) ++end;
    if (!flow) end = std::min(file_.content.find('\n', end), file_.content.size());
    places_[end] = {0, between + std::string(key) + ": " + std::string(value)};
    return true;
  }
  return false;
}

std::string TextEdit::apply() const {
  std::string text;
  std::size_t from = 0;
  for (const auto& [at, place] : places_) {
    text.append(file_.content, from, at - from);
    text += place.text;
    from = at + place.length;
  }
  return text.append(file_.content, from);
}

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct Line {
  char sign;  // ' ', '-' or '+'
  std::string_view text;
};

// By the longest common subsequence.
std::vector<Line> compared(std::string_view before, std::string_view after) {
  const auto a = lines_of(before), b = lines_of(after);
  std::vector<std::vector<std::size_t>> common(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i][j] =
          a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::vector<Line> lines;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      lines.push_back({' ', a[i++]});
      ++j;
    } else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
      lines.push_back({'-', a[i++]});
    } else {
      lines.push_back({'+', b[j++]});
    }
  }
  return lines;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, std::string_view old_name,
                         std::string_view new_name) {
  constexpr std::size_t context = 3;
  const std::vector<Line> lines = compared(before, after);
  std::vector<bool> shown(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].sign == ' ') continue;
    const std::size_t first = i < context ? 0 : i - context;
    for (std::size_t k = first; k < std::min(lines.size(), i + context + 1); ++k) shown[k] = true;
  }
  std::string hunks;
  std::size_t old_line = 1, new_line = 1;
  for (std::size_t i = 0; i < lines.size();) {
    if (!shown[i]) {
      ++old_line, ++new_line, ++i;
      continue;
    }
    const std::size_t old_first = old_line, new_first = new_line;
    std::string body;
    for (; i < lines.size() && shown[i]; ++i) {
      old_line += lines[i].sign != '+';
      new_line += lines[i].sign != '-';
      body += lines[i].sign;
      body += lines[i].text;
      body += '\n';
    }
    const auto range = [](std::size_t first, std::size_t end) {
      return std::to_string(end > first ? first : first - 1) + "," + std::to_string(end - first);
    };
    hunks += "@@ -" + range(old_first, old_line) + " +" + range(new_first, new_line) + " @@\n";
    hunks += body;
  }
  if (hunks.empty()) return {};
  return "--- " + std::string(old_name) + "\n+++ " + std::string(new_name) + "\n" + hunks;
}

}  // namespace gpumodel
