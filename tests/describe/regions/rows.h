static void scale(int n, float *a) {
#pragma acc parallel loop
  for (int i = 0; i < n; ++i) a[i] *= 2;
}
