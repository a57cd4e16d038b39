#include "models/kernel/openacc/compiler_code.hpp"

#include <algorithm>

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

// GCC 12.2 -O2 for sm_80, its PTX translated by ptxas 13.0 for sm_90: read off the code of the
// kernels of the library. A region has one argument, a pointer to pointers to the values; each lane
// follows it anew wherever it enters a loop. Loops of a gang alone are run by lane 0, which hands
// its variables and the result of the loop's test to the others through shared memory (gcc/config/
// nvptx/nvptx.cc: nvptx_propagate, nvptx_single). Pointers are generic and without `restrict`, so
// that no load passes a store. Whoever unrolls is ptxas: innermost loops, with the loads of a later
// copy after the first use of those before, but for few bytes.
CompilerCode code_of_gcc() {
  return {.start = {.instructions = constants::gcc_start_instructions.value,
                    .accesses = constants::gcc_start_accesses.value,
                    .l1_waits = 2,
                    .divisions = 1},
          .gang_test = {.instructions = constants::gcc_gang_test_instructions.value,
                        .accesses = constants::gcc_gang_test_accesses.value,
                        .shared_waits = 1,
                        .barriers = 2},
          .enter = {.instructions = constants::gcc_enter_instructions.value,
                    .accesses = constants::gcc_enter_accesses.value,
                    .shared_waits = 1,
                    .barriers = 1},
          .pointers = {.instructions = constants::gcc_pointers_instructions.value,
                       .accesses = constants::gcc_pointers_accesses.value,
                       .l1_waits = 2},
          .leave = {.instructions = constants::gcc_leave_instructions.value, .barriers = 1},
          .copies = {.instructions = constants::gcc_copies_instructions.value},
          .unroll = static_cast<std::int64_t>(constants::gcc_unroll.value),
          .loads = {.before_stores = false, .registers = constants::gcc_load_registers.value}};
}

}  // namespace

bool has_loop(const Body& body) {
  return std::ranges::any_of(body, [](const Statement& statement) {
    if (const auto* branch = std::get_if<Branch>(&statement.what)) {
      return has_loop(branch->then) || has_loop(branch->otherwise);
    }
    return std::holds_alternative<Loop>(statement.what);
  });
}

void unroll_innermost(Body& body, const CompilerCode& code) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (auto* branch = std::get_if<Branch>(&body[i].what)) {
      unroll_innermost(branch->then, code);
      unroll_innermost(branch->otherwise, code);
    }
    auto* loop = std::get_if<Loop>(&body[i].what);
    if (loop == nullptr) continue;
    const bool innermost = !has_loop(loop->body);
    loop->unroll = innermost ? code.unroll : 1;
    unroll_innermost(loop->body, code);
    if (innermost) body.insert(body.begin() + static_cast<std::ptrdiff_t>(i++), {code.copies});
  }
}

CompilerCode code_of(AccCompiler compiler, bool one_warp) {
  if (compiler != AccCompiler::gcc) return {};  // of others nothing is known
  CompilerCode code = code_of_gcc();
  if (!one_warp) return code;
  for (AddedCode* each : {&code.start, &code.gang_test, &code.enter, &code.pointers, &code.leave}) {
    each->barriers = 0;  // votes and shuffles
  }
  return code;
}

}  // namespace gpumodel
