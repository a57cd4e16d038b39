#include "models/kernel/openacc/launch_sizes.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t warp = 32;
constexpr std::int64_t largest_block = 1024;

std::int64_t whole(const Formula& formula, std::span<const Number> values) {
  try {
    const Number value = formula.expression.evaluate(values);
    if (!value.is_integer()) {
      fail(formula, "expected a whole number, this is " + to_string(value));
    }
    if (value.integer() < 1) {
      fail(formula, "expected at least 1, this is " + to_string(value));
    }
    return value.integer();
  } catch (const ExpressionError& error) {
    throw FormulaError{&formula, error};
  }
}

class Sizes {
 public:
  Sizes(const OpenAccSchedule& schedule, AccLevels used, const NestNames& names,
        std::span<const Number> values)
      : schedule_(schedule),
        mapping_(mapping_of(schedule.compiler)),
        used_(used),
        names_(names),
        values_(values) {}

  LaunchSizes choose(const std::string& gangs_needed, const DeviceFacts& facts) {
    choose_vector_length();
    choose_workers();
    if (open_workers_ || gangs_are_open()) ask_run_time(facts);
    choose_gangs(gangs_needed);
    check_block();
    sizes_.one_warp = lanes_ * workers_ <= warp;
    return std::move(sizes_);
  }

 private:
  bool uses(AccLevels level) const { return (used_ & level) != 0; }
  bool gangs_are_open() const {
    return !schedule_.num_gangs && uses(acc_gang) && mapping_.max_gangs.value == 0;
  }

  Formula constant(std::int64_t value, Provenance from, std::string_view note) const {
    Formula formula = names_.formula(std::to_string(value), schedule_.nest.front().first);
    formula.source = schedule_.source;
    formula.source.from = from;
    formula.source.note = note;
    return formula;
  }
  Formula constant(const MappingFact& fact) const {
    return constant(fact.value, fact.from, fact.source);
  }

  void choose_vector_length() {
    if (schedule_.vector_length) {
      sizes_.vector_length = *schedule_.vector_length;
      lanes_ = whole(*schedule_.vector_length, values_);
      if (lanes_ % warp != 0 || lanes_ > largest_block) {
        fail(*schedule_.vector_length,
             "a vector length of " + std::to_string(lanes_) + " cannot be had",
             "a vector is made of whole warps: a multiple of 32, at most 1024");
      }
      return;
    }
    const MappingFact& fact = !uses(acc_vector)  ? mapping_.unused_vector_length
                              : uses(acc_worker) ? mapping_.vector_length_with_workers
                                                 : mapping_.vector_length;
    sizes_.vector_length = constant(fact);
    lanes_ = fact.value;
    sizes_.one_lane = lanes_ == 1;
  }

  void choose_workers() {
    if (schedule_.num_workers) {
      sizes_.workers = *schedule_.num_workers;
      workers_ = whole(*schedule_.num_workers, values_);
    } else if (uses(acc_worker)) {
      open_workers_ = mapping_.workers.value == 0;
      workers_ = mapping_.workers.value;
      sizes_.workers = constant(mapping_.workers);
    } else {
      sizes_.workers = constant(1, Provenance::datasheet, "no loop is shared by workers");
      sizes_.one_worker = true;
      workers_ = 1;
    }
  }

  void ask_run_time(const DeviceFacts& facts) {
    RuntimeQuestion question{.vector_length = lanes_};
    if (!open_workers_) question.workers = workers_;
    if (schedule_.registers_per_thread) {
      question.registers_per_thread = whole(*schedule_.registers_per_thread, values_);
    }
    const RuntimeChoice choice = runtime_choice(facts, question);
    const auto from = facts.sms > 0 ? Provenance::derived : Provenance::assumed;
    if (open_workers_) {
      workers_ = choice.workers;
      sizes_.workers = constant(choice.workers, from, choice.note);
    }
    sizes_.gangs = constant(choice.gangs, from, choice.note);
  }

  void choose_gangs(const std::string& needed) {
    if (schedule_.num_gangs) {
      sizes_.gangs = *schedule_.num_gangs;
      whole(*schedule_.num_gangs, values_);
    } else if (!uses(acc_gang)) {
      sizes_.gangs = constant(1, Provenance::datasheet, "no loop is shared by gangs");
    } else if (mapping_.max_gangs.value != 0) {
      const std::string text =
          "max(1, min(" + std::to_string(mapping_.max_gangs.value) + ", " + needed + "))";
      sizes_.gangs = names_.formula(text, schedule_.nest.front().first);
    }
  }

  void check_block() const {
    const Formula& at = schedule_.num_workers     ? *schedule_.num_workers
                        : schedule_.vector_length ? *schedule_.vector_length
                                                  : schedule_.nest.front().first;
    const MappingFact& most =
        lanes_ > warp ? mapping_.max_workers_of_long_vectors : mapping_.max_workers;
    if (workers_ * lanes_ > largest_block) {
      fail(at, std::to_string(workers_) + " workers of " + std::to_string(lanes_) +
                   " lanes are more than the 1024 threads of a block");
    }
    if (workers_ > most.value) {
      fail(at, std::string(mapping_.name) + " has at most " + std::to_string(most.value) +
                   " workers" + (lanes_ > warp ? " of vectors longer than 32" : ""));
    }
  }

  const OpenAccSchedule& schedule_;
  const CompilerMapping& mapping_;
  AccLevels used_;
  const NestNames& names_;
  std::span<const Number> values_;
  LaunchSizes sizes_;
  std::int64_t lanes_ = 1, workers_ = 1;
  bool open_workers_ = false;  // to be chosen at run time
};

}  // namespace

LaunchSizes launch_sizes(const OpenAccSchedule& schedule, AccLevels used,
                         const std::string& gangs_needed, const NestNames& names,
                         const DeviceFacts& facts, std::span<const Number> values) {
  return Sizes(schedule, used, names, values).choose(gangs_needed, facts);
}

}  // namespace gpumodel
