// describe: -D n=4Ki -D m=4Ki -D a_elements=4Ki --values 'where=uniform: [0, n]'
/* Plain loops: nests that a GPU could run, and one that it could not. */
#define N 1024

void scale(int n, float a, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) y[i] = a * x[i];
}

void jacobi(int n, int m, double U[n][m], double V[n][m]) {
  for (int i = 1; i < n - 1; i++) {
    for (int j = 1; j < m - 1; j++)
      V[i][j] = 0.25 * (U[i][j - 1] + U[i][j + 1] + U[i - 1][j] + U[i + 1][j]);
  }
}

void product(int n, const double *A, const double *B, double *C) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += A[i * n + k] * B[k * n + j];
      C[i * n + j] = sum;
    }
}

static double table[N][N], total[N];

void rows(void) {
  for (int r = 0; r < N; ++r)
    for (int c = 0; c < N; ++c) total[r] += table[r][c];
}

void strided(int n, const int *where, float *a) {
  for (int i = 4; i < n; i += 4) a[where[i]] = i;
}
