// A library that is loaded at run time, its functions called by name. It stays loaded: drivers keep
// threads and hooks of their own.
#pragma once

#include <dlfcn.h>

#include <optional>
#include <string>

namespace gpumodel {

class DynamicLibrary {
 public:
  // Nothing, and the loader's reason, where it cannot be loaded.
  static std::optional<DynamicLibrary> load(const std::string& name, std::string& why_not) {
    void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) return DynamicLibrary(handle);
    why_not = dlerror();
    return std::nullopt;
  }

  // The result code of a function of its C interface; nothing where it has no such function. The
  // types of the arguments must be those of the function, pointers included.
  template <class... Arguments>
  std::optional<int> call(const char* function, Arguments... arguments) const {
    using Function = int (*)(Arguments...);
    const auto entry = reinterpret_cast<Function>(dlsym(handle_, function));
    if (entry == nullptr) return std::nullopt;
    return entry(arguments...);
  }
  template <class... Arguments>
  bool succeeds(const char* function, Arguments... arguments) const {
    return call(function, arguments...) == 0;
  }
  // A function that returns no code.
  template <class Function>
  Function* function(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(handle_, name));
  }

 private:
  explicit DynamicLibrary(void* handle) : handle_(handle) {}

  void* handle_;
};

}  // namespace gpumodel
