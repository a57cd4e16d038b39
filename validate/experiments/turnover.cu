// How long a block keeps its place on an SM beyond what its warps take: its warps start one after
// the other, wait unequally long, and the place is free when the last one has ended. Copies of one
// word per thread and the seven points of a stencil, in blocks of several sizes, as many of them
// resident as stated.
//
// Each warp of every 16th SM writes down when it begins and when it has all its data. A block lives
// `life` cycles, from the first warp's first instruction to the last warp's last. Within it a warp
// starts `start` after the first one (the last one `last_start`), takes `warp`, and ends `end`
// before the last one (means). `median_s` is the time of a launch that writes nothing down. Prints
// JSON. Compiled by nvcc -O3 -std=c++20 -arch=sm_90.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

namespace {

constexpr int samples = 9;
constexpr unsigned traced_sms = 16;  // one of so many
constexpr long elements = 1L << 26;
constexpr int edge = 320;  // of the stencil's grid

void expect(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "turnover: %s\n", cudaGetErrorString(result));
  std::exit(4);
}

struct Warp {
  long long begin, end;
  unsigned block, traced;
};

__device__ unsigned own_sm() {
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  return sm;
}

// The store waits for its value, and the clock is read behind it.
__device__ void write_down(Warp* warps, long long begin) {
  const long long end = clock64();
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  if (thread % 32 != 0 || own_sm() % traced_sms != 0) return;
  warps[static_cast<size_t>(block) * ((threads + 31) / 32) + thread / 32] = {begin, end, block, 1};
}

template <bool traced>
__global__ void copy(const float* a, float* b, Warp* warps) {
  const long long begin = traced ? clock64() : 0;
  const long i = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < elements) b[i] = a[i];
  if constexpr (traced) write_down(warps, begin);
}

template <bool traced>
__global__ void stencil(const float* a, float* b, Warp* warps) {
  const long long begin = traced ? clock64() : 0;
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int k = static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  if (i > 0 && i < edge - 1 && j > 0 && j < edge - 1 && k > 0 && k < edge - 1) {
    const long at = (static_cast<long>(k) * edge + j) * edge + i;
    b[at] = 0.25F * a[at] + a[at - 1] + a[at + 1] + a[at - edge] + a[at + edge] +
            a[at - edge * edge] + a[at + edge * edge];
  }
  if constexpr (traced) write_down(warps, begin);
}

using Kernel = void(const float*, float*, Warp*);

float* a_of_all = nullptr;
float* b_of_all = nullptr;
float* flushed = nullptr;
Warp* warps_of_all = nullptr;
constexpr size_t most_warps = size_t{1} << 22;
constexpr size_t flush_bytes = size_t{256} << 20;

double seconds(Kernel* kernel, dim3 grid, dim3 block, size_t shared) {
  expect(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(shared)));
  cudaEvent_t begin, end;
  expect(cudaEventCreate(&begin));
  expect(cudaEventCreate(&end));
  std::vector<double> all;
  for (int i = 0; i < samples + 1; ++i) {
    expect(cudaMemsetAsync(flushed, 0, flush_bytes));
    expect(cudaEventRecord(begin));
    kernel<<<grid, block, shared>>>(a_of_all, b_of_all, warps_of_all);
    expect(cudaGetLastError());
    expect(cudaEventRecord(end));
    expect(cudaEventSynchronize(end));
    float ms = 0;
    expect(cudaEventElapsedTime(&ms, begin, end));
    if (i > 0) all.push_back(1e-3 * ms);
  }
  expect(cudaEventDestroy(begin));
  expect(cudaEventDestroy(end));
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

struct Block {
  long long first = INT64_MAX, last_begin = 0, last = 0;
  double begins = 0.0, ends = 0.0;
  int warps = 0;
};

bool first_line = true;

void measure(const char* name, Kernel* plain, Kernel* traced, dim3 grid, dim3 block, int resident) {
  cudaDeviceProp device{};
  expect(cudaGetDeviceProperties(&device, 0));
  const unsigned threads = block.x * block.y * block.z;
  const size_t per_block = (threads + 31) / 32;
  const size_t blocks = static_cast<size_t>(grid.x) * grid.y * grid.z;
  if (blocks * per_block > most_warps) return;
  // As much shared memory as leaves room for so many.
  size_t shared = 0;
  int fit = 0;
  expect(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, plain, static_cast<int>(threads), 0));
  if (resident < fit) {
    shared = std::min(device.sharedMemPerBlockOptin,
                      device.sharedMemPerMultiprocessor / static_cast<size_t>(resident) -
                          device.reservedSharedMemPerBlock) /
             1024 * 1024;
  }
  const double time = seconds(plain, grid, block, shared);
  expect(cudaMemset(warps_of_all, 0, sizeof(Warp) * most_warps));
  const double traced_time = seconds(traced, grid, block, shared);
  expect(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, traced, static_cast<int>(threads),
                                                       shared));
  std::vector<Warp> warps(blocks * per_block);
  expect(
      cudaMemcpy(warps.data(), warps_of_all, sizeof(Warp) * warps.size(), cudaMemcpyDeviceToHost));
  std::map<unsigned, Block> of_block;
  for (const Warp& warp : warps) {
    if (warp.traced == 0) continue;
    Block& one = of_block[warp.block];
    one.first = std::min(one.first, warp.begin);
    one.last_begin = std::max(one.last_begin, warp.begin);
    one.last = std::max(one.last, warp.end);
    one.begins += static_cast<double>(warp.begin);
    one.ends += static_cast<double>(warp.end);
    one.warps += 1;
  }
  double life = 0, start = 0, last_start = 0, warp_life = 0, end = 0, count = 0;
  for (const auto& [number, one] : of_block) {
    life += static_cast<double>(one.last - one.first);
    start += one.begins / one.warps - static_cast<double>(one.first);
    last_start += static_cast<double>(one.last_begin - one.first);
    warp_life += (one.ends - one.begins) / one.warps;
    end += static_cast<double>(one.last) - one.ends / one.warps;
    count += 1;
  }
  std::printf(
      "%s\n    {\"kernel\": \"%s\", \"block\": [%u, %u, %u], \"resident\": %d, "
      "\"blocks\": %zu, \"median_s\": %.4e, \"traced_s\": %.4e, "
      "\"life\": %.0f, \"start\": %.0f, \"last_start\": %.0f, \"warp\": %.0f, "
      "\"end\": %.0f}",
      first_line ? "" : ",", name, block.x, block.y, block.z, fit, blocks, time, traced_time,
      life / count, start / count, last_start / count, warp_life / count, end / count);
  first_line = false;
}

void measure_copy(unsigned threads, int resident) {
  const auto blocks = static_cast<unsigned>((elements + threads - 1) / threads);
  measure("copy", copy<false>, copy<true>, {blocks}, {threads}, resident);
}

void measure_stencil(dim3 block) {
  const dim3 grid{(edge + block.x - 1) / block.x, (edge + block.y - 1) / block.y,
                  (edge + block.z - 1) / block.z};
  measure("stencil", stencil<false>, stencil<true>, grid, block, 32);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  expect(cudaGetDeviceProperties(&device, 0));
  expect(cudaMalloc(&a_of_all, elements * sizeof(float)));
  expect(cudaMalloc(&b_of_all, elements * sizeof(float)));
  expect(cudaMalloc(&warps_of_all, sizeof(Warp) * most_warps));
  expect(cudaMalloc(&flushed, flush_bytes));
  expect(cudaMemset(a_of_all, 0, elements * sizeof(float)));
  expect(cudaMemset(b_of_all, 0, elements * sizeof(float)));
  int hz = 0;
  expect(cudaDeviceGetAttribute(&hz, cudaDevAttrClockRate, 0));
  std::printf(
      "{\n  \"experiment\": \"turnover\",\n  \"device\": \"%s\",\n  \"sms\": %d,\n"
      "  \"clock_hz\": %.4e,\n  \"blocks\": [",
      device.name, device.multiProcessorCount, 1e3 * hz);
  for (const unsigned threads : {64U, 128U, 192U, 256U, 512U, 1024U}) {
    for (const int warps : {8, 16, 32, 64}) {
      const int resident = warps * 32 / static_cast<int>(threads);
      if (resident >= 1) measure_copy(threads, resident);
    }
  }
  for (const unsigned threads : {320U, 384U, 640U, 768U, 896U}) measure_copy(threads, 32);
  for (const dim3 block :
       {dim3{64, 3, 1},  dim3{64, 1, 3},  dim3{32, 8, 1},  dim3{32, 1, 8},  dim3{32, 2, 4},
        dim3{64, 2, 2},  dim3{32, 2, 8},  dim3{64, 8, 1},  dim3{32, 16, 1}, dim3{64, 4, 2},
        dim3{32, 4, 3},  dim3{384, 1, 1}, dim3{128, 5, 1}, dim3{32, 5, 4},  dim3{64, 12, 1},
        dim3{64, 6, 2},  dim3{32, 6, 4},  dim3{64, 16, 1}, dim3{64, 2, 8},  dim3{16, 2, 8},
        dim3{16, 16, 1}, dim3{128, 1, 1}, dim3{32, 4, 1},  dim3{32, 1, 4}}) {
    measure_stencil(block);
  }
  std::printf("\n  ]\n}\n");
}
