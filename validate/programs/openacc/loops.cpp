// Two loops over the same data, as a region each or fused into one, launched again and again. All
// arrays are on the device already; regions follow each other in a queue.
#include "validate/programs/openacc/program.hpp"

namespace {

constexpr double s = 3.0;

void split(int N, const double* a, const double* b, double* c, double* d) {
#pragma acc parallel loop gang vector vector_length(128) present(a[0 : N], b[0 : N], c[0 : N]) \
    async(0)
  for (int i = 0; i < N; ++i) c[i] = a[i] + s * b[i];
#pragma acc parallel loop gang vector vector_length(128) present(b[0 : N], c[0 : N], d[0 : N]) \
    async(0)
  for (int i = 0; i < N; ++i) d[i] = b[i] * c[i];
}

void fused(int N, const double* a, const double* b, double* c, double* d) {
#pragma acc parallel loop gang vector vector_length(128) \
    present(a[0 : N], b[0 : N], c[0 : N], d[0 : N]) async(0)
  for (int i = 0; i < N; ++i) {
    const double factor = b[i];
    const double v = a[i] + s * factor;
    c[i] = v;
    d[i] = v * factor;
  }
}

void repeat(gpumodel::OpenAccProgram& p,
            void (*loops)(int, const double*, const double*, double*, double*)) {
  const int N = p.value("N"), iterations = p.value("iterations");
  const double *a = p.buffer<double>("a"), *b = p.buffer<double>("b");
  double *c = p.device_buffer<double>("c"), *d = p.device_buffer<double>("d");
  for (int iteration = 0; iteration < iterations; ++iteration) loops(N, a, b, c, d);
#pragma acc wait
}

void check(const gpumodel::OpenAccProgram& p) {
  constexpr double rounding = 1e-14;
  const auto c = [&](std::int64_t i) {
    return p.start<double>("a", i) + s * p.start<double>("b", i);
  };
  p.expect<double>("c", rounding, c);
  p.expect<double>("d", rounding, [&](std::int64_t i) { return c(i) * p.start<double>("b", i); });
}

}  // namespace

GPUMODEL_OPENACC_PROGRAM("loops-split", nothing, check, p) {
  repeat(p, split);
}

GPUMODEL_OPENACC_PROGRAM("loops-fused", nothing, check, p) {
  repeat(p, fused);
}
