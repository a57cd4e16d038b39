#include "src/diagnostics/engine_version.hpp"

namespace gpumodel {

std::string_view engine_version() {
  return GPUMODEL_VERSION;
}

}  // namespace gpumodel
