// Calls jacobi() on a grid that nobody has seen. Arguments: size, seed, exit code if right.
#include <math.h>
#include <stdlib.h>
#include <string.h>

int jacobi(double* U, double* Unew, int n, double tol, int most);

static int expected(double* u, double* next, int n, double tol, int most) {
  double err = 2 * tol + 1;
  int round = 0;
  for (; err > tol && round < most; ++round) {
    err = 0;
    for (int i = 1; i < n - 1; ++i) {
      for (int j = 1; j < n - 1; ++j) {
        const int at = i * n + j;
        next[at] = 0.25 * (u[at + 1] + u[at - 1] + u[at - n] + u[at + n]);
        err = fmax(err, fabs(next[at] - u[at]));
      }
    }
    for (int i = 1; i < n - 1; ++i) {
      memcpy(u + i * n + 1, next + i * n + 1, (n - 2) * sizeof(double));
    }
  }
  return round;
}

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const int n = atoi(argv[1]);
  srand(atoi(argv[2]));
  // Small grids come to their end by the tolerance, the large one by the number of rounds.
  const double tol = 0.5 + rand() % 100 / 100.0;
  const int most = n > 1000 ? 10 : 1000;
  const size_t count = (size_t)n * n;
  double* u = malloc(count * sizeof(double));
  double* own = malloc(count * sizeof(double));
  double* next = malloc(count * sizeof(double));
  for (size_t i = 0; i < count; ++i) own[i] = u[i] = rand() % 1000;
  const int rounds = jacobi(u, next, n, tol, most);
  if (rounds != expected(own, next, n, tol, most)) return 1;
  for (size_t i = 0; i < count; ++i) {
    if (!(fabs(u[i] - own[i]) <= 1e-9 * fabs(own[i]))) return 1;
  }
  return atoi(argv[3]);
}
