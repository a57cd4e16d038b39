// describe: -D n=1Ki -D m=512 -D g_nx_value=1Ki -D g_ny_value=512
// Rows of pointers, pointers in structures that are in memory, a construct around a call, one
// without a loop, complex numbers, tiles, and statements of host code that do not compile.
#include <complex.h>
#include <mpi.h>
#include <not_there.h>
typedef struct {
  int nx, ny;
  double *u, *v;
} Grid;

void rows(int n, int m, double **a, double **b) {
  printf("%s", VERSION_OF_BUILD);
#pragma acc parallel loop collapse(2) copyin(a[0:n][0:m]) copyout(b[0:n][0:m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) b[i][j] = 2 * a[i][j];
}

void triangle(int n, float **l, float *y) {
#pragma acc parallel loop gang
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = 0; j <= i; ++j) sum += l[i][j];
    y[i] = sum;
  }
}

void members(Grid *g) {
  MPI_Request sent;
  if (sent == NOBODY_KNOWS) exchange_with(NOBODY);
#pragma acc parallel loop gang vector present(g->u[0:g->nx * g->ny], g->v)
  for (int i = 0; i < g->nx; ++i)
    for (int j = 0; j < g->ny; ++j) g->v[i * g->ny + j] = g->u[i * g->ny + j];
}

static void scale(int n, float *x) {
  for (int i = 0; i < n; ++i) x[i] *= 3;
}
void calls(int n, float *x) {
#pragma acc kernels
  scale(n, x);
#pragma acc serial
  { x[0] = x[n - 1]; }
#pragma acc kernels
  {
    scale(n, x);
    scale(n, x);
  }
}

void products(int n, double _Complex *z, double *size) {
#pragma acc parallel loop
  for (int i = 0; i < n; ++i) {
    z[i] = z[i] * z[i];
    size[i] = cabs(z[i]);
  }
}

void tiles(int n, int m, const float *a, float *t) {
#pragma acc parallel loop tile(8, 32)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) t[j * n + i] = a[i * m + j];
}
