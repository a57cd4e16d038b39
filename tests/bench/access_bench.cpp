// Nanoseconds per warp access: counting from addresses, and from the text of an index on.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "models/access/array_access.hpp"
#include "models/access/global_access.hpp"
#include "models/access/shared_access.hpp"
#include "models/access/strides.hpp"
#include "models/access/warp_coordinates.hpp"

namespace {

using namespace gpumodel;

const MemoryRules& rules() {
  return *find_memory_rules({9, 0});
}

// Neither ascending nor linear.
WarpLanes scattered() {
  WarpLanes lanes = strided(4, 4);
  for (std::size_t i = 0; i < lanes.address.size(); ++i) {
    lanes.address[i] = static_cast<std::int64_t>(i * 2654435761U % 65536) * 4;
  }
  return lanes;
}

void touched(benchmark::State& state, const WarpLanes& lanes) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(touched_by(lanes));
  state.SetItemsProcessed(state.iterations());
}

void global(benchmark::State& state, const WarpLanes& lanes) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(global_access(lanes, rules()));
  state.SetItemsProcessed(state.iterations());
}

void shared(benchmark::State& state, const WarpLanes& lanes) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(shared_access(lanes, rules()));
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(touched, floats, strided(4, 4));
BENCHMARK_CAPTURE(touched, scattered, scattered());
BENCHMARK_CAPTURE(global, floats, strided(4, 4));
BENCHMARK_CAPTURE(global, floats_stride_32, strided(128, 4));
BENCHMARK_CAPTURE(global, doubles, strided(8, 8));
BENCHMARK_CAPTURE(global, float4, strided(16, 16));
BENCHMARK_CAPTURE(global, scattered, scattered());
BENCHMARK_CAPTURE(shared, floats, strided(4, 4));
BENCHMARK_CAPTURE(shared, column_of_doubles, strided(256, 8));

// The addresses of U[j][i-1] for one warp, and what they cost.
void from_index(benchmark::State& state) {
  AccessExpression access = parse_access("U[j][i-1]");
  for (AccessExpression::Index& index : access.indices) {
    for (Expression::Name& name : index.expression.names()) {
      const auto found = std::ranges::find(coordinate_names, name.text);
      name.slot = static_cast<std::int32_t>(found - coordinate_names.begin());
    }
  }
  const ArrayLayout layout{.base = 0, .stride_bytes = 8, .access_bytes = 8, .shape = {8192, 8192}};
  WarpPlace place{{32, 4, 1}, {1, 1, 0}, 0};
  std::array<Number, coordinate_names.size()> slots;
  const LaneValues values = [&](int lane) -> std::span<const Number> {
    coordinate_values(place, lane, slots);
    return slots;
  };
  for ([[maybe_unused]] auto _ : state) {
    place.warp = (place.warp + 1) % 4;
    benchmark::DoNotOptimize(
        global_access(lanes_of(access, layout, place.active(), nullptr, values), rules()));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(from_index);

}  // namespace

BENCHMARK_MAIN();
