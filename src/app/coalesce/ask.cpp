#include "src/app/coalesce/ask.hpp"

#include <fmt/format.h>

#include "models/access/array_access.hpp"
#include "src/app/coalesce/accesses.hpp"
#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {
namespace {

// Extents as they are written: "32x4".
std::string extents_text(const std::vector<std::int64_t>& extents) {
  std::string text;
  for (const std::int64_t extent : extents) {
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  }
  return text;
}

// Limits of CUDA on every capability since 2.0.
void refuse_block(const Extent3& block) {
  const bool each = block.x >= 1 && block.y >= 1 && block.z >= 1 && block.x <= 1024 &&
                    block.y <= 1024 && block.z <= 64;
  if (each && block.count() <= 1024) return;
  std::vector<std::int64_t> extents = {block.x, block.y, block.z};
  while (extents.size() > 1 && extents.back() == 1) extents.pop_back();
  refuse_call("amount-wrong", fmt::format("--block {}: no such block", extents_text(extents)),
              {"at most 1024, 1024 and 64 threads in x, y and z, and 1024 together"});
}

void refuse_place(const WarpPlace& place) {
  refuse_block(place.block);
  const Extent3& at = place.block_index;
  if (std::min({at.x, at.y, at.z}) < 0 || at.x > 2147483646 || at.y > 65534 || at.z > 65534) {
    refuse_call("amount-wrong", fmt::format("--at-block {},{},{}: no such block", at.x, at.y, at.z),
                {"at most 2147483646, 65534 and 65534"});
  }
  if (place.warp < 0 || place.warp >= place.warps()) {
    refuse_call("amount-wrong",
                fmt::format("--warp {}: the block has {} warps", place.warp, place.warps()),
                {"the first is --warp 0"});
  }
}

void refuse_array(const CoalesceAsk& ask) {
  if (ask.base < 0 || ask.base >= address_end) {
    refuse_call("amount-wrong",
                fmt::format("--base {}: no device has such an address",
                            ask.base_text.empty() ? std::to_string(ask.base) : ask.base_text),
                {"it matters only modulo 128"});
  }
  constexpr std::int64_t most = std::int64_t{1} << 48;
  std::int64_t count = 1;
  for (const std::int64_t extent : ask.shape) {
    if (extent < 1 || __builtin_mul_overflow(count, extent, &count) || count > most) {
      refuse_call("amount-wrong",
                  fmt::format("--shape {}: no such array",
                              ask.shape_text.empty() ? extents_text(ask.shape) : ask.shape_text),
                  {"every extent is at least 1, and an array has at most 2^48 elements"});
    }
  }
}

// Kepler before 3.5 has neither: its L1 holds local memory only, and __ldg does not exist.
void refuse_other_path(const CoalesceAsk& ask) {
  if (ask.path == LoadPath::usual) return;
  if (ask.shared) {
    refuse_call("usage", "--load-path is about global memory, --shared is not", {"give one"});
  }
  if (ask.target.capability < ComputeCapability{3, 5}) {
    refuse_call("usage",
                fmt::format("--load-path {}: compute capability {} has no such path",
                            ask.path == LoadPath::l1 ? "l1" : "read-only",
                            to_string(ask.target.capability)),
                {"it exists since 3.5"});
  }
}

}  // namespace

CoalesceAnswer look_at_accesses(const CoalesceAsk& ask) {
  refuse_place(ask.place);
  refuse_array(ask);
  CoalesceAnswer answer;
  answer.place = ask.place;
  answer.path = ask.path;
  answer.base = ask.base;
  answer.shape = ask.shape;
  answer.in_shared_memory = ask.shared;
  answer.where = ask.where;
  answer.expressions = ask.expressions;
  answer.element = ask.element;
  answer.fields = ask.fields;
  answer.stores = ask.stores;
  set_target(ask.target, answer);
  refuse_other_path(ask);
  add_accesses(ask, answer);
  return answer;
}

}  // namespace gpumodel
