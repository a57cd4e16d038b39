// Column j of A times factors[j] is column j of B; n x n matrices, row by row.
void scale_columns(const double* A, const double* factors, double* B, int n) {
  // TODO 1: copy each array where it has to go, and no other way
  //{
#pragma acc data copyin(A[0 : n * n], factors[0 : n]) copyout(B[0 : n * n])
  //- #pragma acc data copy(A[0 : n * n], factors[0 : n], B[0 : n * n])
  //}
  {
    // TODO 2: neighbouring lanes of a vector shall work on neighbouring columns
    //{
#pragma acc parallel loop gang
    for (int i = 0; i < n; i++) {
#pragma acc loop vector
      for (int j = 0; j < n; j++) B[i * n + j] = A[i * n + j] * factors[j];
    }
    //- #pragma acc parallel loop gang
    //- for (int j = 0; j < n; j++) {
    //- #pragma acc loop vector
    //-   for (int i = 0; i < n; i++) B[i * n + j] = A[i * n + j] * factors[j];
    //- }
    //}
  }
}
