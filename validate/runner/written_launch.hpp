// Kernels of a library that was compiled from what gpumodel has written (src/io/cuda).
#pragma once

#include <memory>
#include <string>

#include "src/io/cuda/measured_case.hpp"
#include "validate/runner/backend.hpp"
#include "validate/runner/device_watch.hpp"

namespace gpumodel {

// Stays loaded. Throws CaseError: no such file, or the library of another version.
const MeasuredLibrary& load_measured(const std::string& file);

class WrittenLaunch : public TimedLaunch {
 public:
  // Its arrays are filled. Whatever the device refuses ends the process.
  WrittenLaunch(const MeasuredLibrary& library, const MeasuredCase& what, DeviceWatch& watch);
  ~WrittenLaunch() override;

  MeasuredAnswer check();
  nlohmann::ordered_json launch_facts() const;

  std::string timer() const override { return "events"; }
  double once(CacheState state) override;
  std::optional<double> once_from_host(CacheState state) override;
  std::optional<double> in_graph(int launches) override;
  void watch() override { watch_.start(); }
  nlohmann::ordered_json watched() override;
  nlohmann::ordered_json count(CacheState state, std::string& why_not) override;

 private:
  void prepare(CacheState state);

  const MeasuredLibrary& library_;
  const MeasuredCase& case_;
  DeviceWatch& watch_;
  MeasuredFacts facts_{};
};

}  // namespace gpumodel
