// A sampled launch as one line of the stored oracle: for messages and for the file.
#pragma once

#include <charconv>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/occupancy/launch_sampler.hpp"

namespace gpumodel::test {

inline constexpr std::string_view launch_columns =
    "threads,registers_per_thread,static_smem,dynamic_smem,opt_in,carveout_percent,barriers,"
    "halved_caching";

inline std::string to_text(const SampledLaunch& row) {
  std::ostringstream out;
  const LaunchResources& launch = row.launch;
  out << launch.threads << ',' << launch.registers_per_thread << ',' << launch.static_shared_memory
      << ',' << launch.dynamic_shared_memory << ',' << launch.shared_memory_opt_in << ','
      << row.carveout_percent << ',' << launch.barriers << ',' << launch.halved_caching;
  return out.str();
}

inline std::vector<std::string_view> split_fields(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

// 0 for what is not a number: the files are our own, and a wrong value fails the comparison.
inline int to_int(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// The inverse of to_text, from the eight fields starting at `first`.
inline SampledLaunch from_fields(const SmLimits& limits,
                                 const std::vector<std::string_view>& fields, std::size_t first) {
  const auto field = [&](std::size_t i) { return to_int(fields.at(first + i)); };
  SampledLaunch row;
  row.launch.threads = field(0);
  row.launch.registers_per_thread = field(1);
  row.launch.static_shared_memory = field(2);
  row.launch.dynamic_shared_memory = field(3);
  row.launch.shared_memory_opt_in = field(4) != 0;
  row.launch.barriers = field(6);
  row.launch.halved_caching = field(7) != 0;
  prefer_carveout(row, limits, field(5));
  return row;
}

}  // namespace gpumodel::test
