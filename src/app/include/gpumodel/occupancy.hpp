// Blocks and warps per SM, and what limits them. The rules are NVIDIA's, exact; sources are in
// docs/performance.md of gpumodel.
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

// What is left open makes the answer a range.
struct BlockResources {
  std::optional<std::int64_t> threads{};               // per block
  std::optional<std::int64_t> registers_per_thread{};  // as ptxas prints them
  std::optional<std::int64_t> shared_memory{};         // bytes per block, static and dynamic
  std::optional<std::int64_t> carveout{};  // bytes of shared memory per SM; none: the most
  std::optional<int> barriers{};           // named ones per block; none: 1
  int cluster = 1;                         // blocks per cluster
};

class GPUMODEL_API OccupancyReport {
 public:
  struct Data;

  Interval occupancy() const;  // resident warps over the most, 0 to 1; ends alike: exact
  // Where nothing was left open:
  std::optional<int> blocks_per_sm() const;
  std::optional<int> warps_per_sm() const;
  std::vector<std::string> limiters() const;  // "warps", "registers", "shared_memory", ...

  std::vector<Finding> notes() const;
  std::string json() const;  // as `gpumodel occupancy --json -`, byte for byte
  std::string text() const;  // as `gpumodel occupancy`

  explicit OccupancyReport(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }  // of the library itself

 private:
  std::shared_ptr<const Data> data_;
};

// Throws Error: nothing is stated, or no SM can run such a block.
GPUMODEL_API OccupancyReport occupancy(const Library::Gpu& gpu, const BlockResources& block);

}  // namespace v1
}  // namespace gpumodel
