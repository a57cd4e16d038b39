// Programs on streams and devices: how long, what they wait for, what overlapping gains. What is
// put on the timeline, and how: docs/programs.md of gpumodel.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gpumodel/library.hpp>
#include <gpumodel/value.hpp>

namespace gpumodel {
inline namespace v1 {

enum class Issue { depth, breadth };  // all of a chunk first, or each step for all chunks

struct ProgramOptions {
  Parameters parameters{};
  std::string model{};                    // see PredictOptions
  std::optional<Library::Host> host{};    // for its work there; none: its system's, or a usual one
  std::optional<std::int64_t> gpus{};     // devices that it uses, 1 to 64
  std::optional<std::int64_t> streams{};  // instead of those of its text, or of the best number
  std::optional<std::int64_t> chunks{};   // likewise
  std::optional<Issue> issue{};           // likewise
  bool openacc = false;                   // its kernels are regions of OpenACC by GCC, not CUDA's
  bool scaling = false;                   // predict: also on 1, 2, ... devices
  bool explain = false;                   // predict: the terms of each kernel on the page
  double work = 1.0;                      // see PredictOptions
};

// Tasks of one kind and step on the critical path.
struct PathShare {
  std::string kind;   // "kernel", "to_device", "host_work", ...
  std::string step;   // of the program
  double time = 0.0;  // s
  std::int64_t tasks = 0;
};

// It owns what it was made from.
class GPUMODEL_API ProgramReport {
 public:
  struct Data;

  double time() const;                         // s, from the first task to the end of the last
  Interval interval() const;                   // s
  double serial_time() const;                  // s, everything one after the other
  std::vector<PathShare> path() const;         // the critical path, longest share first
  std::optional<std::int64_t> chunks() const;  // overlap(): the best chunk count

  std::vector<Finding> notes() const;
  // As `gpumodel predict PROGRAM --json -`, or `gpumodel overlap --json -`, byte for byte.
  std::string json() const;
  std::string text() const;   // the page of either
  std::string trace() const;  // the timeline for ui.perfetto.dev

  explicit ProgramReport(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }  // of the library itself

 private:
  std::shared_ptr<const Data> data_;
};

// On GPUs that are all alike, or on those of a system. Throws Error: steps that make no sense
// together, buffers that do not fit, a kernel that has no time.
GPUMODEL_API ProgramReport predict(const Library::Program& program, const Library::Gpu& gpu,
                                   const ProgramOptions& options = {});
GPUMODEL_API ProgramReport predict(const Library::Program& program, const Library::System& system,
                                   const ProgramOptions& options = {});

// The best chunk count and number of streams. Of a kernel: its copies in, itself, its copies out.
GPUMODEL_API ProgramReport overlap(const Library::Program& program, const Library::Gpu& gpu,
                                   const ProgramOptions& options = {});
GPUMODEL_API ProgramReport overlap(const Library::Program& program, const Library::System& system,
                                   const ProgramOptions& options = {});
GPUMODEL_API ProgramReport overlap(const Library::Kernel& kernel, const Library::Gpu& gpu,
                                   const ProgramOptions& options = {});

}  // namespace v1
}  // namespace gpumodel
