#include "src/view/validate/marks.hpp"

#include <fmt/format.h>

#include <iterator>

namespace gpumodel {
namespace {

std::string_view bar_of(BackendKind backend) {
  return backend == BackendKind::cuda      ? ""
         : backend == BackendKind::openacc ? "M-7 0h14"
                                           : "M0-7v14";
}

}  // namespace

Marks::Marks(const std::vector<JudgedPoint>& points) {
  for (const JudgedPoint& judged : points) {
    if (!judged.answer || !judged.point.time) continue;
    ++limiters_[std::string(judged.answer->bound)];
    ++backends_[judged.point.backend];
  }
}

Look Marks::look(const JudgedPoint& judged) const {
  const auto at = limiters_.find(std::string(judged.answer->bound));
  return {static_cast<std::size_t>(std::distance(limiters_.begin(), at)), !judged.doubts.empty()};
}

std::string Marks::path(const JudgedPoint& judged) const {
  return look(judged).shape().append(bar_of(judged.point.backend));
}

std::vector<LegendEntry> Marks::legend() const {
  using Kind = LegendEntry::Kind;
  std::vector<LegendEntry> all = {{Kind::heading, {}, "limited by"}};
  for (const auto& [limiter, points] : limiters_) {
    all.push_back({Kind::mark, {all.size() - 1}, fmt::format("{} ({})", limiter, points)});
  }
  all.push_back({Kind::heading, {}, "on"});
  const Look any{6};
  for (const auto& [backend, points] : backends_) {
    all.push_back({Kind::mark, any, fmt::format("{} ({})", to_string(backend), points),
                   Look{}.shape().append(bar_of(backend))});
  }
  all.push_back({Kind::mark, {any.index, true}, "doubtful time", Look{}.shape()});
  return all;
}

}  // namespace gpumodel
