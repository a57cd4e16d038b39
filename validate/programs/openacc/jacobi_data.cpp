// Jacobi with a data region (RWTH exercise 4.4; Larkin's step 2): the grids stay on the device, and
// only the error goes there and back in an iteration.
#include "validate/programs/openacc/jacobi.hpp"

static void check(const gpumodel::OpenAccProgram& p) {
  gpumodel::jacobi::expect_answer(p, "U");
}

GPUMODEL_OPENACC_PROGRAM("jacobi-data", nothing, check, p) {
  const int n = p.value("n"), iterations = p.value("iterations");
  const std::int64_t all = std::int64_t{n} * n;
  double *U = p.buffer<double>("U"), *Unew = p.buffer<double>("Unew");
  double* err = p.buffer<double>("err");
  *err = 1.0;
#pragma acc data copy(U[0 : all]) create(Unew[0 : all])
  for (int iteration = 0; *err > gpumodel::jacobi::tolerance && iteration < iterations;
       ++iteration) {
    *err = gpumodel::jacobi::sweep(n, U, Unew);
    gpumodel::jacobi::copy_back(n, Unew, U);
  }
}
