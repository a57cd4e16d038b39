// Which gpumodel this is, as --version and every document say it.
#pragma once

#include <string_view>

namespace gpumodel {

std::string_view engine_version();

}  // namespace gpumodel
