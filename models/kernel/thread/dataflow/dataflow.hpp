// What a thread program computes: its statements with the values that flow through them.
//
// A thread program says which instructions there are and in which order, not what they compute.
// That follows from rules (docs/kernel-format.md, "What a thread program computes"): loads give
// values, operations fold them into a running value, stores take it. Here the rules have been
// applied: every step has its operands, and every value of a register a place where it begins.
// Whoever writes a program out, as CUDA or as anything else, prints these steps and decides
// nothing.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "models/kernel/kernel.hpp"
#include "models/kernel/launch_shape.hpp"

namespace gpumodel {

// A value that a thread keeps, or a row of them.
struct Register {
  std::string_view scalar;       // "f32"
  int lanes = 1;                 // 4: a float4
  std::int64_t extent = 1;       // one for each round of an unrolled loop, or for each chain
  const Loop* rounds = nullptr;  // inside of it, without a place: the one of the round
  std::string origin{};          // the array it is loaded from; empty: computed
  bool constant = false;         // set once
  bool former = false;           // what another was one operation ago; first the argument of a sum
};

// What a step uses, or changes.
struct FlowOperand {
  enum class Kind : std::uint8_t {
    value,    // of a register
    factor,   // arguments of the kernel: what a product multiplies by,
    addend,   // a sum adds,
    mask,     // a logical operation keeps,
    never,    // and no value equals
    number,   // 0 or 1, known to the compiler
    place,    // the number of the thread in its block
    content,  // what is stated to stand in the element that is stored
  };
  Kind kind = Kind::value;
  std::size_t reg = 0;
  int lane = -1;                          // of a vector; -1: all of it
  std::optional<std::int64_t> element{};  // of a register with an extent
  const Loop* round = nullptr;            // the element of this loop's round
  std::int64_t number = 0;
};

struct ComputeStep {
  Operation operation = Operation::add;
  std::string_view scalar;  // of the operation
  FlowOperand target;
  std::vector<FlowOperand> operands;    // target = operation(operands)
  std::optional<FlowOperand> former{};  // one of the operands: it then takes what the target was
  std::int64_t repeat = 1;              // one after the other
  bool chains = false;                  // of all elements of the target
  bool bits = false;                    // of integers, on the bits of a floating-point number
  const OperationStatement* statement = nullptr;  // that states it
};
struct MoveStep {
  FlowOperand target, value;
  bool chains = false;  // to all elements: the value plus the number of the element
};
struct LoadStep {
  std::size_t access = 0;
  FlowOperand target;
};
struct ReadStep {  // a value for indices
  std::size_t access = 0;
};
struct StoreStep {
  std::size_t access = 0;
  FlowOperand value;
};
struct AtomicStep {
  std::size_t access = 0;
  FlowOperand value;
};
struct ExchangeStep {  // among the lanes of a warp, with the one whose number differs by `offset`
  FlowOperand target, value;
  int offset = 1;
  bool divergent = false;  // some lanes may be elsewhere
};
struct VoteStep {  // of a warp: keeps the target if all agree that it is some value, as they do
  FlowOperand target;
  bool divergent = false;
};
struct DrawStep {
  const Draw* draw = nullptr;
  std::size_t number = 0;
  std::vector<const Loop*> loops{};  // around it: another value each round
};
struct LetStep {
  const Let* let = nullptr;
};
struct BarrierStep {};

struct FlowStep;
using FlowSteps = std::vector<FlowStep>;
struct LoopStep {
  const Loop* loop = nullptr;
  std::int64_t rounds = 0;  // of one that is fully unrolled
  FlowSteps body;
  bool meets = false;  // threads wait for one another in it
};
struct BranchStep {
  const Branch* branch = nullptr;
  std::optional<FlowOperand> never{};  // else a condition or a chance
  double chance = 1.0;                 // where the branch has a probability
  double warps = 1.0;                  // that have these lanes
  std::size_t number = 0;
  std::vector<const Loop*> loops{};
  FlowSteps then, otherwise;
  bool meets = false;
  bool parts = false;  // lanes of a warp may go either way
};

struct FlowStep {
  std::variant<ComputeStep, MoveStep, LoadStep, ReadStep, StoreStep, AtomicStep, ExchangeStep,
               VoteStep, DrawStep, LetStep, BarrierStep, LoopStep, BranchStep>
      what;
  // Registers that begin here, with 0 where the step itself does not set them.
  std::vector<std::size_t> begins{};
  bool sets_first = false;  // the step sets the first of them
};

// What the steps leave out of the program, or add to it.
struct Departure {
  std::string what;
  Source source;
};

struct Dataflow {
  std::vector<Register> registers;
  FlowSteps body;
  std::vector<Departure> departures;
};

// What no program text can say.
struct CannotWrite {
  Source source;
  int column = 0;  // 1-based; 0: the line
  std::string message;
  std::vector<std::string> hints{};
};

// `values` as filled by evaluate_parameters(). Throws CannotWrite and FormulaError.
Dataflow dataflow_of(const Kernel& kernel, std::span<const Number> values,
                     const LaunchShape& shape);

}  // namespace gpumodel
