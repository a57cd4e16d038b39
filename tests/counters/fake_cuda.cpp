// A CUDA driver for tests without a GPU: the calling thread has a context on device 2. Its calls
// are in the list of the fake CUPTI.
#include <cuda.h>

extern "C" void fake_kernel(const char* name);
extern "C" int fake_fails(const char* function);

static int the_context = 0;

extern "C" CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = reinterpret_cast<CUcontext>(&the_context);
  return CUDA_SUCCESS;
}
extern "C" CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 2;
  return CUDA_SUCCESS;
}
extern "C" CUresult cuCtxSynchronize() {
  fake_kernel("wait");
  return fake_fails("cuCtxSynchronize") == 0 ? CUDA_SUCCESS : CUDA_ERROR_LAUNCH_FAILED;
}
