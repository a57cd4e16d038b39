// gpumodel doctor: what this machine can do, and what to install for the rest.
#include <CLI/CLI.hpp>
#include <array>

#include "src/cli/common/commands.hpp"
#include "src/cli/doctor/probe.hpp"
#include "src/cli/output/output.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/doctor/json.hpp"
#include "src/view/doctor/page.hpp"

namespace gpumodel {
namespace {

struct Requirement {
  const char* word;
  std::string_view ability;
};
constexpr auto requirements = std::to_array<Requirement>({
    {"gpu", "measure_cuda"},
    {"openacc", "measure_openacc"},
    {"counters", "counters"},
});

class Doctor : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("--require", required_, "Fail where this is missing: gpu, openacc, counters")
        ->type_name("PART");
    output_.declare(app);
  }

  int run(Console& console) override {
    output_.check();
    const Requirement* requirement = required();
    const DoctorAnswer answer = judged(probe_machine());
    std::vector<Diagnostic> diagnostics;
    int code = exit_code::done;
    if (requirement != nullptr) code = judge(answer, *requirement, diagnostics);
    write_results(console, output_, doctor_page(answer), [&](std::ostream& out) {
      out << to_text(doctor_document().write(answer, diagnostics, code));
    });
    for (const Diagnostic& one : diagnostics)
      render_diagnostic(console.err, one, console.err_color);
    return code;
  }

 private:
  const Requirement* required() const {
    if (required_.empty()) return nullptr;
    std::vector<std::string> known;
    for (const Requirement& one : requirements) {
      if (required_ == one.word) return &one;
      known.emplace_back(one.word);
    }
    Diagnostic fault{.id = "usage", .message = "--require " + required_ + " is no part"};
    fault.hints = did_you_mean(required_, known);
    fault.hints.emplace_back("expected gpu, openacc or counters");
    throw UsageError{std::move(fault)};
  }

  static int judge(const DoctorAnswer& answer, const Requirement& requirement,
                   std::vector<Diagnostic>& diagnostics) {
    const Ability& ability = answer.ability(requirement.ability);
    if (ability.can()) return exit_code::done;
    const bool denied = ability.lacks->id == "counters";
    diagnostics.push_back({.id = denied ? "counters-denied" : "machine-lacks",
                           .message = "this machine cannot " + std::string(ability.title) + ": " +
                                      ability.why_not()});
    return denied ? exit_code::counters_denied : exit_code::no_device;
  }

  std::string required_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_doctor() {
  return std::make_unique<Doctor>();
}

}  // namespace gpumodel
