// A program's steps as tasks of a timeline.
#pragma once

#include <optional>
#include <span>

#include "models/program/data_state.hpp"
#include "models/program/faults.hpp"
#include "models/program/script.hpp"
#include "models/program/timeline_builder.hpp"

namespace gpumodel {

// What may be chosen without changing the file.
struct ExpandOptions {
  std::optional<std::int64_t> chunks, streams;
  std::optional<IssueOrder> order;
  Bound bound = Bound::expected;
  bool openacc = false;  // kernels are regions of OpenACC, compiled by GCC; else CUDA's
};

// Tasks a program may come to.
inline constexpr std::size_t most_tasks = 1'000'000;

// `parameters` as evaluated. Throws FormulaError (of a formula of the program), UnknownInput, and
// ProgramFaults where the steps make no sense together.
Timeline expand(const Program& program, std::span<const Number> parameters, const Machine& machine,
                KernelCosts& costs, const ExpandOptions& options = {});

// The same as steps that a machine can run. Throws as expand().
Script script_of(const Program& program, std::span<const Number> parameters, const Machine& machine,
                 KernelCosts& costs, const ExpandOptions& options = {});

// Everything that is wrong with the program, races included; loops are followed twice, so that
// what one iteration leaves to the next is seen. The most that each device holds at any time;
// whether that fits is for the caller to say. Throws as expand().
std::vector<MemoryUse> check_program(const Program& program, std::span<const Number> parameters,
                                     const Machine& machine, KernelCosts& costs,
                                     const ExpandOptions& options = {});

}  // namespace gpumodel
