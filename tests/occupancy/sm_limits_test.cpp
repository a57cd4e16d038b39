// The tables of limits and rates say what the collected data say (tests/data; the sources of each
// value are named there), and keep what the rules rely on.
#include "models/occupancy/sm_limits.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <map>
#include <string>

#include "models/hardware/sm_rates.hpp"
#include "tests/occupancy/launch_text.hpp"

namespace gpumodel::test {
namespace {

using Row = std::map<std::string, std::string, std::less<>>;

// The columns before the first quoted one, which hold no commas.
std::vector<Row> rows_of_data() {
  std::ifstream file(GPUMODEL_TEST_DATA "/compute_capabilities.csv");
  std::string header, line;
  std::getline(file, header);
  const auto names = split_fields(header);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const auto values = split_fields(line);
    Row row;
    for (std::size_t i = 0; i < names.size() && names[i] != "source"; ++i)
      row[std::string(names[i])] = values.at(i);
    rows.push_back(row);
  }
  return rows;
}

void expect_limits(const SmLimits& limits, const Row& row) {
  const auto value = [&](std::string_view column) { return to_int(row.find(column)->second); };
  EXPECT_EQ(limits.warp_size, value("warp_size"));
  EXPECT_EQ(limits.max_warps, value("max_warps_per_sm"));
  EXPECT_EQ(limits.max_warps * limits.warp_size, value("max_threads_per_sm"));
  EXPECT_EQ(limits.max_blocks, value("max_blocks_per_sm"));
  EXPECT_EQ(limits.max_threads_per_block, value("max_threads_per_block"));
  EXPECT_EQ(limits.registers, value("regs_per_sm"));
  EXPECT_EQ(limits.max_registers_per_block, value("max_regs_per_block"));
  EXPECT_EQ(limits.max_registers_per_thread, value("max_regs_per_thread"));
  EXPECT_EQ(limits.register_unit, value("reg_alloc_unit_regs"));
  EXPECT_EQ(limits.subpartitions, value("subpartitions_per_sm"));
  EXPECT_EQ(limits.shared_memory, value("smem_per_sm_bytes"));
  EXPECT_EQ(limits.max_shared_memory_per_block, value("smem_per_block_default_bytes"));
  EXPECT_EQ(limits.max_shared_memory_per_block_opt_in, value("smem_per_block_optin_bytes"));
  EXPECT_EQ(limits.reserved_shared_memory_per_block, value("smem_reserved_per_block_bytes"));
  EXPECT_EQ(limits.shared_memory_unit, value("smem_alloc_unit_bytes"));
  EXPECT_EQ(limits.unified_l1, value("unified_l1_smem_bytes"));
  EXPECT_EQ(limits.halved_caching, row.at("partitioned_global_caching") == "yes");
  EXPECT_EQ(limits.block_barriers,
            limits.capability.major < 9 ? 0 : value("block_barriers_per_sm"));
  std::string carveouts;
  for (const std::int64_t bytes : limits.carveouts) {
    if (!carveouts.empty()) carveouts += '|';
    carveouts += std::to_string(bytes / kibibyte);
  }
  EXPECT_EQ(carveouts, row.at("smem_carveout_options_kib"));
}

// "multiple" (instructions) and an empty field are no rate.
void expect_rate(std::optional<double> rate, const std::string& text) {
  const bool given = !text.empty() && text != "multiple";
  EXPECT_EQ(rate.has_value(), given) << text;
  EXPECT_EQ(rate.value_or(0), given ? to_int(text) : 0);
}

TEST(SmLimits, SayWhatTheDataSay) {
  const auto rows = rows_of_data();
  ASSERT_EQ(rows.size(), 22u);
  ASSERT_EQ(all_limits().size(), rows.size());
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("compute_capability"));
    const SmLimits* const limits =
        find_limits(*parse_compute_capability(row.at("compute_capability")));
    ASSERT_NE(limits, nullptr);
    expect_limits(*limits, row);
  }
}

TEST(SmRates, SayWhatTheDataSay) {
  ASSERT_EQ(all_rates().size(), 22u);
  for (const Row& row : rows_of_data()) {
    SCOPED_TRACE(row.at("compute_capability"));
    const SmRates* const rates =
        find_rates(*parse_compute_capability(row.at("compute_capability")));
    ASSERT_NE(rates, nullptr);
    EXPECT_EQ(rates->schedulers, to_int(row.at("warp_schedulers_per_sm")));
    expect_rate(rates->fp64, row.at("tp_fp64_addmulfma"));
    expect_rate(rates->fp32, row.at("tp_fp32_addmulfma"));
    expect_rate(rates->fp16, row.at("tp_fp16_addmulfma_use"));
    expect_rate(rates->bf16, row.at("tp_bf16_addmulfma"));
    expect_rate(rates->int32_add, row.at("tp_int32_add"));
    expect_rate(rates->int32_multiply, row.at("tp_int32_mul_mad"));
    expect_rate(rates->special_function, row.at("tp_special_functions"));
    expect_rate(rates->load_store_units, row.at("ldst_units_per_sm"));
  }
}

TEST(SmLimits, KeepWhatTheRulesRelyOn) {
  for (const SmLimits& limits : all_limits()) {
    SCOPED_TRACE(to_string(limits.capability));
    EXPECT_EQ(limits.carveouts.back(), limits.shared_memory);
    EXPECT_TRUE(std::has_single_bit(std::uint64_t(limits.shared_memory_unit)));
    EXPECT_EQ(limits.max_shared_memory_per_block_opt_in % limits.shared_memory_unit, 0);
    EXPECT_EQ(limits.max_shared_memory_per_block % limits.shared_memory_unit, 0);
    EXPECT_LE(limits.max_shared_memory_per_block_opt_in + limits.reserved_shared_memory_per_block,
              limits.shared_memory);
    EXPECT_GE(limits.registers, limits.max_registers_per_block);
  }
}

TEST(SmLimits, UnknownCapability) {
  EXPECT_EQ(find_limits({2, 0}), nullptr);
  EXPECT_EQ(find_limits({8, 8}), nullptr);
  EXPECT_EQ(find_rates({13, 0}), nullptr);
}

}  // namespace
}  // namespace gpumodel::test
