#include "src/cli/application/kernels.hpp"

#include <algorithm>
#include <cstdlib>

#include "src/app/application/program_text.hpp"
#include "src/cli/describe/describer.hpp"
#include "src/cli/describe/source_kernel.hpp"

namespace gpumodel {

const KernelFile& ApplicationKernels::file(const std::string& name) {
  if (const auto found = files_.find(name); found != files_.end()) return found->second;
  if (name == fill_kernel || name == copy_kernel) {
    const TextFile text = make_text_file(driver_kernel(name), name + ".yaml");
    return files_.emplace(name, read_kernel(text)).first->second;
  }
  const auto called = std::ranges::find(recording_.called(), name, &CalledKernel::name);
  return files_.emplace(name, describe(*called)).first->second;
}

void ApplicationKernels::describe_all() {
  std::vector<Diagnostic> faults;
  for (const CalledKernel& called : recording_.called()) {
    try {
      file(called.name);
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.found.begin(), error.found.end());
    }
  }
  if (!faults.empty()) throw InputError{std::move(faults)};
}

const LaunchableKernel& ApplicationKernels::launchable(const std::string& mangled) const {
  const auto found = std::ranges::find(built_.kernels, mangled, &LaunchableKernel::mangled);
  if (found != built_.kernels.end()) return *found;
  throw InputError{
      {{.id = "application-record",
        .message = "the application asks about a kernel that is in no file: " + mangled}}};
}

int ApplicationKernels::registers(const std::string& mangled, std::int64_t threads) {
  const auto [known, is_new] = registers_.try_emplace({mangled, threads}, 0);
  if (!is_new) return known->second;
  SourceAsk ask{.file = built_.sources.at(launchable(mangled).mangled)};
  ask.kernels = {launchable(mangled).name};
  ask.compile = compile_;
  ask.launch = "grid=[grid_x] block=[" + std::to_string(threads) + "]";
  ask.values = values_;
  ask.known = definitions_;
  const SourceAnswer answer = describe_source(ask);  // what it asks does not matter to registers
  constexpr std::string_view key = "\n  registers_per_thread: ";
  const std::string& text = answer.descriptors.at(0);
  const std::size_t at = text.find(key);
  if (at != std::string::npos) known->second = std::atoi(text.c_str() + at + key.size());
  return known->second;
}

KernelFile ApplicationKernels::describe(const CalledKernel& called) const {
  SourceAsk ask{.file = built_.sources.at(called.kernel->mangled)};
  ask.kernels = {called.kernel->name};
  ask.compile = compile_;
  ask.launch = called.launch;
  ask.values = values_;
  ask.name = called.name;
  ask.known = definitions_;  // what the user says comes first
  for (const auto& [name, value] : called.known) ask.known.push_back(name + "=" + value);
  SourceAnswer answer = describe_source(ask);
  std::vector<Diagnostic> open;
  for (Diagnostic& said : answer.said) {
    if (said.id != "value-asked" && said.severity != Severity::error) continue;
    said.severity = Severity::error;
    open.push_back(std::move(said));
  }
  if (!open.empty()) throw InputError{std::move(open)};
  const TextFile text = make_text_file(answer.descriptors.front(), called.name + ".yaml");
  return with_source_places(ask.file, text, [&] { return read_kernel(text); });
}

}  // namespace gpumodel
