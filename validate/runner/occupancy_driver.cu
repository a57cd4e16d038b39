// Asks the driver of a real GPU for the occupancy of many launches and prints the answers as CSV.
//
//   cmake --preset cuda && cmake --build --preset cuda --target occupancy_driver
//   build/cuda/validate/occupancy_driver > tests/data/occupancy_driver_h200.csv
//
// tests/occupancy/driver_oracle_test.cpp compares the engine with the record. Nothing is launched:
// the driver answers from the compiled kernels, which differ in registers, static shared memory and
// barriers. The columns are the driver's own numbers for the kernel (cudaFuncGetAttributes), except
// `barriers`, which it does not report and which the kernel's source fixes. `carveout_percent` is
// -1 for no preference; `opt_in` is whether the kernel was allowed its largest dynamic shared
// memory.
//
// `blocks` is -1 where the driver gave an error instead of a number.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "occupancy_driver: %s\n", cudaGetErrorString(status));
  std::exit(1);
}

// `Live` values that are all needed until the end, so that the compiler wants more registers than
// the `Registers` it is held to; `Bytes` of static shared memory; barriers 0 to `Barriers` - 1.
template <int Live, int Registers, int Bytes, int Barriers>
__global__ void __maxnreg__(Registers) kernel(float* data) {
  __shared__ char shared[Bytes > 0 ? Bytes : 1];
  float value[Live];
#pragma unroll
  for (int i = 0; i < Live; ++i) value[i] = data[i * 1024 + threadIdx.x];
  if (Bytes > 0) shared[(threadIdx.x * 37) % (Bytes > 0 ? Bytes : 1)] = char(value[0]);
  if (Barriers > 0) asm volatile("bar.sync 0;");
  if (Barriers > 2) asm volatile("bar.sync 1, 64; bar.sync 2, 64;");
  if (Barriers > 5) asm volatile("bar.sync 3, 64; bar.sync 4, 64; bar.sync 5, 64;");
  if (Barriers > 15)
    asm volatile(
        "bar.sync 6, 64; bar.sync 7, 64; bar.sync 8, 64; bar.sync 9, 64; bar.sync 10, 64;"
        "bar.sync 11, 64; bar.sync 12, 64; bar.sync 13, 64; bar.sync 14, 64; bar.sync 15, 64;");
#pragma unroll
  for (int i = 0; i < Live; ++i)
    value[i] = value[i] * value[(i * 7 + 3) % Live] + value[(i * 5 + 1) % Live];
  if (Bytes > 0) value[0] += shared[threadIdx.x % (Bytes > 0 ? Bytes : 1)];
#pragma unroll
  for (int i = 0; i < Live; ++i) data[i * 1024 + threadIdx.x] = value[i];
}

struct Kernel {
  void (*entry)(float*);
  int barriers;
};

const Kernel kernels[] = {
    {kernel<1, 255, 0, 0>, 0},     {kernel<5, 255, 0, 1>, 1},       {kernel<9, 255, 1, 1>, 1},
    {kernel<20, 24, 1000, 1>, 1},  {kernel<30, 31, 0, 1>, 1},       {kernel<34, 33, 4096, 1>, 1},
    {kernel<40, 37, 0, 3>, 3},     {kernel<48, 41, 8192, 1>, 1},    {kernel<60, 51, 0, 1>, 1},
    {kernel<64, 57, 12345, 1>, 1}, {kernel<70, 64, 0, 0>, 0},       {kernel<80, 73, 2048, 1>, 1},
    {kernel<100, 92, 0, 1>, 1},    {kernel<120, 113, 16384, 1>, 1}, {kernel<140, 128, 0, 1>, 1},
    {kernel<170, 161, 512, 1>, 1}, {kernel<200, 199, 0, 1>, 1},     {kernel<260, 255, 49152, 1>, 1},
    {kernel<6, 255, 49152, 1>, 1}, {kernel<3, 255, 0, 6>, 6},       {kernel<4, 255, 0, 16>, 16},
    {kernel<2, 255, 256, 16>, 16}};

// Whole and partial warps.
const int block_sizes[] = {1,   32,  33,  64,  96,  100, 128, 160, 192, 224,  256,
                           288, 320, 384, 416, 448, 512, 640, 768, 896, 1000, 1024};
const int preferences[] = {-1, 0, 1, 10, 25, 37, 50, 75, 90, 100};

// Dynamic shared memory from none to a little more than is allowed, around allocation units.
std::vector<int> dynamic_sizes(int most) {
  std::vector<int> sizes = {0, 1, 1024};
  for (int part : {64, 24, 9, 4, 2, 1}) sizes.push_back(most / part);
  sizes.push_back(most + 1);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

// One of five of all combinations keeps the record small; the same ones every time.
bool chosen() {
  static std::uint32_t state = 1;
  state = state * 1664525u + 1013904223u;  // Numerical Recipes' generator
  return (state >> 16) % 5 == 0;
}

// -1: the driver answered with an error instead of a number.
int ask_driver(const Kernel& kernel, int threads, int dynamic) {
  int blocks = 0;
  const cudaError_t status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, kernel.entry, threads, static_cast<std::size_t>(dynamic));
  if (status == cudaSuccess) return blocks;
  if (status != cudaErrorInvalidValue) check(status);
  cudaGetLastError();
  return -1;
}

void ask(const Kernel& kernel, const cudaFuncAttributes& attributes, bool opt_in, int preference,
         int dynamic) {
  for (int threads : block_sizes) {
    if (!chosen()) continue;
    std::printf("%d,%d,%d,%d,%d,%d,%d,0,%d\n", threads, attributes.numRegs,
                static_cast<int>(attributes.sharedSizeBytes), dynamic, opt_in ? 1 : 0, preference,
                kernel.barriers, ask_driver(kernel, threads, dynamic));
  }
}

void ask_all(const Kernel& kernel, const cudaDeviceProp& device) {
  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, kernel.entry));
  const int fixed = static_cast<int>(attributes.sharedSizeBytes);
  for (bool opt_in : {false, true}) {
    const int most =
        static_cast<int>(opt_in ? device.sharedMemPerBlockOptin : device.sharedMemPerBlock) - fixed;
    if (opt_in)
      check(cudaFuncSetAttribute(kernel.entry, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    for (int preference : preferences) {
      check(cudaFuncSetAttribute(kernel.entry, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 preference));
      for (int dynamic : dynamic_sizes(most)) ask(kernel, attributes, opt_in, preference, dynamic);
    }
  }
}

}  // namespace

int main() {
  cudaDeviceProp device;
  int driver = 0, runtime = 0;
  check(cudaGetDeviceProperties(&device, 0));
  check(cudaDriverGetVersion(&driver));
  check(cudaRuntimeGetVersion(&runtime));
  std::printf("# device %s\n# capability %d.%d\n# driver %d\n# runtime %d\n", device.name,
              device.major, device.minor, driver, runtime);
  std::printf(
      "threads,registers_per_thread,static_smem,dynamic_smem,opt_in,carveout_percent,"
      "barriers,halved_caching,blocks\n");
  for (const Kernel& kernel : kernels) ask_all(kernel, device);
  return 0;
}
