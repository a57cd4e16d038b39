// A CUDA driver with two GPUs, of which one cannot be had. FAKE_CUINIT: the code of cuInit();
// FAKE_GPU_NAME: of all GPUs; FAKE_BOTH: the second one can be had, and only it reaches the first.
#include <cstddef>
#include <cstdio>
#include <cstdlib>

extern "C" int cuInit(unsigned) {
  const char* code = std::getenv("FAKE_CUINIT");
  return code != nullptr ? std::atoi(code) : 0;
}
extern "C" int cuDriverGetVersion(int* version) {
  *version = 12040;
  return 0;
}
extern "C" int cuGetErrorString(int code, const char** text) {
  *text = "no CUDA-capable device is detected";
  return code == 100 ? 0 : 1;
}
extern "C" int cuDeviceGetCount(int* count) {
  *count = 2;
  return 0;
}
extern "C" int cuDeviceGet(int* device, int ordinal) {
  *device = 70 + ordinal;
  return ordinal == 0 || std::getenv("FAKE_BOTH") != nullptr ? 0 : 101;
}
extern "C" int cuDeviceCanAccessPeer(int* reaches, int from, int to) {
  *reaches = from == 71 && to == 70 ? 1 : 0;
  return 0;
}
extern "C" int cuDeviceGetName(char* text, int size, int device) {
  const char* name = std::getenv("FAKE_GPU_NAME");
  if (name != nullptr) {
    std::snprintf(text, static_cast<std::size_t>(size), "%s", name);
  } else {
    std::snprintf(text, static_cast<std::size_t>(size), "Fake GPU %d", device);
  }
  return 0;
}
extern "C" int cuDeviceGetPCIBusId(char* text, int size, int) {
  std::snprintf(text, static_cast<std::size_t>(size), "0000:3b:00.0");
  return 0;
}
extern "C" int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = std::size_t{80} << 30U;
  return 0;
}
extern "C" int cuDeviceGetAttribute(int* value, int which, int) {
  *value = which == 16 ? 132 : which == 38 ? 52428800 : which == 75 ? 9 : which == 76 ? 0 : -1;
  return 0;
}
