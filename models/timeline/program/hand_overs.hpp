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
#include <map>
#include <optional>
#include <utility>

#include "models/timeline/program/costs.hpp"
#include "models/timeline/program/timeline.hpp"

namespace gpumodel {

struct HandOver {
  Part wait;       // in which both engines may do something else
  Part on_engine;  // of the engine that takes it
};

// Of one device, which must outlive it, as must the workings. Without the numbers in its file
// nothing is waited for.
class HandOvers {
 public:
  HandOvers() = default;  // of a device on which nothing is waited for
  HandOvers(Workings& w, const Gpu& gpu) : w_(&w), gpu_(&gpu) {}

  // From `before` to a task of `kind`, of so many bytes if it is a copy, with one stream at work;
  // nothing where it does not wait.
  std::optional<Worked<Seconds>> alone(const Activity& before, ActivityKind kind, double bytes);
  // The same with so many streams at work.
  HandOver among(std::size_t streams, std::optional<Worked<Seconds>> alone, ActivityKind kind);

 private:
  enum class Pair : std::uint8_t { copies, copy_in_and_kernel, kernel_and_copy_out };
  using Found = std::optional<Worked<Seconds>>;

  Found of_pair(Pair pair, double bytes) const;
  Found copies_both_ways(double bytes) const;
  Found copy_in_and_kernel(double bytes) const;
  Found kernel_and_copy_out(double bytes) const;

  Workings* w_ = nullptr;
  const Gpu* gpu_ = nullptr;
  std::uint64_t drawn_ = 0;
  std::map<std::pair<Pair, double>, Found> known_;
  struct Turn {
    Worked<Seconds> rest, own;  // of the mean
  };
  std::map<std::pair<std::size_t, ActivityKind>, Turn> turns_;
};

}  // namespace gpumodel
