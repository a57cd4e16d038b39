// describe: -D n=1Mi
#include <cmath>
__global__ void spread(const double* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double r = std::sqrt(x[i]) + std::fabs(x[i]) + std::pow(x[i], 0.25);
  y[i] = std::sqrt(y[i]) + static_cast<float>(std::fmax(r, std::exp(r)));
}

void run(const double* x, float* y, int n) {
  spread<<<(n + 127) / 128, 128>>>(x, y, n);
}
