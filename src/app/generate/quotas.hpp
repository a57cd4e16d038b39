// Which generated kernels make up a set: as many of each family, and by the model's own prediction
// not too many short ones, nor of one limiter. Predictions stand in for measurements, for kernels
// are chosen where no GPU is. What a set is called, a number of kernels and a seed, stands for
// other kernels once a model changes: records keep the kernels themselves.
#pragma once

#include <functional>
#include <vector>

#include "src/app/generate/generate.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {

// Shares of a set, at most.
struct Quotas {
  double under_10us = 0.20;
  double under_100us = 2.0 / 3.0;
  double one_limiter = 0.30;
  double over_1_gb = 0.05;
};
// Longer ones are none of a set: they would take the time of a hundred others.
inline constexpr double longest_kernel_s = 20e-3;

struct ChosenKernel {
  GeneratedKernel kernel;
  KernelFile file;
  double predicted_s = 0.0;
  std::string limiter;
  double bytes = 0.0;  // of device memory
};

struct SetAsk {
  std::size_t count = 0;
  std::uint64_t seed = 0;
  const Gpu* gpu = nullptr;
  Quotas quotas{};
  std::function<void(std::size_t)> chosen_so_far = [](std::size_t) {};
};

// In the order they are chosen: family by family, and again. Throws InputError: a kernel that the
// generator makes has a fault, which is one of the generator, or quotas leave no kernel.
std::vector<ChosenKernel> choose_set(const SetAsk& ask);

// The file of a generated kernel. Throws InputError.
KernelFile file_of(const GeneratedKernel& kernel);

}  // namespace gpumodel
