#include "validate/cases/kernel_case.hpp"

#include <algorithm>
#include <limits>

namespace gpumodel {
namespace {

const CaseParameter& find(const KernelCase& c, std::string_view name) {
  const auto found = std::find_if(c.parameters.begin(), c.parameters.end(),
                                  [&](const CaseParameter& p) { return p.name == name; });
  if (found == c.parameters.end()) {
    throw CaseError("'" + c.kernel + "' has no parameter '" + std::string(name) + "'");
  }
  return *found;
}

}  // namespace

std::int64_t KernelCase::value(std::string_view name) const {
  const CaseParameter& parameter = find(*this, name);
  if (!parameter.whole) {
    throw CaseError("parameter '" + parameter.name + "' must be a whole number to run '" + kernel +
                    "'");
  }
  return parameter.integer;
}

int KernelCase::int_value(std::string_view name) const {
  const std::int64_t wide = value(name);
  if (wide < 0 || wide > std::numeric_limits<int>::max()) {
    throw CaseError("parameter '" + std::string(name) + "' is beyond the 32-bit indices of '" +
                    kernel + "'");
  }
  return static_cast<int>(wide);
}

double KernelCase::real_value(std::string_view name) const {
  const CaseParameter& parameter = find(*this, name);
  return parameter.whole ? static_cast<double>(parameter.integer) : parameter.real;
}

const CaseArray& KernelCase::array(std::string_view name) const {
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const CaseArray& a) { return a.name == name; });
  if (found == arrays.end()) {
    throw CaseError("'" + kernel + "' has no array '" + std::string(name) + "'");
  }
  return *found;
}

CaseArray& KernelCase::array(std::string_view name) {
  return const_cast<CaseArray&>(static_cast<const KernelCase*>(this)->array(name));
}

}  // namespace gpumodel
