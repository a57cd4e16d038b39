// The library's kernels without what runs them: the part of the headers of validate/cases that
// their files need to compile, for reading it takes longer than describing them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <cstdint>

namespace gpumodel {

struct CaseError {
  template <class Text>
  explicit CaseError(const Text&);
};
struct CaseArray {
  std::int64_t elements, scalars;
  std::int64_t bytes() const;
};
struct KernelCase {
  std::int64_t value(const char* name) const;
  const CaseArray& array(const char* name) const;
};
inline void require_int_index(std::int64_t) {}
template <class... T>
void require_int_indices(const T&...);
template <class... T>
void require_int_grid_stride(const T&...);

}  // namespace gpumodel
