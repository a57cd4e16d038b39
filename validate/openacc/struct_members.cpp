// Directives and members of structures go badly together: local pointers to the members do.
#include "validate/openacc/idiom.hpp"

namespace {

struct Field {
  std::vector<int> values;
  int scale = 1;
};

void multiply(Field& field) {
  int* values = field.values.data();
  const int n = static_cast<int>(field.values.size()), scale = field.scale;
#pragma acc parallel loop copy(values[0 : n])
  for (int i = 0; i < n; ++i) values[i] *= scale;
}

}  // namespace

GPUMODEL_IDIOM("struct-members", nothing) {
  Field field{std::vector<int>(5000), 4};
  for (std::size_t i = 0; i < field.values.size(); ++i) field.values[i] = static_cast<int>(i);
  multiply(field);
  gpumodel::expect_all(field.values, [](std::size_t i) { return 4 * i; });
}
