#include "validate/device/nvml_library.hpp"

namespace gpumodel {
namespace {

std::string nvml_error_text(const DynamicLibrary& nvml, int code) {
  const auto text = nvml.function<const char*(int)>("nvmlErrorString");
  return text != nullptr ? text(code) : "error " + std::to_string(code);
}

}  // namespace

std::shared_ptr<const NvmlLibrary> NvmlLibrary::load(const std::string& name,
                                                     std::string& why_not) {
  const auto loaded = DynamicLibrary::load(name, why_not);
  if (!loaded) return nullptr;
  const std::optional<int> code = loaded->call("nvmlInit_v2");
  if (code == 0) return std::shared_ptr<const NvmlLibrary>(new NvmlLibrary(*loaded));
  why_not = name + (code ? " does not start: " + nvml_error_text(*loaded, *code) : " is not NVML");
  return nullptr;
}

NvmlLibrary::~NvmlLibrary() {
  call("nvmlShutdown");
}

std::optional<unsigned> NvmlLibrary::number(const char* function, void* device) const {
  unsigned value = 0;
  if (!succeeds(function, device, &value)) return std::nullopt;
  return value;
}

std::optional<unsigned> NvmlLibrary::number(const char* function, void* device, int kind) const {
  unsigned value = 0;
  if (!succeeds(function, device, kind, &value)) return std::nullopt;
  return value;
}

}  // namespace gpumodel
