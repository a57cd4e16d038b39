// Many predictions of one kernel: for all combinations of values of its parameters and its launch,
// on each of some devices.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/time/asked_kernel.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/text/value_list.hpp"

namespace gpumodel {

// What a sweep goes through, the device apart.
struct SweepAxis {
  enum class Kind { parameter, threads, registers, streams, chunks };

  Kind kind = Kind::parameter;
  std::string name;  // "n", "threads", "registers_per_thread", "streams", "chunks"
  ValueList values;
  std::size_t parameter = 0;  // of the kernel, where it is one
  bool is_choice = false;     // of how the work is done; else of how much there is
};

// One of several parts of a sweep, from 1.
struct Shard {
  std::uint64_t index = 1, of = 1;
};

inline constexpr std::uint64_t usual_most_points = 1'000'000'000;

struct SweepAsk {
  std::shared_ptr<const KernelFile> kernel;
  std::vector<std::shared_ptr<const DeviceFile>> devices;  // GPUs
  bool default_device = false;
  std::vector<std::string> definitions{};  // of parameters: "n=1..8", as given to -D
  std::string threads{}, registers{}, streams{}, chunks{};  // lists of values
  std::string where{};                                      // a condition on all of them
  Shard shard{};
  std::uint64_t most_points = usual_most_points;
  LaunchWay way = LaunchWay::any;
  const Model* model = &default_model();
  CacheStart cache = CacheStart::cold;
  double work = usual_work;
};

}  // namespace gpumodel
