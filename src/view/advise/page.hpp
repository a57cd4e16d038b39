// What would help a kernel, for people.
#pragma once

#include "src/app/advise/advise.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

// `verbose`: with every diff, what does not help and what cannot be had.
Page advise_page(const AdviseAnswer& answer, bool verbose);

}  // namespace gpumodel
