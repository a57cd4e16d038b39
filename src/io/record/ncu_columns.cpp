#include "src/io/record/ncu_columns.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

std::optional<std::size_t> column(const CsvRow& header, std::string_view name) {
  const auto found = std::ranges::find(header, name, &CsvField::text);
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

std::size_t required(const CsvRow& header, std::string_view name) {
  if (const auto found = column(header, name)) return *found;
  throw CsvFault{header.front().at, "the report has no column '" + std::string(name) + "'"};
}

}  // namespace

NcuColumns find_ncu_columns(const CsvRow& header) {
  NcuColumns columns;
  if (column(header, "Average") && !column(header, "Metric Value"))
    throw CsvFault{header.front().at, "the report holds averages over several launches"};
  columns.id = required(header, "ID");
  columns.kernel = required(header, "Kernel Name");
  columns.process = column(header, "Process ID");
  columns.grid = column(header, "Grid Size");
  columns.block = column(header, "Block Size");
  columns.capability = column(header, "CC");
  columns.metric = column(header, "Metric Name");
  for (const CsvField& field : header) columns.names.push_back(field.text);
  if (columns.metric) {
    columns.unit = required(header, "Metric Unit");
    columns.value = required(header, "Metric Value");
    return columns;
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (is_ncu_metric(header[i].text)) columns.metrics.push_back(i);
  }
  return columns;
}

bool is_ncu_metric(const std::string& name) {
  return name.find("__") != std::string::npos && name.find(' ') == std::string::npos;
}

bool is_hardware_metric(const std::string& name) {
  const std::size_t unit = name.find("__");
  return is_ncu_metric(name) && name.find('.', unit) != std::string::npos;
}

}  // namespace gpumodel
