// Text that others wrote (names, arguments, records) as terminals, pages and pictures may hold it.
#pragma once

#include <string>
#include <string_view>

namespace gpumodel {

// One line of UTF-8 whose every character can be seen: what steers a terminal, changes the
// direction of text (Trojan Source, CVE-2021-42574), has no width, ends a line or is no character
// (Unicode 15, 23.7) becomes \n, \t, \x1b or \u{202e}, and a byte that is not UTF-8 becomes \xff.
std::string visible(std::string_view text);

// The same for text whose line ends are meant.
std::string visible_lines(std::string_view text);

// The same with one U+FFFD for each, a space for a tab: columns stay what they are.
std::string visible_columns(std::string_view text);

// A JSON document whose texts escape those characters; it says the same.
std::string visible_json(std::string_view document);

// Whether a character is one of those.
bool is_invisible(char32_t character);

}  // namespace gpumodel
