// What calls do: coordinates, barriers, warps, atomics, mathematics, by the names of the prelude
// and of LLVM's intrinsics.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <optional>
#include <string>
#include <vector>

namespace gpumodel::describe {

enum class CallKind {
  nothing,     // costs nothing that is modelled
  coordinate,  // thread, block_index, block, grid, lane
  barrier,
  atomic,
  operations,
  code,       // what the compiler makes of a number that is known here alone: `name` is its rule
  read_only,  // the mark of __ldg on a pointer, and textures that are linear memory
  texel,      // the place of an element of a texture, by its coordinates
  copy,       // memcpy of a structure, memset of an array
  unsupported,
};

struct Counted {
  std::string pipe, kind;
  int count = 1;
  bool whole = false;  // of whole numbers, which may be a part of an index
};

struct CallMeaning {
  CallKind kind = CallKind::unsupported;
  std::string name;  // of a coordinate; which mark or texture it is; why it is not supported
  std::vector<Counted> counted;  // of operations
  std::string hint{};            // what helps where it is not supported
};

CallMeaning meaning_of(const llvm::CallBase& call);

// The counter of a loop of the nest, by the name of its coordinate: "nest.i32.row".
std::optional<std::string> counter_of_nest(const std::string& coordinate);

// "fp64", "fp32" or "fp16".
std::string pipe_of(const llvm::Type* type);

}  // namespace gpumodel::describe
