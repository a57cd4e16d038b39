#include "validate/runner/host_memory.hpp"

#include <cstring>

#include "validate/cases/reference.hpp"
#include "validate/runner/parallel.hpp"
#include "validate/runner/scalar_type.hpp"

namespace gpumodel {

void fill_on_host(const CaseArray& array) {
  if (array.start == Start::zero || array.start == Start::poison) {
    const int byte = array.start == Start::zero ? 0 : 0xFF;
    in_parallel(static_cast<std::int64_t>(array.bytes()),
                [&](std::int64_t first, std::int64_t end) {
                  std::memset(static_cast<char*>(array.at) + first, byte,
                              static_cast<std::size_t>(end - first));
                });
    return;
  }
  with_scalar_type(array.scalar, [&](auto scalar) {
    using T = decltype(scalar);
    const Input<T> input(array);
    T* at = static_cast<T*>(array.at);
    in_parallel(array.scalars, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) at[i] = input[i];
    });
  });
}

std::vector<double> read_on_host(const CaseArray& array, const void* bytes,
                                 std::span<const std::int64_t> indices) {
  std::vector<double> values;
  values.reserve(indices.size());
  with_scalar_type(array.scalar, [&](auto scalar) {
    const auto* at = static_cast<const decltype(scalar)*>(bytes);
    for (const std::int64_t i : indices) values.push_back(static_cast<double>(at[i]));
  });
  return values;
}

}  // namespace gpumodel
