// Names of what is on a timeline.
#pragma once

#include <string>
#include <string_view>

#include "models/timeline/program/timeline.hpp"

namespace gpumodel {

// "H2D", "kernel", "D2H", "host", "to 1"; behind the device's number where there are several.
std::string engine_name(const Timeline& timeline, EngineId engine);
// The engine in whose row a task is drawn: last blocks in that of their kernel.
EngineId drawn_on(const Timeline& timeline, TaskId task);
// "host_work", "to_device", ...; for machines.
std::string_view to_string(ActivityKind kind);
// "kernel jacobi2d", "launch of jacobi2d", "to_device U".
std::string activity_name(const Timeline& timeline, ActivityKind kind, std::uint32_t step);
// The same for all steps of a kind, except kernels and host work.
std::string kind_name(const Timeline& timeline, ActivityKind kind, std::uint32_t step);
// All steps of a kind: "kernels", "host work".
std::string_view kinds_name(ActivityKind kind);
std::string_view to_string(Wait wait);

}  // namespace gpumodel
