// Time per occupancy answer (counter per_answer), on one list of devices and launches known only at
// run time: the batch tables, the explained answer, and the toolkit's header inlined (where it is
// installed).
//
// The header gets its structures ready-made; building them is not timed.
#include <benchmark/benchmark.h>

#include <vector>

#include "models/occupancy/batch.hpp"
#include "models/occupancy/occupancy.hpp"
#include "tests/occupancy/launch_sampler.hpp"
#ifdef GPUMODEL_HAS_OCCUPANCY_HEADER
#include "tests/occupancy/header_oracle.hpp"
#endif

namespace gpumodel::test {
namespace {

constexpr std::size_t list_length = 22 * 1024;  // launches in the list, devices mixed

struct List {
  std::vector<std::uint32_t> device;
  std::vector<LaunchResources> launch;
  std::vector<int> carveout_percent;
};

List mixed_list() {
  std::vector<LaunchSampler> samplers;
  for (const SmLimits& limits : all_limits()) samplers.emplace_back(limits, 7);
  Random random(7);
  List list;
  while (list.launch.size() < list_length) {
    const auto device = random.between<std::uint32_t>(0, std::uint32_t(samplers.size() - 1));
    const SampledLaunch row = samplers[device].next();
    list.device.push_back(device);
    list.launch.push_back(row.launch);
    list.carveout_percent.push_back(row.carveout_percent);
  }
  return list;
}

void per_answer(benchmark::State& state) {
  state.counters["per_answer"] =
      benchmark::Counter(double(list_length), benchmark::Counter::kIsIterationInvariantRate |
                                                  benchmark::Counter::kInvert);
}

void batch(benchmark::State& state) {
  const List list = mixed_list();
  const BatchOccupancy devices(all_limits());
  std::vector<int> blocks(list_length);
  for (auto _ : state) {
    devices.blocks_per_sm(list.device, list.launch, blocks);
    benchmark::DoNotOptimize(blocks.data());
    benchmark::ClobberMemory();
  }
  per_answer(state);
}
BENCHMARK(batch);

void explained(benchmark::State& state) {
  const List list = mixed_list();
  for (auto _ : state)
    for (std::size_t i = 0; i < list_length; ++i)
      benchmark::DoNotOptimize(occupancy_of(all_limits()[list.device[i]], list.launch[i]));
  per_answer(state);
}
BENCHMARK(explained);

#ifdef GPUMODEL_HAS_OCCUPANCY_HEADER
struct HeaderList {
  std::vector<cudaOccDeviceProp> devices;
  std::vector<cudaOccFuncAttributes> kernel;
  std::vector<cudaOccDeviceState> state;
};

HeaderList for_header(const List& list) {
  HeaderList ready;
  for (const SmLimits& limits : all_limits()) ready.devices.push_back(header_device(limits));
  for (std::size_t i = 0; i < list_length; ++i) {
    ready.kernel.push_back(header_kernel(list.launch[i]));
    ready.state.push_back(header_state(all_limits()[list.device[i]], list.carveout_percent[i]));
  }
  return ready;
}

void header(benchmark::State& state) {
  const List list = mixed_list();
  const HeaderList ready = for_header(list);
  std::vector<int> blocks(list_length);
  for (auto _ : state) {
    for (std::size_t i = 0; i < list_length; ++i) {
      cudaOccResult result{};
      cudaOccMaxActiveBlocksPerMultiprocessor(
          &result, &ready.devices[list.device[i]], &ready.kernel[i], &ready.state[i],
          list.launch[i].threads, std::size_t(list.launch[i].dynamic_shared_memory));
      blocks[i] = result.activeBlocksPerMultiprocessor;
    }
    benchmark::DoNotOptimize(blocks.data());
    benchmark::ClobberMemory();
  }
  per_answer(state);
}
BENCHMARK(header);
#endif

}  // namespace
}  // namespace gpumodel::test

BENCHMARK_MAIN();
