// A program against the same work on the host alone, and from which iteration of its loop on it
// pays to use the device: copies that are made once are then made up for.
//
//   first + (n - 1) each  <  first on the host + (n - 1) each on the host
//
// with both sides read off one timeline each (iteration_times.hpp). A program without a loop is run
// as often as one likes: its copies are made every time, so that it pays at once or never.
#pragma once

#include <string>

#include "models/time/offload.hpp"
#include "models/timeline/program/iteration_times.hpp"
#include "src/app/program/answer.hpp"

namespace gpumodel {

struct ProgramAgainstHost {
  Estimate<Seconds> on_host;                       // its kernels as loops on all cores
  std::optional<IterationTimes> device{}, host{};  // both, where there is one loop
  LaunchCount pays_from;                           // iterations, or runs without a loop
};

// Of a forecast with a host, on one device. Throws InputError: what the host lacks.
ProgramAgainstHost against_host(const ProgramAnswer& answer);
// Why there is no such answer; empty: there is.
std::string why_not_against_host(const ProgramAnswer& answer);

}  // namespace gpumodel
