// Suites: combinations, defaults, faults with their places.
#include "src/input/read_suite.hpp"

#include <gtest/gtest.h>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel::test {
namespace {

Suite suite(const std::string& text) {
  return read_suite(make_text_file(text, "s.yaml")).suite;
}

Diagnostic fault(const std::string& text) {
  try {
    suite(text);
  } catch (const InputError& error) {
    return error.found.front();
  }
  ADD_FAILURE() << "accepted: " << text;
  return {};
}

TEST(Suite, AllCombinations) {
  const Suite s = suite(
      "suite: s\npoints:\n- kernels: [a, b]\n  with: {n: [2^10, 4], hot: 0.5, m: [1, 2, 3]}\n");
  ASSERT_EQ(s.entries.size(), 1U);
  EXPECT_EQ(s.entries[0].kernels, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(s.entries[0].line, 3);
  const auto sets = combinations(s.entries[0].parameters);
  ASSERT_EQ(sets.size(), 6U);
  EXPECT_EQ(sets[0][0].value.integer(), 1024);
  EXPECT_EQ(sets[4][0].value.integer(), 4);
  EXPECT_EQ(sets[4][2].value.integer(), 2);
  EXPECT_FALSE(sets[4][1].value.is_integer());
}

TEST(Suite, Defaults) {
  const Suite s = suite(
      "suite: s\npoints:\n- kernels: a\n- {kernels: a, cache: warm, backends: "
      "[openacc, host]}\n");
  EXPECT_EQ(s.entries[0].caches, (std::vector{CacheStart::cold, CacheStart::warm}));
  EXPECT_EQ(s.entries[0].backends, std::vector{BackendKind::cuda});
  EXPECT_EQ(combinations(s.entries[0].parameters).size(), 1U);
  EXPECT_EQ(s.entries[1].caches, std::vector{CacheStart::warm});
  EXPECT_EQ(s.entries[1].backends, (std::vector{BackendKind::openacc, BackendKind::host}));
}

TEST(Suite, Faults) {
  EXPECT_EQ(fault("suite: s\n").id, "key-missing");
  EXPECT_EQ(fault("suite: s\npoints: 3\n").id, "type-wrong");
  EXPECT_EQ(fault("suite: s\npoints:\n- with: {n: 1}\n").id, "key-missing");
  EXPECT_EQ(fault("suite: s\npoints:\n- {kernels: a, cache: hot}\n").id, "value-unknown");
  EXPECT_EQ(fault("suite: s\npoints:\n- {kernels: a, kernel: b}\n").id, "key-unknown");
  const Diagnostic d = fault("suite: s\npoints:\n- {kernels: a, with: {n: [1, 2 +]}}\n");
  EXPECT_EQ(d.id, "expression-syntax");
  EXPECT_EQ(d.line, 3);
  EXPECT_EQ(fault("suite: s\npoints:\n- {kernels: a, with: {n: m}}\n").id, "expression-syntax");
}

}  // namespace
}  // namespace gpumodel::test
