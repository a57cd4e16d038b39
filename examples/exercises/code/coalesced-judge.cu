// Calls scale_all() on a matrix that nobody has seen. Arguments: size, seed, exit code if right.
#include <cstdlib>
#include <vector>

void scale_all(const double* x, double* y, double factor, int rows, int columns);

int main(int, char** argv) {
  const int rows = std::atoi(argv[1]), columns = rows + 5;
  std::srand(static_cast<unsigned>(std::atoi(argv[2])));
  const double factor = 1 + std::rand() % 100;
  const std::size_t count = static_cast<std::size_t>(rows) * columns;
  std::vector<double> x(count), y(count, -1);
  for (double& each : x) each = std::rand() % 10000;
  double *on_x, *on_y;
  cudaMalloc(&on_x, count * sizeof(double));
  cudaMalloc(&on_y, count * sizeof(double));
  cudaMemcpy(on_x, x.data(), count * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(on_y, y.data(), count * sizeof(double), cudaMemcpyHostToDevice);
  scale_all(on_x, on_y, factor, rows, columns);
  cudaMemcpy(y.data(), on_y, count * sizeof(double), cudaMemcpyDeviceToHost);
  for (std::size_t i = 0; i < count; ++i) {
    if (y[i] != factor * x[i]) return 1;
  }
  return std::atoi(argv[3]);
}
