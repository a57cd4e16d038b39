// describe: -D n=100000
// What nvcc takes: max and min of two types, one of them declared again, and a number of a class
// that is no whole number.
int min(int, int);

template <class T>
struct Sum {
  static const T nothing = static_cast<T>(0);
};

__global__ void ordered(float* x, const double* y, int n) {
  const long first = max(0l, 256ul * blockIdx.x);
  const unsigned long long end = min((unsigned long long)n, (long long)first + 256);
  const size_t i = first + threadIdx.x;
  if (i < end) x[i] = max(Sum<float>::nothing, y[i]);
}

void launch(float* x, const double* y, int n) {
  ordered<<<min(n / 256 + 1, 65535), 256>>>(x, y, n);
}
