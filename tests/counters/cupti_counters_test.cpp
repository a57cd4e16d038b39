// A session of counters on a fake CUPTI and a fake driver: what is called when, and what happens to
// refusals and faults.
#include "validate/counters/cupti_counters.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace gpumodel {
namespace {

constexpr std::array<std::string_view, 3> metrics = {"dram__bytes.sum", "no_such.sum",
                                                     "broken.sum"};

// Libraries with the names of the real ones, loaded before anybody asks for those.
template <class Function>
Function fake(const char* name) {
  static void* const cupti = dlopen(FAKE_CUPTI, RTLD_NOW | RTLD_GLOBAL);
  static void* const driver = dlopen(FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL);
  EXPECT_TRUE(cupti != nullptr && driver != nullptr) << dlerror();
  return reinterpret_cast<Function>(dlsym(cupti, name));
}

void kernel(const char* name) {
  fake<void (*)(const char*)>("fake_kernel")(name);
}

class CuptiCountersTest : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("FAKE_CUPTI_FAILS");
    fake<void (*)()>("fake_forget_calls")();
  }
  static std::string calls() { return fake<const char* (*)()>("fake_calls")(); }
  static CounterSession session() {
    auto opened = CounterSession::open(metrics);
    if (const auto* none = std::get_if<NoCounters>(&opened)) throw std::runtime_error(none->why);
    return std::move(std::get<CounterSession>(opened));
  }
  static std::optional<Counted> count(CounterSession& session) {
    return session.count([] { kernel("flush"); }, [] { kernel("saxpy"); }, why_not);
  }
  inline static NoCounters why_not;
};

TEST_F(CuptiCountersTest, EveryPassFlushesOutsideTheRange) {
  CounterSession open = session();
  const auto counted = count(open);
  ASSERT_TRUE(counted) << why_not.why;
  const std::string pass = "start flush wait push saxpy wait pop stop ";
  EXPECT_EQ(calls(), "enable " + pass + pass + pass + "decode ");
  EXPECT_EQ(counted->passes, 3U);
  EXPECT_EQ(counted->values, (std::map<std::string, double>{{"dram__bytes.sum", 3 * 64.0}}));
  EXPECT_EQ(counted->missing, (std::vector<std::string>{"no_such.sum", "broken.sum"}));
}

TEST_F(CuptiCountersTest, CountsTwice) {
  CounterSession open = session();
  EXPECT_TRUE(count(open));
  EXPECT_EQ(count(open)->values.at("dram__bytes.sum"), 3 * 64.0);
}

TEST_F(CuptiCountersTest, ClosesAtTheEnd) {
  { const CounterSession open = session(); }
  EXPECT_EQ(calls(), "enable disable ");
}

TEST_F(CuptiCountersTest, RefusedBeforeAnythingRuns) {
  setenv("FAKE_CUPTI_FAILS", "cuptiProfilerGetCounterAvailability 35", 1);
  const auto opened = CounterSession::open(metrics);
  ASSERT_TRUE(std::holds_alternative<NoCounters>(opened));
  EXPECT_TRUE(std::get<NoCounters>(opened).denied);
  EXPECT_EQ(calls(), "");
}

TEST_F(CuptiCountersTest, RefusedAtTheStart) {
  CounterSession open = session();
  setenv("FAKE_CUPTI_FAILS", "cuptiRangeProfilerStart 35", 1);
  EXPECT_FALSE(count(open));
  EXPECT_TRUE(why_not.denied);
  unsetenv("FAKE_CUPTI_FAILS");
  EXPECT_TRUE(count(open));
}

TEST_F(CuptiCountersTest, AnotherProfiler) {
  setenv("FAKE_CUPTI_FAILS", "cuptiRangeProfilerEnable 39", 1);
  const auto opened = CounterSession::open(metrics);
  ASSERT_TRUE(std::holds_alternative<NoCounters>(opened));
  EXPECT_EQ(std::get<NoCounters>(opened).why, "another profiler is attached to this program");
}

TEST_F(CuptiCountersTest, WhatTheLaunchThrowsPassesThrough) {
  CounterSession open = session();
  EXPECT_THROW(open.count([] {}, [] { throw std::runtime_error("no kernel"); }, why_not),
               std::runtime_error);
  EXPECT_EQ(calls(), "enable start wait push pop stop ");
  EXPECT_TRUE(count(open));
}

TEST_F(CuptiCountersTest, AFaultOfTheKernelIsSaid) {
  CounterSession open = session();
  setenv("FAKE_CUPTI_FAILS", "cuCtxSynchronize 719", 1);
  EXPECT_FALSE(count(open));
  EXPECT_NE(why_not.why.find("the launch failed"), std::string::npos) << why_not.why;
  EXPECT_FALSE(why_not.denied);
}

}  // namespace
}  // namespace gpumodel
