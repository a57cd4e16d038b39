// What runs the code of a kernel: CUDA, OpenACC or the host. The runner's programs are one main()
// with one backend each.
//
// Nothing here knows predictions: a measurement must not know what was predicted.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

// No device, or one that cannot be used: the program ends with exit code 4.
struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// The device reports a fault of the kernel.
struct DeviceFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the last-level cache holds when a launch starts. Cold: clean lines of a buffer nobody else
// uses, twice its size. Warm: what the same launch left there.
enum class CacheState { cold, warm };
constexpr std::string_view to_string(CacheState state) {
  return state == CacheState::cold ? "cold" : "warm";
}

// A kernel that lies ready to be launched, and what can be measured of it.
class TimedLaunch {
 public:
  TimedLaunch() = default;
  virtual ~TimedLaunch() = default;
  TimedLaunch(const TimedLaunch&) = delete;
  TimedLaunch& operator=(const TimedLaunch&) = delete;

  // "events" or "host": what once() measures with.
  virtual std::string timer() const = 0;
  // Seconds of one launch: by the backend's timer, and from the host's call to the end.
  virtual double once(CacheState state) = 0;
  virtual std::optional<double> once_from_host(CacheState state) = 0;
  // Seconds per launch of a graph of `launches` launches; nothing where there are no graphs.
  virtual std::optional<double> in_graph(int launches) = 0;
  // `occupancy`, `clocks`, ... of a record. Watching starts with the first call of once().
  virtual void watch() = 0;
  virtual nlohmann::ordered_json watched() = 0;
  // Counters of one launch; null and the reason where there are none.
  virtual nlohmann::ordered_json count(CacheState state, std::string& why_not) = 0;
};

class Backend : public TimedLaunch {
 public:
  virtual std::string name() const = 0;
  virtual std::vector<std::string> kernels() const = 0;
  // The members of `environment` in a record. Throws NoDevice, as all that follow.
  virtual nlohmann::ordered_json environment() = 0;
  // Throws NoDevice where the code would run on something else than what the backend stands for.
  virtual void require_device() {}
  virtual std::size_t free_bytes() = 0;

  // Memory for an array, filled with what it starts with; `array.at` is set. Throws CaseError where
  // memory runs out.
  virtual void place(CaseArray& array) = 0;
  // Fills a placed array again.
  virtual void restart(const CaseArray& array) = 0;
  // Scalars of a placed array, as reals.
  virtual std::vector<double> read(const CaseArray& array,
                                   std::span<const std::int64_t> indices) = 0;
  // The arrays are placed. Throws CaseError where the kernel is not compiled for the case.
  virtual void select(const KernelCase& c) = 0;

  // One launch and its end. Throws DeviceFault.
  virtual void launch() = 0;

  // `launch` of a record: what the device was asked for and what the compiler used; null on a host.
  virtual nlohmann::ordered_json launch_facts() = 0;
};

// Defined by each program's backend. Throws NoDevice only when the device is needed.
std::unique_ptr<Backend> make_backend();

}  // namespace gpumodel
