// Calls of libraries whose kernels nobody describes: they are recorded, not done. What they write
// is not known, nor what the host reads of it.
#pragma once

#include "cuda_runtime.h"

// `first`, `second`: memory that the call writes; neither: any may be.
void __gpumodel_library_call(const char* call, const void* first, const void* second,
                             const char* file, unsigned line);

// "cublasSgemm(1, 0, 1024, 512, 64": a call by its whole numbers, which say how much there is to do.
class __gm_call_text {
 public:
  explicit __gm_call_text(const char* name) { put("%s(", name); }
  void add(long long value) { put(text_[at_ - 1] == '(' ? "%lld" : ", %lld", value); }
  const char* closed() {
    put(")%s", "");
    return text_;
  }

 private:
  template <class... Args>
  void put(const char* how, Args... args) {
    if (at_ < 220) at_ += snprintf(text_ + at_, sizeof text_ - static_cast<size_t>(at_), how, args...);
    if (at_ > 220) at_ = 220;
  }
  char text_[240];
  int at_ = 0;
};

// `n` elements, as `make` makes them of three numbers: also done, where kernels are executed.
void __gpumodel_library_fill(const char* call, void* to, size_t n,
                             void (*make)(void* to, size_t n, const double* how),
                             const double* how, const char* file, unsigned line);

// A result that the library hands to the host: as the real one, a copy from memory of the device.
// `beside` is what it writes, too.
template <class T>
inline T __gm_library_result(const char* call, const char* file, unsigned line,
                             const void* beside = nullptr) {
  void* there = nullptr;
  T result{};
  __gpumodel_allocate(&there, sizeof(T), 0, file, line);
  __gpumodel_library_call(call, there, beside, file, line);
  cudaMemcpy(&result, there, sizeof(T), cudaMemcpyDeviceToHost, file, line);
  cudaFree(there, file, line);
  return result;
}
