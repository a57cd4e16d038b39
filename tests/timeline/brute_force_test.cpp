// Random programs: the simulation agrees with one that has nothing in common with it.
#include "tests/timeline/brute_force.hpp"

#include <gtest/gtest.h>

#include "models/timeline/simulate.hpp"
#include "tests/timeline/random_schedule.hpp"

namespace gpumodel {
namespace {

void expect_same(const Schedule& schedule, double tolerance) {
  const std::vector<TaskTime> times = simulate(schedule);
  const auto expected = brute_force::Simulation(schedule).run();
  for (std::size_t i = 0; i < times.size(); ++i) {
    ASSERT_NEAR(times[i].start, expected[i].start, tolerance) << "task " << i;
    ASSERT_NEAR(times[i].end, expected[i].end, tolerance) << "task " << i;
    ASSERT_NEAR(times[i].ready, expected[i].ready, tolerance) << "task " << i;
  }
}

TEST(BruteForce, WholeNumbersExactly) {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    expect_same(RandomSchedule(seed, false).make(), 0.0);
  }
}

TEST(BruteForce, CoupledRates) {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    expect_same(RandomSchedule(seed, true).make(), 1e-9);
  }
}

// What holds of every timeline.
TEST(Properties, NothingStartsBeforeWhatItNeedsAndCausesLeadToTheEnd) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const Schedule schedule = RandomSchedule(seed, seed % 2 == 0).make();
    const std::vector<TaskTime> times = simulate(schedule);
    for (std::size_t i = 0; i < times.size(); ++i) {
      for (const Dependence& d : schedule.dependences(static_cast<TaskId>(i))) {
        EXPECT_LE(times[static_cast<std::size_t>(d.on)].end, times[i].start);
      }
      EXPECT_LE(times[i].ready, times[i].start);
    }
    const std::vector<TaskId> path = critical_path(times);
    double at = 0;
    for (const TaskId task : path) {
      EXPECT_EQ(times[static_cast<std::size_t>(task)].start, at);
      at = times[static_cast<std::size_t>(task)].end;
    }
    EXPECT_EQ(at, makespan(times));
  }
}

TEST(Properties, AnEmptyScheduleTakesNoTime) {
  EXPECT_EQ(makespan(simulate(Schedule())), 0.0);
  EXPECT_TRUE(critical_path({}).empty());
}

}  // namespace
}  // namespace gpumodel
