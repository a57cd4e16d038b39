// A queue of OpenACC is a stream of CUDA, and can be one of the program's own: regions and CUDA
// kernels of the same stream follow each other without the host waiting between them.
#include <openacc.h>

#include "validate/openacc/cuda_parts.hpp"
#include "validate/openacc/idiom.hpp"

// y = i by a region, + 2 by a CUDA kernel, * 3 by a region, all in one queue.
static void in_turns(int n, const float* x, float* y, int queue) {
#pragma acc parallel loop present(y[0 : n]) async(queue)
  for (int i = 0; i < n; ++i) y[i] = static_cast<float>(i);
  void* stream = acc_get_cuda_stream(queue);
  gpumodel::expect(stream != nullptr, "the queue has no stream");
#pragma acc host_data use_device(x, y)
  gpumodel::cuda_parts()->saxpy(n, 2.0F, x, y, stream);
#pragma acc parallel loop present(y[0 : n]) async(queue)
  for (int i = 0; i < n; ++i) y[i] *= 3.0F;
}

GPUMODEL_IDIOM("cuda-stream", cuda) {
  constexpr int n = 100000, theirs = 5, ours = 6;
  const std::vector<float> ones(n, 1.0F);
  std::vector<float> result(n);
  const float* x = ones.data();
  float* y = result.data();
  const auto wanted = [](std::size_t i) { return 3 * (i + 2); };
#pragma acc data copyin(x[0 : n]) create(y[0 : n])
  {
    in_turns(n, x, y, theirs);
#pragma acc update self(y[0 : n]) async(theirs)
#pragma acc wait(theirs)
    gpumodel::expect_all(result, wanted);
    // The run-time library owns a stream that it was given, and destroys it in the end.
    void* stream = gpumodel::cuda_parts()->create_stream();
    acc_set_cuda_stream(ours, stream);
    in_turns(n, x, y, ours);
    gpumodel::cuda_parts()->wait_for_stream(stream);
#pragma acc update self(y[0 : n])
  }
  gpumodel::expect_all(result, wanted);
}
