// How a compiler maps gangs, workers and vectors to blocks and threads: data, with sources.
//
// Common to both: a gang is a block (grid.x), a worker a row of threads (block.y), a vector lane a
// thread (block.x), so that the lanes of a vector are neighbours. GCC: libgomp's plugin-nvptx.c,
// nvptx_exec(). NVHPC: what -Minfo=accel prints, "blockIdx.x", "threadIdx.y", "threadIdx.x".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/core/sourced.hpp"
#include "models/kernel/openacc/schedule.hpp"

namespace gpumodel {

struct Gpu;
struct SmLimits;

// A number of a compiler: `datasheet` where its own source or manual says it, `measured` where a
// printed launch shows it.
struct MappingFact {
  std::int64_t value;
  Provenance from;
  std::string_view source;
};

// How the iterations of a loop are dealt to gangs; workers and vector lanes always take turns.
//   chunks  gang g takes a run of ceil(trips / gangs) neighbouring ones
//   cyclic  gang g takes g, g + gangs, g + 2 gangs, ...
enum class GangDealing : std::uint8_t { chunks, cyclic };

struct CompilerMapping {
  AccCompiler compiler;
  std::string_view name;
  GangDealing dealing;
  Provenance dealing_from;
  std::string_view dealing_source;
  MappingFact vector_length;               // where a loop is shared by vector lanes
  MappingFact vector_length_with_workers;  // ... and another (or the same) by workers
  MappingFact unused_vector_length;        // where none is: one lane of these works
  MappingFact workers;                     // where a loop is shared by workers; 0: set at run time
  MappingFact max_workers;
  MappingFact max_workers_of_long_vectors;  // vectors of more than a warp
  MappingFact max_gangs;                    // that it chooses by itself; 0: set at run time
};

const CompilerMapping& mapping_of(AccCompiler compiler);

// Levels of every loop, outermost first; what is `auto` becomes what the compiler would take.
std::vector<AccLevels> assigned_levels(AccCompiler compiler,
                                       std::span<const std::optional<AccLevels>> written);

// What a run-time choice depends on.
struct DeviceFacts {
  std::int64_t sms = 0;              // 0: not known
  const SmLimits* limits = nullptr;  // null: not known
};
DeviceFacts device_facts(const Gpu& gpu);

// Gangs and workers that GCC's run-time library chooses.
struct RuntimeChoice {
  std::int64_t gangs = 1, workers = 1;
  std::string note;  // how they came about
};
struct RuntimeQuestion {
  std::int64_t vector_length = 32;
  std::optional<std::int64_t> workers{};  // nothing: to be chosen
  std::int64_t registers_per_thread = 0;  // 0: not known, taken not to limit
};
RuntimeChoice runtime_choice(const DeviceFacts& facts, const RuntimeQuestion& asked);

}  // namespace gpumodel
