// What a compiler does with a thread program: a table per compiler, and the decisions that follow
// from it. They are made once, when a program is prepared, and stand in it: the run of a block, the
// path of a warp and the count of instructions read them there and have no rules of their own.
#pragma once

#include <cstdint>
#include <optional>

#include "models/kernel/thread/thread_program.hpp"

namespace gpumodel {

struct PreparedProgram;

struct CompilerRules {
  // Copies of innermost loops; nothing: as the program states, which was read off this code.
  std::optional<std::int64_t> unroll{};
  // It shares addresses among accesses, and spills what finds no register; read off nvcc's code
  // alone.
  bool shares_and_spills = true;
  bool loads_pass_stores = true;  // loads of a later round, stores of an earlier one
  // Registers of 4 B that the loads of copies fill before the first of them is waited for, at most;
  // nothing: as many as are free. The other number is for bodies that load their addresses.
  std::optional<double> load_registers{}, indexed_load_registers{};
  // What it adds to a region of OpenACC.
  AddedCode start{};      // of a region
  AddedCode gang_test{};  // of a gang's loop whose iterations its lanes share: first, after each
  AddedCode enter{};      // a loop that lanes or workers share
  AddedCode pointers{};   // of lanes that have an iteration of it, tests for copies included
  AddedCode leave{};      // such a loop
  AddedCode copies{};     // tests around the copies of other innermost loops
};

extern const CompilerRules nvcc_rules, gcc_rules;

// Of a loop.
struct LoopCode {
  std::int64_t copies = 1;  // of the body between two jumps; 0: of all rounds, there is no jump
  // Registers that the loads of a round fill while they are waited for, and those there are.
  double registers = 0.0, room = 0.0;
  // Rounds that a warp begins before it waits, at most: an index that has come makes room for the
  // address made of it, and that for what is loaded there.
  std::int64_t together = 1;
  // Loads of one copy wait before the next begins: LoadsAhead of an operation in it.
  bool apart = false;
};

// Copies of the body that end in a test and a jump.
std::int64_t jumps_of(const LoopCode& code, std::int64_t rounds);
// Instructions around a loop that has a round, where their number is known only when it runs.
double instructions_around(const LoopCode& code);

// Which loads machine code issues before an operation: all, those of its copy of a body, for it
// branches, or only those whose values it takes, for it calls a subroutine and loads sink behind it
// to where they are used (nvcc 13, sm_90: validate/experiments/subroutines.py).
enum class LoadsAhead : std::uint8_t { all, of_copy, own };
LoadsAhead loads_ahead_of(const OperationName& operation);

// What becomes of a condition.
enum class GuardCode : std::uint8_t {
  jump,       // over the body: nothing is moved out of it
  predicate,  // every warp executes the body's instructions, under a predicate
  exit        // of threads for which the rest of the program is not
};

// Of loads under so many predicates, which the stores after them want too: more than there are wait
// for the stores of those before.
double turns_of(double guards);

// Of one load.
double load_registers(const Access& access);

// The decisions, into the loops, guards and `free_registers` of a program.
void decide_code(PreparedProgram& program);

}  // namespace gpumodel
