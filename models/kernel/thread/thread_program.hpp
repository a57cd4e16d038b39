// What one thread of a kernel does, at the depth of accesses: a value, as written in `thread:`.
//
//   let:   {j: global.x, i: global.y}
//   where: i > 0 && i < n-1
//   do:
//     - load:  U[i-1][j], U[i+1][j]
//     - fp64:  {add: 1}
//     - store: Unew[i][j]
//
// Everything the analyses need (addresses of lanes, counts) follows from it. A compiled kernel can
// become a second source of the same value.
//
// Names in its expressions are bound to slots: parameters in order, block.x/y/z, then those of
// thread_names, then the program's own variables in order of `variables`. Values are whole numbers,
// with / and % as in C (Arithmetic::index).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/access/access_expression.hpp"
#include "models/access/memory_rules.hpp"
#include "models/core/formula.hpp"
#include "models/kernel/thread/contents.hpp"
#include "models/kernel/thread/operation.hpp"

namespace gpumodel {

// Slots after block.x/y/z. `global` is block_index * block + thread.
inline constexpr auto thread_names = std::to_array<std::string_view>(
    {"thread.x", "thread.y", "thread.z", "block_index.x", "block_index.y", "block_index.z",
     "grid.x", "grid.y", "grid.z", "global.x", "global.y", "global.z", "lane", "warp"});

// Places in thread_names; the first of three axes.
enum ThreadName : std::size_t {
  thread_x = 0,
  block_index_x = 3,
  grid_x = 6,
  global_x = 9,
  lane_name = 12,
  warp_name = 13
};

// CUDA's spellings of the same, so that an index can be pasted from a kernel.
struct CoordinateAlias {
  std::string_view alias, name;
};
inline constexpr auto cuda_spellings =
    std::to_array<CoordinateAlias>({{"threadIdx.x", "thread.x"},
                                    {"threadIdx.y", "thread.y"},
                                    {"threadIdx.z", "thread.z"},
                                    {"blockIdx.x", "block_index.x"},
                                    {"blockIdx.y", "block_index.y"},
                                    {"blockIdx.z", "block_index.z"},
                                    {"blockDim.x", "block.x"},
                                    {"blockDim.y", "block.y"},
                                    {"blockDim.z", "block.z"},
                                    {"gridDim.x", "grid.x"},
                                    {"gridDim.y", "grid.y"},
                                    {"gridDim.z", "grid.z"}});

struct Access {
  enum class Op : std::uint8_t { load, store, atomic, reduction };
  Op op = Op::load;  // `atomic` returns the old value, `reduction` (red) does not
  AccessExpression expression;
  std::size_t array = 0;           // index into Kernel::arrays
  int bytes = 4;                   // of one lane
  std::string_view scalar;         // of the value; of atomics, of the operation
  std::int64_t member_offset = 0;  // of the member within the structure
  Source source;                   // `note` is the text of the access
  std::string place{};             // "app.cu:12" in the source that the descriptor was made from
  int column = 0;
  std::optional<std::size_t> value_slot;  // `read:` binds the loaded value to a variable
};

constexpr std::string_view to_string(Access::Op op) {
  return op == Access::Op::load     ? "load"
         : op == Access::Op::store  ? "store"
         : op == Access::Op::atomic ? "atomic"
                                    : "reduction";
}

struct Statement;
using Body = std::vector<Statement>;

struct Let {
  std::size_t slot = 0;
  Formula value;
};
// A value known only at run time, per thread, warp (all lanes alike) or block.
struct Draw {
  enum class Per : std::uint8_t { thread, warp, block };
  std::size_t slot = 0;
  Contents contents;
  Per per = Per::thread;
};
struct AccessStatement {
  std::size_t access = 0;  // index into ThreadProgram::accesses
};
struct OperationStatement {
  OperationName operation;
  Formula count;  // per thread and execution; may be a fraction where it is an average
  // How many of them, and of its neighbours in the file, do not wait for each other, on average:
  // at least 1, which stands where nothing is stated.
  std::optional<Formula> side_by_side{};
};
// Local memory, 4 B per lane and word, laid out so that a warp's lanes are neighbours.
struct SpillStatement {
  Formula load_bytes, store_bytes;  // per thread
};
struct Barrier {};
// What a compiler adds around the statements, one after the other: of every warp that comes here.
struct AddedCode {
  double instructions = 0.0;  // integer arithmetic and jumps
  double accesses = 0.0;      // of arguments and of shared memory
  // Waits for one another, by where the data are.
  double l1_waits = 0.0, shared_waits = 0.0;
  double barriers = 0.0;
  double divisions = 0.0;  // of integers
};
// for (slot = first; slot < end; slot += step)
struct Loop {
  std::size_t slot = 0;
  Formula first, end, step;
  std::int64_t unroll = 1;  // copies of the body, as stated; 0: of all rounds (see LoopCode)
  Body body;
  Source source;
};
// Lanes for which the condition holds execute `then`, the others `otherwise`. With a probability
// instead, that part of the lanes (or of the warps, if `uniform`) goes each way; `warps`: all of
// these lanes are in so large a part of the warps, or one each in as many as there are.
struct Branch {
  std::optional<Formula> condition;
  std::optional<Formula> probability, warps;
  bool uniform = false;
  Body then, otherwise;
  Source source;
};

struct Statement {
  std::variant<Let, Draw, AccessStatement, OperationStatement, SpillStatement, Barrier, AddedCode,
               Loop, Branch>
      what;
};

// models/kernel/compiler/rules.hpp
struct CompilerRules;
extern const CompilerRules nvcc_rules;

struct ThreadProgram {
  std::vector<std::string> variables;  // let, draw, read and loop variables
  std::vector<Access> accesses;        // in the order they are written
  Body body;                           // let and where included
  const CompilerRules* compiler = &nvcc_rules;
  Source source;
};

}  // namespace gpumodel
