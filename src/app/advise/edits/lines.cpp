#include "src/app/advise/edits/lines.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

constexpr std::size_t most_columns = 100;

// A list or a condition behind its key, without the end of the last line.
std::string in_lines(std::string key, const std::string& text) {
  const bool condition = text.find(" && ") != std::string::npos;
  std::string all = folded(std::move(key), text, condition ? " && " : ", ");
  all.pop_back();
  return all;
}

}  // namespace

int line_behind(const Node& mapping, std::string_view key, const TextFile& file, int mapping_end) {
  int line = mapping_end;
  bool found = false;
  for (const Node& each : mapping.keys) {
    if (found && each.line > 0) {
      line = each.line;
      break;
    }
    found = found || each.text == key;
  }
  while (line > 1 && file.line(line - 1).empty()) --line;
  return line;
}

int line_behind(const Node& root, std::string_view key, const TextFile& file) {
  return line_behind(root, key, file, static_cast<int>(file.line_starts.size()) + 1);
}

Lines::Lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines_.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  dropped_.resize(lines_.size());
}

bool Lines::replace(const Node& scalar, const std::string& text) {
  if (scalar.line < 1 || scalar.text.empty()) return false;
  const auto first = static_cast<std::size_t>(scalar.line - 1);
  const auto column = static_cast<std::size_t>(scalar.column - 1);
  std::string& line = lines_[first];
  if (line.compare(column, scalar.text.size(), scalar.text) == 0) {
    const bool last = column + scalar.text.size() == line.size();
    line.replace(column, scalar.text.size(), text);
    if (last && line.size() > most_columns) line = in_lines(line.substr(0, column), text);
    return true;
  }
  const auto trimmed = [](std::string_view all) {
    all.remove_prefix(std::min(all.find_first_not_of(' '), all.size()));
    return std::string(all.substr(0, all.find_last_not_of(' ') + 1));
  };
  std::string read = trimmed(std::string_view(line).substr(column));
  std::size_t last = first;
  while (read.size() < scalar.text.size() && last + 1 < lines_.size()) {
    read += " " + trimmed(lines_[++last]);
  }
  if (read != scalar.text) return false;
  line = in_lines(line.substr(0, column), text);
  drop(static_cast<int>(first) + 2, static_cast<int>(last) + 2);
  return true;
}

void Lines::drop(int from, int before) {
  for (int line = from; line < before; ++line) dropped_[static_cast<std::size_t>(line - 1)] = true;
}

void Lines::indent(int from, int before, int by) {
  for (int line = from; line < before; ++line) {
    std::string& each = lines_[static_cast<std::size_t>(line - 1)];
    for (std::size_t at = 0; at < each.size(); at = each.find('\n', at) + 1) {
      each.insert(at, static_cast<std::size_t>(by), ' ');
      if (each.find('\n', at) == std::string::npos) break;
    }
  }
}

void Lines::insert(int before, std::string_view text) {
  inserted_[before] += text;
}

std::string Lines::apply() const {
  std::string text;
  for (std::size_t i = 0; i <= lines_.size(); ++i) {
    const auto found = inserted_.find(static_cast<int>(i) + 1);
    if (found != inserted_.end()) text += found->second;
    if (i < lines_.size() && !dropped_[i]) text += lines_[i] + "\n";
  }
  return text;
}

std::string folded(std::string first, std::string_view text, std::string_view break_behind) {
  const std::size_t indent = first.find_first_not_of(' ') + 4;
  std::string all, line = std::move(first);
  while (!text.empty()) {
    // What is in brackets stays together.
    std::size_t end = 0;
    int depth = 0;
    for (; end < text.size(); ++end) {
      depth += text[end] == '[' || text[end] == '('   ? 1
               : text[end] == ']' || text[end] == ')' ? -1
                                                      : 0;
      if (depth == 0 && text.substr(end).starts_with(break_behind)) break;
    }
    end = end < text.size() ? end + break_behind.size() : end;
    if (line.size() + end > most_columns && line.find_first_not_of(' ') != std::string::npos) {
      while (line.ends_with(' ')) line.pop_back();
      all += line + "\n";
      line = std::string(indent, ' ');
    }
    line += text.substr(0, end);
    text.remove_prefix(end);
  }
  return all + line + "\n";
}

}  // namespace gpumodel
