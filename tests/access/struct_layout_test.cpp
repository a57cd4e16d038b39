// Layouts against those of the compiler that builds this test.
#include <gtest/gtest.h>

#include <cstddef>

#include "models/access/struct_layout.hpp"
#include "models/core/expression/expression.hpp"

namespace gpumodel::test {
namespace {

struct Rack {
  float a, b, c;
};
struct Flag {
  std::int8_t flag;
  double value;
};
struct Mixed {
  std::int16_t h;
  std::int8_t c[3];
  float f;
  double d;
  std::int8_t last;
};
struct alignas(16) Float4 {
  float x, y, z, w;
};
struct Body {
  Float4 position;
  float mass[2];
};
struct Float3 {
  float x, y, z;
};
struct Pair {
  std::int8_t c;
  Float3 v;
  std::int64_t n;
};

static_assert(sizeof(Rack) == 12 && sizeof(Flag) == 16 && sizeof(Body) == 32);

template <class Struct>
void expect_layout(const char* text, std::initializer_list<std::size_t> offsets) {
  const StructLayout layout = parse_struct(text);
  EXPECT_EQ(static_cast<std::size_t>(layout.size), sizeof(Struct)) << text;
  EXPECT_EQ(static_cast<std::size_t>(layout.alignment), alignof(Struct)) << text;
  ASSERT_EQ(layout.members.size(), offsets.size()) << text;
  std::size_t at = 0;
  for (const std::size_t offset : offsets) {
    EXPECT_EQ(static_cast<std::size_t>(layout.members[at].offset), offset) << text << " " << at;
    ++at;
  }
}

TEST(StructLayout, AsTheCompiler) {
  expect_layout<Rack>("f32 a, f32 b, f32 c",
                      {offsetof(Rack, a), offsetof(Rack, b), offsetof(Rack, c)});
  expect_layout<Flag>("i8 flag; f64 value;", {offsetof(Flag, flag), offsetof(Flag, value)});
  expect_layout<Mixed>("i16 h, i8 c[3], f32 f, f64 d, i8 last",
                       {offsetof(Mixed, h), offsetof(Mixed, c), offsetof(Mixed, f),
                        offsetof(Mixed, d), offsetof(Mixed, last)});
  expect_layout<Body>("f32x4 position, f32 mass[2]",
                      {offsetof(Body, position), offsetof(Body, mass)});
  expect_layout<Pair>("i8 c, f32x3 v, i64 n",
                      {offsetof(Pair, c), offsetof(Pair, v), offsetof(Pair, n)});
}

TEST(StructLayout, CountsPadding) {
  EXPECT_EQ(parse_struct("f32 a, f32 b").padding(), 0);
  EXPECT_EQ(parse_struct("i8 flag, f64 value").padding(), 7);
}

struct BadLayout {
  const char* text;
  std::size_t column;
};

TEST(StructLayout, FaultsPointAtTheirPlace) {
  for (const BadLayout& bad :
       {BadLayout{"", 0}, BadLayout{"f32", 3}, BadLayout{"f33 a", 0}, BadLayout{"f32 a, f32 a", 11},
        BadLayout{"f32 1a", 4}, BadLayout{"f32 a[0]", 6}, BadLayout{"f32 a[5000]", 6},
        BadLayout{"f32 a[", 6}, BadLayout{"f32 a f32 b", 6}, BadLayout{",", 0}}) {
    try {
      parse_struct(bad.text);
      FAIL() << bad.text;
    } catch (const ExpressionError& error) {
      EXPECT_EQ(error.column, bad.column) << bad.text << ": " << error.message;
    }
  }
}

}  // namespace
}  // namespace gpumodel::test
