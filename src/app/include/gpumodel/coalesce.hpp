// Which sectors, lines and banks the accesses of a warp touch, or those of a kernel's launch.
// The rules: docs/coalescing.md and docs/access-analysis.md of gpumodel.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gpumodel/library.hpp>
#include <gpumodel/predict.hpp>

namespace gpumodel {
inline namespace v1 {

enum class LoadsThrough { usual, read_only, l1 };  // __ldg, -dlcm=ca; old devices differ

// Of accesses such as "x[2*i]" or "U[j][i-1]" by one warp.
struct AccessOptions {
  std::string element{};              // "4" bytes, or a type: "f64", "f32x4"; empty: the structure
  std::string structure{};            // elements are structures: "f32 a, f32 b"
  std::string fields{};               // members that are read: "a,b"; empty: what the accesses name
  std::string stores{};               // members or arrays that are written
  std::string where{};                // only lanes where this holds: "i > 0"
  std::vector<std::int64_t> shape{};  // elements per dimension, the last index fastest
  std::int64_t base = 0;              // address of element 0, bytes
  Parameters parameters{};            // other names of the expressions
  std::array<std::int64_t, 3> block{256, 1, 1};  // threads
  std::array<std::int64_t, 3> block_index{0, 0, 0};
  std::int64_t warp = 0;  // of that block
  bool shared = false;    // the arrays lie in shared memory
  LoadsThrough loads = LoadsThrough::usual;
};

// Of a kernel; one warp is looked at, and what is left open is chosen.
struct KernelAccessOptions {
  Parameters parameters{};
  Way way = Way::any;
  bool shared = false;                   // nothing but shared memory
  std::optional<std::int64_t> access{};  // of the kernel, from 1
  std::optional<std::array<std::int64_t, 3>> block_index{};
  std::optional<std::int64_t> warp{};
  double work = 1.0;  // see PredictOptions
};

// What one access moves: of one warp, or of all warps of the launch.
struct AccessCount {
  std::string text;              // "x[2*i]"
  std::string op;                // "load", "store", "atomic", "reduction"
  std::string memory;            // "global", "shared", "constant"
  double requests = 0.0;         // of warps
  double requested_bytes = 0.0;  // of all lanes
  double used_bytes = 0.0;       // distinct ones of each request
  double sectors = 0.0;          // of 32 bytes; 0 for shared memory
  double lines = 0.0;            // of 128 bytes; 0 for shared memory
  double wavefronts = 0.0;       // clocks of the L1 data path; 0 where they are not known
};

class GPUMODEL_API CoalesceReport {
 public:
  struct Data;

  std::vector<AccessCount> accesses() const;
  std::vector<Finding> notes() const;
  std::string json() const;  // as `gpumodel coalesce --json -`, byte for byte
  std::string text() const;  // as `gpumodel coalesce`

  explicit CoalesceReport(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }  // of the library itself

 private:
  std::shared_ptr<const Data> data_;
};

// At most 64 accesses, by one warp. Throws Error: an expression, an element, an address that
// cannot be.
GPUMODEL_API CoalesceReport coalesce(const std::vector<std::string>& accesses,
                                     const Library::Gpu& gpu, const AccessOptions& options);
// Throws Error: the kernel states no accesses, or see predict().
GPUMODEL_API CoalesceReport coalesce(const Library::Kernel& kernel, const Library::Gpu& gpu,
                                     const KernelAccessOptions& options = {});

}  // namespace v1
}  // namespace gpumodel
