#include "validate/runner/openacc_spin.hpp"

#include <openacc.h>

#include <new>

namespace gpumodel {

OpenAccSpin::OpenAccSpin() : at_(static_cast<double*>(acc_malloc(sizeof(double)))) {
  if (at_ == nullptr) throw std::bad_alloc();
  double zero = 0.0;
  acc_memcpy_to_device(at_, &zero, sizeof zero);
}

OpenAccSpin::~OpenAccSpin() {
  acc_free(at_);
}

// A chain of dependent steps.
void OpenAccSpin::enqueue(int queue) const {
  double* const at = at_;
#pragma acc parallel num_gangs(1) num_workers(1) vector_length(32) deviceptr(at) async(queue)
  {
    double x = at[0];
#pragma acc loop seq
    for (int i = 0; i < 20000; ++i) x = x * 0.999 + 0.5;
    at[0] = x;
  }
}

}  // namespace gpumodel
