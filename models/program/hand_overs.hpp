// What a task waits for its turn where the one before it in its stream ran on another engine.
//
//   one stream at work  half of what two pieces of work take longer in turn than each among its
//                       like: a copy to the device and a kernel (link.h2d_pair_by_size), a kernel
//                       and a copy to the host (d2h_pair), copies both ways (turn_by_size). Small
//                       copies to the device travel with the commands and wait for nothing.
//   several             an idle engine looks at their queues in turn, and finds what has become
//                       ready anywhere between at once and twice the mean (link.turn_by_streams):
//                       the time is drawn. Traces of pipelines on an H200 have 2 to 10 us with two
//                       streams, to 13 us with four, and nothing regular in them. The draws are a
//                       fixed sequence: the same program has the same timeline every time. Of the
//                       mean, h2d_turn or d2h_turn hold the copy engine itself.
#pragma once

#include <cstdint>

#include "models/program/costs.hpp"
#include "models/program/timeline.hpp"

namespace gpumodel {

struct HandOver {
  double wait = 0.0;       // s, in which both engines may do something else
  double on_engine = 0.0;  // s, of the engine that takes it
};

// Of one device. Without the numbers in its file, and with peak ceilings, nothing is waited for.
class HandOvers {
 public:
  // From `before` to a task of `kind`, of so many bytes if it is a copy. `streams`: of the device
  // that have work.
  HandOver next(const Gpu& gpu, const DeviceCosts& costs, const Activity& before, ActivityKind kind,
                double bytes, std::size_t streams);

 private:
  double draw();  // from 0 to 1

  std::uint64_t drawn_ = 0;
};

}  // namespace gpumodel
