// What stands between a user and counters, without a GPU.
#include "validate/counters/no_counters.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "validate/counters/counter_metrics.hpp"
#include "validate/counters/cupti_counters.hpp"
#include "validate/counters/cupti_places.hpp"

namespace gpumodel {
namespace {

TEST(NoCounters, DeniedIsNotImpossible) {
  EXPECT_TRUE(explained_cupti_error(35, "starting", "").denied);
  EXPECT_NE(explained_cupti_error(35, "starting", "").why.find("administrators"),
            std::string::npos);
  EXPECT_TRUE(explained_cupti_error(40, "starting", "").denied);
  EXPECT_FALSE(explained_cupti_error(33, "starting", "").denied);
  EXPECT_NE(explained_cupti_error(39, "starting", "").why.find("another profiler"),
            std::string::npos);
}

TEST(NoCounters, UnknownCodesKeepTheirText) {
  const NoCounters none = explained_cupti_error(8, "counting", "CUPTI_ERROR_OUT_OF_MEMORY");
  EXPECT_EQ(none.why, "CUPTI failed while counting: CUPTI_ERROR_OUT_OF_MEMORY (8)");
  EXPECT_FALSE(none.denied);
}

TEST(NoCounters, NoContextIsNoCrash) {
  const auto opened = CounterSession::open(counter_metrics);
  ASSERT_TRUE(std::holds_alternative<NoCounters>(opened));
  EXPECT_FALSE(std::get<NoCounters>(opened).why.empty());
}

TEST(CuptiPlaces, TheLoaderFirstThenToolkits) {
  setenv("CUDA_HOME", "/opt/toolkit", 1);
  unsetenv("CUDA_PATH");
  const auto places = cupti_places(12);
  ASSERT_GE(places.size(), 5U);
  EXPECT_EQ(places[0], "libcupti.so.12");
  EXPECT_EQ(places[1], "/opt/toolkit/lib64/libcupti.so.12");
  EXPECT_EQ(places[2], "/opt/toolkit/extras/CUPTI/lib64/libcupti.so.12");
  EXPECT_EQ(places[3], "/usr/local/cuda/lib64/libcupti.so.12");
}

}  // namespace
}  // namespace gpumodel
