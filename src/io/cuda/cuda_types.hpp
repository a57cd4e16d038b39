// Names that CUDA has for types of elements.
#pragma once

#include <string>
#include <string_view>

namespace gpumodel {

// "f32", 4: "float4". Vectors that CUDA does not have get a name of their own, and the text needs
// vector_definition().
std::string cuda_type(std::string_view scalar, int lanes = 1);
// Empty where CUDA has the type.
std::string vector_definition(std::string_view scalar, int lanes);
bool is_integer_type(std::string_view scalar);
bool is_half_type(std::string_view scalar);  // f16, bf16
// The relative error of one rounding.
double rounding_of(std::string_view scalar);

}  // namespace gpumodel
