#include "models/validation/counter_checks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/occupancy/occupancy.hpp"

namespace gpumodel {
namespace {

// What is exact, what caches decide, and what is estimated.
constexpr double exact_within = 0.01, l2_within = 0.10, dram_within = 0.05, estimate_within = 0.05;
// Below this share of the bytes a kernel asks for, errors of DRAM bytes count as shares of those.
constexpr double next_to_nothing = 0.05;

// DRAM counters see more than the kernel's data: code, constants and parameters of a launch. On an
// H200 6.4 to 7.9 kB beyond the data of the five smallest launches that find L2 flushed, 2.3 to 3.8
// kB of those that find their data there.
constexpr double cold_code_bytes = 7e3, warm_code_bytes = 2.8e3;
// And data of others, up to 50 kB (H200): part of what is judged, and no input for the models.
constexpr double others = 50e3;

// Half as many instructions again are more than a compiler's freedom to address and to jump.
constexpr double other_code = 1.5;

struct Sums {
  double requests = 0.0, sectors = 0.0, wavefronts = 0.0;
};

template <class Choose>
Sums sums_of(const CounterQuestion& q, Choose choose) {
  Sums sums;
  for (std::size_t i = 0; i < q.kernel.thread->accesses.size(); ++i) {
    const Access& access = q.kernel.thread->accesses[i];
    if (!choose(access.op, q.kernel.arrays[access.array].space)) continue;
    const AccessSums& counted = q.analysis.traffic.accesses[i];
    sums.requests += counted.requests;
    sums.sectors += counted.sectors;
    sums.wavefronts += counted.wavefronts;
  }
  return sums;
}

Sums global_sums(const CounterQuestion& q, Access::Op wanted) {
  return sums_of(q, [wanted](Access::Op op, MemorySpace space) {
    return op == wanted && space == MemorySpace::global;
  });
}

double requested_bytes(const CounterQuestion& q) {
  double bytes = 0.0;
  for (std::size_t i = 0; i < q.kernel.thread->accesses.size(); ++i) {
    const Access& access = q.kernel.thread->accesses[i];
    if (q.kernel.arrays[access.array].space == MemorySpace::shared) continue;
    bytes += q.analysis.traffic.accesses[i].requested_bytes;
  }
  return bytes;
}

CacheVolumes volumes(const CounterQuestion& q) {
  return q.analysis.volumes(q.point.cache);
}

class Checks {
 public:
  // `scale`: what an error is a share of; what was counted where it is 0.
  void add(std::string_view id, std::string_view title, double predicted,
           std::optional<double> measured, std::optional<double> tolerance,
           Verdict otherwise = Verdict::outside, double scale = 0.0) {
    if (!measured) return;
    CounterCheck check{.id = id, .title = title, .predicted = predicted, .measured = *measured};
    const double error = predicted - *measured;
    const double whole = scale > 0.0 ? scale : *measured;
    // Where nothing was counted, anything predicted is all wrong.
    check.relative_error = error == 0.0 ? 0.0 : whole == 0.0 ? 1.0 : error / whole;
    check.tolerance = tolerance;
    check.verdict = !tolerance                                     ? Verdict::note
                    : std::abs(check.relative_error) <= *tolerance ? Verdict::ok
                                                                   : otherwise;
    checks_.push_back(check);
  }
  void add_fraction(std::string_view id, std::string_view title, double predicted,
                    std::optional<double> measured, std::optional<double> tolerance) {
    add(id, title, predicted, measured, tolerance);
    if (measured) checks_.back().fraction = true;
  }
  std::vector<CounterCheck> take() { return std::move(checks_); }

 private:
  std::vector<CounterCheck> checks_;
};

std::optional<double> ratio(std::optional<double> part, std::optional<double> whole) {
  if (!part || !whole || *whole == 0.0) return std::nullopt;
  return *part / *whole;
}

void add_requests(const CounterQuestion& q, Checks& checks) {
  using namespace counters;
  const Sums loads = global_sums(q, Access::Op::load);
  const Sums stores = global_sums(q, Access::Op::store);
  const auto counted = [&](std::string_view name) { return counter(q.point, name); };
  checks.add("load_requests", "load requests", loads.requests, counted(load_requests),
             exact_within);
  checks.add("load_sectors", "load sectors", loads.sectors, counted(load_sectors), exact_within);
  if (loads.requests > 0.0) {
    checks.add("load_sectors_per_request", "load sectors/request", loads.sectors / loads.requests,
               ratio(counted(load_sectors), counted(load_requests)), exact_within);
  }
  checks.add("store_requests", "store requests", stores.requests, counted(store_requests),
             exact_within);
  checks.add("store_sectors", "store sectors", stores.sectors, counted(store_sectors),
             exact_within);
  if (stores.requests > 0.0) {
    checks.add("store_sectors_per_request", "store sectors/request",
               stores.sectors / stores.requests,
               ratio(counted(store_sectors), counted(store_requests)), exact_within);
  }
}

// Nothing is judged where the kernel asks for nothing: its few bytes are those of others.
void add_dram(const CounterQuestion& q, Checks& checks) {
  const double asked = requested_bytes(q);
  const std::optional<double> counted = counted_dram_bytes(q.point);
  if (asked == 0.0 || !counted) return;
  const bool cold = q.point.cache == CacheStart::cold;
  const double code = cold ? cold_code_bytes : warm_code_bytes;
  const CacheVolumes moved = volumes(q);
  const double dram = moved.dram_read_bytes + moved.dram_write_bytes + code;
  const bool nothing = *counted - code < next_to_nothing * asked;
  checks.add("dram_bytes", "DRAM bytes", dram, counted, dram_within, Verdict::outside,
             nothing ? asked : 0.0);
}

// The counter has a wavefront, too, for each time an access gave way to lines that came back to the
// data banks. That is a matter of time, not of addresses; Hopper and later count it apart.
std::optional<double> counted_wavefronts(const Point& point) {
  const std::optional<double> all = counter(point, counters::wavefronts);
  const double gave_way = counter(point, counters::arbitration_conflicts).value_or(0.0);
  if (!all) return std::nullopt;
  return *all - gave_way;
}

void add_levels(const CounterQuestion& q, Checks& checks) {
  using namespace counters;
  const Sums all =
      sums_of(q, [](Access::Op, MemorySpace space) { return space != MemorySpace::constant; });
  const Sums shared =
      sums_of(q, [](Access::Op, MemorySpace space) { return space == MemorySpace::shared; });
  const double passing = q.analysis.mix.passing();
  checks.add("wavefronts", "L1 wavefronts", all.wavefronts + passing, counted_wavefronts(q.point),
             estimate_within, Verdict::note);
  checks.add("shared_wavefronts", "shared wavefronts", shared.wavefronts + passing,
             counter(q.point, shared_wavefronts), estimate_within, Verdict::note);
  checks.add("l2_sectors", "L2 sectors", volumes(q).l2_sectors(), counter(q.point, l2_sectors),
             l2_within);
  add_dram(q, checks);
}

void add_instructions(const CounterQuestion& q, Checks& checks) {
  checks.add("warp_instructions", "warp instructions", q.analysis.mix.total(),
             counter(q.point, counters::instructions), estimate_within, Verdict::note);
  for (const Pipe pipe : {Pipe::fp64, Pipe::fp32}) {
    const bool fp64 = pipe == Pipe::fp64;
    checks.add(fp64 ? "flop_fp64" : "flop_fp32", fp64 ? "FP64 flop" : "FP32 flop",
               q.analysis.mix.flop[static_cast<std::size_t>(pipe)], counted_flop(q.point, pipe),
               exact_within);
  }
}

// Blocks per SM of the launch as it ran: its registers are the compiler's.
std::optional<Occupancy> occupancy_of_launch(const CounterQuestion& q) {
  const SmLimits* limits = find_limits(q.gpu.compute_capability);
  if (limits == nullptr || !q.point.launch || !q.point.launch->registers_per_thread) {
    return std::nullopt;
  }
  const auto& block = q.point.launch->block;
  LaunchResources launch;
  launch.threads = static_cast<int>(block[0] * block[1] * block[2]);
  launch.registers_per_thread = static_cast<int>(*q.point.launch->registers_per_thread);
  launch.dynamic_shared_memory = q.point.launch->shared_bytes;
  const OccupancyResult result = gpumodel::occupancy_of(*limits, launch);
  const auto* occupancy = std::get_if<Occupancy>(&result);
  return occupancy == nullptr ? std::nullopt : std::optional(*occupancy);
}

void add_occupancy(const CounterQuestion& q, Checks& checks) {
  const std::optional<Occupancy> occupancy = occupancy_of_launch(q);
  if (!occupancy) return;
  std::optional<double> blocks;
  if (q.point.blocks_per_sm) blocks = static_cast<double>(*q.point.blocks_per_sm);
  checks.add("blocks_per_sm", "blocks per SM", occupancy->blocks_per_sm, blocks, 0.0);
  std::optional<double> active = counter(q.point, counters::warps_active);
  if (active) *active /= 100.0;
  checks.add_fraction("achieved_occupancy", "achieved warps", occupancy->fraction(), active,
                      std::nullopt);
}

// The descriptor's number is that of one compiler and may be out of date.
void add_registers(const CounterQuestion& q, Checks& checks) {
  if (!q.point.launch || !q.point.launch->registers_per_thread || !q.stated_registers) return;
  checks.add("registers_per_thread", "registers per thread",
             static_cast<double>(*q.stated_registers),
             static_cast<double>(*q.point.launch->registers_per_thread), 0.0, Verdict::note);
}

void add_launch(const CounterQuestion& q, Checks& checks) {
  if (q.point.backend != BackendKind::openacc || !q.point.launch) return;
  const auto product = [](const std::array<std::int64_t, 3>& of) {
    return static_cast<double>(of[0]) * static_cast<double>(of[1]) * static_cast<double>(of[2]);
  };
  checks.add("launch_blocks", "launch: blocks", q.analysis.shape.blocks(),
             product(q.point.launch->grid), 0.0);
  checks.add("launch_threads", "launch: threads",
             static_cast<double>(q.analysis.shape.threads_per_block()),
             product(q.point.launch->block), 0.0);
}

}  // namespace

std::optional<double> counter(const Point& point, std::string_view name) {
  if (!point.counters) return std::nullopt;
  const auto found = point.counters->find(std::string(name));
  return found == point.counters->end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> counted_flop(const Point& point, Pipe pipe) {
  const std::string type = pipe == Pipe::fp64 ? "d" : pipe == Pipe::fp32 ? "f" : "h";
  const auto of = [&](const std::string& operation) {
    return counter(point,
                   "smsp__sass_thread_inst_executed_op_" + type + operation + "_pred_on.sum");
  };
  const auto add = of("add"), mul = of("mul"), fma = of("fma");
  if (!add || !mul || !fma) return std::nullopt;
  return *add + *mul + 2.0 * *fma;
}

std::optional<double> counted_dram_bytes(const Point& point) {
  const auto read = counter(point, counters::dram_read);
  const auto write = counter(point, counters::dram_write);
  if (!read || !write) return std::nullopt;
  return *read + *write;
}

double dram_bytes_of_others() {
  return others;
}

std::vector<CounterCheck> counter_checks(const CounterQuestion& question) {
  Checks checks;
  add_launch(question, checks);
  add_requests(question, checks);
  add_levels(question, checks);
  add_instructions(question, checks);
  add_registers(question, checks);
  add_occupancy(question, checks);
  return checks.take();
}

bool is_changed_by_compiler(std::span<const CounterCheck> checks) {
  constexpr auto of_instructions = std::to_array<std::string_view>(
      {"load_requests", "store_requests", "flop_fp64", "flop_fp32"});
  return std::ranges::any_of(checks, [&](const CounterCheck& check) {
    if (check.id == "warp_instructions") {
      return check.predicted > other_code * check.measured ||
             check.measured > other_code * check.predicted;
    }
    return check.verdict == Verdict::outside &&
           std::ranges::find(of_instructions, check.id) != of_instructions.end();
  });
}

}  // namespace gpumodel
