#include "models/time/asked_kernel.hpp"

#include "models/kernel/compiled_code.hpp"
#include "models/kernel/openacc/lower.hpp"

namespace gpumodel {
namespace {

bool runs_by_openacc(const Kernel& kernel, LaunchWay asked) {
  if (asked == LaunchWay::none) return false;
  const bool only_way = kernel.openacc && kernel.openacc->only_way;
  const bool missing = asked == LaunchWay::openacc ? !kernel.openacc.has_value()
                                                   : asked == LaunchWay::launch && only_way;
  if (missing) throw ScheduleMissing{asked};
  return asked == LaunchWay::openacc || only_way;
}

void change(Kernel kernel, AskedKernel& made) {
  made.changed = std::make_unique<const Kernel>(std::move(kernel));
  made.question.kernel = made.changed.get();
}

}  // namespace

void settle(const KernelAsk& ask, AskedKernel& made) {
  made.question = {.kernel = ask.kernel,
                   .values = {},
                   .gpu = ask.gpu,
                   .host = ask.host,
                   .streams = ask.streams,
                   .cache = ask.cache,
                   .openacc = ask.openacc_runtime,
                   .work = ask.work};
  if (runs_by_openacc(*ask.kernel, ask.way)) {
    const DeviceFacts facts = ask.gpu != nullptr ? device_facts(*ask.gpu) : DeviceFacts{};
    change(with_openacc(*ask.kernel, facts, ask.overrides), made);
    made.question.openacc = true;
  }
  evaluate_parameters(made.kernel(), ask.overrides, made.values);
  made.question.values = made.values;
  if (ask.compiled == nullptr || !made.kernel().launch) return;
  const LaunchShape stated = launch_shape(made.kernel(), made.values);
  made.stated_registers = stated.registers_per_thread;
  Kernel compiled = made.kernel();
  put_compiled(*ask.compiled, compiled);
  // What a launch states is static and dynamic together, and a compiler knows the first alone.
  if (stated.shared_memory.value_or(0) > ask.compiled->static_shared_memory)
    compiled.launch->shared_memory = made.kernel().launch->shared_memory;
  change(std::move(compiled), made);
}

}  // namespace gpumodel
