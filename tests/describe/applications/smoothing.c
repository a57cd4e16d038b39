#include <stdio.h>
#include <stdlib.h>
struct grid { int n, m; double *u; };
static double smooth(struct grid *g, double *v, int steps) {
  int n = g->n, m = g->m;
  double *u = g->u, sum = 0;
#pragma acc data copy(u[0:n*m]) create(v[0:n*m])
  for (int s = 0; s < steps; s++) {
#pragma acc parallel loop collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        v[i*m + j] = 0.25 * (u[i*m + j-1] + u[i*m + j+1] + u[(i-1)*m + j] + u[(i+1)*m + j]);
#pragma acc parallel loop collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++) u[i*m + j] = v[i*m + j];
  }
#pragma acc parallel loop reduction(+:sum) copyin(u[0:n*m])
  for (int i = 0; i < n * m; i++) sum += u[i];
  return sum;
}
int main(int argc, char **argv) {
  struct grid g = {argc > 1 ? atoi(argv[1]) : 512, 256, 0};
  g.u = malloc(sizeof(double) * g.n * g.m);
  double *v = malloc(sizeof(double) * g.n * g.m);
  for (int i = 0; i < g.n * g.m; i++) g.u[i] = i % 7;
  printf("%g\n", smooth(&g, v, 10));
  g.n /= 2;
  printf("%g\n", smooth(&g, v, 4));
  return 0;
}
