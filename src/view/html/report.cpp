#include "src/view/html/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <sstream>

#include "src/diagnostics/engine_version.hpp"
#include "src/view/common/html.hpp"
#include "src/view/picture/style.hpp"

namespace gpumodel {
namespace {

std::string svg_of(const Picture& picture) {
  std::ostringstream out;
  picture.write(out, false);
  return out.str();
}

std::string paragraphs_of(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) out += "<p>" + html_escaped(line) + "</p>\n";
  }
  return out;
}

std::string row_of(const Table& table, const char* tag, auto text) {
  std::string row = "<tr>";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    if (column.title.empty()) continue;
    row += fmt::format("<{}{}{}>{}</{}>", tag, *tag == 't' && tag[1] == 'h' ? " scope=\"col\"" : "",
                       column.right_aligned ? " class=\"r\"" : "", html_escaped(text(i)), tag);
  }
  return row + "</tr>\n";
}

// A page of thousands is read by nobody; the first rows show what the table is.
constexpr std::size_t most_rows = 400;

std::string table_of(const Table& table) {
  const auto shown = [](const Column& column) { return !column.title.empty(); };
  if (std::ranges::none_of(table.columns, shown)) return {};  // for machines only
  std::string out = "<table>\n";
  if (!table.caption.empty()) out += "<caption>" + html_escaped(table.caption) + "</caption>\n";
  out += "<thead>" + row_of(table, "th", [&](std::size_t i) { return table.columns[i].title; }) +
         "</thead>\n<tbody>\n";
  for (std::size_t n = 0; n < std::min(table.rows.size(), most_rows); ++n) {
    const auto& row = table.rows[n];
    out += row_of(table, "td", [&](std::size_t i) { return i < row.size() ? row[i].text : ""; });
  }
  out += "</tbody>\n</table>\n";
  if (table.rows.size() <= most_rows) return out;
  return out + fmt::format("<p>and {} more rows: --csv has all of them</p>\n",
                           table.rows.size() - most_rows);
}

// What is wider than a phone scrolls by itself, by keyboard too.
std::string region(int number, std::string_view what, const std::string& content) {
  return fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{} {}\">\n{}</div>\n", what,
      number, content);
}

}  // namespace

std::string first_paragraph(const Page& page) {
  for (const Block& block : page.blocks) {
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) return paragraph->text;
  }
  return {};
}

HtmlReport::HtmlReport(const std::string& answer)
    : title_(answer.substr(0, answer.find('\n'))),
      answer_(answer.find('\n') == std::string::npos ? "" : answer.substr(answer.find('\n') + 1)) {}

HtmlReport& HtmlReport::section(const std::string& title) {
  if (!sections_.empty()) body_ += "</section>\n";
  sections_.push_back(title);
  body_ += fmt::format("<section aria-labelledby=\"s{0}\">\n<h2 id=\"s{0}\">{1}</h2>\n",
                       sections_.size(), html_escaped(title));
  return *this;
}

HtmlReport& HtmlReport::add(const Picture& picture) {
  body_ += region(++regions_, "picture", svg_of(picture));
  return *this;
}

HtmlReport& HtmlReport::add_timeline(const Picture& picture) {
  body_ += "<div data-zoom>\n<div class=\"zoom\" role=\"group\" aria-label=\"zoom of the time\">\n";
  for (const auto& [act, name] :
       {std::pair("in", "in (+)"), std::pair("out", "out (-)"), std::pair("left", "earlier"),
        std::pair("right", "later"), std::pair("all", "all (0)")}) {
    body_ += fmt::format("<button type=\"button\" data-act=\"{}\">{}</button>\n", act, name);
  }
  body_ += "<output>all of it</output>\n</div>\n";
  add(picture);
  body_ += "</div>\n";
  return *this;
}

HtmlReport& HtmlReport::add(const Block& block) {
  if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
    body_ += paragraphs_of(paragraph->text);
  } else if (const auto* table = std::get_if<Table>(&block)) {
    const std::string text = table_of(*table);
    if (!text.empty()) body_ += region(++regions_, "table", text);
  } else {
    std::string lines;
    for (const std::string& line : std::get<Preformatted>(block).lines) lines += line + '\n';
    body_ += region(++regions_, "text", "<pre>" + html_escaped(lines) + "</pre>\n");
  }
  return *this;
}

HtmlReport& HtmlReport::add_rest(const Page& page) {
  bool answered = false;
  for (const Block& block : page.blocks) {
    if (!answered && std::holds_alternative<Paragraph>(block))
      answered = true;
    else
      add(block);
  }
  return *this;
}

HtmlReport& HtmlReport::add_tables(const Page& page) {
  for (const Block& block : page.blocks) {
    if (std::holds_alternative<Table>(block)) add(block);
  }
  return *this;
}

HtmlReport& HtmlReport::add_files(const std::vector<InputFile>& files) {
  Table table;
  table.caption = "made from";
  table.columns = {{"name", "name"}, {"file", "file"}, {"SHA-256", "sha256"}};
  for (const InputFile& file : files)
    table.rows.push_back({{file.name}, {file.file}, {file.sha256}});
  return add(Block(std::move(table)));
}

void HtmlReport::write(std::ostream& out) const {
  const std::string title = html_escaped(title_);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
      << title << "</title>\n<style>\n"
      << style_part("report") << style_part("picture") << "</style>\n</head>\n<body>\n"
      << "<a class=\"skip\" href=\"#main\">to the answer</a>\n<header>\n<h1>" << title << "</h1>\n"
      << paragraphs_of(answer_) << "<nav aria-label=\"sections\">\n<ul>\n";
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    out << fmt::format("<li><a href=\"#s{}\">{}</a></li>\n", i + 1, html_escaped(sections_[i]));
  }
  out << "</ul>\n</nav>\n</header>\n<main id=\"main\">\n"
      << body_ << (sections_.empty() ? "" : "</section>\n")
      << "</main>\n<footer><p>Written by gpumodel " << engine_version()
      << "; works without a network.</p></footer>\n<script>\n"
      << style_part("script") << "</script>\n</body>\n</html>\n";
}

}  // namespace gpumodel
