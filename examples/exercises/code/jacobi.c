// Jacobi's method for Laplace's equation on a grid of n x n: rounds until no value changes by more
// than tol, or `most` of them. What stands on the edge of U stays. Says how many rounds it took.
#include <math.h>

int jacobi(double* U, double* Unew, int n, double tol, int most) {
  double err = 2 * tol + 1;
  int round = 0;
  // TODO 1: the grids shall stay on the device for all rounds
  //{
#pragma acc data copy(U[0 : n * n]) create(Unew[0 : n * n])
  //}
  while (err > tol && round < most) {
    err = 0;
    // TODO 2: this nest is a region of its own; gangs take rows, vectors go along them; of `err`
    // each has its own, the largest counts
    //{
#pragma acc parallel loop gang reduction(max : err)
    //}
    for (int i = 1; i < n - 1; i++) {
      //{
#pragma acc loop vector reduction(max : err)
      //}
      for (int j = 1; j < n - 1; j++) {
        Unew[i * n + j] = 0.25 * (U[i * n + j + 1] + U[i * n + j - 1] + U[(i - 1) * n + j] +
                                  U[(i + 1) * n + j]);
        err = fmax(err, fabs(Unew[i * n + j] - U[i * n + j]));
      }
    }
    // TODO 3: so is this one
    //{
#pragma acc parallel loop gang
    //}
    for (int i = 1; i < n - 1; i++) {
      //{
#pragma acc loop vector
      //}
      for (int j = 1; j < n - 1; j++) U[i * n + j] = Unew[i * n + j];
    }
    round++;
  }
  return round;
}
