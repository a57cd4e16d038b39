#include "src/view/validate/sums.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"

namespace gpumodel {

std::size_t counting_points(const ValidateAnswer& answer) {
  return static_cast<std::size_t>(std::ranges::count(answer.points, true, &JudgedPoint::counts));
}

std::vector<const JudgedPoint*> summed_points(const ValidateAnswer& answer) {
  const bool none_counts = counting_points(answer) == 0;
  std::vector<const JudgedPoint*> summed;
  for (const JudgedPoint& judged : answer.points) {
    if (judged.counts || none_counts) summed.push_back(&judged);
  }
  return summed;
}

ErrorStatistics summed_errors(const ValidateAnswer& answer, const Model& model) {
  std::vector<PredictedAndMeasured> pairs;
  for (const JudgedPoint* judged : summed_points(answer)) {
    if (const auto pair = pair_of(*judged, model)) pairs.push_back(*pair);
  }
  return error_statistics(pairs);
}

std::string not_counting_text(const ValidateAnswer& answer) {
  const std::size_t all = answer.points.size();
  const std::size_t without = all - counting_points(answer);
  if (without == 0) return {};
  std::string text = without < all ? fmt::format("{} of {}", without, counted(all, "point"))
                                   : counted(all, "point");
  text += without == 1 ? " does not count:" : " do not count:";
  for (const PointSet& set : answer.sets) {
    const auto in_it = [&](const JudgedPoint& judged) { return is_in_set(judged, set.name); };
    if (set.counts || std::ranges::none_of(answer.points, in_it)) continue;
    text += (text.ends_with(':') ? " " : ", ") + set.name;
    if (!set.summary.empty()) text += " (" + set.summary + ")";
  }
  return text;
}

}  // namespace gpumodel
