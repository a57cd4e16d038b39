// The same questions answered slowly and on their own: sets of bytes, maps of banks, nested loops
// over the threads of a block, plain integer arithmetic instead of compiled expressions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "models/access/lanes.hpp"

namespace gpumodel::test {

// An affine access of one warp, as numbers so that it can be printed, shrunk and kept.
struct Case {
  enum Field {
    block_x,
    block_y,
    block_z,
    index_x,
    index_y,
    index_z,
    warp,
    bytes,
    base,
    of_thread_x,
    of_thread_y,
    of_thread_z,
    of_global_x,
    of_global_y,
    of_global_z,
    constant,
    divisor,    // 0: the index is not divided
    modulus,    // 0: no remainder is taken
    guard_step  // 0: no guard; else lanes where (thread.x + thread.y + thread.z) % step == 0
  };
  static constexpr std::size_t field_count = guard_step + 1;
  std::array<std::int64_t, field_count> values{};

  std::int64_t operator[](Field field) const { return values[field]; }
  std::string index_text() const;  // as a user would write it
  std::string guard_text() const;  // empty: none
};

struct Answer {
  std::uint32_t active = 0;
  int requested_bytes = 0, bytes = 0, sectors = 0, atoms = 0, lines = 0;
  int global_wavefronts = 0, shared_wavefronts = 0;
  bool operator==(const Answer&) const = default;
};

// Nothing where a lane's address is negative.
std::optional<Answer> reference_answer(const Case& c);

}  // namespace gpumodel::test
