// Bytes on disk to checked text: lines, columns, what is refused.
#include "src/io/text/text_file.hpp"

#include <gtest/gtest.h>

namespace gpumodel {
namespace {

using namespace std::string_literals;

std::string_view id_of(std::string bytes) {
  try {
    make_text_file(std::move(bytes), "f");
    return "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.found.size(), 1u);
    EXPECT_EQ(error.found.front().file, "f");
    return error.found.front().id;
  }
}

TEST(TextFile, LinesAreCountedFromOne) {
  const TextFile file = make_text_file("a\r\nb\n\nlast", "f");
  EXPECT_EQ(file.content, "a\nb\n\nlast");
  EXPECT_EQ(file.line(1), "a");
  EXPECT_EQ(file.line(2), "b");
  EXPECT_EQ(file.line(3), "");
  EXPECT_EQ(file.line(4), "last");
  for (const int outside : {-1, 0, 5, 1000}) EXPECT_EQ(file.line(outside), "");
  EXPECT_EQ(make_text_file("a\n", "f").line(2), "");
}

TEST(TextFile, TheHashIsOfTheBytesOnDisk) {
  EXPECT_EQ(make_text_file("abc", "f").sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_NE(make_text_file("a\n", "f").sha256, make_text_file("a\r\n", "f").sha256);
}

TEST(TextFile, WhatIsNoTextIsRefused) {
  EXPECT_EQ(id_of(""), "file-empty");
  EXPECT_EQ(id_of(" \t\r\n"), "file-empty");
  EXPECT_EQ(id_of("\xEF\xBB\xBF"), "file-empty");
  EXPECT_EQ(id_of("a\0b"s), "file-binary");
  EXPECT_EQ(id_of("a\x1b[31m"), "file-binary");
  EXPECT_EQ(id_of("a\x7f"), "file-binary");
  EXPECT_EQ(id_of("Gr\xf6\xdf"), "file-encoding");
  EXPECT_EQ(id_of("\xc0\xaf"), "file-encoding");          // overlong
  EXPECT_EQ(id_of("\xed\xa0\x80"), "file-encoding");      // a surrogate
  EXPECT_EQ(id_of("\xf4\x90\x80\x80"), "file-encoding");  // above U+10FFFF
  EXPECT_EQ(id_of("\xe6\x95"), "file-encoding");          // cut off
  EXPECT_EQ(id_of("größe 数 🙂\t\xEF\xBB\xBF"), "accepted");
  EXPECT_EQ(id_of("\xEF\xBB\xBF"
                  "a"),
            "accepted");
}

TEST(TextFile, SizeLimitsAreExact) {
  const std::string line = std::string(max_line_bytes, 'x') + "\n";
  EXPECT_EQ(id_of(line), "accepted");
  EXPECT_EQ(id_of("x" + line), "file-too-large");
  std::string large;
  while (large.size() < max_text_bytes) large += "# 16 characters\n";
  EXPECT_EQ(large.size(), max_text_bytes);
  EXPECT_EQ(id_of(large), "accepted");
  EXPECT_EQ(id_of(large + "#"), "file-too-large");
}

TEST(TextFile, CharactersAreCodePoints) {
  EXPECT_EQ(characters("größe", 100), 5);
  EXPECT_EQ(characters("größe", 3), 3);  // g, r, the first byte of ö
  EXPECT_EQ(characters("数🙂", 7), 2);
  EXPECT_EQ(characters("", 4), 0);
}

}  // namespace
}  // namespace gpumodel
