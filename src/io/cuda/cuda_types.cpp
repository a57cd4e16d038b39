#include "src/io/cuda/cuda_types.hpp"

#include <algorithm>
#include <array>

#include "models/access/struct_layout.hpp"

namespace gpumodel {
namespace {

struct CudaType {
  std::string_view scalar, name, vector;  // `vector` 2, 3 and 4
  double rounding;
};

constexpr std::array<CudaType, 8> cuda_types = {{
    {"f16", "__half", "half", 0x1p-11},
    {"bf16", "__nv_bfloat16", "bfloat16_", 0x1p-8},
    {"f32", "float", "float", 0x1p-24},
    {"f64", "double", "double", 0x1p-53},
    {"i8", "signed char", "char", 0.0},
    {"i16", "short", "short", 0.0},
    {"i32", "int", "int", 0.0},
    {"i64", "long long", "longlong", 0.0},
}};

const CudaType& row_of(std::string_view scalar) {
  return *std::ranges::find(cuda_types, scalar, &CudaType::scalar);
}

}  // namespace

std::string cuda_type(std::string_view scalar, int lanes) {
  const CudaType& row = row_of(scalar);
  if (lanes == 1) return std::string(row.name);
  if (scalar == "f16" && lanes == 2) return "__half2";
  if (scalar == "bf16" && lanes == 2) return "__nv_bfloat162";
  return std::string(row.vector) + std::to_string(lanes);
}

std::string vector_definition(std::string_view scalar, int lanes) {
  if (!is_half_type(scalar) || lanes < 3) return {};
  const int alignment =
      alignment_of(*parse_element_type(std::string(scalar) + "x" + std::to_string(lanes)));
  return "struct __align__(" + std::to_string(alignment) + ") " + cuda_type(scalar, lanes) +
         " {\n  " + cuda_type(scalar) + " x, y, z" + (lanes == 4 ? ", w" : "") + ";\n};\n";
}

bool is_integer_type(std::string_view scalar) {
  return scalar.starts_with('i');
}
bool is_half_type(std::string_view scalar) {
  return scalar == "f16" || scalar == "bf16";
}
double rounding_of(std::string_view scalar) {
  return row_of(scalar).rounding;
}

}  // namespace gpumodel
