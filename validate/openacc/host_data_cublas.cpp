// The same with a library. It is loaded at run time: linked, the program would not start on a
// machine without it.
#include <dlfcn.h>

#include "validate/openacc/idiom.hpp"

namespace {

// The three functions of cuBLAS that a saxpy takes, as cublas_v2.h declares them.
class Cublas {
 public:
  Cublas() {
    for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"})
      if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW);
    if (library_ == nullptr) throw gpumodel::NotHere("libcublas");
    load(create_, "cublasCreate_v2");
    load(destroy_, "cublasDestroy_v2");
    load(saxpy_, "cublasSaxpy_v2");
    gpumodel::expect(create_(&handle_) == 0, "cublasCreate() fails");
  }
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;
  ~Cublas() { destroy_(handle_); }

  // y = a * x + y over device arrays. The library stays loaded.
  void saxpy(int n, float a, const float* x, float* y) {
    gpumodel::expect(saxpy_(handle_, n, &a, x, 1, y, 1) == 0, "cublasSaxpy() fails");
  }

 private:
  template <class Function>
  void load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    if (function == nullptr) throw gpumodel::NotHere(std::string("libcublas with ") + name);
  }

  void* library_ = nullptr;
  void* handle_ = nullptr;
  int (*create_)(void** handle) = nullptr;
  int (*destroy_)(void* handle) = nullptr;
  int (*saxpy_)(void*, int, const float*, const float*, int, float*, int) = nullptr;
};

}  // namespace

GPUMODEL_IDIOM("host-data-cublas", device) {
  constexpr int n = 100000;
  std::vector<float> numbers(n), result(n, 1.0F);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
  const float* x = numbers.data();
  float* y = result.data();
#pragma acc data copyin(x[0 : n]) copy(y[0 : n])
  {
    Cublas cublas;  // in the context of the data region
#pragma acc host_data use_device(x, y)
    cublas.saxpy(n, 2.0F, x, y);
  }
  gpumodel::expect_all(result, [](std::size_t i) { return 2 * i + 1; });
}
