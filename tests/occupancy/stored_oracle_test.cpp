// Our occupancy equals the stored answers of the CUDA toolkit header (see header_oracle_test.cpp).
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "models/occupancy/batch.hpp"
#include "models/occupancy/occupancy.hpp"
#include "tests/occupancy/launch_text.hpp"

namespace gpumodel::test {
namespace {

constexpr std::size_t stored_columns = 12;

struct StoredRow {
  const SmLimits* limits = nullptr;
  SampledLaunch sampled{};
  int blocks = 0, limit_warps = 0, limit_registers = 0;
};

StoredRow parse_row(std::string_view line) {
  const auto fields = split_fields(line);
  if (fields.size() != stored_columns) return {};
  const auto capability = parse_compute_capability(fields[0]);
  const SmLimits* const limits = capability ? find_limits(*capability) : nullptr;
  if (!limits) return {};
  return {limits, from_fields(*limits, fields, 1), to_int(fields[9]), to_int(fields[10]),
          to_int(fields[11])};
}

bool agrees(const StoredRow& row) {
  const OccupancyResult ours = occupancy_of(*row.limits, row.sampled.launch);
  const auto* const fits = std::get_if<Occupancy>(&ours);
  if (!fits) return row.blocks == 0;
  return fits->blocks_per_sm == row.blocks &&
         fits->use(Resource::warps).max_blocks == row.limit_warps &&
         fits->use(Resource::registers).max_blocks == row.limit_registers;
}

TEST(StoredOracle, AgreesOnTwentyThousandLaunches) {
  std::ifstream file(GPUMODEL_TEST_DATA "/occupancy_oracle.csv");
  ASSERT_TRUE(file) << "tests/data/occupancy_oracle.csv is missing";
  std::string line;
  std::getline(file, line);  // comment
  std::getline(file, line);  // header
  int rows = 0, launchable = 0;
  std::map<ComputeCapability, int> per_capability;
  while (std::getline(file, line)) {
    const StoredRow row = parse_row(line);
    ASSERT_NE(row.limits, nullptr) << line;
    EXPECT_TRUE(agrees(row)) << line;
    EXPECT_EQ(BatchSm(*row.limits).blocks_per_sm(row.sampled.launch), row.blocks) << line;
    ++rows;
    launchable += row.blocks > 0;
    ++per_capability[row.limits->capability];
  }
  EXPECT_GE(rows, 20'000);
  EXPECT_GE(2 * launchable, rows);
  EXPECT_EQ(per_capability.size(), all_limits().size());
}

}  // namespace
}  // namespace gpumodel::test
