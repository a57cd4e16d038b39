#include "validate/device/nvml.hpp"

#include <unistd.h>

#include <array>

#include "validate/device/clock_events.hpp"
#include "validate/device/compute_processes.hpp"
#include "validate/device/nvml_library.hpp"

namespace gpumodel {
namespace {

// Values of NVML's enumerations.
constexpr int sm_clock = 1, memory_clock = 2;
constexpr int gpu_temperature = 0;
constexpr int insufficient_size = 7;
constexpr unsigned text_size = 96;  // no name or version is longer

// nvmlProcessInfo_v2_t.
struct ProcessInfo {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

std::optional<double> scaled(std::optional<unsigned> value, double factor) {
  if (!value) return std::nullopt;
  return *value * factor;
}

std::optional<int> whole(std::optional<unsigned> value) {
  if (!value) return std::nullopt;
  return static_cast<int>(*value);
}

std::optional<bool> is_on(std::optional<unsigned> value) {
  if (!value) return std::nullopt;
  return *value != 0;
}

// A mode that may differ after the next start of the machine.
std::optional<bool> current_mode(const NvmlLibrary& nvml, const char* function, void* device) {
  unsigned current = 0, pending = 0;
  if (!nvml.succeeds(function, device, &current, &pending)) return std::nullopt;
  return current != 0;
}

std::optional<std::string> driver_version(const NvmlLibrary& nvml) {
  std::array<char, text_size> text{};
  if (!nvml.succeeds("nvmlSystemGetDriverVersion", text.data(), text_size)) return std::nullopt;
  return text.data();
}

std::optional<std::string> cuda_version(const NvmlLibrary& nvml) {
  int version = 0;  // 13000
  if (!nvml.succeeds("nvmlSystemGetCudaDriverVersion_v2", &version)) return std::nullopt;
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::optional<std::string> device_name(const NvmlLibrary& nvml, void* device) {
  std::array<char, text_size> text{};
  if (!nvml.succeeds("nvmlDeviceGetName", device, text.data(), text_size)) return std::nullopt;
  return text.data();
}

std::optional<double> power_limit(const NvmlLibrary& nvml, void* device) {
  auto limit = nvml.number("nvmlDeviceGetEnforcedPowerLimit", device);
  if (!limit) limit = nvml.number("nvmlDeviceGetPowerManagementLimit", device);
  return scaled(limit, 1e-3);
}

std::optional<std::vector<std::string>> throttle_reasons(const NvmlLibrary& nvml, void* device) {
  unsigned long long mask = 0;
  if (!nvml.succeeds("nvmlDeviceGetCurrentClocksEventReasons", device, &mask) &&
      !nvml.succeeds("nvmlDeviceGetCurrentClocksThrottleReasons", device, &mask))  // before R535
    return std::nullopt;
  return clock_event_words(mask);
}

std::optional<std::vector<unsigned>> compute_processes(const NvmlLibrary& nvml, void* device) {
  std::vector<ProcessInfo> found(64);
  for (const char* function :
       {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"}) {
    auto count = static_cast<unsigned>(found.size());
    auto code = nvml.call(function, device, &count, found.data());
    if (code == insufficient_size) {
      found.resize(count += 16);  // more may start meanwhile
      code = nvml.call(function, device, &count, found.data());
    }
    if (code != 0) continue;
    std::vector<unsigned> processes;
    for (unsigned i = 0; i < count; ++i) processes.push_back(found[i].pid);
    return processes;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Nvml> Nvml::load(std::string& why_not, const std::string& library) {
  auto loaded = NvmlLibrary::load(library, why_not);
  if (loaded == nullptr) return std::nullopt;
  return Nvml(std::move(loaded));
}

std::optional<std::string> Nvml::driver() const {
  return driver_version(*library_);
}

std::optional<NvmlDevice> Nvml::device(const std::string& pci_bus_id) const {
  void* handle = nullptr;
  if (!library_->succeeds("nvmlDeviceGetHandleByPciBusId_v2", pci_bus_id.c_str(), &handle))
    return std::nullopt;
  return NvmlDevice(library_, handle);
}

DeviceIdentity NvmlDevice::identity() const {
  const NvmlLibrary& nvml = *library_;
  const auto number = [&](const char* function) { return nvml.number(function, handle_); };
  const auto clock = [&](int kind) {
    return nvml.number("nvmlDeviceGetMaxClockInfo", handle_, kind);
  };
  return {
      .name = device_name(nvml, handle_),
      .driver = driver_version(nvml),
      .cuda_driver = cuda_version(nvml),
      .ecc = current_mode(nvml, "nvmlDeviceGetEccMode", handle_),
      .mig = current_mode(nvml, "nvmlDeviceGetMigMode", handle_),
      .persistence = is_on(number("nvmlDeviceGetPersistenceMode")),
      .power_limit_w = power_limit(nvml, handle_),
      .max_sm_clock_hz = scaled(clock(sm_clock), 1e6),
      .max_memory_clock_hz = scaled(clock(memory_clock), 1e6),
      .pcie_generation = whole(number("nvmlDeviceGetCurrPcieLinkGeneration")),
      .pcie_width = whole(number("nvmlDeviceGetCurrPcieLinkWidth")),
      .max_pcie_generation = whole(number("nvmlDeviceGetMaxPcieLinkGeneration")),
      .max_pcie_width = whole(number("nvmlDeviceGetMaxPcieLinkWidth")),
  };
}

DeviceState NvmlDevice::clocks() const {
  const auto clock = [&](int kind) {
    return library_->number("nvmlDeviceGetClockInfo", handle_, kind);
  };
  return {
      .sm_clock_hz = scaled(clock(sm_clock), 1e6),
      .memory_clock_hz = scaled(clock(memory_clock), 1e6),
      .temperature_c = {},
      .power_w = {},
      .throttle = throttle_reasons(*library_, handle_),
      .other_processes = {},
  };
}

DeviceState NvmlDevice::state() const {
  DeviceState state = clocks();
  state.temperature_c =
      scaled(library_->number("nvmlDeviceGetTemperature", handle_, gpu_temperature), 1.0);
  state.power_w = scaled(library_->number("nvmlDeviceGetPowerUsage", handle_), 1e-3);
  if (const auto processes = compute_processes(*library_, handle_)) {
    state.other_processes =
        other_processes(*processes, static_cast<unsigned>(getpid()), has_pid_namespace());
  }
  return state;
}

}  // namespace gpumodel
