// How long a kernel takes on a GPU, what limits it, what moving its data costs, and whether
// offloading pays. The equations: docs/models.md of gpumodel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gpumodel/library.hpp>
#include <gpumodel/value.hpp>

namespace gpumodel {
inline namespace v1 {

// Which way a kernel is launched, where its text states two.
enum class Way { any, launch, openacc };

struct PredictOptions {
  Parameters parameters{};
  std::string model{};                  // "machine", "roofline", "textbook"; empty: "machine"
  std::optional<Library::Host> host{};  // compare with it: does offloading pay?
  int streams = 0;  // overlap copies and kernel in as many, 1 to 1024; 0: not asked
  Way way = Way::any;
  bool explain = false;  // also what the time hangs on, and what other launches would do
  double work = 1.0;     // 10 allows ten times the usual work, about a second; 1 to 1e6
};

// A part of a time, and how it follows from its own parts.
struct TimeTerm {
  std::string name;      // "dram": stable, for programs
  double time = 0.0;     // s
  Interval interval;     // s
  std::string equation;  // "t = (V_r + V_w) / b"; of inner terms, over the names of their parts
  std::vector<TimeTerm> parts;  // none: a leaf
};

// The number of a device that a time hangs on most.
struct LimitingNumber {
  std::string key;     // "dram.copy_bandwidth"
  double value = 0.0;  // in `unit`
  std::string unit;    // "B/s"
  std::string source;  // "devices/h200.yaml:32 (measured)"
};

// It owns what it was made from.
class GPUMODEL_API Report {
 public:
  struct Data;

  double time() const;          // s, of the kernel alone
  Interval interval() const;    // s
  std::string limiter() const;  // the leaf that one would have to speed up: "dram"
  std::optional<LimitingNumber> limiting_number() const;  // what that leaf hangs on most
  TimeTerm terms() const;                                 // of the kernel

  double transfer_time() const;  // s, of its copies to the device and back
  double offload_time() const;   // s, kernel and copies, nothing overlapped
  // s, where streams were asked for: that of overlap() with as many, on the timeline; with the
  // textbook model as the exercise sheet counts.
  std::optional<double> overlapped_time() const;
  std::optional<double> host_time() const;  // s, where a host was given
  std::optional<double> occupancy() const;  // 0 to 1, where the kernel states launch and registers

  std::vector<Finding> notes() const;  // warnings, and what the answer leaves open
  // The document of `gpumodel predict --json -`, byte for byte; `gpumodel schema predict` has its
  // schema.
  std::string json() const;
  std::string text() const;  // the page of `gpumodel predict`, ending in a newline

  explicit Report(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }  // of the library itself

 private:
  std::shared_ptr<const Data> data_;
};

// Throws Error: a parameter, a size or an access that the kernel does not allow, a launch that no
// SM can run, a number that the model needs and the device does not state.
GPUMODEL_API Report predict(const Library::Kernel& kernel, const Library::Gpu& gpu,
                            const PredictOptions& options = {});

}  // namespace v1
}  // namespace gpumodel
