// Program descriptors: copies, kernels and host work in the order in which they are issued.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/timeline/program/faults.hpp"
#include "models/timeline/program/program.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/shelves.hpp"

namespace gpumodel {

struct ProgramFile {
  Program program;
  TextFile text;
  std::vector<TextFile> kernels;  // the files of program.kernels
};

// Throws InputError with every fault of the file, and of the kernels' files that it names.
ProgramFile read_program(TextFile text, const Shelves& library = searched_shelves());
// With kernels from elsewhere than the library: each by its name.
ProgramFile read_program(TextFile text,
                         const std::function<KernelFile(const std::string& name)>& kernels);

// Whether a file describes a program, going by the key 'program'.
bool is_program(const TextFile& text);

// Faults found on the timeline, or an expression without a value, placed in the program's file.
InputError to_input_error(const ProgramFaults& faults, const TextFile& text);

std::string program_schema();

}  // namespace gpumodel
