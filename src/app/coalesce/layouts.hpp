// Element sizes, members and shapes of the arrays that are asked about.
#pragma once

#include <vector>

#include "models/access/array_access.hpp"
#include "src/app/coalesce/asked.hpp"

namespace gpumodel {

struct AccessLayout {
  ArrayLayout array;
  const StructMember* member = nullptr;  // of `asked.layout`; null: a whole element
};

// One per access. Throws InputError with every member, element and shape that does not fit.
std::vector<AccessLayout> lay_out(const AskedAccesses& asked, const CoalesceAsk& ask,
                                  std::int64_t base, const std::vector<std::int64_t>& shape);

}  // namespace gpumodel
