#include "validate/cases/reference.hpp"

#include "validate/cases/registry.hpp"

namespace gpumodel {
namespace {

Registry<ReferenceFunction>& references() {
  static Registry<ReferenceFunction> all;
  return all;
}

}  // namespace

bool register_reference(const char* kernel, ReferenceFunction function) {
  return references().add(kernel, function);
}
ReferenceFunction find_reference(std::string_view kernel) {
  return references().find(kernel);
}
std::vector<std::string> referenced_kernels() {
  return references().names();
}

}  // namespace gpumodel
