#include "validate/runner/driver_events.hpp"

#include <dlfcn.h>

#include <array>

#include "validate/runner/backend.hpp"

namespace gpumodel {
namespace {

// The driver's interface, as documented: handles are opaque, 0 is success.
struct Driver {
  using Result = int;
  Result (*event_create)(void** event, unsigned flags) = nullptr;
  Result (*event_record)(void* event, void* stream) = nullptr;
  Result (*event_synchronize)(void* event) = nullptr;
  Result (*event_elapsed)(float* milliseconds, void* start, void* end) = nullptr;
  Result (*current_device)(int* device) = nullptr;
  Result (*device_name)(char* name, int length, int device) = nullptr;
  Result (*device_attribute)(int* value, int attribute, int device) = nullptr;
  Result (*device_memory)(std::size_t* bytes, int device) = nullptr;
  Result (*device_bus_id)(char* id, int length, int device) = nullptr;

  bool load();
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool Driver::load() {
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == nullptr) return false;
  return find(library, "cuEventCreate", event_create) &&
         find(library, "cuEventRecord", event_record) &&
         find(library, "cuEventSynchronize", event_synchronize) &&
         find(library, "cuEventElapsedTime", event_elapsed) &&
         find(library, "cuCtxGetDevice", current_device) &&
         find(library, "cuDeviceGetName", device_name) &&
         find(library, "cuDeviceGetAttribute", device_attribute) &&
         find(library, "cuDeviceTotalMem_v2", device_memory) &&
         find(library, "cuDeviceGetPCIBusId", device_bus_id);
}

// Numbers of CUdevice_attribute.
enum Attribute { sms = 16, l2_cache_size = 38, capability_major = 75, capability_minor = 76 };

class LoadedEvents : public DriverEvents {
 public:
  LoadedEvents(const Driver& driver, int device) : driver_(driver), device_(device) {
    must(driver_.event_create(&start_, 0));
    must(driver_.event_create(&end_, 0));
  }

  void start(void* stream) override { must(driver_.event_record(start_, stream)); }
  void end(void* stream) override { must(driver_.event_record(end_, stream)); }
  double seconds() override {
    float milliseconds = 0.0F;
    must(driver_.event_synchronize(end_));
    must(driver_.event_elapsed(&milliseconds, start_, end_));
    return static_cast<double>(milliseconds) * 1e-3;
  }

  nlohmann::ordered_json device() const override {
    std::array<char, 128> name{};
    std::size_t memory = 0;
    must(driver_.device_name(name.data(), static_cast<int>(name.size()), device_));
    must(driver_.device_memory(&memory, device_));
    return {{"name", name.data()},
            {"compute_capability", std::to_string(attribute(capability_major)) + "." +
                                       std::to_string(attribute(capability_minor))},
            {"sms", attribute(sms)},
            {"memory_bytes", memory},
            {"l2_bytes", attribute(l2_cache_size)}};
  }
  std::size_t l2_bytes() const override {
    return static_cast<std::size_t>(attribute(l2_cache_size));
  }
  std::string pci_bus_id() const override {
    std::array<char, 32> id{};
    must(driver_.device_bus_id(id.data(), static_cast<int>(id.size()), device_));
    return id.data();
  }

 private:
  static void must(Driver::Result result) {
    if (result != 0) throw DeviceFault("the CUDA driver reports error " + std::to_string(result));
  }
  int attribute(Attribute which) const {
    int value = 0;
    must(driver_.device_attribute(&value, which, device_));
    return value;
  }

  Driver driver_;
  int device_;
  void* start_ = nullptr;
  void* end_ = nullptr;
};

}  // namespace

std::unique_ptr<DriverEvents> DriverEvents::load() {
  Driver driver;
  int device = 0;
  if (!driver.load() || driver.current_device(&device) != 0) return nullptr;
  return std::make_unique<LoadedEvents>(driver, device);
}

}  // namespace gpumodel
