// A timeline in the Chrome trace format, which ui.perfetto.dev and chrome://tracing open.
//
// A process for the host and for each device, a thread for each engine. Complete events ("X"), with
// times in microseconds; those of one thread do not overlap, as the format asks: kernels that run
// side by side are on threads of their own.
#pragma once

#include <iosfwd>

#include "models/timeline/program/forecast.hpp"

namespace gpumodel {

void trace_json(std::ostream& out, const Forecast& forecast);

}  // namespace gpumodel
