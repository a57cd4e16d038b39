// A pipeline of 100,000 tasks with everything that couples rates: copies both ways, kernels that
// lose memory traffic to them, four streams, each task issued by the host.
#include <benchmark/benchmark.h>

#include "models/timeline/simulate.hpp"

namespace {

using namespace gpumodel;

Schedule pipeline(int tasks, bool coupled) {
  Schedule schedule;
  const double both_ways = coupled ? 0.9 : 1.0;
  schedule.add_engine({EngineKind::host, 0, nothing, true});
  schedule.add_engine({EngineKind::to_device, 0, nothing, false, 3, both_ways});
  schedule.add_engine({EngineKind::compute, 0});
  schedule.add_engine({EngineKind::to_host, 0, nothing, false, 1, both_ways});
  std::array<TaskId, 4> streams{nothing, nothing, nothing, nothing};
  TaskId host = nothing;
  for (int i = 0; i < tasks / 6; ++i) {
    TaskId& stream = streams[static_cast<std::size_t>(i) % streams.size()];
    for (EngineId engine = 1; engine <= 3; ++engine) {
      const Dependence before{host, Wait::stream};
      host = schedule.add({.engine = 0, .work = 1e-6}, {&before, 1});
      Task task{.engine = engine, .latency = 2e-6, .work = 20e-6};
      if (coupled && engine == 2) task.drag = 1e-12;
      if (coupled && engine != 2) task.demand = 50e9;
      const Dependence both[] = {{host, Wait::issue}, {stream, Wait::stream}};
      stream = schedule.add(task, both);
    }
  }
  return schedule;
}

void simulate_pipeline(benchmark::State& state, bool coupled) {
  const Schedule schedule = pipeline(static_cast<int>(state.range(0)), coupled);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(makespan(simulate(schedule)));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(schedule.size()));
}

BENCHMARK_CAPTURE(simulate_pipeline, uncoupled, false)
    ->Arg(10000)
    ->Arg(100000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate_pipeline, coupled, true)
    ->Arg(10000)
    ->Arg(100000)
    ->Arg(1000000)
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
