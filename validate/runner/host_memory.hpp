// Filling and reading the arrays of a case that lie in the host's memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

// Fills array.at, which the host can write, with what the array starts with.
void fill_on_host(const CaseArray& array);
// Scalars `indices` of `bytes`, which lies as the array does.
std::vector<double> read_on_host(const CaseArray& array, const void* bytes,
                                 std::span<const std::int64_t> indices);

}  // namespace gpumodel
