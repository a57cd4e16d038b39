// Calls scale_columns() on a matrix that nobody has seen. Arguments: size, seed, exit code if right.
#include <stdlib.h>

void scale_columns(const double* A, const double* factors, double* B, int n);

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const int n = atoi(argv[1]);
  srand(atoi(argv[2]));
  const size_t count = (size_t)n * n;
  double* a = malloc(count * sizeof(double));
  double* b = malloc(count * sizeof(double));
  double* factors = malloc(n * sizeof(double));
  for (size_t i = 0; i < count; ++i) {
    a[i] = rand() % 10000;
    b[i] = -1;
  }
  for (int j = 0; j < n; ++j) factors[j] = 1 + rand() % 100;
  scale_columns(a, factors, b, n);
  for (size_t i = 0; i < count; ++i) {
    if (b[i] != a[i] * factors[i % n]) return 1;
  }
  return atoi(argv[3]);
}
