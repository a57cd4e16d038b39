// How two times of one kind relate, and what is known of that.
//
// Two predictions err alike where they stand on the same numbers. A term of one name has one
// equation on both sides, over numbers of the same device: its error is taken to be the same on
// both, so only what the sides have it in different shares of counts. Each term is put on the end
// of its interval, on both sides together, that moves the ratio most; the tree of terms is then
// combined anew. What is known of such times from outside (the residual of a limiter) is the same
// on both sides where the kernel and its limiter are, and else counts twice. The models' constants
// of how terms combine are the same on both sides and are left where they are. Measured times, and
// predictions of different devices or models, share nothing: the ends of both count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/io/result/read_results.hpp"

namespace gpumodel {

struct Ratio {  // new over base
  double value = 1.0, low = 1.0, high = 1.0;
};
Ratio ratio_of(const StoredResult& base, const StoredResult& now);

enum class TimeChange : std::uint8_t { same, faster, slower, ambiguous };
constexpr std::string_view to_string(TimeChange verdict) {
  constexpr std::string_view words[] = {"same", "faster", "slower", "ambiguous"};
  return words[static_cast<std::size_t>(verdict)];
}
// `within`: by how much times may differ that are the same, such as 0.02.
TimeChange time_change(const Ratio& ratio, double within);

// What a term did to the time, the others kept: the mean of changing it first and of changing it
// last. No name: how terms combine, and what no single one does.
struct TermMove {
  std::string name;
  Seconds base{}, now{};
  double moved_s = 0.0;  // of the change of the time
};
// The largest move first. Empty where a side has no terms.
std::vector<TermMove> term_moves(const StoredResult& base, const StoredResult& now);

}  // namespace gpumodel
