#include "models/timeline/program/hand_overs.hpp"

#include <algorithm>

#include "models/core/constants.hpp"
#include "models/kernel/thread/contents.hpp"

namespace gpumodel {
namespace {

// Half of what two pieces of work take longer in turn than each among its like. It changes little
// with the size, but now and then a waiting engine looks only after 18 us: the least of this size
// and the larger ones counts.
template <class Parts>
double half_of_rest(const BandwidthByBytes& in_turn, double bytes, const Parts& parts) {
  double least = seconds_of(in_turn, bytes) - parts(bytes);
  for (const CurvePoint& point : in_turn.points) {
    if (point.x > bytes) least = std::min(least, seconds_of(in_turn, point.x) - parts(point.x));
  }
  return 0.5 * std::max(0.0, least);
}

bool copies(ActivityKind kind) {
  return kind == ActivityKind::to_device || kind == ActivityKind::to_host;
}
bool computes(ActivityKind kind) {
  return kind == ActivityKind::kernel || kind == ActivityKind::last_blocks;
}

}  // namespace

double HandOvers::bounded(double seconds, const Source& source) const {
  return gpumodel::bounded(seconds, source, bound_, constants::spread_of_turns.high);
}

double HandOvers::copies_both_ways(double bytes) const {
  const LinkParameters& link = gpu_->machine.link;
  const auto &in = link.h2d_queued_by_size, &out = link.d2h_queued_by_size;
  if (!link.turn_by_size.is_known() || !in.is_known() || !out.is_known()) return 0.0;
  const double half = half_of_rest(link.turn_by_size, bytes, [&](double size) {
    return seconds_of(in, size) + seconds_of(out, size);
  });
  return bounded(half, link.turn_by_size.source);
}

double HandOvers::copy_in_and_kernel(double bytes) const {
  const LinkParameters& link = gpu_->machine.link;
  const auto& in = link.h2d_queued_by_size;
  const Sourced<Seconds>& kernel = gpu_->machine.launch.queued_each;
  if (!link.h2d_pair_by_size.is_known() || !in.is_known() || !kernel.is_known()) return 0.0;
  if (bytes <= constants::sent_with_commands.value) return 0.0;
  const double half = half_of_rest(link.h2d_pair_by_size, bytes,
                                   [&](double size) { return seconds_of(in, size) + kernel.si; });
  return bounded(half, link.h2d_pair_by_size.source);
}

// No longer than copies both ways, for the number may be of an engine that looked late.
double HandOvers::kernel_and_copy_out(double bytes) const {
  const LinkParameters& link = gpu_->machine.link;
  const Sourced<Seconds>& kernel = gpu_->machine.launch.queued_each;
  if (!link.d2h_pair.is_known() || !link.d2h_queued.is_known() || !kernel.is_known()) return 0.0;
  const double rest = link.d2h_pair.si - link.d2h_queued.si - kernel.si;
  const double half = bounded(0.5 * std::max(0.0, rest), link.d2h_pair.source);
  return link.turn_by_size.is_known() ? std::min(half, copies_both_ways(bytes)) : half;
}

double HandOvers::alone(const Activity& before, ActivityKind kind, double bytes) const {
  const bool copy_after = copies(kind), copy_before = copies(before.kind);
  if (gpu_ == nullptr || before.kind == kind) return 0.0;
  if (copy_after && copy_before) return copies_both_ways(bytes);
  if (!(copy_after && computes(before.kind)) && !(copy_before && computes(kind))) return 0.0;
  const double copied = copy_after ? bytes : before.bytes;
  const bool in = (copy_after ? kind : before.kind) == ActivityKind::to_device;
  return in ? copy_in_and_kernel(copied) : kernel_and_copy_out(copied);
}

HandOver HandOvers::among(std::size_t streams, double alone, ActivityKind kind) {
  if (gpu_ == nullptr || alone <= 0.0) return {};
  const LinkParameters& link = gpu_->machine.link;
  if (streams < 2 || !link.turn_by_streams.is_known()) return {alone, 0.0};
  const double mean = bounded(link.turn_by_streams.at(Count{static_cast<double>(streams)}).si,
                              link.turn_by_streams.source);
  const Sourced<Seconds>& turn = kind == ActivityKind::to_device ? link.h2d_turn : link.d2h_turn;
  const double own =
      copies(kind) && turn.is_known() ? std::min(bounded(turn.si, turn.source), mean) : 0.0;
  const double drawn = static_cast<double>(scramble(0, ++drawn_) >> 11U) * 0x1p-53;
  return {2.0 * drawn * (mean - own), own};
}

}  // namespace gpumodel
