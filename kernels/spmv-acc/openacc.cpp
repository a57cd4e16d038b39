// The sparse product in OpenACC, a row per worker and its entries dealt to the lanes of a vector.
// Both sizes are constants of the program: GCC 12 takes a vector length that is known at run time
// for 32.
#include "validate/cases/openacc_kernel.hpp"

namespace {

struct Product {
  const int *row_start, *col;
  const double *val, *x;
  double* y;
  int rows;
};

template <int Vectors, int Workers>
void multiply(const Product& product, int queue) {
  // Not a structured binding: GCC maps all of what it stands for.
  const int *row_start = product.row_start, *col = product.col;
  const double *val = product.val, *x = product.x;
  double* y = product.y;
  const int rows = product.rows;
#pragma acc parallel loop gang worker num_workers(Workers) vector_length(Vectors) \
    deviceptr(row_start, col, val, x, y) async(queue)
  for (int row = 0; row < rows; ++row) {
    double sum = 0.0;
#pragma acc loop vector reduction(+ : sum)
    for (int k = row_start[row]; k < row_start[row + 1]; ++k) sum += val[k] * x[col[k]];
    y[row] = sum;
  }
}

struct Compiled {
  int vectors, workers;
  void (*run)(const Product&, int queue);
};
constexpr Compiled compiled[] = {
    {32, 1, multiply<32, 1>},   {64, 1, multiply<64, 1>},   {128, 1, multiply<128, 1>},
    {256, 1, multiply<256, 1>}, {512, 1, multiply<512, 1>}, {1024, 1, multiply<1024, 1>},
    {32, 2, multiply<32, 2>},   {32, 4, multiply<32, 4>},   {32, 8, multiply<32, 8>},
    {32, 16, multiply<32, 16>}, {32, 32, multiply<32, 32>},
};

}  // namespace

GPUMODEL_OPENACC_KERNEL("spmv-acc", kernel, queue) {
  const Product product{kernel.pointer<int>("row_start"), kernel.pointer<int>("col"),
                        kernel.pointer<double>("val"),    kernel.pointer<double>("x"),
                        kernel.pointer<double>("y"),      kernel.int_value("rows")};
  for (const Compiled& each : compiled) {
    if (each.vectors == kernel.value("vectors") && each.workers == kernel.value("workers")) {
      return each.run(product, queue);
    }
  }
  throw gpumodel::CaseError(
      "compiled for vectors of 32 to 1024 with one worker, and of 32 with 2 to 32");
}
