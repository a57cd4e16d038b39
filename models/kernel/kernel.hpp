// A kernel descriptor as a value, at one of two depths. Counts: how many operations and words one
// work item needs. Accesses: what one thread does, with its index expressions (ThreadProgram). Both
// say which arrays move and how the kernel is launched. All numbers are expressions over the
// kernel's parameters, so that one descriptor stands for every problem size.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/access/struct_layout.hpp"
#include "models/core/element_type.hpp"
#include "models/core/formula.hpp"
#include "models/kernel/openacc/schedule.hpp"
#include "models/kernel/thread/thread_program.hpp"

namespace gpumodel {

struct Parameter {
  std::string name;
  Formula value;      // the default
  bool open = false;  // it has none: who asks states a value
};

enum class MemorySpace { global, shared, constant };
// Which index runs fastest through memory: the last (C) or the first (Fortran).
enum class StorageOrder { row_major, column_major };

struct Array {
  std::string name;
  ElementType type;                       // of an element; unused where there is a structure
  std::optional<StructLayout> structure;  // an array of structures
  std::vector<Formula> shape;             // elements per dimension, first index first
  StorageOrder order = StorageOrder::row_major;
  MemorySpace space = MemorySpace::global;
  LoadPath path = LoadPath::usual;
  bool restricted = false;           // `__restrict__`: no other array leads to its elements
  std::optional<Formula> padding;    // elements added to the fastest dimension
  std::optional<Formula> offset;     // bytes from an aligned address to element 0
  std::optional<Contents> contents;  // for `read:`; its expressions see parameters and `index`
  Source source;

  std::int64_t element_bytes() const {
    return structure ? structure->size : std::int64_t{type.scalar_bytes} * type.lanes;
  }
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
  std::optional<Formula> carveout;       // percent of the largest, that the launch prefers
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
  // The depth of accesses. Then work_items, operations, loads and stores are empty.
  std::optional<ThreadProgram> thread;
  // Another way to launch the same statements, or the only one; then `launch` and `thread` are what
  // it comes to on a device that is not known. See with_openacc() in openacc/lower.hpp.
  std::optional<OpenAccSchedule> openacc;
  std::vector<std::size_t> to_device, to_host;  // whole arrays, by index
  Source to_device_source, to_host_source;
};

// Slots of the values an expression of a kernel sees: parameters in order, then block.x/y/z.
inline constexpr std::array<std::string_view, 3> block_names = {"block.x", "block.y", "block.z"};

std::optional<std::size_t> find_parameter(const Kernel& kernel, std::string_view name);

// Whether a parameter has no default.
bool is_open(const Kernel& kernel);

// Values of all parameters and block dimensions (see block_names): defaults, except where
// `overrides` (by parameter index; may be shorter) holds a value. Throws FormulaError, also where
// one is open and not given.
void evaluate_parameters(const Kernel& kernel, std::span<const std::optional<Number>> overrides,
                         std::vector<Number>& values);

}  // namespace gpumodel
