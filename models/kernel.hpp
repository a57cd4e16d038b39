// A kernel descriptor as a value, at the depth of counts: how many operations and words one work
// item needs, which arrays move, how the kernel is launched. All numbers are expressions over the
// kernel's parameters, so that one descriptor stands for every problem size.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/element_type.hpp"
#include "models/expression/expression.hpp"
#include "models/sourced.hpp"

namespace gpumodel {

// An expression and the place it was written. `source.note` repeats its text.
struct Formula {
  Expression expression;
  Source source;
  int column = 0;  // 1-based column of the expression's first character in its line
};

struct Parameter {
  std::string name;
  Formula value;  // the default
};

struct Array {
  std::string name;
  ElementType type;
  std::vector<Formula> shape;  // elements per dimension, slowest first
  Source source;
};

enum class Pipe { fp64, fp32, fp16 };
inline constexpr std::size_t pipe_count = 3;
inline constexpr std::array<Pipe, pipe_count> all_pipes = {Pipe::fp64, Pipe::fp32, Pipe::fp16};
constexpr std::string_view to_string(Pipe pipe) {
  return pipe == Pipe::fp64 ? "fp64" : pipe == Pipe::fp32 ? "fp32" : "fp16";
}

// Operations of one kind per work item. A fused multiply-add counts as two flop.
struct OperationCount {
  Pipe pipe{};
  double flop_each = 1.0;
  Formula count;
};

// Elements of one array that one work item moves to or from device memory.
struct WordCount {
  std::size_t array = 0;  // index into Kernel::arrays
  Formula count;
};

struct LaunchFormula {
  std::vector<Formula> block;  // x, y, z; one to three
  std::vector<Formula> grid;   // may use block.x, block.y, block.z
  std::optional<Formula> registers_per_thread;
  std::optional<Formula> shared_memory;  // bytes per block, static and dynamic together
};

struct Kernel {
  std::string id;                             // "saxpy"
  std::string summary;                        // one line
  std::vector<Parameter> parameters;          // in the order they were written
  std::vector<std::size_t> evaluation_order;  // of the parameters: each after those it uses
  std::vector<Array> arrays;
  Formula work_items;
  std::vector<OperationCount> operations;
  std::vector<WordCount> loads, stores;
  std::array<Source, pipe_count> flop_sources;  // by Pipe: where the operations were written
  Source loads_source, stores_source;
  std::optional<LaunchFormula> launch;
  std::vector<std::size_t> to_device, to_host;  // whole arrays, by index
  Source to_device_source, to_host_source;
};

// Slots of the values an expression of a kernel sees: parameters in order, then block.x/y/z.
inline constexpr std::array<std::string_view, 3> block_names = {"block.x", "block.y", "block.z"};

std::optional<std::size_t> find_parameter(const Kernel& kernel, std::string_view name);

// An expression of the kernel has no usable value at the given parameters.
struct FormulaError {
  const Formula* formula;
  ExpressionError error;
};

// Values of all parameters and block dimensions (see block_names): defaults, except where
// `overrides` (by parameter index; may be shorter) holds a value. Throws FormulaError.
void evaluate_parameters(const Kernel& kernel, std::span<const std::optional<Number>> overrides,
                         std::vector<Number>& values);

}  // namespace gpumodel
