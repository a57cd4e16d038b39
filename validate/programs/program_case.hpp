// The kernels of a script as cases, and with what its buffers start.
#pragma once

#include <memory>
#include <vector>

#include "src/io/kernel/read_kernel.hpp"
#include "validate/cases/kernel_case.hpp"
#include "validate/programs/read_script.hpp"

namespace gpumodel {

// One distinct call of a kernel.
struct ProgramCall {
  std::unique_ptr<KernelCase> kernel_case;  // stays where it is
  // By array of the case: the buffer whose part it is, or nothing: an array of its own.
  struct Place {
    bool of_buffer = false;
    std::size_t buffer = 0;
    std::int64_t first_byte = 0;
  };
  std::vector<Place> places;
  bool on_host = false, one_thread = false;
  std::int32_t device = 0, stream = 0;
};

struct ProgramCase {
  Script script;
  std::vector<ProgramCall> calls;
  std::vector<std::size_t> call_of_step;  // of steps that run a kernel
  std::vector<CaseArray> buffers;         // scalar type and start, as their first kernel has it
};

// A kernel's array of the same name as a buffer is the part that the step names where it is as
// large as that, or the whole buffer. Throws CaseError, and InputError for a kernel's file.
ProgramCase make_program_case(const ScriptFile& file);

}  // namespace gpumodel
