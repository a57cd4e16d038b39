// What L2 holds of a buffer that was copied, set or written before a launch reads it: nanoseconds
// of loads of one warp that wait for each other, in all lines one after the other (`chase`); of a
// step of 96 B that all warps of `blocks` blocks take through the same memory (`walk`); and of a
// launch that reads all at once (`stream`), each the first time after it, and at once again. Prints
// JSON. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr long most = 32L << 20, scratch_bytes = 256L << 20;
constexpr int samples = 5;
const char* comma = "";

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "after_copy: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

// All words are 0: the next place hangs on what was loaded, and is known to us alone.
__global__ void chase(const int* memory, long bytes, int* out) {
  int sum = 0;
  for (long at = 0; at < bytes; at += 128) sum += __ldcg(memory + at / 4 + sum);
  if (sum != 0) *out = sum;
}

__global__ void walk(const int* memory, long bytes, int* out) {
  int sum = 0;
  for (long at = 0; at + 96 <= bytes; at += 96) {
    const int* from = memory + at / 4 + sum;
    int step = 0;
#pragma unroll
    for (int word = 0; word < 24; word += 2) step += from[word];
    sum += step;
  }
  if (sum != 0) *out = sum;
}

__global__ void stream(const int4* memory, long bytes, int* out) {
  const long at = long(blockIdx.x) * blockDim.x + threadIdx.x;
  if (at * 16 >= bytes) return;
  const int4 read = memory[at];
  if ((read.x | read.y | read.z | read.w) != 0) *out = 1;
}

__global__ void write(int* memory, long bytes) {
  for (long at = long(blockIdx.x) * blockDim.x + threadIdx.x; at * 4 < bytes;
       at += long(gridDim.x) * blockDim.x) {
    memory[at] = 0;
  }
}

}  // namespace

int main() {
  int *memory = nullptr, *scratch = nullptr, *out = nullptr;
  expect(cudaMalloc(&memory, most));
  expect(cudaMalloc(&scratch, scratch_bytes));
  expect(cudaMalloc(&out, 4));
  std::vector<int> pageable(most / 4);
  int* pinned = nullptr;
  expect(cudaMallocHost(&pinned, most));
  std::memset(pinned, 0, most);
  cudaDeviceProp device;
  expect(cudaGetDeviceProperties(&device, 0));
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  const auto timed = [&](auto launch) {
    expect(cudaEventRecord(begin));
    launch();
    expect(cudaEventRecord(end));
    expect(cudaEventSynchronize(end));
    float milliseconds = 0;
    expect(cudaEventElapsedTime(&milliseconds, begin, end));
    return milliseconds;
  };
  const char* befores[] = {"flushed", "pageable", "pinned", "set", "written", "copied"};
  std::printf("{\"device\": \"%s\", \"points\": [", device.name);
  for (const long bytes : {96L << 10, 384L << 10, 1536L << 10, 6L << 20, 24L << 20}) {
    for (int before = 0; before < 6; ++before) {
      for (int kernel = 0; kernel < 4; ++kernel) {
        if (kernel < 3 && bytes > (2L << 20)) continue;
        std::vector<float> first(samples), again(samples);
        for (int sample = 0; sample < samples; ++sample) {
          expect(cudaMemset(memory, 0, most));
          expect(cudaMemset(scratch, 0, scratch_bytes));
          expect(cudaDeviceSynchronize());
          if (before == 1) {
            expect(cudaMemcpy(memory, pageable.data(), bytes, cudaMemcpyHostToDevice));
          } else if (before == 2) {
            expect(cudaMemcpy(memory, pinned, bytes, cudaMemcpyHostToDevice));
          } else if (before == 3) {
            expect(cudaMemset(memory, 0, bytes));
          } else if (before == 4) {
            write<<<unsigned(device.multiProcessorCount), 1024>>>(memory, bytes);
          } else if (before == 5) {
            expect(cudaMemcpy(memory, scratch, bytes, cudaMemcpyDeviceToDevice));
          }
          expect(cudaDeviceSynchronize());
          const auto launch = [&] {
            if (kernel == 0) chase<<<1, 32>>>(memory, bytes, out);
            if (kernel == 1) walk<<<16, 256>>>(memory, bytes, out);
            if (kernel == 2) walk<<<128, 256>>>(memory, bytes, out);
            if (kernel == 3) {
              stream<<<unsigned((bytes / 16 + 255) / 256), 256>>>(
                  reinterpret_cast<const int4*>(memory), bytes, out);
            }
          };
          first[sample] = timed(launch);
          again[sample] = timed(launch);
        }
        std::ranges::sort(first);
        std::ranges::sort(again);
        const char* kernels[] = {"chase", "walk16", "walk128", "stream"};
        const double steps = kernel == 0 ? bytes / 128 : kernel == 3 ? 1 : bytes / 96;
        std::printf(
            "%s\n {\"bytes\": %ld, \"before\": \"%s\", \"kernel\": \"%s\", \"first_ns\": %.1f, "
            "\"again_ns\": %.1f}",
            comma, bytes, befores[before], kernels[kernel], first[samples / 2] * 1e6 / steps,
            again[samples / 2] * 1e6 / steps);
        comma = ",";
      }
    }
  }
  std::printf("]}\n");
}
