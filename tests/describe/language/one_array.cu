// describe: -D n=64Ki -D m=1Ki --values 'r_rounds=uniform: [9, 11]' --values 'middle=uniform: [1, 1024]' --values 'element=uniform: [0, 1024]' --values 'element_2=uniform: [0, 1022]' -D taken_22=0.5 -D taken_24=1 -D points_elements=1Ki --launch 'grid=[256] block=[256]'
// A pointer that is one of several into one array, by the way that was taken: both elements are
// asked for by the number that the pointer stands for, and so is a place that is made of two numbers
// of a search, which say nothing each for itself.
struct Point {
  double energy, total, elastic;
};

__global__ void between(const Point* points, const double* energies, double* out, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double energy = energies[i];
  int first = 0, length = m;
  while (length > 1) {
    const int middle = first + length / 2;
    if (points[middle].energy > energy)
      length /= 2;
    else
      first = middle, length -= length / 2;
  }
  const Point* low;
  if (energy < 0.)
    low = &points[0];
  else if (first == m - 1)
    low = &points[first - 1];
  else if (energy > points[first].total)
    low = &points[first + 7];
  else
    low = &points[first];
  out[i] = low[1].energy * low->total + low[1].elastic;
}
