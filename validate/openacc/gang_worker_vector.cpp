// A sparse product: rows go to gangs and their workers, the few entries of a row to the lanes of a
// vector. Short rows want short vectors, and workers then fill the multiprocessor.
#include "validate/openacc/idiom.hpp"

static void sparse_product(int rows, const int* start, const int* col, const float* val,
                           const float* x, float* y) {
  const int entries = start[rows];
#pragma acc parallel loop gang worker num_workers(8) vector_length(32) copyin( \
        start[0 : rows + 1], col[0 : entries], val[0 : entries], x[0 : rows]) copyout(y[0 : rows])
  for (int row = 0; row < rows; ++row) {
    float sum = 0.0F;
#pragma acc loop vector reduction(+ : sum)
    for (int k = start[row]; k < start[row + 1]; ++k) sum += val[k] * x[col[k]];
    y[row] = sum;
  }
}

// Row r has r % 40 entries of value 2, in the columns from r on.
GPUMODEL_IDIOM("gang-worker-vector", nothing) {
  constexpr int rows = 3000;
  std::vector<int> start{0}, col;
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < row % 40; ++k) col.push_back((row + k) % rows);
    start.push_back(static_cast<int>(col.size()));
  }
  const std::vector<float> val(col.size(), 2.0F), x(rows, 3.0F);
  std::vector<float> y(rows);
  sparse_product(rows, start.data(), col.data(), val.data(), x.data(), y.data());
  gpumodel::expect_all(y, [](std::size_t row) { return 6 * (row % 40); });
}
