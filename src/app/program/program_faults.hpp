// Everything that can be wrong with a program on a machine, placed in its file.
#pragma once

#include "models/core/formula.hpp"
#include "models/timeline/program/faults.hpp"
#include "src/app/common/missing_number.hpp"
#include "src/app/program/answer.hpp"

namespace gpumodel {

// Throws InputError in place of what `act` throws.
template <class Act>
auto with_faults_of(const ProgramAnswer& answer, Act act) {
  try {
    return act();
  } catch (const ProgramFaults& faults) {
    throw to_input_error(faults, answer.text);
  } catch (const FormulaError& error) {
    throw to_input_error(error, answer.text);
  } catch (const UnknownInput& unknown) {
    std::vector<const DeviceFile*> files;
    for (const auto& [name, file] : answer.devices) files.push_back(&file);
    if (answer.host) files.push_back(&*answer.host);
    throw missing_number(unknown, "the program needs '" + unknown.key + "'", files,
                         "state it in the device file, or choose another device");
  }
}

}  // namespace gpumodel
