// describe: -D n=1Ki --launch 'block=[32, 4] schedule={i: gang, j: [worker, vector]} vector_length=64'
// A nest of plain loops as a launch of CUDA, and as OpenACC would be told to share it out.
void add(int n, double (*a)[512], double b[][512]) {
  for (long i = 0; i < n; ++i)
    for (int j = 0; j < 512; j += 2) a[i][j] = b[i][j] + b[i][j + 1];
}
