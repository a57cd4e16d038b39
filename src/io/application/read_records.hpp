// What an application does that runs on the recording runtime, a record a line, and what the
// compiler says of its kernels. Both are read as coming from anybody.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpumodel {

struct SourcePlace {
  std::string file;
  int line = 0;
};
std::string to_string(const SourcePlace& place);  // "app.cu:12"

// What was counted in a kernel that ran on the host.
struct CountedNumber {
  enum class Kind {
    unreached,  // nobody came there
    share,      // how often a condition was asked, and how often it held: of lanes, and of warps
    rounds,     // of a loop, and how often
    warps,      // the same of whole warps, whose lanes go round much alike
    number,     // values, and how often
    range,      // the least and the greatest of many
  };
  static constexpr std::size_t most_values = 64;
  Kind kind{};
  std::vector<std::pair<std::int64_t, std::int64_t>> values{};
};

// A call of the runtime. Which members have a meaning depends on what it is.
struct ApplicationRecord {
  enum class What {
    symbol,       // at, bytes, name: a variable of the device
    allocate,     // at, bytes, memory, device
    free,         // at
    copy,         // to, from, bytes, reaches, way, memory, stream, device, waits
    fill,         // to, bytes, reach_to, stream, device
    launch,       // name, grid, block, shared, arguments, stream, device
    refused,      // name, why: a launch
    full,         // bytes, device: an allocation
    stream,       // number, alone
    event,        // number, stream, device
    wait,         // event, stream
    synchronise,  // kind, number, device
    capture,      // graph: what follows belongs to it
    captured,
    node,    // number, nodes: of the open graph; what comes next is done in it, if anything
    depend,  // number, nodes: it waits for them, too
    graph,   // graph, stream, device: it is launched
    clock,
    registers,  // name, number: threads of a block
    occupancy,  // name, number: threads, shared: bytes, alone: it may have more than usual
    untimed,    // name: of a kernel that is launched, of which nothing is known
    library,    // name: of a call whose kernels are not known, to, from: memory that it writes; 0
                // and 0: any
    executed,   // number: of launches, on the host
    counted,  // name, grid, block, launch, number: of blocks, counts, why: it was not, writer: what
              // it reads is not known, for this kernel cannot be executed
    unstated,  // name: of an attribute that the device file does not state
    elapsed,   // from, to: events
    end,
  };
  What what{};
  SourcePlace place{};
  double between = 0.0;  // seconds of the host before it
  std::int64_t at = 0, to = 0, from = 0, bytes = 0, reach_to = 0, reach_from = 0;
  std::int64_t number = 0, stream = 0, event = 0, graph = 0, shared = 0;
  int device = 0, from_device = 0;
  std::optional<std::int64_t> carveout{};  // % that a launch, or a question, prefers
  bool waits = false, alone = false;
  std::string name{}, why{}, way{}, memory{}, kind{};
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::vector<std::string> arguments{};  // the bytes of each
  // Of arguments that point to whole numbers, or have a member that does, at an offset: the number
  // of the file that holds what stood there. At a kernel's first launch with a block.
  struct Contents {
    std::size_t argument = 0;
    std::int64_t offset = 0, file = 0;
  };
  std::vector<Contents> contents{};
  std::vector<std::int64_t> nodes{};  // that another one waits for
  std::vector<CountedNumber> counts{};
  std::int64_t launch = 0;   // of the kernel with its block: how many came before
  std::int64_t waiting = 0;  // launches that come before what was counted, and were not executed
  std::string writer{};
};

// Throws InputError.
ApplicationRecord read_recorded_line(const std::string& line);

// A kernel that host code may launch.
struct LaunchableKernel {
  struct Parameter {
    enum class Kind { pointer, integer, unsigned_integer, other };
    std::string name{};
    std::int64_t bytes = 0;
    Kind kind{};
    std::int64_t element_bytes = 0;    // of what a pointer points to; 0: not known
    bool written = false;              // what it points to may be
    std::int64_t offset = 0;           // of a member
    std::vector<Parameter> members{};  // of a structure, as far as they are known
    std::string whole{};               // numbers that it points to: "i4", "u1"; else empty
  };
  std::string name{}, mangled{};
  SourcePlace place{};
  std::vector<Parameter> parameters{};
  std::int64_t shared = 0, max_threads = 0;  // declared; 0: no launch bounds
  std::string why_not{};                     // it cannot be executed on the host

  // The argument, or the member that it has there; null: there is none.
  const Parameter* at(std::size_t argument, std::int64_t offset) const;
};
LaunchableKernel read_launchable(const std::string& line);

}  // namespace gpumodel
