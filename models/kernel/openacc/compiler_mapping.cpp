#include "models/kernel/openacc/compiler_mapping.hpp"

#include <algorithm>

#include "models/hardware/device.hpp"
#include "models/occupancy/occupancy.hpp"

namespace gpumodel {
namespace {

constexpr auto in_source = Provenance::datasheet;
constexpr auto seen = Provenance::measured;
constexpr auto assumed = Provenance::assumed;
constexpr std::string_view nvptx = "GCC, gcc/config/nvptx/nvptx.cc: nvptx_goacc_validate_dims";
constexpr std::string_view limits_of_nvptx =
    "GCC, gcc/config/nvptx/nvptx.cc: nvptx_apply_dim_limits";

// GCC: read in its sources (the run-time library of 2018 and of 2025, the rest of about 2024). What
// GCC 12 launched on an H200 agrees: see openacc_test.cpp.
constexpr CompilerMapping gcc{
    .compiler = AccCompiler::gcc,
    .name = "gcc",
    .dealing = GangDealing::chunks,
    .dealing_from = in_source,
    .dealing_source = "GCC, gcc/omp-offload.cc: oacc_xform_loop, without gang(static:n)",
    .vector_length = {32, in_source, nvptx},
    .vector_length_with_workers = {32, in_source, nvptx},
    .unused_vector_length = {32, in_source, nvptx},
    .workers = {0, in_source, nvptx},
    .max_workers = {32, in_source, limits_of_nvptx},
    .max_workers_of_long_vectors = {15, in_source, limits_of_nvptx},
    .max_gangs = {0, in_source, nvptx},
};

// NVHPC: a closed compiler; what it prints about programs in public repositories.
constexpr CompilerMapping nvhpc{
    .compiler = AccCompiler::nvhpc,
    .name = "nvhpc",
    .dealing = GangDealing::cyclic,
    .dealing_from = assumed,
    .dealing_source = "no source; matters only where there are more iterations than gangs",
    .vector_length = {128, seen, "-Minfo=accel of many programs: 'loop vector(128)'"},
    .vector_length_with_workers = {32, assumed, "-Minfo=accel: 'worker(4)' over 'vector(32)'"},
    .unused_vector_length = {1, assumed, "no source"},
    .workers = {4, assumed, "-Minfo=accel: 'worker(4)' over 'vector(32)'"},
    .max_workers = {32, assumed, "1024 threads in vectors of a warp"},
    .max_workers_of_long_vectors = {32, assumed, "no further limit is known"},
    .max_gangs = {65535, seen,
                  "NVCOMPILER_ACC_NOTIFY: 'num_gangs=65535', and trip counts below that "
                  "(782 gangs of 128 for 100000 iterations)"},
};

// The outermost level that is inside of all in `outer`.
AccLevels first_inside(AccLevels outer) {
  AccLevels level = acc_gang;
  while (level <= outer) level <<= 1U;
  return level;
}

// The innermost level that is outside of all in `inner`.
AccLevels last_outside(AccLevels inner) {
  const AccLevels with_end = inner | (acc_vector << 1U);
  return (with_end & (~with_end + 1)) >> 1U;
}

// What oacc_loop_auto_partitions (gcc/omp-offload.cc) does to a nest without branches: from the
// outside, loops that have others inside take the first free level but vector; from the inside, the
// outermost of the `auto` loops and those without a level take the last free one.
class GccAssignment {
 public:
  explicit GccAssignment(std::span<const std::optional<AccLevels>> written)
      : written_(written), levels_(written.size()) {
    for (std::size_t i = 0; i < written.size(); ++i) levels_[i] = written[i].value_or(0);
  }

  std::vector<AccLevels> run() {
    assign(0, 0, false);
    return std::move(levels_);
  }

 private:
  // Gives the levels of this loop and all inside.
  AccLevels assign(std::size_t i, AccLevels outer, bool outer_is_auto) {
    if (i == levels_.size()) return 0;
    const bool is_auto = !written_[i].has_value();
    if (is_auto && (!outer_is_auto || partitioned_inside(i))) {
      levels_[i] |= first_inside(outer) & (acc_gang | acc_worker) & ~written_inside(i);
    }
    const AccLevels inner = assign(i + 1, outer | levels_[i], outer_is_auto || is_auto);
    if (is_auto && (levels_[i] == 0 || !outer_is_auto)) {
      levels_[i] |= last_outside(inner) & ~outer;
    }
    return inner | levels_[i];
  }

  AccLevels written_inside(std::size_t i) const {
    AccLevels all = 0;
    for (std::size_t k = i + 1; k < written_.size(); ++k) all |= written_[k].value_or(0);
    return all;
  }

  bool partitioned_inside(std::size_t i) const {
    return std::ranges::any_of(written_.subspan(i + 1), [](const std::optional<AccLevels>& each) {
      return !each || *each != 0;
    });
  }

  std::span<const std::optional<AccLevels>> written_;
  std::vector<AccLevels> levels_;
};

// NVHPC, -Minfo=accel of parallel loops: the outermost loop gets the gangs, the innermost the
// vector, a single one both. That loops between stay sequential is an assumption, and so is that
// workers are never taken by themselves.
std::vector<AccLevels> assigned_by_nvhpc(std::span<const std::optional<AccLevels>> written) {
  std::vector<AccLevels> levels;
  for (const std::optional<AccLevels>& each : written) levels.push_back(each.value_or(0));
  const auto taken = [&](std::size_t begin, std::size_t end) {
    AccLevels all = 0;
    for (std::size_t i = begin; i < end; ++i) all |= written[i].value_or(0);
    return all;
  };
  std::size_t first = 0;
  while (first < written.size() && written[first]) ++first;
  if (first == written.size()) return levels;
  std::size_t last = written.size() - 1;
  while (written[last]) --last;
  const AccLevels all = taken(0, written.size());
  if ((all & acc_gang) == 0 && taken(0, first) == 0) levels[first] |= acc_gang;
  if ((all & acc_vector) == 0 && taken(last + 1, written.size()) == 0) levels[last] |= acc_vector;
  return levels;
}

struct BestBlock {
  std::int64_t threads = 1024, per_sm = 1;
};

// cuOccupancyMaxPotentialBlockSize: the largest block up to `most` threads with the most resident
// threads.
BestBlock best_block(const SmLimits& limits, std::int64_t most, std::int64_t registers) {
  BestBlock best{.threads = 0, .per_sm = 0};
  for (std::int64_t threads = most; threads >= limits.warp_size; threads -= limits.warp_size) {
    LaunchResources launch;
    launch.threads = static_cast<int>(threads);
    launch.registers_per_thread = static_cast<int>(registers);
    const OccupancyResult result = occupancy_of(limits, launch);
    const auto* occupancy = std::get_if<Occupancy>(&result);
    if (occupancy == nullptr) continue;
    if (occupancy->blocks_per_sm * threads > best.per_sm * best.threads) {
      best = {threads, occupancy->blocks_per_sm};
    }
  }
  if (best.threads == 0) best = {std::min<std::int64_t>(most, limits.warp_size), 1};
  return best;
}

}  // namespace

std::string acc_text(AccLevels levels) {
  std::string text;
  const auto add = [&](AccLevels level, const char* name) {
    if ((levels & level) != 0) text += (text.empty() ? "" : " ") + std::string(name);
  };
  add(acc_gang, "gang");
  add(acc_worker, "worker");
  add(acc_vector, "vector");
  return text.empty() ? "seq" : text;
}

const CompilerMapping& mapping_of(AccCompiler compiler) {
  return compiler == AccCompiler::gcc ? gcc : nvhpc;
}

std::vector<AccLevels> assigned_levels(AccCompiler compiler,
                                       std::span<const std::optional<AccLevels>> written) {
  if (compiler == AccCompiler::nvhpc) return assigned_by_nvhpc(written);
  return GccAssignment(written).run();
}

DeviceFacts device_facts(const Gpu& gpu) {
  return {gpu.sms.is_known() ? static_cast<std::int64_t>(gpu.sms.si) : 0,
          find_limits(gpu.compute_capability)};
}

// nvptx_exec() in libgomp/plugin/plugin-nvptx.c: gangs are twice the warps that are resident at the
// block size cuOccupancyMaxPotentialBlockSize proposes, asked for blocks of at most workers x
// vector length (any, where the workers are still open); workers fill that block. The 1024 gangs
// and full blocks without a device are its fallback.
RuntimeChoice runtime_choice(const DeviceFacts& facts, const RuntimeQuestion& asked) {
  constexpr std::int64_t largest_block = 1024;
  constexpr std::int64_t warp = 32;
  const std::int64_t most = asked.workers ? *asked.workers * asked.vector_length : largest_block;
  const bool known = facts.sms > 0 && facts.limits != nullptr;
  const BestBlock best =
      known ? best_block(*facts.limits, most, asked.registers_per_thread) : BestBlock{most, 0};
  RuntimeChoice choice;
  choice.workers =
      asked.workers.value_or(std::max<std::int64_t>(1, best.threads / asked.vector_length));
  if (!asked.workers && asked.vector_length > warp) {
    choice.workers = std::min(choice.workers, gcc.max_workers_of_long_vectors.value);
  }
  choice.gangs = known ? 2 * facts.sms * best.per_sm * (best.threads / warp) : 1024;
  choice.note = known ? "GCC's libgomp: 2 x " + std::to_string(facts.sms) + " SMs x " +
                            std::to_string(best.per_sm) + " blocks x " +
                            std::to_string(best.threads / warp) + " warps"
                      : "GCC's libgomp without knowledge of the device";
  return choice;
}

}  // namespace gpumodel
