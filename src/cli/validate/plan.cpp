#include "src/cli/validate/plan.hpp"

#include <filesystem>
#include <set>

#include "models/kernel/workload.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/library/parameters.hpp"

namespace gpumodel {
namespace {

// Throws InputError: unknown parameters, values that the kernel cannot have.
PlannedCase planned_case(const KernelFile& file, const std::vector<std::string>& definitions,
                         BackendKind backend, std::vector<CacheStart> caches) {
  const auto overrides = parse_parameters(definitions, file.kernel);
  PlannedCase planned{{file.text.path, definitions, std::move(caches), {}}, 0.0};
  Point& blank = planned.run.blank;
  blank.kernel = file.kernel.id;
  blank.backend = backend;
  try {
    std::vector<Number> values;
    evaluate_parameters(file.kernel, overrides, values);
    for (std::size_t i = 0; i < file.kernel.parameters.size(); ++i) {
      blank.parameters.push_back({file.kernel.parameters[i].name, values[i]});
    }
    if (backend == BackendKind::cuda && file.kernel.launch) launch_shape(file.kernel, values);
    planned.bytes = device_bytes(file.kernel, values).si;
  } catch (const FormulaError& error) {
    throw to_input_error(error, file.text);
  }
  return planned;
}

class SuitePlan {
 public:
  SuitePlan(const SuiteFile& file, const ValidateCall& call, std::optional<BackendKind> backend,
            KernelShelf& kernels)
      : file_(file), call_(call), backend_(backend), kernels_(kernels) {}

  std::vector<PlannedCase> take() {
    for (const SuiteEntry& entry : file_.suite.entries) {
      for (const std::string& kernel : entry.kernels) add_kernel(entry, kernel);
    }
    if (!faults_.empty()) throw InputError{std::move(faults_)};
    return std::move(cases_);
  }

 private:
  void add_kernel(const SuiteEntry& entry, const std::string& name) {
    std::string why_not;
    const KernelFile* kernel = kernels_.find(place_of(name), why_not);
    if (kernel == nullptr) {
      fault(entry, "'" + name + "': " + why_not);
      return;
    }
    if (is_file(name)) kernels_.add(*kernel);  // what is measured is found by the kernel's name
    for (const auto& values : combinations(entry.parameters)) {
      std::vector<std::string> definitions;
      for (const ParameterValue& v : values) {
        definitions.push_back(v.name + "=" + to_string(v.value));
      }
      for (const BackendKind backend : entry.backends) {
        if (!backend_ || *backend_ == backend) add_case(entry, *kernel, definitions, backend);
      }
    }
  }

  static bool is_file(const std::string& name) { return name.ends_with(".yaml"); }
  // Files lie where the suite says, seen from the suite.
  std::string place_of(const std::string& name) const {
    if (!is_file(name)) return name;
    return (std::filesystem::path(file_.text.path).parent_path() / name).string();
  }

  void add_case(const SuiteEntry& entry, const KernelFile& kernel,
                const std::vector<std::string>& definitions, BackendKind backend) {
    try {
      PlannedCase one = planned_case(kernel, definitions, backend,
                                     call_.caches.empty() ? entry.caches : call_.caches);
      for (const CacheStart cache : one.run.caches) {
        const std::string name = one.run.blank.kernel + " " + parameter_text(one.run.blank) + " (" +
                                 std::string(to_string(backend)) + ", " +
                                 std::string(to_string(cache)) + ")";
        if (!seen_.insert(name).second) fault(entry, name + " is there twice");
      }
      cases_.push_back(std::move(one));
    } catch (const InputError& error) {
      std::string text = kernel.kernel.id;
      for (const std::string& definition : definitions) text += " " + definition;
      fault(entry, text + ": " + error.found.front().message);
    }
  }

  void fault(const SuiteEntry& entry, std::string message) {
    Diagnostic one{.id = "suite-point", .message = std::move(message), .file = file_.text.shown};
    one.line = entry.line;
    faults_.push_back(std::move(one));
  }

  const SuiteFile& file_;
  const ValidateCall& call_;
  std::optional<BackendKind> backend_;
  KernelShelf& kernels_;
  std::set<std::string> seen_;
  std::vector<PlannedCase> cases_;
  std::vector<Diagnostic> faults_;
};

std::vector<PlannedCase> of_kernels(const ValidateOptions& options, const ValidateCall& call,
                                    BackendKind backend, KernelShelf& kernels) {
  std::vector<PlannedCase> cases;
  for (const std::string& name : options.kernels) {
    KernelFile file = load_kernel(name);
    cases.push_back(planned_case(
        file, options.definitions, backend,
        call.caches.empty() ? std::vector{CacheStart::cold, CacheStart::warm} : call.caches));
    kernels.add(std::move(file));
  }
  return cases;
}

}  // namespace

SuiteFile load_suite(const ValidateOptions& options) {
  const Located place = options.suite.empty() ? locate_part("validate/suite.yaml")
                                              : Located{options.suite, options.suite};
  return read_suite(read_text_file(place.path, place.shown));
}

std::vector<PlannedCase> planned(const ValidateOptions& options, const ValidateCall& call,
                                 const SuiteFile& suite, std::optional<BackendKind> backend,
                                 KernelShelf& kernels) {
  if (!options.kernels.empty()) {
    return of_kernels(options, call, backend.value_or(BackendKind::cuda), kernels);
  }
  return SuitePlan(suite, call, backend, kernels).take();
}

}  // namespace gpumodel
