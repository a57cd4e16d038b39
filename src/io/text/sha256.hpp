// SHA-256 of input files, so that a document says exactly what it was made from.
#pragma once

#include <string>

namespace gpumodel {

// Lower-case hex.
std::string sha256_hex(const std::string& bytes);

}  // namespace gpumodel
