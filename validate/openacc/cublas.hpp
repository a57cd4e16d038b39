// cuBLAS, loaded at run time: linked, a program would not start on a machine without it.
#pragma once

#include <dlfcn.h>

#include <string>

#include "validate/openacc/idiom.hpp"

namespace gpumodel {

// The three functions of cuBLAS that a saxpy takes, as cublas_v2.h declares them.
class Cublas {
 public:
  Cublas() {
    for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"})
      if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW);
    if (library_ == nullptr) throw NotHere("libcublas");
    load(create_, "cublasCreate_v2");
    load(destroy_, "cublasDestroy_v2");
    load(saxpy_, "cublasSaxpy_v2");
    expect(create_(&handle_) == 0, "cublasCreate() fails");
  }
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;
  ~Cublas() { destroy_(handle_); }

  // y = a * x + y over device arrays. The library stays loaded.
  void saxpy(int n, float a, const float* x, float* y) {
    expect(saxpy_(handle_, n, &a, x, 1, y, 1) == 0, "cublasSaxpy() fails");
  }

 private:
  template <class Function>
  void load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    if (function == nullptr) throw NotHere(std::string("libcublas with ") + name);
  }

  void* library_ = nullptr;
  void* handle_ = nullptr;
  int (*create_)(void** handle) = nullptr;
  int (*destroy_)(void* handle) = nullptr;
  int (*saxpy_)(void*, int, const float*, const float*, int, float*, int) = nullptr;
};

}  // namespace gpumodel
