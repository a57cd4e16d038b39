// A tree of terms as documents keep it: the times of its leaves and how they combine, without
// equations and without the device they came from.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/core/term.hpp"

namespace gpumodel {

struct TimedTerm {
  std::string name;
  Estimate<Seconds> time;
  Combine combine = Combine::leaf;
  double exponent = 0.0;
  double in_a_burst = 0.0;
  bool even = false;
  std::optional<std::array<double, 2>> known_within{};  // shares of the time
  std::vector<TimedTerm> parts{};

  bool is_leaf() const { return combine == Combine::leaf; }
};

TimedTerm timed_term(const TermTree& tree, TermId id);

// The time of the whole with other times of its leaves, combined as they were.
Seconds combined_time(const TimedTerm& term,
                      const std::function<Seconds(const TimedTerm& leaf)>& time);

// The names of its leaves, each once, in their order.
std::vector<std::string> leaf_names(const TimedTerm& term);

}  // namespace gpumodel
