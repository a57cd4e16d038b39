#include "src/cli/application/scout.hpp"

#include "src/cli/application/run.hpp"
#include "src/cli/application/setup.hpp"

namespace gpumodel {

std::unique_ptr<const RecordedRun> scout(
    const ApplicationAsk& what, const ProgramAsk& ask, const BuiltApplication& built,
    const TemporaryFolder& folder,
    const std::function<std::optional<std::string>(const ApplicationRecord&)>& answer) {
  using What = ApplicationRecord::What;
  auto recording = std::make_unique<RecordedRun>(built.kernels, 0.0);
  const std::string setup = folder.file("scout-setup");
  write_setup({.path = setup, .data = folder.file("scout-data")}, ask, built.kernels);
  try {
    run_recorded(command_line(built.program, what.options), setup, built.runtime,
                 limits_of(what.options), Printed::nowhere,
                 [&](const std::string& line) -> std::optional<std::string> {
                   const ApplicationRecord record = read_recorded_line(line);
                   recording->add(record);
                   if (record.what == What::elapsed || record.what == What::clock)
                     return seconds_without_model;
                   return answer(record);
                 });
  } catch (const InputError&) {  // what is wrong is said where it is predicted
  }
  return recording;
}

}  // namespace gpumodel
