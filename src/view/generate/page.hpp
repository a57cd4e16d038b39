// Families of generated kernels, and a set of kernels with what they are chosen by.
#pragma once

#include <span>

#include "src/app/generate/quotas.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page families_page();
Page generated_set_page(std::span<const ChosenKernel> set);

}  // namespace gpumodel
