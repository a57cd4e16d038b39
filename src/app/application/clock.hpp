// The application's own clock: what the model says the time is, while it runs. From one moment in
// which nothing is under way to the next the steps are a program of their own, and times add up;
// what is repeated is predicted once.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/app/application/program_text.hpp"
#include "src/app/program/ask.hpp"

namespace gpumodel {

class Clock {
 public:
  // `ask`: the machine, the model. `kernel`: a descriptor by its name, also of steps to come;
  // `counted`: of these, as in the text of a program. All and the recording must outlive this.
  Clock(const RecordedRun& recording, const ProgramAsk& ask,
        std::function<const KernelFile&(const std::string&)> kernel, ProgramText::Counted counted);
  ~Clock();

  // To be called after each record.
  void follow(const ApplicationRecord& record);
  // Of the host, in seconds since the application began.
  double now();
  double elapsed(std::int64_t from, std::int64_t to);

 private:
  struct Part {  // of the steps, as predicted; probes and steps by their number from its first
    double end = 0.0;                        // of the host
    std::map<std::size_t, double> probes{};  // the host's time at each
    std::map<std::size_t, double> ends{};    // of steps
  };
  struct Mark {  // an event
    std::size_t probe = 0;
    RecordedRun::Event event{};
    std::optional<double> time{};  // once its part is closed
  };

  struct Bound {  // nothing is under way between two steps
    std::size_t step = 0, probes = 0;
  };

  Part predict(const Bound& end);
  void catch_up();
  double time_of(const Mark& mark, const Part& part) const;
  Bound end() const { return {recording_.steps().size(), probes_}; }

  const RecordedRun& recording_;
  ProgramAsk ask_;
  std::function<const KernelFile&(const std::string&)> kernel_;
  ProgramText::Counted counted_;
  std::unique_ptr<class KernelCosts> costs_;
  Bound first_;                // of the part that is open
  double base_ = 0.0;          // when it began
  std::vector<Bound> bounds_;  // behind it, not looked at yet
  std::size_t probes_ = 0;     // so far: moments in which the host's time is asked for
  std::map<std::int64_t, Mark> marks_;
  std::vector<std::int64_t> open_;  // those without a time
  std::map<std::string, Part> known_;
};

}  // namespace gpumodel
