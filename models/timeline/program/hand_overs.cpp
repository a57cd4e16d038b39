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
Worked<Seconds> half_of_rest(Workings& w, const BandwidthByBytes& in_turn, double bytes,
                             const Parts& parts) {
  const auto rest_at = [&](double size) {
    return seconds_of(w, "t_pair", in_turn, size) - parts(size);
  };
  Worked<Seconds> least = rest_at(bytes);
  for (const CurvePoint& point : in_turn.points) {
    if (point.x <= bytes) continue;
    const Worked<Seconds> rest = rest_at(point.x);
    if (rest.value() < least.value()) least = rest;
  }
  return uncertain(w.literal(0.5) * max(w.zero<Seconds>(), least), in_turn.source,
                   constants::spread_of_turns);
}

bool copies(ActivityKind kind) {
  return kind == ActivityKind::to_device || kind == ActivityKind::to_host;
}
bool computes(ActivityKind kind) {
  return kind == ActivityKind::kernel || kind == ActivityKind::last_blocks;
}

}  // namespace

HandOvers::Found HandOvers::copies_both_ways(double bytes) const {
  Workings& w = *w_;
  const LinkParameters& link = gpu_->machine.link;
  const auto &in = link.h2d_queued_by_size, &out = link.d2h_queued_by_size;
  if (!link.turn_by_size.is_known() || !in.is_known() || !out.is_known()) return std::nullopt;
  return half_of_rest(w, link.turn_by_size, bytes, [&](double size) {
    return seconds_of(w, "t_in", in, size) + seconds_of(w, "t_out", out, size);
  });
}

HandOvers::Found HandOvers::copy_in_and_kernel(double bytes) const {
  Workings& w = *w_;
  const LinkParameters& link = gpu_->machine.link;
  const auto& in = link.h2d_queued_by_size;
  const Sourced<Seconds>& kernel = gpu_->machine.launch.queued_each;
  if (!link.h2d_pair_by_size.is_known() || !in.is_known() || !kernel.is_known() ||
      bytes <= constants::sent_with_commands.value) {
    return std::nullopt;
  }
  return half_of_rest(w, link.h2d_pair_by_size, bytes, [&](double size) {
    return seconds_of(w, "t_in", in, size) + w.number("t_kernel", kernel);
  });
}

// No longer than copies both ways, for the number may be of an engine that looked late.
HandOvers::Found HandOvers::kernel_and_copy_out(double bytes) const {
  Workings& w = *w_;
  const LinkParameters& link = gpu_->machine.link;
  const Sourced<Seconds>& kernel = gpu_->machine.launch.queued_each;
  if (!link.d2h_pair.is_known() || !link.d2h_queued.is_known() || !kernel.is_known()) {
    return std::nullopt;
  }
  const Worked<Seconds> rest = w.number("t_pair", link.d2h_pair) -
                               w.number("t_out", link.d2h_queued) - w.number("t_kernel", kernel);
  const Worked<Seconds> half = uncertain(w.literal(0.5) * max(w.zero<Seconds>(), rest),
                                         link.d2h_pair.source, constants::spread_of_turns);
  if (!link.turn_by_size.is_known()) return half;
  const Found both = copies_both_ways(bytes);
  return min(half, both ? w.named("t_both", *both) : w.zero<Seconds>());
}

HandOvers::Found HandOvers::of_pair(Pair pair, double bytes) const {
  switch (pair) {
    case Pair::copies:
      return copies_both_ways(bytes);
    case Pair::copy_in_and_kernel:
      return copy_in_and_kernel(bytes);
    case Pair::kernel_and_copy_out:
      break;
  }
  return kernel_and_copy_out(bytes);
}

HandOvers::Found HandOvers::alone(const Activity& before, ActivityKind kind, double bytes) {
  const bool copy_after = copies(kind), copy_before = copies(before.kind);
  if (gpu_ == nullptr || before.kind == kind) return std::nullopt;
  Pair pair = Pair::copies;
  double copied = bytes;
  if (!copy_after || !copy_before) {
    if (!(copy_after && computes(before.kind)) && !(copy_before && computes(kind))) {
      return std::nullopt;
    }
    copied = copy_after ? bytes : before.bytes;
    const bool in = (copy_after ? kind : before.kind) == ActivityKind::to_device;
    pair = in ? Pair::copy_in_and_kernel : Pair::kernel_and_copy_out;
  }
  const auto [at, is_new] = known_.try_emplace({pair, copied});
  if (is_new) at->second = of_pair(pair, copied);
  return at->second;
}

HandOver HandOvers::among(std::size_t streams, Found alone, ActivityKind kind) {
  if (gpu_ == nullptr || !alone || alone->value().si <= 0.0) return {};
  const LinkParameters& link = gpu_->machine.link;
  if (streams < 2 || !link.turn_by_streams.is_known()) return {{alone->id(), 1.0}, {}};
  const auto turn_of = [&]() -> Turn {
    Workings& w = *w_;
    const Count at{static_cast<double>(streams)};
    const Worked<Seconds> mean = uncertain(w.read("t_mean", link.turn_by_streams, at),
                                           link.turn_by_streams.source, constants::spread_of_turns);
    const Sourced<Seconds>& turn = kind == ActivityKind::to_device ? link.h2d_turn : link.d2h_turn;
    const Worked<Seconds> own =
        copies(kind) && turn.is_known()
            ? min(stated(w, "t_turn", turn, constants::spread_of_turns), mean)
            : w.zero<Seconds>();
    return {mean - w.named("t_own", own), own};
  };
  auto known = turns_.find({streams, kind});
  if (known == turns_.end()) known = turns_.emplace(std::pair{streams, kind}, turn_of()).first;
  const double drawn = static_cast<double>(scramble(0, ++drawn_) >> 11U) * 0x1p-53;
  return {{known->second.rest.id(), 2.0 * drawn}, {known->second.own.id(), 1.0}};
}

}  // namespace gpumodel
