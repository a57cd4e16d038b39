// describe: -D n=4Ki -D m=1Ki -D rows=4Ki -D pieces=64 --values 'col=uniform: [0, rows]' --values 'start=index * 27' -D col_elements=128Ki -D val_elements=128Ki -D x_elements=4Ki
// Loops of lanes beside other statements: sums and maxima of rows by one warp and by longer vectors,
// rows of data, several in a row, one that is left to the thread. Private arrays, numbers between the
// loops of a nest, clauses by kind of device, a region in a header, and a routine whose loop is the lanes'. What is called
// __global__ in a comment is no kernel.
#include "rows.h"

void product(int n, int m, const double *a, const double *x, double *y) {
#pragma acc parallel loop gang
  for (int i = 0; i < n; ++i) {
    double sum = 0;
#pragma acc loop vector reduction(+ : sum)
    for (int j = 0; j < m; ++j) sum += a[i * m + j] * x[j];
    y[i] = sum;
  }
}

void softmax(int n, int m, float *a) {
#pragma acc parallel loop gang vector_length(128)
  for (int i = 0; i < n; ++i) {
    float most = a[i * m], sum = 0;
#pragma acc loop vector reduction(max : most)
    for (int j = 1; j < m; ++j) most = a[i * m + j] > most ? a[i * m + j] : most;
#pragma acc loop vector reduction(+ : sum)
    for (int j = 0; j < m; ++j) sum += a[i * m + j] - most;
#pragma acc loop vector
    for (int j = 0; j < m; ++j) a[i * m + j] /= sum;
  }
}

void sparse(int rows, const int *start, const int *col, const double *val, const double *x, double *y) {
#pragma acc parallel loop device_type(host) num_gangs(1) device_type(nvidia) gang worker
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    int first = start[i], last = start[i + 1];
#pragma acc loop vector reduction(+ : sum)
    for (int k = first; k < last; ++k) sum += val[k] * x[col[k]];
    y[i] = sum;
  }
}

void matrices(int n, const double *a, const double *b, double *c) {
#pragma acc kernels
#pragma acc loop gang
  for (int i = 0; i < n; ++i) {
#pragma acc loop vector
    for (int j = 0; j < n; ++j) {
      double sum = 0;
#pragma acc loop reduction(+ : sum)
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  }
}

void coarse(int n, const double *fine, double *out) {
  double part[2];
  int i2, j2;
#pragma acc parallel loop gang private(part, i2, j2)
  for (int i = 0; i < n; ++i) {
    i2 = 2 * i;
#pragma acc loop vector
    for (int j = 0; j < n; ++j) {
      j2 = 2 * j;
      for (int k = 0; k < 2; ++k) part[k] = fine[(i2 + k) * 2 * n + j2];
      out[i * n + j] = part[0] + part[1];
    }
  }
}
void workers(int n, int m, const double *a, double *y) {
#pragma acc parallel num_workers(4) vector_length(32)
  {
#pragma acc loop gang
    for (int i = 0; i < n; ++i) {
      double sum = 0;
#pragma acc loop worker vector reduction(+ : sum)
      for (int j = 0; j < m; ++j) sum += a[i * m + j];
      y[i] = sum;
    }
  }
}

int neighbours = 3;  // changed nowhere

void clamped(int n, const double *a, double *restrict b) {
  int i, j;
#pragma acc parallel loop gang
  for (i = 0; i < n; i++) {
#pragma acc loop vector
    for (j = 0; j < n; j++) b[i * n + j] = neighbours * a[(i > 0 ? i - 1 : 0) * n + j];
  }
}

void pieces(int pieces, int n, float *a, float *restrict sums) {
#pragma acc parallel loop gang
  for (int c = 0; c < pieces; ++c) {
    int first = c * n;
#pragma acc loop vector
    for (int i = first; i < first + n; ++i) a[i] = 1;
    float few[2] = {0, 0};
#pragma acc loop
    for (int k = 0; k < 2; ++k) few[k] = a[first + k];
    sums[c] = few[0] + few[1];
  }
}

double differences(int n, const double *a, const double *old, double *restrict b) {
  double most = 0, sum = 0, t;
#pragma acc kernels
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      t = a[i * n + j] - old[i * n + j];
      if (t > most) most = t;
      sum += t * t;
      b[i * n + j] = t;
    }
  return most + sum;
}

int multiples(int n, const int *a) {
  int counter = 0, last = 0;
#pragma acc parallel loop copy(counter) copyin(a[0 : n])
  for (int i = 0; i < n; ++i) {
    int next = a[i] + 1;
#pragma acc atomic update
    counter += next;
#pragma acc atomic write
    last = i;
  }
  return counter + last;
}

#pragma acc routine vector
static void twice(int n, const float *x, float *y) {
#pragma acc loop vector
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}

void by_routine(int n, int m, const float *x, float *restrict y) {
#pragma acc parallel loop gang vector_length(64)
  for (int j = 0; j < m; ++j) twice(n, x + j * n, y + j * n);
}
