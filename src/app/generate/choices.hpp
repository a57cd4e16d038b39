// Choices that follow from a seed alone: the same on every machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "models/kernel/thread/contents.hpp"

namespace gpumodel {

class Choices {
 public:
  // Each level of shrinking halves how far amounts lie above their least. What is chosen from a
  // list stays, so that the kernel keeps its form.
  explicit Choices(std::uint64_t seed, int shrunk = 0) : seed_(seed), shrunk_(shrunk) {}

  std::int64_t between(std::int64_t least, std::int64_t most) {
    const auto range = static_cast<std::uint64_t>(most - least) + 1;
    return least + static_cast<std::int64_t>((next() % range) >> shrunk_);
  }
  // Every factor alike.
  std::int64_t scaled(std::int64_t least, std::int64_t most) {
    const double part = std::ldexp(unit(), -shrunk_);
    return std::llround(static_cast<double>(least) *
                        std::pow(static_cast<double>(most) / static_cast<double>(least), part));
  }
  bool chance(double of) { return unit() < of; }
  template <class Value>
  Value of(std::initializer_list<Value> all) {
    return all.begin()[next() % all.size()];
  }

 private:
  std::uint64_t next() { return scramble(seed_, taken_++); }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  std::uint64_t seed_, taken_ = 0;
  int shrunk_;
};

}  // namespace gpumodel
