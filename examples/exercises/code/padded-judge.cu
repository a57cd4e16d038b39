// Calls transpose_all() on a matrix that nobody has seen. Arguments: size, seed, exit code if
// right.
#include <cstdlib>
#include <vector>

void transpose_all(const float* in, float* out, int n);

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  std::srand(static_cast<unsigned>(std::atoi(argv[2])));
  const std::size_t count = static_cast<std::size_t>(n) * n;
  std::vector<float> in(count), out(count, -1);
  for (float& each : in) each = static_cast<float>(std::rand() % 10000);
  float *on_in, *on_out;
  cudaMalloc(&on_in, count * sizeof(float));
  cudaMalloc(&on_out, count * sizeof(float));
  cudaMemcpy(on_in, in.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(on_out, out.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  transpose_all(on_in, on_out, n);
  cudaMemcpy(out.data(), on_out, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (out[static_cast<std::size_t>(i) * n + j] != in[static_cast<std::size_t>(j) * n + i])
        return 1;
    }
  }
  return std::atoi(argv[3]);
}
