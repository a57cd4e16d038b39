// Times in a CUDA stream that another runtime made (OpenACC's queues are such streams): events and
// a few facts from the driver, which is loaded at run time.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace gpumodel {

class DriverEvents {
 public:
  // For the context that is current in this thread. Null where there is no driver or no context.
  static std::unique_ptr<DriverEvents> load();
  virtual ~DriverEvents() = default;

  // Records in `stream`, a CUstream. Both throw DeviceFault.
  virtual void start(void* stream) = 0;
  virtual void end(void* stream) = 0;
  // Between start and end; waits for the end.
  virtual double seconds() = 0;

  // name, compute_capability, sms, memory_bytes, l2_bytes of an environment.
  virtual nlohmann::ordered_json device() const = 0;
  virtual std::size_t l2_bytes() const = 0;
  virtual std::string pci_bus_id() const = 0;
};

}  // namespace gpumodel
