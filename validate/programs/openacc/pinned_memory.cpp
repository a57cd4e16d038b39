#include "validate/programs/openacc/pinned_memory.hpp"

#include <dlfcn.h>

#include <string>

#include "validate/runner/backend.hpp"

namespace gpumodel {
namespace {

// The driver's interface, as documented: 0 is success.
struct Driver {
  int (*register_memory)(void* at, std::size_t bytes, unsigned flags) = nullptr;
  int (*unregister_memory)(void* at) = nullptr;

  Driver() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == nullptr) throw DeviceFault("the CUDA driver could not be loaded to pin memory");
    load(library, "cuMemHostRegister_v2", register_memory);
    load(library, "cuMemHostUnregister", unregister_memory);
  }

 private:
  template <class Function>
  static void load(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) throw DeviceFault(std::string("the CUDA driver has no ") + name);
  }
};

const Driver& driver() {
  static const Driver loaded;
  return loaded;
}

void must(int result, const char* what) {
  if (result != 0) throw DeviceFault(std::string(what) + ": error " + std::to_string(result));
}

}  // namespace

void pin(void* at, std::size_t bytes) {
  constexpr unsigned for_all_devices = 1;  // CU_MEMHOSTREGISTER_PORTABLE
  must(driver().register_memory(at, bytes, for_all_devices), "pinning memory");
}

void unpin(void* at) {
  must(driver().unregister_memory(at), "releasing pinned memory");
}

}  // namespace gpumodel
