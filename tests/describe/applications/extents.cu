// Rows of a table that data choose, and bytes that are written four at a time: how long both arrays
// are, their memory says. Whoever checks errors as one did for CUDA 5 names them all.
#include <cstdio>
#include <nvToolsExt.h>

__global__ void look_up(const float* table, const int* row, float* out, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[row[i / columns] * columns + i % columns];
}

__global__ void scatter(unsigned char* bytes, const int* place) {
  const int at = place[blockIdx.x * blockDim.x + threadIdx.x];
  reinterpret_cast<uchar4*>(bytes)[at] = make_uchar4(1, 2, 3, 4);
}

static const char* name_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "none";
    case cudaErrorMissingConfiguration: return "missing configuration";
    case cudaErrorPriorLaunchFailure: return "prior launch failure";
    case cudaErrorMapBufferObjectFailed: return "no buffer";
    case cudaErrorApiFailureBase: return "base";
    default: return "another";
  }
}

int main() {
  const int columns = 64, rows = 1000, count = 128;
  nvtxEventAttributes_t mark{NVTX_VERSION, NVTX_EVENT_ATTRIB_STRUCT_SIZE};
  mark.message.ascii = "all";
  nvtxRangePushEx(&mark);
  cudaSharedMemConfig width;
  cudaDeviceGetSharedMemConfig(&width);
  float *table, *out;
  unsigned char* bytes;
  int* places;
  int host[count];
  for (int i = 0; i < count; ++i) host[i] = i * 7 % rows;
  cudaMalloc(&table, sizeof(float) * columns * rows);
  cudaMalloc(&out, sizeof(float) * columns * count);
  cudaMalloc(&bytes, 4 * rows);
  cudaMalloc(&places, sizeof host);
  cudaMemcpy(places, host, sizeof host, cudaMemcpyHostToDevice);
  look_up<<<columns * count / 256, 256>>>(table, places, out, columns);
  scatter<<<1, count>>>(bytes, places);
  cudaDeviceSynchronize();
  nvtxRangePop();
  std::printf("%d, %s\n", static_cast<int>(width), name_of(cudaGetLastError()));
}
