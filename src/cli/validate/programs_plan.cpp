#include "src/cli/validate/programs_plan.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "models/timeline/program/loop_values.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/record/read_program_suite.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_devices = 64;

// All parameters, and the number of GPUs, where the point leaves them to the program.
ProgramPoint completed(ProgramPoint point, const ProgramFile& file,
                       const std::vector<std::string>& definitions) {
  const Program& program = file.program;
  ParameterNames known{"the program", "parameters of " + program.id, {}};
  for (const Parameter& each : program.parameters) known.names.push_back(each.name);
  point.program = program.id;
  point.parameters.clear();
  try {
    const std::vector<Number> values =
        evaluate_program_parameters(program, parse_parameters(definitions, known));
    for (std::size_t i = 0; i < values.size(); ++i) {
      point.parameters.push_back({program.parameters[i].name, values[i]});
    }
    if (point.gpus == 0) {
      point.gpus =
          program.devices ? LoopValues(values).whole(*program.devices, 1, most_devices) : 1;
    }
  } catch (const FormulaError& error) {
    throw to_input_error(error, file.text);
  }
  return point;
}

class ProgramSuitePlan {
 public:
  ProgramSuitePlan(const ProgramSuiteFile& file, BackendKind backend, ProgramNames& names)
      : file_(file), backend_(backend), names_(names) {}

  std::vector<ProgramPoint> take() {
    for (const ProgramSuiteEntry& entry : file_.suite.entries) {
      const std::vector<BackendKind>& on = entry.backends;
      if (!on.empty() && std::ranges::find(on, backend_) == on.end()) continue;
      for (ProgramPoint& point : points_of(entry)) add(entry, std::move(point));
    }
    if (!faults_.empty()) throw InputError{std::move(faults_)};
    return std::move(points_);
  }

 private:
  void add(const ProgramSuiteEntry& entry, ProgramPoint point) {
    const std::string name = point.program;
    std::vector<std::string> definitions;
    for (const ParameterValue& v : point.parameters) {
      definitions.push_back(v.name + "=" + to_string(v.value));
    }
    try {
      auto known = programs_.find(name);
      if (known == programs_.end()) known = programs_.emplace(name, load_program(name)).first;
      points_.push_back(completed(std::move(point), known->second, definitions));
      names_[points_.back().program] = name;
      const std::string whole = identity(points_.back());
      if (!seen_.insert(whole).second) fault(entry, whole + " is there twice");
    } catch (const InputError& error) {
      fault(entry, "'" + name + "': " + error.found.front().message);
    }
  }

  void fault(const ProgramSuiteEntry& entry, std::string message) {
    Diagnostic one{.id = "suite-point", .message = std::move(message), .file = file_.text.shown};
    one.line = entry.line;
    faults_.push_back(std::move(one));
  }

  const ProgramSuiteFile& file_;
  BackendKind backend_;
  ProgramNames& names_;
  std::map<std::string, ProgramFile> programs_;
  std::set<std::string> seen_;
  std::vector<ProgramPoint> points_;
  std::vector<Diagnostic> faults_;
};

std::vector<ProgramPoint> of_suite(const ValidateOptions& options, BackendKind backend,
                                   ProgramNames& names) {
  const Located place = options.suite.empty() ? locate_part("validate/programs.yaml")
                                              : Located{options.suite, options.suite};
  const ProgramSuiteFile file = read_program_suite(read_text_file(place.path, place.shown));
  return ProgramSuitePlan(file, backend, names).take();
}

// A program that is no part of the suite, or at other parameters.
ProgramPoint by_name(const std::string& name, const std::vector<std::string>& definitions) {
  ProgramPoint point;
  point.set = "named";
  point.gpus = 0;
  return completed(std::move(point), load_program(name), definitions);
}

}  // namespace

bool is_asked_for(const ProgramPoint& point, const std::vector<std::string>& names) {
  return names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
           return name == point.program || name == point.set;
         });
}

std::vector<std::string> ids_of(const std::vector<std::string>& asked, ProgramNames& names) {
  std::vector<std::string> ids;
  for (const std::string& name : asked) {
    ids.push_back(has(Shelf::programs, name) ? load_program(name).program.id : name);
    names[ids.back()] = name;
  }
  return ids;
}

namespace {

std::vector<ProgramPoint> chosen_points(const ValidateOptions& options, BackendKind backend,
                                        ProgramNames& names) {
  std::vector<ProgramPoint> points;
  std::vector<ProgramPoint> suite;
  if (options.definitions.empty()) suite = of_suite(options, backend, names);
  if (options.kernels.empty()) return suite;
  for (const std::string& id : ids_of(options.kernels, names)) {
    const std::size_t before = points.size();
    std::ranges::copy_if(suite, std::back_inserter(points),
                         [&](const ProgramPoint& point) { return is_asked_for(point, {id}); });
    if (points.size() == before) points.push_back(by_name(names.at(id), options.definitions));
  }
  return points;
}

}  // namespace

std::vector<ProgramPoint> planned_programs(const ValidateOptions& options, BackendKind backend,
                                           ProgramNames& names) {
  std::vector<ProgramPoint> points = chosen_points(options, backend, names);
  if (backend == BackendKind::openacc) {
    for (ProgramPoint& point : points) point.set += "-openacc";
  }
  return points;
}

}  // namespace gpumodel
