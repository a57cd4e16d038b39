// What nvcc -cudart shared makes of a program with two kernels, written by hand: the calls that
// register them, and launches by their stubs.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

struct Extent {
  unsigned x, y, z;
};
extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, void*, void*, void*,
                            void*, int*);
unsigned __cudaPushCallConfiguration(Extent, Extent, size_t, void*);
int __cudaPopCallConfiguration(Extent*, Extent*, size_t*, void*);
int cudaLaunchKernel(const void*, Extent, Extent, void**, size_t, void*);
int cudaMalloc(void**, size_t);
int cudaMemcpy(void*, const void*, size_t, int);
int cudaEventCreate(void**);
int cudaEventRecord(void*, void*);
int cudaEventSynchronize(void*);
int cudaEventElapsedTime(float*, void*, void*);
int cudaGetDeviceProperties(void*, int);
int cudaDeviceSynchronize();
}

static void scale(float* x, float f, int n) {
  void* arguments[] = {&x, &f, &n};
  Extent grid, block;
  size_t shared = 0;
  void* stream = nullptr;
  if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) == 0)
    cudaLaunchKernel(reinterpret_cast<const void*>(scale), grid, block, arguments, shared, stream);
}
static void other(float*) {}

static void registered() {
  void** all = __cudaRegisterFatBinary(nullptr);
  __cudaRegisterFunction(all, reinterpret_cast<const char*>(scale), nullptr, "_Z5scaleILi3EEvPffi",
                         -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterFunction(all, reinterpret_cast<const char*>(other), nullptr, "_Z5otherPf", -1,
                         nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(all);
}

int main(int, char** argv) {
  registered();
  const int n = std::atoi(argv[1]), blocks = std::atoi(argv[2]);
  static char properties[4096];
  cudaGetDeviceProperties(properties, 0);
  float* x = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&x), n * sizeof(float));
  void *begin = nullptr, *end = nullptr;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin, nullptr);
  for (int i = 0; i < 10; ++i) {
    __cudaPushCallConfiguration({static_cast<unsigned>(blocks), 1, 1}, {128, 1, 1}, 0, nullptr);
    scale(x, 2.0F, n);
  }
  cudaEventRecord(end, nullptr);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  std::printf("%s: %g us\n", properties, 1e3 * static_cast<double>(ms));
  void* arguments[] = {&x};
  cudaLaunchKernel(reinterpret_cast<const void*>(other), {1, 1, 1}, {32, 1, 1}, arguments, 0,
                   nullptr);
  cudaDeviceSynchronize();
  float first = 0;
  cudaMemcpy(&first, x, sizeof first, 2);
  return 3;
}
