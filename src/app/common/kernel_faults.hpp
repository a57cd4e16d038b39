// What can be wrong with a kernel as it is asked about, placed in its file.
#pragma once

#include "models/time/asked_kernel.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {

InputError to_input_error(const ScheduleMissing& missing, const Kernel& kernel);

// Runs `act`; what the engine throws about the kernel becomes an InputError.
template <class Act>
auto with_kernel_faults(const KernelFile& file, Act act) {
  try {
    return act();
  } catch (const ScheduleMissing& missing) {
    throw to_input_error(missing, file.kernel);
  } catch (const FormulaError& error) {
    throw to_input_error(error, file.text);
  } catch (const ThreadFault& fault) {
    throw to_input_error(fault, file.text);
  }
}

}  // namespace gpumodel
