// describe: -D n=1Ki -D m=1Ki -D bins=256 --values 'element=uniform: [0, bins]'
/* Regions of OpenACC: schedules, sizes, copies, atomics, sums, macros, and code around them. */
#include <math.h>
#include <stdlib.h>
#define LANES 64
#ifdef _OPENACC
#include <openacc.h>
#endif

static int bins = 256;

int main(int argc, char **argv) {
  int n = atoi(argv[1]), steps = 10;
  double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b);
  unsigned *h = calloc(bins, sizeof *h);
  double error = 0;
#pragma acc data copyin(a[0 : n * n]) copyout(b[0 : n * n])
  {
    for (int step = 0; step < steps; ++step) {
#pragma acc parallel loop gang worker num_gangs(n / 2) num_workers(4) vector_length(LANES) \
    present(a, b) reduction(max : error) /* of all */
      for (int i = 1; i < n - 1; ++i) {
#pragma acc loop vector independent reduction(max : error)
        for (int j = 1; j < n - 1; ++j) {
          b[i * n + j] = 0.5 * (a[i * n + j - 1] + sqrt(a[i * n + j + 1]));
          error = fmax(error, fabs(b[i * n + j]));
        }
      }
    }
#pragma acc kernels
    {
      for (int i = 0; i < n; ++i) a[i] = b[i];
#pragma acc loop independent gang(128) vector(32)
      for (int i = 0; i < n; ++i) b[i] = 1;
    }
  }
#pragma acc parallel loop copy(h[0 : bins]) copyin(a[0 : n])
  for (int i = 0; i < n; ++i) {
    int bin = (int)a[i] % bins;
#pragma acc atomic update
    h[bin] += 1;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) a[i] = 0;
  return error > 1;
}

void fill(int n, int m, float x[restrict n][m]) {
#pragma acc parallel loop collapse(2) gang vector
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; j += 2) x[i][j] = i;
}

#pragma acc routine seq
static float square(float x) { return x * x; }

void squares(int n, const float *x, float *restrict y) {
#pragma acc serial loop
  for (int i = 0; i < n; ++i) y[i] = square(x[i]);
}
