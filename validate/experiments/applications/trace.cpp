// Loaded into a CUDA application (CUDA_INJECTION64_PATH), writes what ran on the device: a line of
// JSON for each launch and copy, to the file that GPUMODEL_TRACE names. Times are CUPTI's, of the
// activity on the device (CUPTI 13, "Activity API").
//
//     g++ -O2 -shared -fPIC -I CUDA/include trace.cpp -o libtrace.so -L CUDA/lib64 -lcupti
#include <cupti.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr std::size_t buffer_bytes = std::size_t{8} << 20;
FILE* out = nullptr;

void request(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::malloc(buffer_bytes));
  *size = *buffer == nullptr ? 0 : buffer_bytes;
  *most_records = 0;
}

// Name, as it is mangled: it has neither quotes nor backslashes.
void write(const CUpti_ActivityKernel10& k) {
  std::fprintf(out,
               "{\"kernel\": \"%s\", \"grid\": [%d, %d, %d], \"block\": [%d, %d, %d], "
               "\"registers\": %u, \"shared\": %d, \"start\": %llu, \"ns\": %llu}\n",
               k.name, k.gridX, k.gridY, k.gridZ, k.blockX, k.blockY, k.blockZ,
               unsigned{k.registersPerThread}, k.staticSharedMemory + k.dynamicSharedMemory,
               static_cast<unsigned long long>(k.start),
               static_cast<unsigned long long>(k.end - k.start));
}

void write(const CUpti_ActivityMemcpy6& c) {
  const char* kind = c.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD   ? "in"
                     : c.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ? "out"
                                                                     : "device";
  std::fprintf(out, "{\"copy\": \"%s\", \"bytes\": %llu, \"start\": %llu, \"ns\": %llu}\n", kind,
               static_cast<unsigned long long>(c.bytes), static_cast<unsigned long long>(c.start),
               static_cast<unsigned long long>(c.end - c.start));
}

void complete(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
      write(*reinterpret_cast<const CUpti_ActivityKernel10*>(record));
    } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
      write(*reinterpret_cast<const CUpti_ActivityMemcpy6*>(record));
    }
  }
  std::fflush(out);
  std::free(buffer);
}

void finish() {
  cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

}  // namespace

extern "C" int InitializeInjection() {
  const char* path = std::getenv("GPUMODEL_TRACE");
  out = path == nullptr ? nullptr : std::fopen(path, "w");
  if (out == nullptr) return 0;
  cuptiActivityRegisterCallbacks(request, complete);
  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMCPY);
  std::atexit(finish);
  return 1;
}
