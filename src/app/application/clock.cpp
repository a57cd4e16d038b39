#include "src/app/application/clock.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/timeline/program/expand.hpp"
#include "models/timeline/simulate.hpp"
#include "src/app/program/timeline.hpp"
#include "src/io/program/read_program.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {
namespace {

using Kind = RecordedStep::Kind;

// Nothing is under way behind it, where only one stream has work.
bool empties(const RecordedStep& step) {
  const bool copy = step.kind == Kind::to_device || step.kind == Kind::to_host;
  return step.kind == Kind::synchronise || (copy && step.waits);
}

}  // namespace

Clock::Clock(const RecordedRun& recording, const ProgramAsk& ask,
             std::function<const KernelFile&(const std::string&)> kernel,
             ProgramText::Counted counted)
    : recording_(recording), ask_(ask), kernel_(std::move(kernel)), counted_(std::move(counted)) {}
Clock::~Clock() = default;

void Clock::follow(const ApplicationRecord& record) {
  if (recording_.captures()) return;
  if (record.what == ApplicationRecord::What::event) {
    marks_[record.number] = {probes_++, recording_.event(record.number), std::nullopt};
    open_.push_back(record.number);
    return;
  }
  const auto& steps = recording_.steps();
  const std::size_t from = bounds_.empty() ? first_.step : bounds_.back().step;
  if (steps.size() <= from || !empties(steps.back())) return;
  const RecordedStep& last = steps.back();
  const bool whole = last.kind == Kind::synchronise ? last.everything : !last.stream;
  const auto elsewhere = [&](const RecordedStep& each) {
    const bool works = each.kind != Kind::host && each.kind != Kind::synchronise;
    return works && (each.stream != last.stream || each.device != last.device);
  };
  const auto begin = steps.begin() + static_cast<std::ptrdiff_t>(from);
  const bool alone = std::none_of(begin, steps.end(), elsewhere);
  if (alone || (whole && recording_.devices() == 1 && !recording_.streams_alone())) {
    bounds_.push_back(end());
  }
}

Clock::Part Clock::predict(const Bound& end) {
  std::map<std::size_t, std::size_t> numbers;
  ProgramText how{.id = "part", .summary = "", .part = true, .first = first_.step, .end = end.step};
  how.kernel = [&](const std::string& name) -> const Kernel& { return kernel_(name).kernel; };
  how.counted = counted_;
  for (const std::int64_t number : open_) {
    const Mark& mark = marks_.at(number);
    if (mark.probe >= end.probes) continue;
    how.probes[mark.probe - first_.probes] = mark.event.before;
    for (const std::size_t step : mark.event.after)
      if (step >= first_.step) how.asked.insert(step);
  }
  how.numbers = &numbers;
  how.accesses = recording_.streams() == 0;
  std::string text = program_text(recording_, how);
  std::string key = text;  // with what is asked of it
  for (const auto& [asked, number] : numbers) {
    const std::size_t from = asked < first_probe ? first_.step : 0;
    key += fmt::format("{}:{} ", asked - from, number);
  }
  if (const auto found = known_.find(key); found != known_.end()) return found->second;

  ask_.program = std::make_shared<const ProgramFile>(
      read_program(make_text_file(std::move(text), "the application's steps"), kernel_));
  ProgramAnswer answer = begin_answer(ask_);
  settle(ask_, answer);
  if (!costs_) costs_ = std::make_unique<KernelCosts>(kernel_costs(answer));
  const Timeline timeline = program_timeline(answer, *costs_);
  const std::vector<TaskTime> times = simulate(timeline.schedule);
  std::map<std::uint32_t, double> ends;
  for (std::size_t i = 0; i < times.size(); ++i) {
    double& last = ends[timeline.activities[i].step];
    last = std::max(last, times[i].end);
  }
  Part part;
  for (const auto& [asked, number] : numbers) {
    const double time = ends[static_cast<std::uint32_t>(number)];
    if (asked == last_probe) part.end = time;
    if (asked >= first_probe) part.probes[asked - first_probe] = time;
    if (asked < first_probe) part.ends[asked - first_.step] = time;
  }
  known_.emplace(std::move(key), part);
  return part;
}

void Clock::catch_up() {
  for (const Bound& bound : bounds_) {
    const Part part = predict(bound);
    std::erase_if(open_, [&](std::int64_t number) {
      Mark& mark = marks_.at(number);
      if (!mark.time && mark.probe < bound.probes) mark.time = time_of(mark, part);
      return mark.time.has_value();
    });
    base_ += part.end;
    first_ = bound;
  }
  bounds_.clear();
}

// When everything before it in its stream is done, and the host has come to it.
double Clock::time_of(const Mark& mark, const Part& part) const {
  double time = base_ + part.probes.at(mark.probe - first_.probes);
  for (const std::size_t step : mark.event.after) {
    if (step < first_.step) continue;
    const auto end = part.ends.find(step - first_.step);
    if (end != part.ends.end()) time = std::max(time, base_ + end->second);
  }
  return time;
}

double Clock::now() {
  catch_up();
  const bool open = recording_.steps().size() > first_.step;
  return base_ + (open ? predict(end()).end : 0.0) + recording_.pending();
}

double Clock::elapsed(std::int64_t from, std::int64_t to) {
  static_cast<void>(recording_.event(from));
  static_cast<void>(recording_.event(to));
  catch_up();
  std::optional<Part> open;
  const auto time = [&](std::int64_t number) {
    const Mark& mark = marks_.at(number);
    if (mark.time) return *mark.time;
    if (!open) open = predict(end());
    return time_of(mark, *open);
  };
  return time(to) - time(from);
}

}  // namespace gpumodel
