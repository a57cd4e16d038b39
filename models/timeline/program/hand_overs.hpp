// What a task waits for its turn where the one before it in its stream ran on another engine.
//
//   one stream at work  half of what two pieces of work take longer in turn than each among its
//                       like: a copy to the device and a kernel (link.h2d_pair_by_size), a kernel
//                       and a copy to the host (d2h_pair), copies both ways (turn_by_size). Copies
//                       to the device of up to 1 KiB go along with the commands of kernels and wait
//                       for none: on an H200 one of 1 KiB and a kernel take 4 us, one of 2 KiB 12.
//   several             an idle engine looks at their queues in turn, and finds what has become
//                       ready anywhere between at once and twice the mean (link.turn_by_streams):
//                       the time is drawn. Traces of pipelines on an H200 have 2 to 10 us with two
//                       streams, to 13 us with four, and nothing regular in them. The draws are a
//                       fixed sequence: the same program has the same timeline every time. Of the
//                       mean, h2d_turn or d2h_turn hold the copy engine itself.
//
// turn_by_streams is measured in rounds of short copies, which now and then meet at an engine, too:
// with eight streams that is up to a fifth of it.
#pragma once

#include <cstdint>

#include "models/timeline/program/costs.hpp"
#include "models/timeline/program/timeline.hpp"

namespace gpumodel {

struct HandOver {
  double wait = 0.0;       // s, in which both engines may do something else
  double on_engine = 0.0;  // s, of the engine that takes it
};

// Of one device, which must outlive it. Without the numbers in its file nothing is waited for.
class HandOvers {
 public:
  HandOvers() = default;  // of a device on which nothing is waited for
  HandOvers(const Gpu& gpu, Bound bound) : gpu_(&gpu), bound_(bound) {}

  // Seconds from `before` to a task of `kind`, of so many bytes if it is a copy, with one stream at
  // work.
  double alone(const Activity& before, ActivityKind kind, double bytes) const;
  // The same with so many streams at work.
  HandOver among(std::size_t streams, double alone, ActivityKind kind);

 private:
  double copies_both_ways(double bytes) const;
  double copy_in_and_kernel(double bytes) const;
  double kernel_and_copy_out(double bytes) const;
  double bounded(double seconds, const Source& source) const;

  const Gpu* gpu_ = nullptr;
  Bound bound_ = Bound::expected;
  std::uint64_t drawn_ = 0;
};

}  // namespace gpumodel
