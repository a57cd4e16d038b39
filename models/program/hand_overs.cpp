#include "models/program/hand_overs.hpp"

#include <algorithm>

#include "models/thread/contents.hpp"

namespace gpumodel {
namespace {

using Kind = ActivityKind;

// Half of what two pieces of work take longer in turn than each among its like. It changes little
// with the size, but now and then a waiting engine looks only after 18 us: the least of this size
// and the larger ones counts.
template <class Parts>
double half_of_rest(const BandwidthByBytes& in_turn, double bytes, const Parts& parts) {
  if (!in_turn.is_known()) return 0.0;
  double least = seconds_of(in_turn, bytes) - parts(bytes);
  for (const CurvePoint& point : in_turn.points) {
    if (point.x > bytes) least = std::min(least, seconds_of(in_turn, point.x) - parts(point.x));
  }
  return 0.5 * std::max(0.0, least);
}

double copies_both_ways(const LinkParameters& link, double bytes) {
  if (!link.h2d_queued_by_size.is_known() || !link.d2h_queued_by_size.is_known()) return 0.0;
  return half_of_rest(link.turn_by_size, bytes, [&](double size) {
    return seconds_of(link.h2d_queued_by_size, size) + seconds_of(link.d2h_queued_by_size, size);
  });
}

double copy_in_and_kernel(const LinkParameters& link, const DeviceCosts& costs, double bytes) {
  if (!link.h2d_queued_by_size.is_known()) return 0.0;
  return half_of_rest(link.h2d_pair_by_size, bytes, [&](double size) {
    return seconds_of(link.h2d_queued_by_size, size) + costs.kernel_queued;
  });
}

// No longer than copies both ways, for the number may be of an engine that looked late.
double kernel_and_copy_out(const LinkParameters& link, const DeviceCosts& costs, double bytes) {
  if (!link.d2h_pair.is_known() || !link.d2h_queued.is_known()) return 0.0;
  const double rest = link.d2h_pair.si - link.d2h_queued.si - costs.kernel_queued;
  const double half = 0.5 * std::max(0.0, rest);
  return link.turn_by_size.is_known() ? std::min(half, copies_both_ways(link, bytes)) : half;
}

bool copies(Kind kind) {
  return kind == Kind::to_device || kind == Kind::to_host;
}
bool computes(Kind kind) {
  return kind == Kind::kernel || kind == Kind::last_blocks;
}

// With one stream at work.
double alone(const LinkParameters& link, const DeviceCosts& costs, const Activity& before,
             Kind kind, double bytes) {
  const double copied = copies(kind) ? bytes : before.bytes;
  if (copies(before.kind) && copies(kind)) return copies_both_ways(link, copied);
  const bool in = before.kind == Kind::to_device || kind == Kind::to_device;
  return in ? copy_in_and_kernel(link, costs, copied) : kernel_and_copy_out(link, costs, copied);
}

}  // namespace

double HandOvers::draw() {
  return static_cast<double>(scramble(0, ++drawn_) >> 11U) * 0x1p-53;
}

HandOver HandOvers::next(const Gpu& gpu, const DeviceCosts& costs, const Activity& before,
                         ActivityKind kind, double bytes, std::size_t streams) {
  const LinkParameters& link = gpu.machine.link;
  const bool changes = (copies(before.kind) && copies(kind) && before.kind != kind) ||
                       (copies(before.kind) && computes(kind)) ||
                       (computes(before.kind) && copies(kind));
  if (!costs.by_size || !changes) return {};
  const double wait = alone(link, costs, before, kind, bytes);
  if (streams < 2 || wait <= 0.0 || !link.turn_by_streams.is_known()) return {wait, 0.0};
  const double mean = link.turn_by_streams.at(Count{static_cast<double>(streams)}).si;
  const Sourced<Seconds>& turn = kind == Kind::to_device ? link.h2d_turn : link.d2h_turn;
  const double own = copies(kind) && turn.is_known() ? std::min(turn.si, mean) : 0.0;
  return {2.0 * draw() * (mean - own), own};
}

}  // namespace gpumodel
