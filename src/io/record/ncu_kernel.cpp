#include "src/io/record/ncu_kernel.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gpumodel {
namespace {

// Functions whose name is not that of their kernel with '_' for '-'.
struct Alias {
  std::string_view function;  // without digits at its end
  std::string_view has;       // in the signature: template arguments tell kernels apart
  std::string_view kernel;
};
constexpr auto aliases = std::to_array<Alias>({
    {"conv2d_shared", "", "conv2d-tiled"},
    {"copy_el", "", "copy-elements"},
    {"copy_strided_int", "", "copy-strided"},
    {"dot", "", "dot"},
    {"exp_chains", "", "exp"},
    {"expk", "", "exp"},
    {"fma_chains", "double", "fma-chains-f64"},
    {"fma_chains", "", "fma-chains-f32"},
    {"fma_f32_", "", "fma-chains-f32"},
    {"fma_f64_", "", "fma-chains-f64"},
    {"fused", "", "fused-loops"},
    {"heat3d_ro", "", "heat3d-readonly"},
    {"heat3d_z", "", "heat3d-zfactor"},
    {"histogram_global_plain", "", "histogram-global"},
    {"layernorm", "", "layer-norm"},
    {"matmul_naive", "double", "matmul-naive-f64"},
    {"matmul_naive", "", "matmul-naive-f32"},
    {"matmul_tiled", "double", "matmul-tiled-f64"},
    {"matmul_tiled", "", "matmul-tiled-f32"},
    {"matmul_tiled16_f", "", "matmul-tiled-f"},  // and 32 or 64
    {"matmul_tiled32_f", "", "matmul-tiled-f"},
    {"nbody_plain", "", "nbody"},
    {"read_el", "", "read-elements"},
    {"readk", "", "read"},
    {"smem_stride", "", "shared-stride"},
    {"smem_stride_f", "", "shared-stride"},
    {"split_first", "", "split-loops-1"},
    {"split_second", "", "split-loops-2"},
    {"spmv_v", "", "spmv-vector"},
    {"stencil1d_", "", "stencil1d"},
    {"transpose_tiled", "1>(", "transpose-padded"},  // the padding of the tile
});

}  // namespace

std::optional<std::string> kernel_of_launch(const ProfiledLaunch& launch,
                                            std::span<const std::string> known) {
  const auto if_known = [&](std::string name) -> std::optional<std::string> {
    if (std::ranges::find(known, name) == known.end()) return std::nullopt;
    return name;
  };
  const std::string& function = launch.function;
  const std::size_t digits = function.find_last_not_of("0123456789") + 1;
  for (const Alias& alias : aliases) {
    if (function.substr(0, digits) != alias.function ||
        launch.signature.find(alias.has) == std::string::npos)
      continue;
    const bool typed = alias.kernel.ends_with("-f");
    return if_known(std::string(alias.kernel) + (typed ? function.substr(digits) : ""));
  }
  std::string name = function;
  std::ranges::replace(name, '_', '-');
  return if_known(std::move(name));
}

}  // namespace gpumodel
