// The CUDA driver and the GPUs it offers, without CUDA: for programs that must start without
// either.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpumodel {

struct CudaGpu {
  std::string name;          // "NVIDIA H200"
  std::string pci_bus_id;    // "0000:3b:00.0"
  int major = 0, minor = 0;  // compute capability
  int sms = 0;
  std::int64_t memory_bytes = 0, l2_bytes = 0;
};

struct CudaDriver {
  std::string why_not;  // it cannot be used; empty where it can
  int version = 0;      // the newest CUDA it runs: 13000 is 13.0; 0 where there is no driver
  std::vector<CudaGpu> gpus;
  int peer_pairs = 0;  // of those, in which the first reaches the memory of the second
};

// Starts the driver in this process, which may take a second on machines with many GPUs.
CudaDriver ask_cuda_driver(const std::string& library = "libcuda.so.1");

}  // namespace gpumodel
