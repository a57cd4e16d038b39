// A program as a value: which copies, kernels and host work are issued in which order, on which
// streams and devices (docs/programs.md). Numbers are expressions over the program's parameters and
// the variables of the loops around a step, so that one descriptor stands for every size.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/analysis/traffic/cache_volumes.hpp"
#include "models/core/constants.hpp"
#include "models/kernel/kernel.hpp"

namespace gpumodel {

enum class MemoryKind {
  pinned,    // copied by the device while the host goes on
  pageable,  // copied through the driver; the host waits
  staged,    // copied by the host to and from pinned buffers, piece by piece
  managed,   // pages move when they are touched
};

constexpr std::string_view to_string(MemoryKind memory) {
  switch (memory) {
    case MemoryKind::pinned:
      return "pinned";
    case MemoryKind::pageable:
      return "pageable";
    case MemoryKind::staged:
      return "staged";
    case MemoryKind::managed:
      break;
  }
  return "managed";
}

// An array that lives on the host and on every device that uses it.
struct Buffer {
  std::string name{};
  double element_bytes = 1.0;
  std::vector<Formula> shape{};  // elements per dimension
  MemoryKind memory = MemoryKind::pinned;
  bool resident = false;  // on the devices already when the program starts
  Source source{};
  int column = 0;
};

enum class StepKind {
  to_device,
  to_host,
  peer_copy,
  halo,        // each device exchanges edges with its neighbours
  all_reduce,  // the sum of all devices' buffers, on every device
  kernel,
  host_work,
  synchronise,
  // with steps of their own:
  repeat,
  chunks,
  data,
  graph,
  each_device,
};

enum class IssueOrder { depth_first, breadth_first };
enum class Algorithm { ring, tree };

// Data clauses, as of OpenACC: a copy happens unless the buffer is in a data region already.
struct DataClauses {
  std::vector<std::size_t> copyin{}, copyout{}, copy{}, create{};
};

struct KernelCall {
  static constexpr std::size_t no_kernel = static_cast<std::size_t>(-1);
  std::size_t kernel = no_kernel;  // index into Program::kernels
  struct Binding {
    std::size_t parameter = 0;
    Formula value{};
  };
  std::vector<Binding> with{};
  // Which part it works on, such as its first row: for running it, of no influence on its time.
  std::vector<Binding> at{};
  std::vector<std::size_t> reads{}, writes{};
  bool divided = false;                 // in chunks: each takes its part of the time of the whole
  CacheStart cache = CacheStart::cold;  // what the L2 holds before it
  bool cuda = false;                    // CUDA's, in a program of OpenACC, too: through host_data
};

struct ProgramStep {
  StepKind kind{};
  std::string name{};  // as written, or made from what it does
  Source source{};     // line of the step
  int column = 0;
  std::vector<std::size_t> after{};  // steps of the same list whose end it waits for
  std::optional<Formula> stream{};   // none: the default stream
  std::optional<Formula> device{};   // none: that of the loop around it, or 0
  bool blocking = false;             // the host waits for its end

  std::vector<std::size_t> buffers{};          // copies, collectives
  std::optional<Formula> bytes{};              // of each copy; none: the whole buffer, or its chunk
  std::optional<Formula> peer{};               // peer_copy: the device copied to
  bool ring = false;                           // halo: the first and the last device are neighbours
  Algorithm algorithm = Algorithm::ring;       // all_reduce
  std::optional<KernelCall> call{};            // kernel, host_work (of a kernel's loop, or none)
  double seconds = 0.0;                        // host_work without a kernel
  bool one_thread = false;                     // host_work: one core of the host
  DataClauses data{};                          // data, kernel
  std::optional<Formula> count{};              // repeat, chunks
  std::optional<Formula> elements{};           // chunks, each_device: how many are split
  std::vector<std::size_t> split{};            // chunks, each_device: buffers that are split
  std::vector<double> profile{};               // chunks: weight of kernels by position, or
  std::optional<Formula> weight{};             //   by chunk
  IssueOrder order = IssueOrder::depth_first;  // chunks
  std::vector<ProgramStep> steps{};
  std::vector<std::size_t> issue_order{};  // of `steps`: each after those it waits for
};

// What the driver and the runtime do by themselves.
struct Staging {
  double piece_bytes = 0.0;
  double copy_rate = 0.0;  // B/s of the host between pageable and pinned memory
  int buffers = 2;
};
struct PageMigration {
  double page_bytes = constants::usual_page.value;
  double fault_seconds = constants::usual_fault.value;  // until a page moves
};

struct Program {
  std::string id;
  std::string summary;
  std::vector<Parameter> parameters;
  std::vector<std::size_t> evaluation_order;  // of the parameters
  std::vector<Buffer> buffers;
  std::vector<Kernel> kernels;
  std::vector<std::string> streams;        // names; empty where they are numbered
  std::optional<Formula> stream_count;     // none: only the default stream
  double stream_creation = 0.0;            // s, when a stream is first used
  bool creation_of_device = false;         // as long as the device file says
  bool per_thread_default_stream = false;  // else it waits for all others, and they for it
  bool host_thread_per_device = false;
  std::optional<Formula> devices;
  bool weak_scaling = false;
  std::optional<Staging> staging;
  PageMigration migration;
  std::vector<ProgramStep> steps;
  std::vector<std::size_t> issue_order;
  std::size_t step_count = 0;

  // Streams are created as part of the program; else they are there.
  bool creates_streams() const { return creation_of_device || stream_creation > 0.0; }
};

// Names that loops define, in the slots after the parameters.
enum class LoopVariable { iteration, chunk, chunks, first, size, device, devices, streams };
inline constexpr std::array<std::string_view, 8> loop_variables = {
    "iteration", "chunk", "chunks", "first", "size", "device", "devices", "streams"};

// The first section of chunks there is; null where there is none.
const ProgramStep* find_chunks(const std::vector<ProgramStep>& steps);

// Whether any step depends on how many devices there are.
bool uses_several_devices(const Program& program);

// Buffers that steps or data clauses copy between host and devices, without repetition.
std::vector<std::size_t> copied_buffers(const std::vector<ProgramStep>& steps);
// Those that are copied from a device.
std::vector<std::size_t> returned_buffers(const std::vector<ProgramStep>& steps);

// Whether the host runs loops of kernels, which takes a CPU to predict.
bool has_host_loops(const std::vector<ProgramStep>& steps);

// Copies in, the kernel and copies out, all in chunks: what `transfers:` of a kernel says.
Program one_step_program(const Kernel& kernel);

}  // namespace gpumodel
