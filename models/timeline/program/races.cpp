#include <algorithm>
#include <map>
#include <set>

#include "models/timeline/program/data_state.hpp"

namespace gpumodel {
namespace {

bool overlap(const BufferAccess& a, const BufferAccess& b) {
  return a.begin < b.end && b.begin < a.end;
}
bool within(const BufferAccess& inner, const BufferAccess& outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

// Which tasks end before a given one starts, whatever the engines do. Only what depends on each
// other counts: that one engine happens to run both in turn is luck.
class Before {
 public:
  explicit Before(const Schedule& schedule) : schedule_(schedule), seen_(schedule.size(), 0) {}

  // Marks what is before `task`, as far back as `first`.
  void look_from(TaskId task, TaskId first) {
    task_ = task;
    ++look_;
    open_ = {task};
    while (!open_.empty()) {
      const TaskId at = open_.back();
      open_.pop_back();
      for (const Dependence& d : schedule_.dependences(at)) {
        ++work_;
        std::uint32_t& seen = seen_[static_cast<std::size_t>(d.on)];
        if (d.on < first || seen == look_) continue;
        seen = look_;
        open_.push_back(d.on);
      }
    }
  }
  std::int64_t work() const { return work_; }
  bool contains(TaskId other) const {
    return other == task_ || seen_[static_cast<std::size_t>(other)] == look_;
  }

 private:
  const Schedule& schedule_;
  std::vector<std::uint32_t> seen_;  // in which look, by task
  std::vector<TaskId> open_;
  TaskId task_ = nothing;
  std::uint32_t look_ = 0;
  std::int64_t work_ = 0;  // dependences that were followed
};

class RaceFinder {
 public:
  explicit RaceFinder(const Timeline& timeline) : timeline_(timeline), before_(timeline.schedule) {}

  void look_at(const BufferAccess& access) {
    Place& place = places_[{access.buffer, access.device}];
    std::vector<BufferAccess> rivals;
    TaskId first = access.task;
    const auto find_rivals = [&](const std::vector<BufferAccess>& earlier) {
      work_ += static_cast<std::int64_t>(earlier.size());
      for (const BufferAccess& each : earlier) {
        if (!overlap(each, access)) continue;
        rivals.push_back(each);
        first = std::min(first, each.task);
      }
    };
    find_rivals(place.writes);
    if (access.writes) find_rivals(place.reads);
    std::ranges::stable_sort(rivals, {}, &BufferAccess::task);
    before_.look_from(access.task, first);
    for (const BufferAccess& each : rivals) {
      if (!before_.contains(each.task)) report(each, access);
    }
    // What is ordered before a write of the same place need not be compared with what follows.
    if (access.writes) {
      const auto settled = [&](const BufferAccess& each) {
        return within(each, access) && before_.contains(each.task);
      };
      std::erase_if(place.reads, settled);
      std::erase_if(place.writes, settled);
    }
    (access.writes ? place.writes : place.reads).push_back(access);
  }
  std::int64_t work() const { return work_ + before_.work(); }
  std::vector<Race> take() { return std::move(found_); }

 private:
  void report(const BufferAccess& first, const BufferAccess& second) {
    const auto step = [&](const BufferAccess& access) {
      return timeline_.activities[static_cast<std::size_t>(access.task)].step;
    };
    if (reported_.insert({step(first), step(second)}).second) found_.push_back({first, second});
  }

  const Timeline& timeline_;
  Before before_;
  struct Place {
    std::vector<BufferAccess> reads, writes;
  };
  std::map<std::pair<std::uint32_t, std::int32_t>, Place> places_;
  std::int64_t work_ = 0;  // accesses that were compared
  std::set<std::pair<std::uint32_t, std::uint32_t>> reported_;
  std::vector<Race> found_;
};

}  // namespace

RaceSearch find_races(const Timeline& timeline, const std::vector<BufferAccess>& accesses,
                      std::int64_t most) {
  RaceFinder finder(timeline);
  RaceSearch search;
  for (const BufferAccess& access : accesses) {
    if (finder.work() > most) break;
    finder.look_at(access);
    ++search.looked_at;
  }
  search.found = finder.take();
  return search;
}

}  // namespace gpumodel
