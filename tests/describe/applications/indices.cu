// Rows of a sparse matrix, whose lengths and columns only data say: they come from the host, and
// one index array is made by a kernel. A header that is missing, of which nothing is used, is none.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "no_such_library.h"

__global__ void reverse(int* order, int rows) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) order[i] = rows - 1 - i;
}

// Without const: they are only read through.
__global__ void product(int rows, int* first, unsigned short* column, double* value, double* x,
                        double* y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  double sum = 0.0;
  for (int k = first[row]; k < first[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}

__global__ void permute(int rows, const int* order, const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) y[order[i]] = x[i];
}

template <class T>
T* on_device(const std::vector<T>& data) {
  T* p = nullptr;
  cudaMalloc(&p, sizeof(T) * data.size());
  cudaMemcpy(p, data.data(), sizeof(T) * data.size(), cudaMemcpyHostToDevice);
  return p;
}

int main(int argc, char** argv) {
  const int rows = std::atoi(argv[1]);
  std::vector<int> first(1);
  std::vector<unsigned short> column;
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < 1 + row % 7; ++k) column.push_back((row + 3 * k) % rows);
    first.push_back(int(column.size()));
  }
  int *order = nullptr, *on = on_device(first);
  unsigned short* columns = on_device(column);
  double* value = on_device(std::vector<double>(column.size(), 1.0));
  double *x = on_device(std::vector<double>(rows, 2.0)), *y = on_device(std::vector<double>(rows));
  product<<<(rows + 127) / 128, 128>>>(rows, on, columns, value, x, y);
  product<<<(rows + 255) / 256, 256>>>(rows, on, columns, value, x, y);
  if (argc > 2) {
    cudaMalloc(&order, sizeof(int) * rows);
    reverse<<<(rows + 127) / 128, 128>>>(order, rows);
    permute<<<(rows + 127) / 128, 128>>>(rows, order, y, x);
  }
  std::vector<double> result(rows);
  cudaMemcpy(result.data(), y, sizeof(double) * rows, cudaMemcpyDeviceToHost);
  std::printf("%g\n", result[6]);
}
