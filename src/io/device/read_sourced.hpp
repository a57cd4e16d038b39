// Numbers and curves with their source, as device files write them:
//
//   bandwidth: {value: 898 GB/s, from: datasheet, note: "product brief", factor: 1.02}
//   read_curve: {rows: [[1 MiB, 5.6 TB/s], [64 MiB, 3.4 TB/s]], from: measured, note: "..."}
#pragma once

#include <string_view>

#include "models/core/curve.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

void read_value(const Node& node, std::string_view key, Dim dim, SourcedValue& into,
                Problems& problems);

// Left unknown where a row is wrong.
void read_curve(const Node& node, std::string_view key, Dim x, Dim y, SourcedCurve& into,
                Problems& problems);

}  // namespace gpumodel
