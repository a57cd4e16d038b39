// Kernel descriptors: what one work item, or one thread, does, as expressions over parameters.
#pragma once

#include <string>
#include <vector>

#include "models/kernel/kernel.hpp"
#include "models/kernel/thread/block_runner.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

struct CannotWrite;  // models/kernel/thread/dataflow/dataflow.hpp

struct KernelFile {
  Kernel kernel;
  TextFile text;
};

// Throws InputError with every fault of the file, those at its default parameters included.
KernelFile read_kernel(TextFile text);

// The fault of an expression at the parameters given, placed in the kernel's file.
InputError to_input_error(const FormulaError& error, const TextFile& text);
// The fault of an index, a condition, ..., with the thread that meets it.
InputError to_input_error(const ThreadFault& fault, const TextFile& text);

// What cannot be written out as a program.
InputError to_input_error(const CannotWrite& fault, const TextFile& text);

std::string kernel_schema();

}  // namespace gpumodel
