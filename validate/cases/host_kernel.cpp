#include "validate/cases/host_kernel.hpp"

#include "validate/cases/registry.hpp"

namespace gpumodel {
namespace {

Registry<HostFunction>& registry() {
  static Registry<HostFunction> all;
  return all;
}

}  // namespace

bool register_host_kernel(const char* kernel, HostFunction function) {
  return registry().add(kernel, function);
}
HostFunction find_host_kernel(std::string_view kernel) {
  return registry().find(kernel);
}
std::vector<std::string> host_kernels() {
  return registry().names();
}

}  // namespace gpumodel
