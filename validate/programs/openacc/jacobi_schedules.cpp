// The loop schedules of RWTH exercise 4.5. Left: rows by gangs, columns by vectors, which is what
// jacobi-data writes as well. Right: a directive for the rows only, which GCC deals to gangs and
// vector lanes together; the columns of a row come one after the other.
#include "validate/programs/openacc/jacobi.hpp"

static double sweep_rows(int n, const double* U, double* Unew) {
  const std::int64_t all = std::int64_t{n} * n;
  double err = 0.0;
#pragma acc parallel loop reduction(max : err) copy(err) present(U[0 : all], Unew[0 : all])
  for (int i = 1; i < n - 1; ++i) {
    for (int j = 1; j < n - 1; ++j) {
      const std::int64_t at = std::int64_t{i} * n + j;
      const double v = 0.25 * (U[at - 1] + U[at + 1] + U[at - n] + U[at + n]);
      Unew[at] = v;
      err = std::fmax(err, std::fabs(v - U[at]));
    }
  }
  return err;
}

static void check(const gpumodel::OpenAccProgram& p) {
  gpumodel::jacobi::expect_answer(p, "U");
}

// The iterations around a sweep that is given.
static void iterate(gpumodel::OpenAccProgram& p, double (*sweep)(int, const double*, double*)) {
  const int n = p.value("n"), iterations = p.value("iterations");
  const std::int64_t all = std::int64_t{n} * n;
  double *U = p.buffer<double>("U"), *Unew = p.buffer<double>("Unew");
  double* err = p.buffer<double>("err");
  *err = 1.0;
#pragma acc data copy(U[0 : all]) create(Unew[0 : all])
  for (int iteration = 0; *err > gpumodel::jacobi::tolerance && iteration < iterations;
       ++iteration) {
    *err = sweep(n, U, Unew);
    gpumodel::jacobi::copy_back(n, Unew, U);
  }
}

GPUMODEL_OPENACC_PROGRAM("jacobi-data-vector", nothing, check, p) {
  iterate(p, gpumodel::jacobi::sweep);
}

GPUMODEL_OPENACC_PROGRAM("jacobi-data-seq", nothing, check, p) {
  iterate(p, sweep_rows);
}
