#include "src/view/common/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "src/view/common/exact_quantity.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t line_width = 100;
constexpr char kept_space = '\x1f';  // a space where no line breaks

void put(std::ostream& out, std::string line) {
  std::ranges::replace(line, kept_space, ' ');
  out << line << '\n';
}

// Words behind `head`; further lines are indented as far.
void write_wrapped(std::ostream& out, const std::string& head,
                   const std::vector<std::string>& words) {
  std::string line = head;
  for (const std::string& word : words) {
    const bool first = line.size() == head.size();
    if (!first && line.size() + 1 + word.size() > line_width) {
      put(out, line);
      line.assign(head.size(), ' ');
    } else if (!first) {
      line += ' ';
    }
    line += word;
  }
  put(out, line);
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

std::string unbroken(std::string text) {
  std::ranges::replace(text, ' ', kept_space);
  return text;
}

std::string source_text(const Source& source) {
  std::string text = unbroken("from: " + std::string(to_string(source.from)));
  if (source.factor != 1.0) text += ", " + unbroken(fmt::format("factor: {}", source.factor));
  if (!source.note.empty()) text += ", note: " + quoted(source.note);
  return text;
}

void write_entry(std::ostream& out, std::size_t indent, std::string_view name,
                 const std::string& inside) {
  const std::string head = std::string(indent, ' ') + std::string(name) + ": {";
  write_wrapped(out, head, words_of(inside + "}"));
}

void write_curve(std::ostream& out, std::size_t indent, std::string_view name,
                 const SourcedCurve& curve, Dim x, Dim y) {
  std::string rows;
  for (const CurvePoint& point : curve.points) {
    rows += (rows.empty() ? "" : ", ") +
            unbroken("[" + exact_quantity(point.x, x) + ", " + exact_quantity(point.y, y) + "]");
  }
  write_entry(out, indent, name, "rows: [" + rows + "], " + source_text(curve.source));
}

void write_comment(std::ostream& out, const std::string& comment) {
  for (std::size_t begin = 0; begin < comment.size();) {
    const std::size_t end = std::min(comment.find('\n', begin), comment.size());
    out << "# " << comment.substr(begin, end - begin) << '\n';
    begin = end + 1;
  }
}

}  // namespace gpumodel
