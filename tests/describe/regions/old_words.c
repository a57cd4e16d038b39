// describe: -D n=1Mi
// C as it was written once, which compilers of OpenACC take; and OpenMP's functions beside it.
#include <omp.h>

scale(n, s, x)
int n;
double s;
double *x;
{
  double begin = omp_get_wtime();
#pragma acc parallel loop
  for (int i = 0; i < n; i++) x[i] = s * x[i];
  return omp_get_wtime() > begin;
}
