#include "src/diagnostics/visible_text.hpp"

#include <utf8.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace gpumodel {
namespace {

struct Range {
  char32_t first, last;
};

constexpr auto invisible = std::to_array<Range>({
    {0x00, 0x1F},        // C0
    {0x7F, 0x9F},        // delete, C1
    {0x061C, 0x061C},    // Arabic letter mark
    {0x200B, 0x200B},    // space of no width
    {0x200E, 0x200F},    // marks of direction
    {0x2028, 0x202E},    // ends of lines and paragraphs; embeddings and overrides
    {0x2060, 0x206F},    // operators that are not seen; isolates
    {0xFDD0, 0xFDEF},    // no characters
    {0xFEFF, 0xFEFF},    // byte order mark
    {0xFFF9, 0xFFFB},    // annotations
    {0xE0000, 0xE007F},  // tags
});

std::string hex(char32_t number) {
  std::array<char, 8> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                 static_cast<std::uint32_t>(number), 16)
                       .ptr;
  return {digits.data(), end};
}

std::string byte_text(unsigned char byte) {
  return (byte < 0x10 ? "\\x0" : "\\x") + hex(byte);
}

std::string name_of(char32_t character) {
  if (character == '\n') return "\\n";
  if (character == '\t') return "\\t";
  if (character < 0x80) return byte_text(static_cast<unsigned char>(character));
  return "\\u{" + hex(character) + "}";
}

std::string json_name_of(char32_t character) {
  const auto unit = [](char32_t number) {
    const std::string digits = hex(number);
    return "\\u" + std::string(4 - digits.size(), '0') + digits;
  };
  if (character < 0x10000) return unit(character);
  const char32_t above = character - 0x10000;  // a pair of surrogates
  return unit(0xD800 + (above >> 10U)) + unit(0xDC00 + (above & 0x3FFU));
}

bool is_plain(char c) {
  return c >= ' ' && c <= '~';
}

// `name` gives what stands for an invisible character, `byte` for one that is not UTF-8.
template <class Name, class Byte>
std::string translated(std::string_view text, Name name, Byte byte) {
  constexpr std::ptrdiff_t longest = 4;  // bytes of a character
  std::string out;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    const char* const begin = std::find_if_not(at, end, is_plain);
    out.append(at, begin);
    at = begin;
    if (at == end) return out;
    if (utf8::find_invalid(at, at + std::min(longest, end - at)) == at) {
      out += byte(static_cast<unsigned char>(*at++));
      continue;
    }
    const char32_t character = utf8::unchecked::next(at);
    is_invisible(character) ? out.append(name(character)) : out.append(begin, at);
  }
}

}  // namespace

bool is_invisible(char32_t character) {
  if (character >= ' ' && character <= '~') return false;
  const bool no_character = (character & 0xFFFEU) == 0xFFFEU;
  return no_character || std::ranges::any_of(invisible, [&](const Range& range) {
           return range.first <= character && character <= range.last;
         });
}

std::string visible(std::string_view text) {
  return translated(text, name_of, byte_text);
}

std::string visible_lines(std::string_view text) {
  const auto name = [](char32_t c) { return c == '\n' ? std::string("\n") : name_of(c); };
  return translated(text, name, byte_text);
}

std::string visible_columns(std::string_view text) {
  const auto one = [](char32_t c) { return std::string(c == '\t' ? " " : "\uFFFD"); };
  return translated(text, one, one);
}

std::string visible_json(std::string_view document) {
  const auto name = [](char32_t c) {
    return c < 0x20 ? std::string(1, static_cast<char>(c)) : json_name_of(c);
  };
  return translated(document, name, byte_text);
}

}  // namespace gpumodel
