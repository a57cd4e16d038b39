#include "models/validation/counted_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/access/lanes.hpp"
#include "models/access/memory_rules.hpp"
#include "models/hardware/sm_rates.hpp"

namespace gpumodel {
namespace {

const CounterCheck* find(std::span<const CounterCheck> checks, std::string_view id) {
  const auto found = std::ranges::find(checks, id, &CounterCheck::id);
  return found == checks.end() ? nullptr : &*found;
}

double scattered_sectors(const std::vector<ScatteredSectors>& all) {
  return std::accumulate(all.begin(), all.end(), 0.0, [](double sum, const ScatteredSectors& one) {
    return sum + one.lines + one.more;
  });
}

void put_l2_miss(MachineDemand& demand) {
  const double asked = demand.l2_read_bytes;
  demand.l2_miss = asked > 0.0 ? std::min(1.0, demand.dram_read_bytes / asked) : 0.0;
}

bool put_dram(const Point& point, MachineDemand& demand) {
  const auto read = counter(point, counters::dram_read);
  const auto write = counter(point, counters::dram_write);
  if (!read || !write) return false;
  const double others = dram_bytes_of_others();
  if (std::abs(*read - demand.dram_read_bytes) > others) {
    if (demand.dram_read_bytes > 0.0) demand.random_read_bytes *= *read / demand.dram_read_bytes;
    demand.dram_read_bytes = *read;
  }
  if (std::abs(*write - demand.dram_write_bytes) > others) demand.dram_write_bytes = *write;
  put_l2_miss(demand);
  return true;
}

// Sectors in the lines and proportions that were predicted; whole ones where nothing was.
void put_reads(double counted, MachineDemand& demand) {
  const double predicted = demand.l2_read_bytes / sector_bytes;
  demand.load_lines *= predicted > 0.0 ? counted / predicted : 0.0;
  demand.l2_read_bytes = sector_bytes * counted;
}
void put_writes(double counted, MachineDemand& demand) {
  const double predicted = demand.l2_write_bytes / sector_bytes + demand.partial_lines +
                           scattered_sectors(demand.scattered_stores);
  if (predicted <= 0.0) {
    demand.l2_write_bytes = sector_bytes * counted;
    return;
  }
  const double factor = counted / predicted;
  for (double* each : {&demand.l2_write_bytes, &demand.store_lines, &demand.partial_lines}) {
    *each *= factor;
  }
  for (ScatteredSectors& one : demand.scattered_stores) {
    one.lines *= factor;
    one.more *= factor;
  }
}

bool put_l2(const Point& point, MachineDemand& demand) {
  const auto read = counter(point, counters::l2_reads);
  const auto write = counter(point, counters::l2_writes);
  const auto looked_up = counter(point, counters::load_sectors);
  if (!read || !write || !looked_up) return false;
  put_reads(*read, demand);
  put_writes(*write, demand);
  if (*looked_up > 0.0) demand.l1_miss = std::min(1.0, *read / *looked_up);
  put_l2_miss(demand);
  return true;
}

bool put_l1(std::span<const CounterCheck> checks, MachineDemand& demand) {
  const CounterCheck* wavefronts = find(checks, "wavefronts");
  const bool mixed = !demand.shared_atomics.empty();
  if (wavefronts == nullptr || mixed || wavefronts->predicted <= 0.0) return false;
  const double factor = wavefronts->measured / wavefronts->predicted;
  demand.wavefronts *= factor;
  for (LoadShape& one : demand.loads) one.requests *= factor;
  return true;
}

// Warp instructions of a pipe, from the share of its peak at which it worked. An instruction that
// takes the pipe twice as long counts as two, as it does for the time.
std::optional<double> of_pipe(const Point& point, std::string_view share,
                              const std::optional<double>& lanes, double sms) {
  const auto percent = counter(point, share);
  const auto cycles = counter(point, counters::cycles);
  if (!percent || !cycles || !lanes) return std::nullopt;
  return *percent / 100.0 * *cycles * sms * *lanes / lanes_per_warp;
}

bool put_instructions(const Point& point, const Gpu& gpu, MachineDemand& demand) {
  const auto all = counter(point, counters::instructions);
  if (!all) return false;
  demand.instructions = *all;
  const SmRates* rates = find_rates(gpu.compute_capability);
  if (rates == nullptr || !gpu.sms.is_known()) return true;
  const auto put = [&](double& pipe, std::string_view share, const std::optional<double>& lanes) {
    pipe = of_pipe(point, share, lanes, gpu.sms.si).value_or(pipe);
  };
  put(demand.floating[static_cast<std::size_t>(Pipe::fp64)], counters::fp64_pipe, rates->fp64);
  const bool halves = demand.floating[static_cast<std::size_t>(Pipe::fp16)] > 0.0;
  if (!halves) {  // which go through the same pipe
    put(demand.floating[static_cast<std::size_t>(Pipe::fp32)], counters::fma_pipe, rates->fp32);
  }
  put(demand.integer, counters::alu_pipe, rates->int32_add);
  put(demand.special, counters::special_pipe, rates->special_function);
  return true;
}

bool put_occupancy(const Point& point, MachineDemand& demand) {
  if (!point.blocks_per_sm || *point.blocks_per_sm < 1) return false;
  demand.resident = static_cast<double>(*point.blocks_per_sm);
  return true;
}

bool put_clock(const Point& point, Gpu& gpu) {
  if (!point.clocks || !point.clocks->sm_during_hz) return false;
  gpu.clock.si = (*point.clocks->sm_during_hz)[1];
  return true;
}

}  // namespace

std::string_view to_string(CountedInput input) {
  constexpr std::array<std::string_view, 6> names = {"dram",         "l2",        "l1",
                                                     "instructions", "occupancy", "clock"};
  return names[static_cast<std::size_t>(input)];
}

std::string_view title_of(CountedInput input) {
  constexpr std::array<std::string_view, 6> titles = {
      "DRAM bytes", "L2 sectors", "L1 wavefronts", "instructions", "blocks per SM", "SM clock"};
  return titles[static_cast<std::size_t>(input)];
}

bool put_counted(CountedInput input, const Point& point, std::span<const CounterCheck> checks,
                 MachineInputs& inputs) {
  switch (input) {
    case CountedInput::dram:
      return put_dram(point, inputs.demand);
    case CountedInput::l2:
      return put_l2(point, inputs.demand);
    case CountedInput::l1:
      return put_l1(checks, inputs.demand);
    case CountedInput::instructions:
      return put_instructions(point, inputs.gpu, inputs.demand);
    case CountedInput::occupancy:
      return put_occupancy(point, inputs.demand);
    case CountedInput::clock:
      return put_clock(point, inputs.gpu);
  }
  return false;
}

}  // namespace gpumodel
