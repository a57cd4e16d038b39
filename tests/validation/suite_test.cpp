// Suites: combinations, defaults, faults with their places.
#include "src/io/record/read_suite.hpp"

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

TEST(Suite, Sets) {
  const Suite s = suite(
      "suite: s\npoints:\n- kernels: [folder/mine.yaml, copy]\nsets:\n"
      "- {set: tiny, summary: a line, under: 10us}\n"
      "- {set: mine-only, kernels: [mine, saxpy], backends: [cuda, host], over: 50 us, counts: "
      "no}\n"
      "- {set: mine-only, kernels: copy, counts: no}\n");
  ASSERT_EQ(s.sets.size(), 2U);
  EXPECT_EQ(s.sets[0].name, "tiny");
  EXPECT_EQ(s.sets[0].summary, "a line");
  EXPECT_TRUE(s.sets[0].counts);
  EXPECT_DOUBLE_EQ(s.sets[0].members.at(0).under_s.value(), 10e-6);
  EXPECT_FALSE(s.sets[0].members[0].over_s);
  EXPECT_TRUE(s.sets[0].members[0].kernels.empty());
  EXPECT_TRUE(s.sets[0].members[0].backends.empty());
  EXPECT_FALSE(s.sets[1].counts);
  ASSERT_EQ(s.sets[1].members.size(), 2U);  // what is there twice holds both
  EXPECT_EQ(s.sets[1].members[0].kernels, (std::vector<std::string>{"mine", "saxpy"}));
  EXPECT_EQ(s.sets[1].members[0].backends, (std::vector{BackendKind::cuda, BackendKind::host}));
  EXPECT_DOUBLE_EQ(s.sets[1].members[0].over_s.value(), 50e-6);
}

TEST(Suite, FaultsOfSets) {
  const auto of = [](const std::string& sets) {
    return fault("suite: s\npoints:\n- kernels: folder/mine.yaml\nsets:\n" + sets);
  };
  EXPECT_EQ(fault("suite: s\npoints: []\nsets: 3\n").id, "type-wrong");
  EXPECT_EQ(of("- {kernels: copy}\n").id, "key-missing");
  EXPECT_EQ(of("- {set: a b}\n").id, "name-wrong");
  EXPECT_EQ(of("- {set: openacc}\n").id, "name-taken");
  EXPECT_EQ(of("- {set: all}\n").id, "name-taken");
  EXPECT_EQ(of("- {set: a, counts: maybe}\n").id, "value-unknown");
  EXPECT_EQ(of("- {set: a, backends: gpu}\n").id, "value-unknown");
  EXPECT_EQ(of("- {set: a, kernel: copy}\n").id, "key-unknown");
  EXPECT_EQ(of("- {set: a, over: 50}\n").id, "unit-wrong");
  EXPECT_EQ(of("- {set: a, under: 0 us}\n").id, "value-range");
  EXPECT_EQ(of("- {set: a, under: ten}\n").id, "value-wrong");
  EXPECT_EQ(of("- {set: a, over: 50 us, under: 10 us}\n").id, "value-range");
  EXPECT_EQ(of("- {set: a}\n- {set: a, counts: no}\n").id, "suite-set");
  EXPECT_EQ(of("- {set: a, kernels: folder/mine.yaml}\n").id, "kernel-unknown");
  const Diagnostic d = of("- {set: a, kernels: [mine, saxpi]}\n");
  EXPECT_EQ(d.id, "kernel-unknown");
  EXPECT_EQ(d.line, 5);
  EXPECT_EQ(d.hints, std::vector<std::string>{"did you mean 'saxpy'?"});
}

}  // namespace
}  // namespace gpumodel::test
