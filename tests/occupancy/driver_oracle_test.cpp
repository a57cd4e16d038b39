// Our occupancy equals what the driver of an H200 answered (tests/data/occupancy_driver_h200.csv,
// written by validate/runner/occupancy_driver.cu on that GPU).
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "models/occupancy/batch.hpp"
#include "models/occupancy/occupancy.hpp"
#include "tests/occupancy/launch_text.hpp"

namespace gpumodel::test {
namespace {

constexpr std::size_t driver_columns = 9;

struct Record {
  const SmLimits* limits = nullptr;
  std::vector<std::string> rows{};
};

Record read_record(std::istream& file) {
  constexpr std::string_view capability = "# capability ";
  Record record;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(capability)) {
      const auto parsed = parse_compute_capability(line.substr(capability.size()));
      record.limits = parsed ? find_limits(*parsed) : nullptr;
    } else if (!line.starts_with('#') && !line.starts_with("threads")) {
      record.rows.push_back(line);
    }
  }
  return record;
}

int ours(const SmLimits& limits, const LaunchResources& launch) {
  const OccupancyResult result = occupancy_of(limits, launch);
  const auto* const fits = std::get_if<Occupancy>(&result);
  return fits ? fits->blocks_per_sm : 0;
}

TEST(DriverOracle, AgreesOnTenThousandLaunches) {
  std::ifstream file(GPUMODEL_TEST_DATA "/occupancy_driver_h200.csv");
  if (!file) GTEST_SKIP() << "tests/data/occupancy_driver_h200.csv was not recorded yet";
  const Record record = read_record(file);
  ASSERT_NE(record.limits, nullptr);
  int launchable = 0;
  std::set<int> register_counts;
  for (const std::string& line : record.rows) {
    const auto fields = split_fields(line);
    ASSERT_EQ(fields.size(), driver_columns) << line;
    const LaunchResources launch = from_fields(*record.limits, fields, 0).launch;
    const int theirs = std::max(0, to_int(fields.back()));  // -1: refused with an error
    EXPECT_EQ(ours(*record.limits, launch), theirs) << line;
    launchable += theirs > 0;
    register_counts.insert(launch.registers_per_thread);
  }
  EXPECT_GE(record.rows.size(), 10'000u);
  EXPECT_GE(2 * launchable, int(record.rows.size()));
  EXPECT_GE(register_counts.size(), 12u);
}

}  // namespace
}  // namespace gpumodel::test
