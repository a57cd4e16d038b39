// What a runner puts into arrays is what the analysis of the kernel assumes.
#include "validate/runner/make_case.hpp"

#include <gtest/gtest.h>

#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/parameters.hpp"

namespace gpumodel {
namespace {

struct Made {
  KernelFile file;
  std::vector<Number> values;
  KernelCase c;
};

Made made(const std::string& text, const std::vector<std::string>& definitions = {}) {
  Made result{read_kernel(make_text_file(text, "test.yaml")), {}, {}};
  evaluate_parameters(result.file.kernel, parse_parameters(definitions, result.file.kernel),
                      result.values);
  result.c = make_case(result.file.kernel, result.values);
  return result;
}

const std::string gather = R"(
kernel: gather
parameters: {N: 1000, range: 64}
arrays:
  a: {type: f32, shape: [range]}
  ix: {type: i32, shape: [N], values: {uniform: [0, range]}}
  r: {struct: 'f32 x, f32 y, f32 z', shape: [N]}
  s: {type: f32, shape: [range], space: shared}
launch: {block: [128], grid: [ceil_div(N, block.x)]}
thread:
  let: {i: global.x}
  where: i < N
  do:
    - read: {from: 'ix[i]'}
    - load: a[from]
    - store: r[i].y, s[i % range]
)";

TEST(MakeCase, ShapesFollowTheDescriptor) {
  const Made m = made(gather, {"N=300"});
  EXPECT_EQ(m.c.value("N"), 300);
  EXPECT_EQ(m.c.grid[0], 3);
  EXPECT_EQ(m.c.block[0], 128);
  EXPECT_EQ(m.c.array("a").bytes(), 256U);
  EXPECT_EQ(m.c.array("r").scalars, 900);  // a structure of three floats is three scalars
  EXPECT_EQ(m.c.shared_bytes, 256);        // of the shared array; nothing is stated
  EXPECT_THROW(m.c.array("s"), CaseError);
  EXPECT_THROW(m.c.value("n"), CaseError);
}

TEST(MakeCase, ContentsAreTheNumbersTheAnalysisReads) {
  const Made m = made(gather);
  const Array& stated = m.file.kernel.arrays[1];
  const PreparedContents contents(*stated.contents, m.values);
  std::vector<Number> slots = m.values;
  slots.emplace_back();
  const CaseArray& ix = m.c.array("ix");
  ASSERT_EQ(ix.contents.size(), 1000U);
  for (std::int64_t i = 0; i < 1000; ++i) {
    slots.back() = Number::integer(i);
    const std::int64_t value = ix.contents[static_cast<std::size_t>(i)];
    EXPECT_EQ(value, contents.value_at(slots, scramble(1, static_cast<std::uint64_t>(i)),
                                       static_cast<std::uint64_t>(i)));
    EXPECT_GE(value, 0);
    EXPECT_LT(value, 64);
  }
}

TEST(MakeCase, IndicesBeyondIntAreRefusedByTheCase) {
  const Made m = made(gather, {"N=3000"});
  KernelCase c = m.c;
  c.parameters.front().integer = std::int64_t{1} << 31;
  EXPECT_THROW(c.int_value("N"), CaseError);
}

TEST(MakeCase, StructuresOfMixedTypesAreNotRun) {
  std::string mixed = gather;
  mixed.replace(mixed.find("f32 z"), 5, "f64 z");
  EXPECT_THROW(made(mixed), CaseError);
}

}  // namespace
}  // namespace gpumodel
