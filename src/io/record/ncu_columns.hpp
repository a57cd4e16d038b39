// The header of a report of Nsight Compute: columns change with its version, so they are found by
// name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "src/io/text/csv_reader.hpp"

namespace gpumodel {

struct NcuColumns {
  // Of either form.
  std::size_t id = 0, kernel = 0;
  std::optional<std::size_t> process, grid, block, capability;
  // Of one line per metric.
  std::optional<std::size_t> metric, unit, value;
  // Of one line per launch: the columns of metrics.
  std::vector<std::size_t> metrics;
  std::vector<std::string> names;  // of all columns

  bool is_long() const { return value.has_value(); }
};

// Throws CsvFault at the header where a column is missing.
NcuColumns find_ncu_columns(const CsvRow& header);

// "dram__bytes_read.sum"; those of pages such as "DRAM Throughput" are not.
bool is_ncu_metric(const std::string& name);
// Read by hardware, so it is a number: not "launch__func_cache_config".
bool is_hardware_metric(const std::string& name);

}  // namespace gpumodel
