// describe: -D n=1024
// A loop that is shared out, and whose rounds depend on the one around it: the nest has all that any
// row has, and a condition says which are there. Directives on lines of their own, and a construct
// with two nests.
void lower(int n, const double *a, double *b) {
#pragma acc kernels copyin(a[0:n*n]) copyout(b[0:n*n])
#pragma acc loop independent gang
  for (int i = 0; i < n; i++) {
#pragma acc loop independent vector
    for (int j = 0; j <= i; j++) b[i * n + j] = 2 * a[i * n + j];
  }
}

void upper(int n, const double *a, double *b) {
#pragma acc data copyin(a[0:n*n]) copyout(b[0:n*n])
#pragma acc parallel loop gang
  for (int i = 0; i < n - 1; i++) {
#pragma acc loop vector
    for (int j = i + 1; j < n; j++) b[i * n + j] = a[j * n + i];
  }
}

void both(int n, double *a, double *b) {
#pragma acc parallel
  {
#pragma acc loop gang vector
    for (int i = 0; i < n; i++) a[i] = 1;
#pragma acc loop gang vector
    for (int i = 0; i < n; i++) b[i] = 2;
  }
}
