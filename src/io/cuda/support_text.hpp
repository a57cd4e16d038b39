// The parts of a written kernel that are alike in all of them.
#pragma once

#include <span>
#include <string_view>

namespace gpumodel {

// Functions that kernels, data and reference use.
struct SupportPart {
  std::string_view text;
  std::span<const std::string_view> names;  // by which it is called
};
std::span<const SupportPart> support_parts();

// What runs and checks a kernel; `filling` stands before the data of the arrays.
std::string_view filling_text();
std::string_view checking_text();
// How such a program times its launches, and how gpumodel-run-written has it done.
std::string_view timing_text();
std::string_view measuring_text();

}  // namespace gpumodel
