// Text of others: by hand, and random bytes.
#include "src/diagnostics/visible_text.hpp"

#include <gtest/gtest.h>
#include <utf8.h>

#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "src/view/common/html.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {
namespace {

struct Case {
  const char* text;
  const char* visible;
};

TEST(VisibleText, ByHand) {
  for (const auto& [text, expected] : {
           Case{"plain text, ~ and \\ too", "plain text, ~ and \\ too"},
           Case{"µs … ä 漢 \U0001F600", "µs … ä 漢 \U0001F600"},
           Case{"a\nb\tc\rd", "a\\nb\\tc\\x0dd"},
           Case{"\x1b[31m\x1b]0;t\x07\x7f", "\\x1b[31m\\x1b]0;t\\x07\\x7f"},
           Case{"\u009b31m \u0085", "\\u{9b}31m \\u{85}"},
           Case{"\u202Eabc\u2066\u200F\u061C", "\\u{202e}abc\\u{2066}\\u{200f}\\u{61c}"},
           Case{"\u200B\uFEFF\u2028\u2029", "\\u{200b}\\u{feff}\\u{2028}\\u{2029}"},
           Case{"\uFFFE\uFFFF\uFDD0\U0001FFFE", "\\u{fffe}\\u{ffff}\\u{fdd0}\\u{1fffe}"},
           Case{"\xff\xc3(\xed\xa0\x80 \xe2\x82", "\\xff\\xc3(\\xed\\xa0\\x80 \\xe2\\x82"},
       }) {
    EXPECT_EQ(visible(text), expected);
  }
  EXPECT_EQ(visible(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible_lines("a\nb\tc"), "a\nb\\tc");
  EXPECT_EQ(visible_columns("a\tb\x1b\u202E\xff"), "a b\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(visible_json("{\n\"\u009b\u202E\U000E0001\x7fµ\": 1}"),
            "{\n\"\\u009b\\u202e\\udb40\\udc01\\u007fµ\": 1}");
}

// Bytes of all kinds: ASCII, those of UTF-8 sequences, whole characters from everywhere.
std::string random_text(std::mt19937& random) {
  std::string text;
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  for (unsigned length = below(40); length > 0; --length) {
    switch (below(4)) {
      case 0:
        text += static_cast<char>(below(0x80));
        break;
      case 1:
        text += static_cast<char>(below(0x100));
        break;
      case 2:
        utf8::unchecked::append(below(0x800) + 0x1F00, std::back_inserter(text));
        break;
      default:
        utf8::unchecked::append(below(0xD800), std::back_inserter(text));
    }
  }
  return text;
}

bool all_visible(const std::string& text, std::string_view but = {}) {
  if (!utf8::is_valid(text.begin(), text.end())) return false;
  for (auto at = text.begin(); at != text.end();) {
    const char32_t character = utf8::unchecked::next(at);
    const bool excused = character < 0x80 && but.find(static_cast<char>(character)) != but.npos;
    if (is_invisible(character) && !excused) return false;
  }
  return true;
}

TEST(VisibleText, AnyBytes) {
  std::mt19937 random(21);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random_text(random);
    const std::string shown = visible(text);
    ASSERT_TRUE(all_visible(shown)) << shown;
    ASSERT_EQ(visible(shown), shown);
    ASSERT_TRUE(all_visible(visible_lines(text), "\n"));
    ASSERT_TRUE(all_visible(visible_columns(text)));
    ASSERT_EQ(display_width(visible_columns(text)) > 0, !text.empty());
  }
}

TEST(VisibleText, JsonSaysTheSame) {
  using Json = nlohmann::ordered_json;
  std::mt19937 random(22);
  for (int i = 0; i < 5000; ++i) {
    const Json document = {{random_text(random), random_text(random)}};
    const std::string plain = document.dump(2, ' ', false, Json::error_handler_t::replace);
    const std::string shown = visible_json(plain);
    ASSERT_TRUE(all_visible(shown, "\n")) << shown;
    ASSERT_EQ(Json::parse(shown), Json::parse(plain));
  }
}

std::string csv_of(const std::string& text) {
  std::ostringstream out;
  render_csv(out, {{Table{"", {{"T", "key"}}, {{Cell{text}}}}}});
  return out.str();
}

TEST(Csv, FormulasAreTexts) {
  for (const auto& [text, expected] : {
           Case{"=HYPERLINK(1)", "'=HYPERLINK(1)"},
           Case{"+1+2", "'+1+2"},
           Case{"@SUM(A1)", "'@SUM(A1)"},
           Case{"-2+3", "'-2+3"},
           Case{"=1,\"2\"", "\"'=1,\"\"2\"\"\""},
           Case{"\t=1", "\\t=1"},
           Case{"a\nb", "a\\nb"},
           Case{"-3.5", "-3.5"},
           Case{"-1e-300", "-1e-300"},
           Case{"-", "-"},
           Case{"a=b", "a=b"},
       }) {
    EXPECT_EQ(csv_of(text), "key\r\n" + std::string(expected) + "\r\n");
  }
}

std::string markdown_of(const Block& block) {
  std::ostringstream out;
  render_markdown(out, {{Paragraph{"first"}, block}});
  return out.str().substr(std::string("## first\n\n").size());
}

TEST(Markdown, TextIsOnlyText) {
  for (const auto& [text, expected] : {
           Case{"# h", "\\# h"},
           Case{"- a", "\\- a"},
           Case{"+ a", "\\+ a"},
           Case{"===", "\\==="},
           Case{"> a", "\\> a"},
           Case{"    a", "a"},
           Case{"12. a", "12\\. a"},
           Case{"1) a", "1\\) a"},
           Case{"1.5 ms", "1.5 ms"},
           Case{"[a](b) ![c](d)", "\\[a\\](b) !\\[c\\](d)"},
           Case{"<b> &amp; `c` *d* _e_ ~f~ $g$",
                "\\<b> \\&amp; \\`c\\` \\*d\\* \\_e\\_ \\~f\\~ \\$g\\$"},
           Case{"a\n# b", "a  \n\\# b"},
           Case{"\x1b[1m", "\\\\x1b\\[1m"},
       }) {
    EXPECT_EQ(markdown_of(Paragraph{text}), std::string(expected) + "\n");
  }
  EXPECT_EQ(markdown_of(Table{"", {{"a|b\nc"}}, {{Cell{"d|e\nf"}}}}),
            "| a\\|b\\\\nc |\n| --- |\n| d\\|e\\\\nf |\n");
  EXPECT_EQ(markdown_of(Preformatted{{"```", "a\n````"}}), "`````text\n```\na\\n````\n`````\n");
}

TEST(Html, Entities) {
  EXPECT_EQ(html_escaped("<a href='b' c=\"d\">&\uFFFE\x1b\n"),
            "&lt;a href=&#39;b&#39; c=&quot;d&quot;&gt;&amp;\\u{fffe}\\x1b\n");
}

}  // namespace
}  // namespace gpumodel
