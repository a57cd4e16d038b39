// Values and names as Nsight Compute prints them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpumodel {

// "1,234.5", "17", "3.2e-5"; commas between groups of three digits only. Nothing else is a number.
std::optional<double> ncu_number(std::string_view text);

// Whether the profiler says that it has no value: empty, "n/a", "nan".
bool ncu_has_no_value(std::string_view text);

// What to multiply a value of this unit with for the unit that CUPTI uses for the same metric:
// bytes, ns, Hz, per second. 1 for counts, percentages and units that are not known.
double ncu_unit_factor(std::string_view unit);

// "(256, 1, 1)".
std::optional<std::array<std::int64_t, 3>> ncu_extent(std::string_view text);

// The name of a function without its type, namespaces, template arguments and parameters:
// "saxpy" of "void blas::saxpy<float>(const T1 *, T1 *, int)".
std::string ncu_function_name(std::string_view signature);

}  // namespace gpumodel
