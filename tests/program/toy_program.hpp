// Programs as text on devices one can check in the head.
#pragma once

#include <string>
#include <vector>

#include "models/timeline/program/expand.hpp"
#include "models/timeline/program/forecast.hpp"
#include "models/timeline/program/loop_values.hpp"
#include "src/io/program/read_program.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel::toy {

// 5 GB/s over the link and 1 us to start a copy; `devices` of them, each pair connected by 10 GB/s
// and 2 us.
struct Bench {
  Gpu gpu = toy::gpu();
  System system;
  PeerLink wires{};  // what else each link states
  int devices = 1;
  bool linked = true;
  ExpandOptions options{};

  Machine machine() {
    system.links.clear();
    for (int from = 0; linked && from < devices; ++from) {
      for (int to = 0; to < devices; ++to) {
        PeerLink link = wires;
        link.from = from;
        link.to = to;
        set(link.bandwidth, BytesPerSecond{10e9});
        set(link.latency, Seconds{2e-6});
        if (from != to) system.links.push_back(link);
      }
    }
    return {std::vector<const Gpu*>(static_cast<std::size_t>(devices), &gpu), &system};
  }
  static ProgramFile read(const std::string& text) {
    return read_program(make_text_file(text, "toy.yaml"));
  }
  Forecast run(const std::string& text) {
    const ProgramFile file = read(text);
    const std::vector<Number> values = evaluate_program_parameters(file.program, {});
    KernelCosts costs(*find_model("roofline"), nullptr);
    return forecast(expand(file.program, values, machine(), costs, options), false);
  }
  double time(const std::string& text) { return run(text).time_s; }
  // Ids of what is wrong, in the order of lines.
  std::vector<std::string> faults(const std::string& text) {
    std::vector<std::string> ids;
    try {
      const ProgramFile file = read(text);
      const std::vector<Number> values = evaluate_program_parameters(file.program, {});
      KernelCosts costs(*find_model("roofline"), nullptr);
      check_program(file.program, values, machine(), costs, options);
    } catch (const ProgramFaults& found) {
      for (const ProgramFault& fault : found.found) ids.emplace_back(fault.id);
    } catch (const InputError& error) {
      for (const Diagnostic& fault : error.found) ids.emplace_back(fault.id);
    }
    return ids;
  }
};

inline int count(const Forecast& f, ActivityKind kind) {
  int found = 0;
  for (const Activity& activity : f.timeline.activities) found += activity.kind == kind ? 1 : 0;
  return found;
}

}  // namespace gpumodel::toy
