// A program as the list of what its host does, one step after the other: what a machine needs
// to run it. Loops are unrolled, data regions are copies, formulas are numbers (docs/programs.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/core/expression/number.hpp"
#include "models/timeline/program/program.hpp"

namespace gpumodel {

struct ScriptStep {
  enum class Kind {
    to_device,
    to_host,
    exchange,  // copies between devices, all at once
    all_reduce,
    kernel,
    host_kernel,
    host_time,
    synchronise,
    begin_graph,  // up to end_graph: launched as one
    end_graph,
  };
  struct Parameter {
    std::string name;
    Number value{};
  };
  // Where the part of a buffer is that a kernel works on; the array of the same name is there.
  struct Part {
    std::size_t buffer = 0;
    std::int64_t first_byte = 0, bytes = 0;
  };
  struct PeerCopy {
    std::int32_t from = 0, to = 0;
  };
  static constexpr std::int32_t default_stream = -1;

  Kind kind{};
  std::int32_t device = 0, stream = default_stream;
  bool blocking = false;             // the host waits for its end
  std::vector<std::size_t> after{};  // steps whose end it waits for
  std::vector<Part> parts{};         // copies, all_reduce: one; kernels: those it reads and writes
  std::vector<PeerCopy> peers{};     // exchange
  std::size_t kernel = 0;            // index into Script::kernels
  std::vector<Parameter> parameters{};
  bool one_thread = false;  // host_kernel
  double seconds = 0.0;     // host_time
  bool everything = false;  // synchronise: all devices and streams
};

struct Script {
  struct Array {
    std::string name;
    std::int64_t bytes = 0;
    MemoryKind memory{};
    bool resident = false;
  };
  std::string program;
  // For who has code of his own for the whole program: values of its parameters, and parts of the
  // first section of chunks (0: there is none).
  std::vector<ScriptStep::Parameter> parameters;
  std::int64_t chunks = 0;
  std::vector<Array> buffers;
  std::vector<std::string> kernels;       // by name, as Program::kernels
  std::int32_t devices = 1, streams = 0;  // streams of each device, beside the default one
  bool creates_streams = false;           // each when it is first used, as part of the program
  bool per_thread_default_stream = false, host_thread_per_device = false;
  std::vector<ScriptStep> steps;
};

}  // namespace gpumodel
