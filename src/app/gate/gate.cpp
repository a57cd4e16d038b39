#include "src/app/gate/gate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

#include "src/app/common/caught_faults.hpp"
#include "src/app/common/model_choice.hpp"
#include "src/app/compare/result.hpp"
#include "src/app/gate/place.hpp"
#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

constexpr double same_time = 1e-9;  // relative: of one engine, one device file and one kernel

// A name as it stands in a file: what lies beside the file comes first.
std::string beside(const TextFile& file, const std::string& name) {
  std::error_code ignored;
  const fs::path place = fs::path(file.path).parent_path() / name;
  return fs::is_regular_file(place, ignored) ? place.lexically_normal().string() : name;
}

// What a check is about, in one of two kinds.
struct Subject {
  std::shared_ptr<const KernelFile> kernel{};
  std::shared_ptr<const ProgramFile> program{};

  const TextFile& text() const { return kernel ? kernel->text : program->text; }
};

// Of a program: the time that each of its steps has on the critical path; they add up to the whole.
using StepTimes = std::map<std::string, double>;

struct Predicted {
  StoredResult result;
  std::map<std::string, WorkPlace> places;  // by the term that hangs on it
  std::vector<Diagnostic> warnings;
  StepTimes steps{};
};

StepTimes step_times(const Forecast& forecast) {
  StepTimes steps;
  for (const PathPart& part : forecast.parts) {
    steps[forecast.timeline.labels[part.step]] += part.seconds;
  }
  return steps;
}

// The largest first, as those of terms.
std::vector<TermMove> step_moves(const StepTimes& base, const StepTimes& now) {
  const auto time = [](const StepTimes& steps, const std::string& name) {
    const auto at = steps.find(name);
    return at == steps.end() ? 0.0 : at->second;
  };
  StepTimes all = base;
  all.insert(now.begin(), now.end());
  std::vector<TermMove> moves;
  for (const auto& [name, ignored] : all) {
    const double before = time(base, name), after = time(now, name);
    moves.push_back({name, Seconds{before}, Seconds{after}, after - before});
  }
  std::ranges::stable_sort(moves, std::greater{},
                           [](const TermMove& move) { return std::abs(move.moved_s); });
  return moves;
}

struct Machine {
  std::shared_ptr<const DeviceFile> device;
  const Model* model = nullptr;
};

Predicted predict_kernel(const Subject& of, const BudgetCheck& check, const Machine& on,
                         double work) {
  PredictAsk ask;
  ask.kernel = of.kernel;
  ask.overrides = parse_parameters(check.definitions, of.kernel->kernel);
  ask.device = on.device;
  ask.model = on.model;
  ask.cache = check.warm ? CacheStart::warm : CacheStart::cold;
  ask.work = work;
  const PredictAnswer answer = predict(std::move(ask));
  Predicted made{result_of(answer), {}, answer.warnings};
  for (const std::string& term : leaf_names(*made.result.terms)) {
    made.places[term] = place_of(answer, term);
  }
  return made;
}

Predicted predict_program(const Subject& of, const BudgetCheck& check, const Machine& on,
                          double work) {
  ProgramAsk ask;
  ask.program = of.program;
  ask.devices.emplace(std::get<Gpu>(on.device->device).id, *on.device);
  ask.definitions = check.definitions;
  ask.options.work = work;
  ask.model = on.model;
  add_files_of_machine(ask, searched_shelves());
  ProgramAnswer answer = begin_answer(ask);
  settle(ask, answer);
  forecast_program(answer);
  Predicted made{result_of(answer), {}, answer.notes, step_times(answer.forecast)};
  double longest = 0.0;
  for (const auto& [name, seconds] : made.steps) {
    if (seconds > longest) made.result.bound = name;
    longest = std::max(longest, seconds);
  }
  return made;
}

Predicted predicted(const Subject& of, const BudgetCheck& check, const Machine& on, double work) {
  return of.kernel ? predict_kernel(of, check, on, work) : predict_program(of, check, on, work);
}

Subject stored_subject(const BaselineEntry& entry) {
  TextFile text = make_text_file(entry.descriptor, entry.name + " of the baseline");
  Subject subject;
  if (!is_program(text)) {
    subject.kernel = std::make_shared<const KernelFile>(read_kernel(std::move(text)));
    return subject;
  }
  const auto kernels = [&](const std::string& name) {
    const auto found = std::ranges::find(entry.kernels, name, &BaselineText::name);
    if (found == entry.kernels.end()) return load_kernel(name);
    return read_kernel(make_text_file(found->text, name + " of the baseline"));
  };
  subject.program = std::make_shared<const ProgramFile>(read_program(std::move(text), kernels));
  return subject;
}

class Gate {
 public:
  explicit Gate(GateAsk asked) : problems_(answer_.ask.budgets.text) {
    answer_.ask = std::move(asked);
    answer_.written.engine = answer_.ask.engine;
  }

  GateAnswer run() {
    for (const BudgetCheck& check : answer_.ask.budgets.checks) look_at(check);
    for (const Diagnostic& each : problems_.sorted()) faults_.push_back(each);
    if (!faults_.empty()) throw InputError{std::move(faults_)};
    if (answer_.ask.baseline) {
      for (const BaselineEntry& entry : answer_.ask.baseline->entries) {
        const auto names = [&](const GateCheck& check) { return check.asked.name == entry.name; };
        if (std::ranges::none_of(answer_.checks, names)) answer_.unused.push_back(entry.name);
      }
    }
    return std::move(answer_);
  }

 private:
  void look_at(const BudgetCheck& check) {
    Subject subject;
    Machine machine;
    const bool loaded = load(check, subject);
    const bool chosen = choose(check, machine);  // the faults of both
    if (!loaded || !chosen) return;
    try {
      const Predicted now = predicted(subject, check, machine, answer_.ask.work);
      GateCheck made{.asked = check,
                     .now = now.result,
                     .file = subject.text().shown,
                     .device = {std::get<Gpu>(machine.device->device).id,
                                machine.device->text.shown, machine.device->text.sha256,
                                machine.device->text.path, machine.device->assumed},
                     .term = now.result.bound};
      for (const Diagnostic& each : now.warnings) answer_.warnings.push_back(each);
      remember(check, subject, now.result);
      hold_against_baseline(made, now, subject, machine);
      judge(made);
      if (const auto place = now.places.find(made.term); place != now.places.end()) {
        made.file = place->second.file;
        made.line = place->second.line;
      }
      answer_.checks.push_back(std::move(made));
    } catch (...) {
      keep_faults(check);
    }
  }

  // What -D would be told stands at 'with'.
  void keep_faults(const BudgetCheck& check) {
    CaughtFaults caught = caught_faults();
    if (caught.in == CaughtFaults::In::itself) throw;
    for (Diagnostic& each : caught.found) {
      if (each.file.empty() || each.file == "-D") {
        problems_.add(each.id, check.with ? *check.with : check.what, each.message, each.hints);
      } else {
        faults_.push_back(std::move(each));
      }
    }
  }

  // At the name in the budgets where there is no such file; its own faults stand in the file.
  template <class Read>
  bool attempt(const Node& at, std::string_view gone, const std::string& what, Read read) {
    try {
      read();
      return true;
    } catch (const InputError& error) {
      const Diagnostic& first = error.found.front();
      if (first.line > 0) {
        faults_.insert(faults_.end(), error.found.begin(), error.found.end());
      } else {
        problems_.add(gone, at, what + " '" + at.text + "' is gone: " + first.message, first.hints);
      }
    } catch (const UsageError& error) {
      problems_.add(error.what.id, at, error.what.message, error.what.hints);
    }
    return false;
  }

  bool load(const BudgetCheck& check, Subject& into) {
    const std::string name = beside(answer_.ask.budgets.text, check.what.text);
    return attempt(check.what, "budget-gone", check.is_program ? "the program" : "the kernel", [&] {
      if (check.is_program) {
        into.program = std::make_shared<const ProgramFile>(load_program(name));
      } else {
        into.kernel = std::make_shared<const KernelFile>(load_kernel(name));
      }
    });
  }

  bool choose(const BudgetCheck& check, Machine& into) {
    const Node none;
    const Node& device = check.device ? *check.device : none;
    const Node& model = check.model ? *check.model : none;
    const bool has_model = attempt(model, "model-unknown", "the model",
                                   [&] { into.model = &chosen_model(model.text); });
    const std::string name = beside(answer_.ask.budgets.text, device.text);
    std::optional<DeviceFile> file;
    const bool has_device = attempt(device, "budget-gone", "the device", [&] {
      file = load_gpu(choose_device(device.text.empty() ? "" : name).name);
    });
    if (!has_device || !has_model) return false;
    if (answer_.ask.assume) file = answer_.ask.assume(std::move(*file));
    into.device = std::make_shared<const DeviceFile>(std::move(*file));
    return true;
  }

  void remember(const BudgetCheck& check, const Subject& subject, const StoredResult& result) {
    BaselineEntry entry{.name = check.name,
                        .descriptor = subject.text().content,
                        .kernels = {},
                        .definitions = check.definitions,
                        .result = result};
    if (subject.program) {
      for (std::size_t i = 0; i < subject.program->kernels.size(); ++i) {
        entry.kernels.push_back(
            {subject.program->program.kernels[i].id, subject.program->kernels[i].content});
      }
    }
    answer_.written.entries.push_back(std::move(entry));
  }

  void hold_against_baseline(GateCheck& check, const Predicted& now, const Subject& subject,
                             const Machine& machine) {
    if (!answer_.ask.baseline) return;
    const auto& entries = answer_.ask.baseline->entries;
    const auto entry = std::ranges::find(entries, check.asked.name, &BaselineEntry::name);
    if (entry == entries.end()) return;
    check.in_baseline = true;
    StepTimes steps_before;
    try {
      // The same text has the same time.
      if (entry->descriptor == subject.text().content && entry->kernels.empty()) {
        check.before = check.now;
        steps_before = now.steps;
      } else {
        Predicted anew = predicted(stored_subject(*entry), check.asked, machine, answer_.ask.work);
        check.before = std::move(anew.result);
        steps_before = std::move(anew.steps);
      }
    } catch (...) {
      const CaughtFaults caught = caught_faults();
      if (caught.in == CaughtFaults::In::itself) throw;
      check.why_not_anew = caught.found.front().message;
      check.before = entry->result;
    }
    const StoredResult& then = entry->result;
    const bool asked_alike =
        machine.device->assumed.empty() && entry->definitions == check.asked.definitions &&
        then.key.device == check.now.key.device && then.key.model == check.now.key.model &&
        then.key.cache == check.now.key.cache;
    const double before = check.before->time.value.si;
    check.model_changed = check.why_not_anew.empty() && asked_alike &&
                          std::abs(before - then.time.value.si) > same_time * before;
    check.ratio = ratio_of(*check.before, check.now);
    check.moves = steps_before.empty() || now.steps.empty() ? term_moves(*check.before, check.now)
                                                            : step_moves(steps_before, now.steps);
  }

  static void judge(GateCheck& check) {
    const Estimate<Seconds>& time = check.now.time;
    if (check.asked.budget_s) {
      const double budget = *check.asked.budget_s;
      if (time.value.si > budget) check.verdict = GateVerdict::over;
      check.certain = (time.low.si > budget) || (time.high.si <= budget);
    }
    if (!check.asked.slower_by || !check.ratio) return;
    const double most = 1.0 + *check.asked.slower_by;
    if (check.ratio->value > most) check.verdict = GateVerdict::slower;
    if ((check.ratio->low > most) != (check.ratio->high > most)) check.certain = false;
    const bool longer = check.ratio->value > 1.0;
    for (const TermMove& move : check.moves) {  // the largest first
      if (move.name.empty() || (move.moved_s > 0.0) != longer || move.moved_s == 0.0) continue;
      check.term = move.name;
      break;
    }
  }

  GateAnswer answer_;
  Problems problems_;
  std::vector<Diagnostic> faults_;
};

}  // namespace

std::optional<double> GateCheck::limit_s() const {
  double limit = asked.budget_s.value_or(std::numeric_limits<double>::infinity());
  if (asked.slower_by && before) {
    limit = std::min(limit, before->time.value.si * (1.0 + *asked.slower_by));
  }
  return std::isfinite(limit) ? std::optional(limit) : std::nullopt;
}

std::size_t GateAnswer::failed() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      checks, [](const GateCheck& check) { return check.verdict != GateVerdict::ok; }));
}

std::size_t GateAnswer::uncertain() const {
  return static_cast<std::size_t>(std::ranges::count(checks, false, &GateCheck::certain));
}

bool GateAnswer::model_changed() const {
  return std::ranges::any_of(checks, &GateCheck::model_changed);
}

GateAnswer gate(GateAsk ask) {
  return Gate(std::move(ask)).run();
}

}  // namespace gpumodel
