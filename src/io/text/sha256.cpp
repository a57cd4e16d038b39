#include "src/io/text/sha256.hpp"

#include <sha2.h>

#include <array>
#include <cstdint>

namespace gpumodel {

std::string sha256_hex(const std::string& bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> hex{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), hex.data());
  return hex.data();
}

}  // namespace gpumodel
