#include "validate/counters/cupti_library.hpp"

#include "validate/counters/cupti_places.hpp"

namespace gpumodel {
namespace {

// The layout of its structures is that of the headers of the same version.
constexpr int cuda_major = CUDA_VERSION / 1000;

struct Loaded {
  void* handle = nullptr;
  std::string why_not;
};

Loaded load() {
  Loaded loaded;
  for (const std::string& place : cupti_places(cuda_major)) {
    loaded.handle = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded.handle != nullptr) return loaded;
    const std::string error = dlerror();
    // A library that is there but does not load says more than one that is missing.
    if (loaded.why_not.empty() || error.find("No such file") == std::string::npos)
      loaded.why_not = error;
  }
  return loaded;
}

}  // namespace

const CuptiLibrary* CuptiLibrary::get(std::string& why_not) {
  static const Loaded loaded = load();
  static const CuptiLibrary library(loaded.handle);
  why_not = loaded.why_not;
  return loaded.handle == nullptr ? nullptr : &library;
}

std::string CuptiLibrary::text(CUptiResult result) const {
  const auto function =
      reinterpret_cast<decltype(&cuptiGetResultString)>(dlsym(handle_, "cuptiGetResultString"));
  const char* text = nullptr;
  if (function == nullptr || function(result, &text) != CUPTI_SUCCESS) return {};
  return text;
}

}  // namespace gpumodel
