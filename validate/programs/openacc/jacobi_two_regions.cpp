// Larkin's step 1: both loops on the device, each with its own copies. What a region copies out is
// what it wrote: the inner rows. So that these are whole, the first loop keeps both ends of a row.
#include "validate/programs/openacc/jacobi.hpp"

static double sweep(int n, const double* A, double* Anew) {
  const std::int64_t all = std::int64_t{n} * n;
  double err = 0.0;
#pragma acc parallel loop gang vector_length(128) reduction(max : err) copy(err) \
    copyin(A[0 : all]) copyout(Anew[0 : all])
  for (int i = 1; i < n - 1; ++i) {
    const std::int64_t row = std::int64_t{i} * n;
    Anew[row] = A[row];
    Anew[row + n - 1] = A[row + n - 1];
    double row_err = 0.0;
#pragma acc loop vector reduction(max : row_err)
    for (int j = 1; j < n - 1; ++j) {
      const std::int64_t at = row + j;
      const double v = 0.25 * (A[at - 1] + A[at + 1] + A[at - n] + A[at + n]);
      Anew[at] = v;
      row_err = std::fmax(row_err, std::fabs(v - A[at]));
    }
    err = std::fmax(err, row_err);
  }
  return err;
}

static void copy_back(int n, const double* Anew, double* A) {
  const std::int64_t first = n, inner = std::int64_t{n} * (n - 2);
#pragma acc parallel loop gang vector_length(128) copyin(Anew[first : inner]) \
    copyout(A[first : inner])
  for (int i = 1; i < n - 1; ++i) {
#pragma acc loop vector
    for (int j = 0; j < n; ++j) {
      const std::int64_t at = std::int64_t{i} * n + j;
      A[at] = Anew[at];
    }
  }
}

static void check(const gpumodel::OpenAccProgram& p) {
  gpumodel::jacobi::expect_answer(p, "A");
}

GPUMODEL_OPENACC_PROGRAM("jacobi-two-regions", nothing, check, p) {
  const int n = p.value("n"), iterations = p.value("iterations");
  double *A = p.buffer<double>("A"), *Anew = p.buffer<double>("Anew");
  double* err = p.buffer<double>("err");
  *err = 1.0;
  for (int iteration = 0; *err > gpumodel::jacobi::tolerance && iteration < iterations;
       ++iteration) {
    *err = sweep(n, A, Anew);
    copy_back(n, Anew, A);
  }
}
