// What a kernel takes of a multiprocessor: the engine answers, by the registers it estimates.
#include "src/record/channel.hpp"
#include "src/record/kernels.hpp"
#include "src/record/memory.hpp"

namespace gpumodel::record {
namespace {

constexpr int warp = 32;

std::uint64_t of_device(const char* what) {
  return Setup::get().number(current_device(), what);
}

int blocks_of(const void* stub, const std::string& kernel, int threads, std::size_t shared) {
  return static_cast<int>(Record("occupancy")
                              .text("kernel", kernel)
                              .number("threads", static_cast<unsigned>(threads))
                              .number("shared", shared)
                              .text("carveout", settings_of(stub).carveout_text())
                              .number("opt_in", settings_of(stub).shared > 0 ? 1 : 0)
                              .ask());
}

int most_threads(const std::string& kernel) {
  return static_cast<int>(Setup::get().max_threads(kernel));
}

}  // namespace
}  // namespace gpumodel::record

using namespace gpumodel::record;

cudaError_t __gpumodel_occupancy(int* blocks, const void* stub, int threads, size_t shared) {
  const Call call;
  const std::string* kernel = kernel_at(stub);
  if (kernel == nullptr) return failed(cudaErrorInvalidDeviceFunction);
  if (blocks == nullptr || threads < 1) return failed(cudaErrorInvalidValue);
  const bool fits =
      threads <= most_threads(*kernel) && shared <= of_device("sharedMemPerBlockOptin");
  *blocks = fits ? blocks_of(stub, *kernel, threads, shared) : 0;
  return done();
}

cudaError_t __gpumodel_best_block(int* grid, int* block, const void* stub, int limit,
                                  size_t (*shared)(const void*, int), const void* of) {
  const Call call;
  const std::string* kernel = kernel_at(stub);
  if (kernel == nullptr) return failed(cudaErrorInvalidDeviceFunction);
  if (grid == nullptr || block == nullptr) return failed(cudaErrorInvalidValue);
  int most = most_threads(*kernel);
  if (limit > 0 && limit < most) most = limit;
  const int resident = static_cast<int>(of_device("maxThreadsPerMultiProcessor"));
  int best = 0;
  *block = *grid = 0;
  for (int rounded = (most + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    const int threads = rounded < most ? rounded : most;
    int blocks = 0;
    __gpumodel_occupancy(&blocks, stub, threads, shared(of, threads));
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * static_cast<int>(of_device("multiProcessorCount"));
    if (best == resident) break;  // no smaller one has more
  }
  return done();
}

cudaError_t __gpumodel_attributes(cudaFuncAttributes* all, const void* stub) {
  const Call call;
  const std::string* kernel = kernel_at(stub);
  if (kernel == nullptr) return failed(cudaErrorInvalidDeviceFunction);
  const Setup& setup = Setup::get();
  const int usual = most_threads(*kernel) < 256 ? most_threads(*kernel) : 256;
  *all = {};
  all->sharedSizeBytes = setup.shared(*kernel);
  all->numRegs = static_cast<int>(Record("registers")
                                      .text("kernel", *kernel)
                                      .number("threads", static_cast<unsigned>(usual))
                                      .ask());
  int threads = most_threads(*kernel);
  while (threads > warp && blocks_of(stub, *kernel, threads, 0) == 0)
    threads = (threads - 1) / warp * warp;
  all->maxThreadsPerBlock = threads;
  all->binaryVersion = all->ptxVersion =
      static_cast<int>(10 * of_device("major") + of_device("minor"));
  const std::size_t allowed = settings_of(stub).shared;
  all->maxDynamicSharedSizeBytes = static_cast<int>(
      allowed > 0 ? allowed : of_device("sharedMemPerBlock") - all->sharedSizeBytes);
  all->preferredShmemCarveout = settings_of(stub).carveout.value_or(-1);
  return done();
}

cudaError_t __gpumodel_set_attribute(const void* stub, cudaFuncAttribute what, int value) {
  const Call call;
  const std::string* kernel = kernel_at(stub);
  if (kernel == nullptr) return failed(cudaErrorInvalidDeviceFunction);
  switch (what) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      if (value < 0 || static_cast<std::size_t>(value) + Setup::get().shared(*kernel) >
                           of_device("sharedMemPerBlockOptin"))
        return failed(cudaErrorInvalidValue);
      settings_of(stub).shared = static_cast<std::size_t>(value);
      return done();
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      if (value < -1 || value > 100) return failed(cudaErrorInvalidValue);
      settings_of(stub).carveout = value < 0 ? std::nullopt : std::optional(value);
      return done();
  }
  return failed(cudaErrorInvalidValue);
}
