// A program's steps as tasks of a timeline.
#pragma once

#include <optional>
#include <span>

#include "models/core/work_limit.hpp"
#include "models/timeline/program/data_state.hpp"
#include "models/timeline/program/faults.hpp"
#include "models/timeline/program/script.hpp"
#include "models/timeline/program/timeline_builder.hpp"

namespace gpumodel {

// What may be chosen without changing the file.
struct ExpandOptions {
  std::optional<std::int64_t> chunks, streams;
  std::optional<IssueOrder> order;
  Bound bound = Bound::expected;
  bool openacc = false;      // kernels are regions of OpenACC, compiled by GCC; else CUDA's
  bool as_it_ran = false;    // a recording: its races are told, and are no faults of the file
  double work = usual_work;  // see work_limit.hpp
};

// Tasks a program may come to, of the usual work: 0.3 s and 100 MB.
inline constexpr std::int64_t most_tasks = 150'000;
// Steps that its loops may pass, with or without a task, likewise.
inline constexpr std::int64_t most_steps = 10 * most_tasks;

// `parameters` as evaluated. Throws FormulaError (of a formula of the program), UnknownInput, and
// ProgramFaults where the steps make no sense together.
Timeline expand(const Program& program, std::span<const Number> parameters, const Machine& machine,
                KernelCosts& costs, const ExpandOptions& options = {});

// The same as steps that a machine can run. Throws as expand().
Script script_of(const Program& program, std::span<const Number> parameters, const Machine& machine,
                 KernelCosts& costs, const ExpandOptions& options = {});

// Accesses of buffers, and those of them that were compared with the ones before.
struct RaceCheck {
  std::size_t accesses = 0, looked_at = 0;
};

// What the check of a program shows besides its faults.
struct ProgramCheck {
  RaceCheck races;
  std::vector<ProgramFault> told;  // races of what is as it ran
  std::vector<MemoryUse> memory;   // the most that each device holds at any time
};

// Everything that is wrong with the program, races included; loops are followed twice, so that what
// one iteration leaves to the next is seen, but loops within loops once from so many tasks on
// that following all of them twice is too much work. Whether what the devices hold fits is for the
// caller to say. Throws as expand().
ProgramCheck check_program(const Program& program, std::span<const Number> parameters,
                           const Machine& machine, KernelCosts& costs,
                           const ExpandOptions& options = {});

}  // namespace gpumodel
