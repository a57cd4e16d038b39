// What a sweep comes to: the best points, and where another part of the machine begins to limit.
//
// Points are looked at in their order, and few of them are kept, however many there are.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "src/app/sweep/point.hpp"

namespace gpumodel {

// Along one axis, all others alike: the limit changes at this value.
struct Crossover {
  std::size_t axis = 0, device = 0;
  std::uint64_t index = 0;  // of the first value with the new limit
  std::string_view from{}, to{};
  std::uint64_t lines = 0;  // combinations of the other axes in which it does
};

class SweepSummary {
 public:
  explicit SweepSummary(const SweepPlan& plan);

  void look_at(const SweepPoint& point);

  // By device: the shortest time of all ways to do the work (axes that are choices), of the last
  // and so the largest work that there was; of devices that hold the data. Nothing where none has.
  const std::vector<std::optional<SweepPoint>>& best() const { return best_; }
  // The shortest of these, or null.
  const SweepPoint* best_of_all() const;
  std::vector<Crossover> crossovers() const;
  // Axes along which limits were not compared: too many combinations lie between neighbours.
  const std::vector<std::size_t>& not_followed() const { return not_followed_; }
  std::uint64_t seen() const { return seen_; }
  std::uint64_t without_time() const { return without_time_; }
  std::uint64_t too_large() const { return too_large_; }
  const std::string& first_reason() const { return first_reason_; }

 private:
  struct Last {  // on a line along an axis
    std::uint64_t line = 0;
    std::string_view bound{};
  };
  using Change =
      std::tuple<std::size_t, std::size_t, std::uint64_t, std::string_view, std::string_view>;

  void compare_with_best(const SweepPoint& point);
  void follow(std::size_t axis, const SweepPoint& point);
  // How much work there is: indices of the axes that are no choice, the outermost first.
  std::vector<std::uint64_t> work_of(std::uint64_t combination) const;

  const SweepPlan& plan_;
  std::vector<std::optional<SweepPoint>> best_;
  std::vector<std::vector<std::uint64_t>> best_work_;
  std::vector<std::vector<Last>> last_;  // by axis; empty: not followed
  std::vector<std::size_t> not_followed_;
  std::map<Change, std::uint64_t> changes_;
  std::uint64_t seen_ = 0, without_time_ = 0, too_large_ = 0;
  std::string first_reason_;
};

}  // namespace gpumodel
