// Jacobi with one directive only (RWTH exercise 4.2): the grids are copied in every iteration, the
// old one to the device and the new one back, and the second loop is the host's.
#include "validate/programs/openacc/jacobi.hpp"

static void check(const gpumodel::OpenAccProgram& p) {
  gpumodel::jacobi::expect_answer(p, "U");
}

GPUMODEL_OPENACC_PROGRAM("jacobi-basic", nothing, check, p) {
  const int n = p.value("n"), iterations = p.value("iterations");
  double *U = p.buffer<double>("U"), *Unew = p.buffer<double>("Unew");
  double* err = p.buffer<double>("err");
  *err = 1.0;
  for (int iteration = 0; *err > gpumodel::jacobi::tolerance && iteration < iterations;
       ++iteration) {
    *err = gpumodel::jacobi::sweep(n, U, Unew);
    for (int i = 1; i < n - 1; ++i) {
      const std::int64_t row = std::int64_t{i} * n;
      for (int j = 1; j < n - 1; ++j) U[row + j] = Unew[row + j];
    }
  }
}
