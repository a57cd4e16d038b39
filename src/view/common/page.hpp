// What a command has to say, before anyone decides how it looks.
//
// Every command turns its result into one Page; the text, Markdown and CSV views render pages and
// compute nothing. JSON has its own documents (see the *_json files), made from the same result.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gpumodel {

// A line, or several, of running text. The first paragraph of a page is the answer.
struct Paragraph {
  std::string text;
};

// Lines whose layout is part of the message (arithmetic, pictures).
struct Preformatted {
  std::vector<std::string> lines;
};

// A column without a title is for machines only, one without a key for people only.
struct Column {
  std::string title;
  std::string key{};  // with the unit: "time_s"
  bool right_aligned = false;
};

struct Cell {
  std::string text;                  // for people
  std::optional<std::string> raw{};  // for machines, where it differs
};

struct Table {
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

using Block = std::variant<Paragraph, Preformatted, Table>;

// What of a page a terminal shows where nobody asks for all of it (-v).
struct FirstScreen {
  std::size_t blocks = 0;  // the first of the page
  std::string more;        // below them: how to see the rest
};

struct Page {
  std::vector<Block> blocks;
  std::optional<FirstScreen> first_screen{};  // nothing: all of it

  // Left out if it has no rows.
  void add(Table table) {
    if (!table.rows.empty()) blocks.emplace_back(std::move(table));
  }
};

// The same page with every text visible (see visible_text.hpp), and in one line but for paragraphs.
Page visible_page(Page page);

// Only what stands on its first screen.
Page first_screen(Page page);

// `color` turns on ANSI emphasis of the answer.
void render_text(std::ostream& out, const Page& page, bool color);
void render_markdown(std::ostream& out, const Page& page);
// RFC 4180; every table has a header line, tables are separated by an empty line. A text that a
// spreadsheet would take for a formula begins with a quote (').
void render_csv(std::ostream& out, const Page& page);

// Columns a text takes on a terminal (code points; wide characters are not used here).
std::size_t display_width(const std::string& text);

// The lines of a text, without their ends.
std::vector<std::string> split_lines(const std::string& text);

// Appends `text` broken at spaces, so that each line with its indent takes at most `columns` where
// a word allows it.
void append_wrapped(std::vector<std::string>& lines, const std::string& indent,
                    const std::string& text, std::size_t columns = 80);

// A double as shortest text that reads back to the same value.
std::string raw_number(double value);

}  // namespace gpumodel
