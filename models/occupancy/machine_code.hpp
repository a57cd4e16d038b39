// The instructions of a kernel in a compiled image that its time hangs on, by loop: no toolkit
// needed.
//
// From capability 7.0 on an instruction has 16 bytes. Its lowest 9 bits say which one it is, the 3
// above where its operands come from; NVIDIA does not document it. The numbers were read off
// kernels of one operation each (nvcc 13.0, sm_75 to sm_120). A jump holds its distance in one of
// two ways: that at the end of every kernel, to itself, tells which.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

enum class SassKind : std::uint8_t {
  load_global,
  store_global,
  load_shared,
  store_shared,
  barrier,
  atomic,
  fma64,
  fma32,
  special
};
inline constexpr std::array<std::string_view, 9> sass_kind_names = {
    "LDG", "STG", "LDS", "STS", "BAR", "ATOM/RED", "DFMA", "FFMA", "MUFU"};
using SassCounts = std::array<double, sass_kind_names.size()>;

struct SassLoop {
  std::uint64_t first = 0, last = 0;  // addresses; those of the whole kernel: outside of all loops
  int depth = 0;
  SassCounts counts{};  // without those of loops in it
};

// The kernel itself comes first, then its loops by address; nothing where the image has no such
// code, or of a capability before 7.0.
std::optional<std::vector<SassLoop>> read_machine_code(std::span<const std::byte> image,
                                                       const std::string& kernel);

}  // namespace gpumodel
