// Clocks of the L1 data path of matrix products (n = 2048), against those counted on an H200:
// l1tex__data_pipe_lsu_wavefronts per SM, millions (equations 1.19).
#include <gtest/gtest.h>

#include <ostream>

#include "models/analysis/kernel_analysis.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel::test {
namespace {

struct Product {
  const char* kernel;
  const char* parameter;  // to be set; null: none
  long value;
  double counted;    // wavefronts per SM
  double tolerance;  // share

  friend std::ostream& operator<<(std::ostream& out, const Product& product) {
    out << product.kernel;
    if (product.parameter != nullptr) out << ' ' << product.parameter << '=' << product.value;
    return out;
  }
};

class MatrixProduct : public testing::TestWithParam<Product> {};

TEST_P(MatrixProduct, Wavefronts) {
  const Product& product = GetParam();
  const std::string library = GPUMODEL_LIBRARY;
  const std::string path = library + "/kernels/" + product.kernel + "/" + product.kernel + ".yaml";
  const KernelFile file = read_kernel(read_text_file(path, path));
  std::vector<std::optional<Number>> overrides(file.kernel.parameters.size());
  if (product.parameter != nullptr) {
    overrides.at(*find_parameter(file.kernel, product.parameter)) = Number::integer(product.value);
  }
  std::vector<Number> values;
  evaluate_parameters(file.kernel, overrides, values);
  const DeviceFile device =
      read_device(read_text_file(library + "/devices/h200.yaml", "devices/h200.yaml"));
  const KernelAnalysis analysis = analyse(file.kernel, values, &std::get<Gpu>(device.device));
  EXPECT_TRUE(analysis.approximations.empty());
  double wavefronts = 0.0;
  for (const AccessSums& sums : analysis.traffic.accesses) wavefronts += sums.wavefronts;
  EXPECT_NEAR(wavefronts / 132.0 / product.counted, 1.0, product.tolerance);
}

// What is missing in the tiled ones, about 0.6 wavefronts per warp and tile, is not explained.
INSTANTIATE_TEST_SUITE_P(H200, MatrixProduct,
                         testing::Values(Product{"matmul-naive-f32", nullptr, 0, 6.11e6, 0.02},
                                         Product{"matmul-naive-f32", "bx", 32, 4.07e6, 0.02},
                                         Product{"matmul-tiled-f32", nullptr, 0, 3.90e6, 0.025},
                                         Product{"matmul-tiled-f32", "tile", 32, 3.34e6, 0.02},
                                         Product{"matmul-tiled-f64", nullptr, 0, 7.21e6, 0.02}));

}  // namespace
}  // namespace gpumodel::test
