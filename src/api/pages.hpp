// Small things that several answers share.
#pragma once

#include <string>

#include <gpumodel/predict.hpp>

#include "models/time/asked_kernel.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {
inline namespace v1 {

// As the program prints it, without colours.
std::string text_of(const Page& page);
LaunchWay way_of(Way way);
// Throws UsageError for work that cannot be allowed.
double work_of(double work);

}  // namespace v1
}  // namespace gpumodel
