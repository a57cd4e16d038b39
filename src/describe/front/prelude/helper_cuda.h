// What the headers of NVIDIA's samples are used for in programs that were made after them: checks,
// the choice of a device, timers and options of the command line.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

template <class Result>
inline void __gm_check(Result result, const char* call, const char* file, int line) {
  if (static_cast<int>(result) == 0) return;
  fprintf(stderr, "%s:%d: %s gives %s\n", file, line, call,
          cudaGetErrorString(static_cast<cudaError_t>(result)));
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) __gm_check((call), #call, __FILE__, __LINE__)
#define getLastCudaError(what) __gm_check(cudaGetLastError(), what, __FILE__, __LINE__)
#define printLastCudaError(what) getLastCudaError(what)

inline const char* __gm_option(int argc, const char** argv, const char* name) {
  const size_t length = strlen(name);
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i];
    while (*word == '-') ++word;
    if (word == argv[i] || strncmp(word, name, length) != 0) continue;
    if (word[length] == '\0' || word[length] == '=') return word + length;
  }
  return nullptr;
}
inline bool checkCmdLineFlag(int argc, const char** argv, const char* name) {
  return __gm_option(argc, argv, name) != nullptr;
}
inline const char* __gm_value(int argc, const char** argv, const char* name) {
  const char* found = __gm_option(argc, argv, name);
  return found != nullptr && *found == '=' ? found + 1 : nullptr;
}
inline int getCmdLineArgumentInt(int argc, const char** argv, const char* name) {
  const char* value = __gm_value(argc, argv, name);
  return value != nullptr ? atoi(value) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char** argv, const char* name) {
  const char* value = __gm_value(argc, argv, name);
  return value != nullptr ? static_cast<float>(atof(value)) : 0.f;
}
inline bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** value) {
  *value = const_cast<char*>(__gm_value(argc, argv, name));
  return *value != nullptr;
}

inline int gpuGetMaxGflopsDeviceId() {
  return 0;
}
inline int gpuDeviceInit(int device) {
  checkCudaErrors(cudaSetDevice(device));
  return device;
}
inline int findCudaDevice(int argc, const char** argv) {
  const int device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device"));
  cudaDeviceProp what;
  checkCudaErrors(cudaGetDeviceProperties(&what, device));
  printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, what.name, what.major,
         what.minor);
  return device;
}
inline bool checkCudaCapabilities(int, int) {
  return true;
}
inline int _ConvertSMVer2Cores(int major, int minor) {
  if (major == 6) return minor == 0 ? 64 : 128;
  if (major == 7) return 64;
  if (major == 8) return minor == 0 ? 64 : 128;
  return major == 3 ? 192 : 128;
}

// The file, where it is or in a folder data beside it.
inline char* sdkFindFilePath(const char* file, const char*) {
  for (const char* folder : {"", "./data/", "../data/", "../../data/"}) {
    const std::string path = std::string(folder) + file;
    if (std::ifstream(path)) return strdup(path.c_str());
  }
  return nullptr;
}

class StopWatchInterface {
 public:
  void start() { since_ = now(), runs_ = true; }
  void stop() {
    if (runs_) total_ += passed(), ++times_;
    runs_ = false;
  }
  void reset() { total_ = 0.f, times_ = 0, since_ = now(); }
  float getTime() const { return total_ + (runs_ ? passed() : 0.f); }
  float getAverageTime() const { return times_ > 0 ? total_ / static_cast<float>(times_) : 0.f; }

 private:
  using Moment = std::chrono::steady_clock::time_point;
  static Moment now() { return std::chrono::steady_clock::now(); }
  float passed() const { return std::chrono::duration<float, std::milli>(now() - since_).count(); }
  Moment since_ = now();
  float total_ = 0.f;
  int times_ = 0;
  bool runs_ = false;
};

inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = new StopWatchInterface;
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
  return (*timer)->start(), true;
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
  return (*timer)->stop(), true;
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
  return (*timer)->reset(), true;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) {
  return (*timer)->getTime();
}
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
  return (*timer)->getAverageTime();
}
