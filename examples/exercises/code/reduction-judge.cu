// Calls add_all() on numbers that nobody has seen. Arguments: size, seed, exit code if right.
#include <cstdlib>
#include <vector>

void add_all(const int* x, int* total, int n);

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  std::srand(static_cast<unsigned>(std::atoi(argv[2])));
  std::vector<int> x(n);
  int expected = 0;
  for (int& each : x) expected += each = std::rand() % 100;
  int *on_x, *on_total, total = 0;
  cudaMalloc(&on_x, n * sizeof(int));
  cudaMalloc(&on_total, sizeof(int));
  cudaMemcpy(on_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(on_total, 0, sizeof(int));
  add_all(on_x, on_total, n);
  cudaMemcpy(&total, on_total, sizeof(int), cudaMemcpyDeviceToHost);
  return total == expected ? std::atoi(argv[3]) : 1;
}
