// The access analysis of a whole launch: a 5-point stencil in double precision, by grid size.
#include <benchmark/benchmark.h>

#include "models/analysis/traffic/cache_volumes.hpp"
#include "tests/traffic/caches.hpp"
#include "tests/traffic/program_builder.hpp"

namespace {

using namespace gpumodel;
using namespace gpumodel::test;

ProgramBuilder stencil(long n) {
  ProgramBuilder builder;
  builder.array("U", "f64", {n, n});
  builder.array("V", "f64", {n, n});
  const std::string last = std::to_string(n - 1);
  builder.body({builder.when(
      "global.x > 0 && global.x < " + last + " && global.y > 0 && global.y < " + last,
      {builder.load("U[global.y][global.x - 1]"), builder.load("U[global.y][global.x + 1]"),
       builder.load("U[global.y - 1][global.x]"), builder.load("U[global.y + 1][global.x]"),
       builder.load("U[global.y][global.x]"), builder.store("V[global.y][global.x]")})});
  return builder;
}

// Everything from the program on: forms, classes of blocks, sectors, reuse, volumes cold and warm.
void five_point_stencil(benchmark::State& state) {
  const long n = state.range(0);
  const ProgramBuilder builder = stencil(n);
  const LaunchShape shape{.block = {32, 4, 1}, .grid = {(n + 31) / 32, (n + 3) / 4, 1}};
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const MemoryRules& rules = *find_memory_rules({9, 0});
  const CacheFacts facts = with_edges(
      {.rules = &rules, .sms = 132, .resident_blocks = 16, .l1_bytes = 2.5e5, .l2_bytes = 4.4e7});
  for ([[maybe_unused]] auto _ : state) {
    const PreparedProgram program = prepare(builder.kernel(), values, shape);
    const LaunchTraffic traffic = launch_traffic(program, rules);
    benchmark::DoNotOptimize(cache_volumes(traffic, facts, CacheStart::cold));
    benchmark::DoNotOptimize(cache_volumes(traffic, facts, CacheStart::warm));
    state.counters["blocks_run"] = static_cast<double>(traffic.blocks_run);
  }
}
// 8191: rows that are no whole number of lines.
BENCHMARK(five_point_stencil)
    ->Arg(256)
    ->Arg(4096)
    ->Arg(8191)
    ->Arg(16384)
    ->Arg(131072)
    ->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
