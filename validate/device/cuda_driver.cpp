#include "validate/device/cuda_driver.hpp"

#include <array>
#include <cstddef>

#include "validate/device/dynamic_library.hpp"

namespace gpumodel {
namespace {

// CUdevice_attribute.
constexpr int sm_count = 16, l2_size = 38, capability_major = 75, capability_minor = 76;

int attribute(const DynamicLibrary& driver, int which, int device) {
  int value = 0;
  driver.succeeds("cuDeviceGetAttribute", &value, which, device);
  return value;
}

// A function (text, size of the text, device).
std::string text(const DynamicLibrary& driver, const char* function, int device) {
  std::array<char, 128> buffer{};
  const int size = buffer.size() - 1;
  return driver.succeeds(function, buffer.data(), size, device) ? buffer.data() : "";
}

CudaGpu described(const DynamicLibrary& driver, int device) {
  std::size_t memory = 0;
  driver.succeeds("cuDeviceTotalMem_v2", &memory, device);
  return {.name = text(driver, "cuDeviceGetName", device),
          .pci_bus_id = text(driver, "cuDeviceGetPCIBusId", device),
          .major = attribute(driver, capability_major, device),
          .minor = attribute(driver, capability_minor, device),
          .sms = attribute(driver, sm_count, device),
          .memory_bytes = static_cast<std::int64_t>(memory),
          .l2_bytes = attribute(driver, l2_size, device)};
}

int reaching_pairs(const DynamicLibrary& driver, const std::vector<int>& devices) {
  int pairs = 0;
  for (const int from : devices) {
    for (const int to : devices) {
      int reaches = 0;
      if (from != to && driver.succeeds("cuDeviceCanAccessPeer", &reaches, from, to)) {
        pairs += reaches != 0 ? 1 : 0;
      }
    }
  }
  return pairs;
}

std::string error_text(const DynamicLibrary& driver, int code) {
  const char* words = nullptr;
  const bool known = driver.succeeds("cuGetErrorString", code, &words) && words != nullptr;
  return known ? words : "error " + std::to_string(code);
}

}  // namespace

CudaDriver ask_cuda_driver(const std::string& library) {
  CudaDriver found;
  const auto driver = DynamicLibrary::load(library, found.why_not);
  if (!driver) return found;
  driver->succeeds("cuDriverGetVersion", &found.version);
  const auto code = driver->call("cuInit", 0U);
  if (code != 0) {
    found.why_not = code ? error_text(*driver, *code) : library + " is no CUDA driver";
    return found;
  }
  int count = 0;
  driver->succeeds("cuDeviceGetCount", &count);
  std::vector<int> devices;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    int device = 0;
    if (driver->succeeds("cuDeviceGet", &device, ordinal)) devices.push_back(device);
  }
  for (const int device : devices) found.gpus.push_back(described(*driver, device));
  found.peer_pairs = reaching_pairs(*driver, devices);
  if (found.gpus.empty()) found.why_not = "the driver offers no GPU";
  return found;
}

}  // namespace gpumodel
