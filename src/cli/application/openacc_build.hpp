// Sources in OpenACC to a program for the processor, by GCC, on a runtime that keeps the device's
// memory apart: src/record/openacc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/io/application/read_records.hpp"

namespace gpumodel {

struct OpenaccSource {
  std::string shown;                   // the file that messages name
  std::string text;                    // the one that is compiled
  std::vector<std::string> options{};  // "-I", "include"
};

// These throw MachineError where a program of GCC's is not there, InputError with its first fault
// at its place.
void compile_openacc(const OpenaccSource& source, const std::string& object);
void link_openacc(const std::vector<std::string>& objects, const std::vector<std::string>& link,
                  const std::string& program);
// What stands at an address, from the program's beginning. Line 0: nobody knows.
SourcePlace place_in_program(const std::string& program, std::uint64_t address);

}  // namespace gpumodel
