#include "validate/runner/backend.hpp"
#include "validate/runner/cuda_memory.cuh"
#include "validate/runner/scalar_type.hpp"

namespace gpumodel {
namespace {

constexpr int threads = 256;

template <class T>
__global__ void fill_random(T* at, std::int64_t count, std::uint64_t seed, double low,
                            double high) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    at[i] = static_cast<T>(random_real(seed, static_cast<std::uint64_t>(i), low, high));
  }
}

template <class T>
__global__ void gather_scalars(const T* at, const std::int64_t* indices, std::int64_t count,
                               double* values) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) values[i] = static_cast<double>(at[indices[i]]);
}

unsigned blocks_for(std::int64_t count) {
  return static_cast<unsigned>((count + threads - 1) / threads);
}

template <class T>
void upload_contents(const CaseArray& array, cudaStream_t stream) {
  const std::vector<T> values(array.contents.begin(), array.contents.end());
  must(cudaMemcpyAsync(array.at, values.data(), array.bytes(), cudaMemcpyHostToDevice, stream),
       "copying an input");
  must(cudaStreamSynchronize(stream), "copying an input");
}

}  // namespace

void must(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  throw DeviceFault(std::string(what) + ": " + cudaGetErrorString(result));
}

DeviceMemory::DeviceMemory(std::size_t bytes) {
  const cudaError_t result = cudaMalloc(&at_, std::max<std::size_t>(bytes, 1));
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw CaseError("the device has no memory for " + std::to_string(bytes) + " B");
  }
  must(result, "allocating");
}

void fill_on_device(const CaseArray& array, cudaStream_t stream) {
  with_scalar_type(array.scalar, [&](auto scalar) {
    using T = decltype(scalar);
    switch (array.start) {
      case Start::random:
        fill_random<<<1056, threads, 0, stream>>>(static_cast<T*>(array.at), array.scalars,
                                                  array.seed, array.low, array.high);
        must(cudaGetLastError(), "filling an array");
        break;
      case Start::contents:
        upload_contents<T>(array, stream);
        break;
      case Start::zero:
      case Start::poison:
        must(
            cudaMemsetAsync(array.at, array.start == Start::zero ? 0 : 0xFF, array.bytes(), stream),
            "filling an array");
        break;
    }
  });
}

std::vector<double> read_on_device(const CaseArray& array, std::span<const std::int64_t> indices,
                                   cudaStream_t stream) {
  const auto count = static_cast<std::int64_t>(indices.size());
  std::vector<double> values(indices.size());
  if (count == 0) return values;
  const DeviceMemory places(indices.size_bytes());
  const DeviceMemory gathered(values.size() * sizeof(double));
  must(cudaMemcpyAsync(places.get(), indices.data(), indices.size_bytes(), cudaMemcpyHostToDevice,
                       stream),
       "reading an array");
  with_scalar_type(array.scalar, [&](auto scalar) {
    gather_scalars<<<blocks_for(count), threads, 0, stream>>>(
        static_cast<const decltype(scalar)*>(array.at),
        static_cast<const std::int64_t*>(places.get()), count,
        static_cast<double*>(gathered.get()));
  });
  must(cudaGetLastError(), "reading an array");
  must(cudaMemcpyAsync(values.data(), gathered.get(), values.size() * sizeof(double),
                       cudaMemcpyDeviceToHost, stream),
       "reading an array");
  must(cudaStreamSynchronize(stream), "reading an array");
  return values;
}

}  // namespace gpumodel
