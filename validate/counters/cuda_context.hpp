// The CUDA context of the calling thread, through the driver that the program has loaded already.
#pragma once

#include <cuda.h>

#include <optional>

namespace gpumodel {

class CudaContext {
 public:
  // Nothing where the thread has no context.
  static std::optional<CudaContext> current();

  CUcontext handle() const { return handle_; }
  CUdevice device() const { return device_; }
  // Waits for all work; whether it ended without a fault.
  bool wait() const;

 private:
  CUcontext handle_ = nullptr;
  CUdevice device_ = 0;
  decltype(&cuCtxSynchronize) wait_ = nullptr;
};

}  // namespace gpumodel
