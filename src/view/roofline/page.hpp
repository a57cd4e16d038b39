// `roofline` for people: the roofs of a terminal's width, where each kernel stands, the roofs as
// numbers.
#pragma once

#include "src/app/roofline/roofline.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

std::string roofline_headline(const RooflineAnswer& answer);
Page roofline_page(const RooflineAnswer& answer);
// A, B, ... of the kernels; numbers beyond Z.
std::string kernel_mark(std::size_t kernel);
// "DRAM", "FP64"
std::string_view level_title(RoofLevel level);

}  // namespace gpumodel
