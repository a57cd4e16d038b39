// A report as one page of HTML: sections with pictures, tables and text. It needs no network, can
// be printed, read on a phone and reached by keyboard, and is light or dark as the reader's system.
//
//   HtmlReport report("saxpy on NVIDIA H200: 1.03 ms");
//   report.section("Terms").add(terms_picture(answer)).add(table);
//   report.write(out);
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "src/app/common/input_file.hpp"
#include "src/view/common/page.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

class HtmlReport {
 public:
  // The first line is the title and the answer; more lines follow it as text.
  explicit HtmlReport(const std::string& answer);

  HtmlReport& section(const std::string& title);
  HtmlReport& add(const Picture& picture);
  // With buttons and keys that stretch what is in its part "bars".
  HtmlReport& add_timeline(const Picture& picture);
  HtmlReport& add(const Block& block);
  // But for the first paragraph, which is the answer.
  HtmlReport& add_rest(const Page& page);
  // Of a page whose picture is drawn.
  HtmlReport& add_tables(const Page& page);
  // The files that the answer was made from.
  HtmlReport& add_files(const std::vector<InputFile>& files);

  void write(std::ostream& out) const;

 private:
  std::string title_, answer_, body_;
  std::vector<std::string> sections_;
  int regions_ = 0;
};

// The first paragraph of a page.
std::string first_paragraph(const Page& page);

}  // namespace gpumodel
