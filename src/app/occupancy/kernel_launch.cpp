#include "src/app/occupancy/kernel_launch.hpp"

#include "models/kernel/thread/prepared_program.hpp"
#include "models/kernel/workload.hpp"
#include "models/time/asked_kernel.hpp"
#include "src/io/library/parameters.hpp"

namespace gpumodel {

LaunchShape launch_of_kernel(const KernelFile& file, const std::vector<std::string>& definitions,
                             const Gpu* gpu, const KernelResources* compiled) {
  const std::vector<std::optional<Number>> overrides = parse_parameters(definitions, file.kernel);
  try {
    AskedKernel asked;
    settle({.kernel = &file.kernel, .overrides = overrides, .gpu = gpu, .compiled = compiled},
           asked);
    if (!asked.kernel().launch) {
      throw InputError{{{.id = "not-applicable",
                         .message = file.kernel.id + " states no launch: it has no occupancy",
                         .file = file.text.shown,
                         .hints = {"state one: docs/kernel-format.md"}}}};
    }
    LaunchShape shape = launch_shape(asked.kernel(), asked.values);
    if (!shape.shared_memory) {
      shape.shared_memory =
          asked.kernel().thread ? prepare(asked.kernel(), asked.values, shape).shared_bytes : 0;
    }
    return shape;
  } catch (const FormulaError& error) {
    throw to_input_error(error, file.text);
  } catch (const ThreadFault& fault) {
    throw to_input_error(fault, file.text);
  }
}

}  // namespace gpumodel
