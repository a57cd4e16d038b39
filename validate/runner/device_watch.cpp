#include "validate/runner/device_watch.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::milliseconds period{5};

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

void DeviceWatch::open(const std::string& pci_bus_id) {
  std::string why_not;
  const std::optional<Nvml> nvml = Nvml::load(why_not);
  if (nvml) device_ = nvml->device(pci_bus_id);
}

Json DeviceWatch::identity() const {
  const DeviceIdentity identity = device_ ? device_->identity() : DeviceIdentity{};
  return {{"driver", or_null(identity.driver)},
          {"cuda_driver", or_null(identity.cuda_driver)},
          {"ecc", or_null(identity.ecc)},
          {"mig", or_null(identity.mig)},
          {"power_limit_w", or_null(identity.power_limit_w)},
          {"max_sm_clock_hz", or_null(identity.max_sm_clock_hz)},
          {"max_memory_clock_hz", or_null(identity.max_memory_clock_hz)},
          {"pcie_generation", or_null(identity.pcie_generation)},
          {"pcie_width", or_null(identity.pcie_width)}};
}

void DeviceWatch::start() {
  if (!device_) return;
  before_ = device_->state();
  watch_ = std::make_unique<ClockWatch>(*device_, period);
}

Json DeviceWatch::stop() {
  if (!watch_) {
    return {{"clocks", nullptr},
            {"throttle", nullptr},
            {"temperature_c", nullptr},
            {"power_w", nullptr},
            {"other_processes", nullptr}};
  }
  const ClockSummary during = watch_->stop();
  watch_.reset();
  const DeviceState after = device_->clocks();
  Json range = nullptr;
  if (during.sm_clock_hz) {
    range = {during.sm_clock_hz->min, during.sm_clock_hz->median, during.sm_clock_hz->max};
  }
  return {{"clocks",
           {{"sm_before_hz", or_null(before_.sm_clock_hz)},
            {"sm_during_hz", range},
            {"sm_after_hz", or_null(after.sm_clock_hz)},
            {"memory_hz", or_null(during.memory_clock_hz)}}},
          {"throttle", or_null(during.throttle)},
          {"temperature_c", or_null(during.max_temperature_c)},
          {"power_w", or_null(during.power_w)},
          {"other_processes", or_null(before_.other_processes)}};
}

}  // namespace gpumodel
