#include "models/time/machine/demand.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "models/access/lanes.hpp"
#include "models/analysis/blocks_per_sm.hpp"
#include "models/analysis/kernel_analysis.hpp"
#include "models/analysis/path/operation_cost.hpp"
#include "models/core/constants.hpp"
#include "models/kernel/compiler/expansion.hpp"
#include "models/time/machine/late_lanes.hpp"

namespace gpumodel {
namespace {

constexpr double sector = sector_bytes;

const StreamTraffic* scattered_stream(const LaunchTraffic& traffic, std::size_t array) {
  const auto found = std::ranges::find_if(traffic.streams, [array](const StreamTraffic& stream) {
    return stream.array == array && stream.is_scattered();
  });
  return found == traffic.streams.end() ? nullptr : &*found;
}

class Collector {
 public:
  Collector(const Kernel& kernel, const KernelAnalysis& analysis, CacheStart start, const Gpu& gpu)
      : kernel_(kernel),
        analysis_(analysis),
        other_(moves_as_cold(start) ? std::nullopt : std::optional(analysis.volumes(start))),
        volumes_(other_ ? *other_ : analysis.cold),
        gpu_(gpu) {
    demand_.cold = start != CacheStart::warm;
    if (start == CacheStart::copied) demand_.waits_in_memory = constants::waits_after_copy.value;
  }

  MachineDemand collect() {
    shape();
    instructions();
    hit_rates();
    dram();
    demand_.stores = false;
    for (std::size_t i = 0; i < kernel_.thread->accesses.size(); ++i) access(i);
    cut_sectors();
    l2_reads();
    spills();
    paths();
    demand_.sample_error = analysis_.traffic.sample_error;
    demand_.rounds_sampled = analysis_.traffic.rounds_sampled;
    return std::move(demand_);
  }

 private:
  void shape() {
    demand_.blocks = analysis_.shape.blocks();
    const double working = analysis_.traffic.working;
    demand_.working = working > 0.0 ? std::min(working, demand_.blocks) : demand_.blocks;
    demand_.threads = static_cast<double>(analysis_.shape.threads_per_block());
    demand_.resident = analysis_.facts.resident_blocks;
  }

  void instructions() {
    const InstructionMix& mix = analysis_.mix;
    demand_.instructions = mix.total();
    demand_.around_arithmetic = mix.around_arithmetic();
    // Half of the pipe that they share does integer multiplications.
    const double fma = std::max(mix.pipes.fma, 2.0 * mix.pipes.multiply);
    demand_.floating = {mix.pipes.fp64, fma, mix.pipes.fp16};
    demand_.three_registers = mix.three_registers;
    demand_.no_registers = mix.pipes.control + mix.pipes.uniform;
    demand_.special = mix.pipes.special;
    demand_.integer = mix.pipes.alu;
    demand_.additions = mix.pipes.additions;
    demand_.tensor_flop = mix.tensor_flop;
    demand_.wavefronts = mix.passing();
    held_slots();
  }

  void held_slots() {
    const auto& unit = gpu_.machine.operations;
    const auto slots = [&](MachineOperation of) {
      const Sourced<Count>& rate = unit[of].throughput;
      return rate.is_known() ? constants::schedulers.value * lanes_per_warp / rate.si : 1.0;
    };
    const auto& sequences =
        analysis_.traffic.execution.floating[static_cast<std::size_t>(Pipe::fp64)];
    for (const auto& [operation, sums] : sequences) {
      const Expansion each = expansion_of(OperationClass::fp64, operation, gpu_.compute_capability);
      if (each.instructions() <= 1.0) continue;
      const auto name =
          std::ranges::find_if(operation_names(), [which = operation](const OperationName& one) {
            return one.operation == which && one.klass == OperationClass::fp64;
          });
      const double units =
          std::max({each.instructions(), slots(MachineOperation::fp64_fma) * each.own(),
                    slots(MachineOperation::special_rcp) * each.special});
      const double measured = operation_step(*name, gpu_).interval;
      demand_.held_slots += sums.warp_instructions * std::max(0.0, measured - units);
    }
  }

  void hit_rates() {
    demand_.l1_miss = 1.0 - volumes_.l1_hit_rate();
    const double asked = sector * volumes_.l2_load_sectors;
    demand_.l2_miss = asked > 0.0 ? std::min(1.0, volumes_.dram_read_bytes / asked) : 0.0;
    const double looked_up = volumes_.l1_load_sectors;
    if (looked_up <= 0.0) return;
    demand_.awaited = std::min(1.0, volumes_.awaited_sectors / looked_up);
    demand_.awaited_dram = std::min(1.0, volumes_.awaited_dram_sectors / looked_up);
    if (volumes_.awaited_lines > 0.0) {
      demand_.awaited_lines = volumes_.awaited_lines / demand_.working;
      demand_.lone_lines = volumes_.lone_lines / volumes_.awaited_lines;
    }
    if (volumes_.awaited_dram_sectors > 0.0) {
      demand_.met = volumes_.met_sectors / volumes_.awaited_dram_sectors;
    }
    demand_.missed_again = std::min(1.0, missed_again() / looked_up);
    demand_.lost_by_l2 = std::min(1.0, volumes_.lost_sectors / looked_up);
  }

  double missed_again() const {
    double again = 0.0;
    for (std::size_t i = 0; i < analysis_.traffic.arrays.size(); ++i) {
      const double first = analysis_.traffic.arrays[i].load.first_in_warp;
      again += std::max(0.0, volumes_.l1_missed[i] - first);
    }
    return again;
  }

  // What is new to a warp may be in L1 for another's sake: of its sectors, and so of the waits for
  // them.
  double beyond_l1() const {
    double first = 0.0;
    for (const ArrayTraffic& array : analysis_.traffic.arrays) first += array.load.first_in_warp;
    return first > 0.0 ? std::min(1.0, volumes_.awaited_sectors / first) : 1.0;
  }
  // As far as a warp finds what is new to it on its way: where it asks itself, and for a part where
  // another warp has.
  double on_its_way(double awaited) const {
    double first = 0.0, asked = 0.0;
    for (std::size_t i = 0; i < analysis_.traffic.arrays.size(); ++i) {
      const double of_array = analysis_.traffic.arrays[i].load.first_in_warp;
      first += of_array;
      asked += std::min(of_array, volumes_.l1_missed[i]);
    }
    const double own = first > 0.0 ? asked / first : 1.0;
    return own + constants::narrow_met.value * std::max(0.0, awaited - own);
  }
  void paths() {
    const CacheFacts& facts = analysis_.facts;
    const double kept = hit_rate(volumes_.wave_sectors * sector, facts.l2_bytes, facts.l2_edge);
    const LateLanes late = late_lanes(analysis_.traffic, volumes_,
                                      analysis_.path ? analysis_.path->fresh_phases : 0.0);
    demand_.late_dram = late.past_l2;
    const double beyond = std::max(beyond_l1(), late.past_l1);
    const auto waiting = [share = beyond, kept, on_way = on_its_way(beyond)](WarpPath path) {
      path.known_phases *= kept;
      path.fresh_phases *= share;
      path.fresh_pair_phases *= share;
      path.doublings *= share;
      path.narrow_awaited *= on_way;
      return path;
    };
    if (analysis_.path) demand_.path = waiting(*analysis_.path);
    for (LoadShape& one : demand_.loads) {
      if (one.bytes >= constants::register_bytes.value || demand_.path.narrow_loads <= 0.0)
        continue;
      one.awaited = demand_.path.narrow_awaited / demand_.path.narrow_loads;
    }
    for (std::size_t i = 0; i < analysis_.kinds.size(); ++i) {
      const BlockKind& kind = analysis_.traffic.kinds[i];
      demand_.kinds.push_back({waiting(analysis_.kinds[i]), kind.blocks, kind.executed});
    }
    if (!demand_.kinds.empty()) demand_.last_blocks = analysis_.traffic.last_blocks;
  }

  void dram() {
    demand_.dram_read_bytes = volumes_.dram_read_bytes;
    demand_.dram_write_bytes = volumes_.dram_write_bytes;
    demand_.beside_written_bytes = volumes_.beside_written_bytes;
    demand_.random_read_bytes = volumes_.random_read_bytes;
    demand_.random_footprint = volumes_.random_footprint;
    for (std::size_t i = 0; i < volumes_.rewritten.size(); ++i) {
      if (volumes_.rewritten[i] <= 0.0) continue;
      demand_.scattered_stores.push_back(
          {.lines = volumes_.rewritten[i], .footprint = analysis_.traffic.array_bytes[i]});
    }
  }

  void l2_reads() {
    for (std::size_t i = 0; i < analysis_.traffic.arrays.size(); ++i) {
      const ArrayTraffic& array = analysis_.traffic.arrays[i];
      if (array.load.sectors <= 0.0) continue;
      demand_.l2_read_bytes += sector * volumes_.l2_loads[i];
      demand_.load_lines += volumes_.l2_loads[i] * array.loads.lines / array.load.sectors;
    }
  }

  // Registers in local memory, whose words of a warp lie in a row.
  void spills() {
    const LaunchTraffic& traffic = analysis_.traffic;
    if (traffic.spill_load_bytes > 0.0) {
      demand_.loads.push_back({.requests = traffic.spill_load_bytes / line_bytes});
    }
    demand_.early_stores = traffic.early_stores * std::min(1.0, demand_.l1_miss * demand_.l2_miss);
    demand_.wavefronts += constants::local_store.value * traffic.spill_store_bytes / line_bytes;
    demand_.l2_read_bytes += sector * volumes_.local_load_sectors;
    demand_.load_lines += sector * volumes_.local_load_sectors / line_bytes;
    demand_.l2_write_bytes += sector * volumes_.local_store_sectors;
    demand_.store_lines += sector * volumes_.local_store_sectors / line_bytes;
  }

  void access(std::size_t number) {
    const Access& access = kernel_.thread->accesses[number];
    const AccessSums& sums = analysis_.traffic.accesses[number];
    const Array& array = kernel_.arrays[access.array];
    if (sums.requests <= 0.0) return;
    if (array.space == MemorySpace::constant) {
      constant(access, sums);
    } else if (array.space == MemorySpace::shared) {
      shared(access, array, sums);
    } else if (access.op == Access::Op::load) {
      load(access, sums);
    } else if (access.op == Access::Op::store) {
      store(access, sums);
    } else {
      atomic(access, array, sums);
    }
  }

  double words_of(const Access& access, const Array& array) const {
    const double bytes = analysis_.traffic.array_bytes[access.array];
    return std::max(1.0, bytes / static_cast<double>(array.element_bytes()));
  }

  // What all lanes load alike is an operand, or comes by the way of what a warp has in common.
  void constant(const Access& access, const AccessSums& sums) {
    if (sums.wavefronts <= sums.requests) return;
    demand_.constant_words += sums.wavefronts;
    const double bytes = analysis_.traffic.array_bytes[access.array];
    const double missed = std::max(0.0, 1.0 - constants::cache_of_constants.value / bytes);
    const bool by_data = analysis_.traffic.is_loaded_by_data(access.array);
    (by_data ? demand_.constant_lines : demand_.constant_lines_in_turn) += missed * sums.lines;
  }

  void shared(const Access& access, const Array& array, const AccessSums& sums) {
    if (access.op == Access::Op::load || access.op == Access::Op::store) {
      demand_.wavefronts += std::max(sums.requests, sums.wavefronts);
      return;
    }
    demand_.shared_atomics.push_back({access.scalar, words_of(access, array), sums.requests});
  }

  void load(const Access& access, const AccessSums& sums) {
    const LoadShape shape{.bytes = access.bytes,
                          .lines = sums.lines / sums.requests,
                          .wavefronts = sums.wavefronts / sums.requests,
                          .tag_conflicts = sums.tag_conflicts / sums.requests};
    const auto same = std::ranges::find_if(demand_.loads, [&](const LoadShape& other) {
      return other.bytes == shape.bytes && other.lines == shape.lines &&
             other.wavefronts == shape.wavefronts && other.tag_conflicts == shape.tag_conflicts;
    });
    LoadShape& all = same != demand_.loads.end() ? *same : demand_.loads.emplace_back(shape);
    all.requests += sums.requests;
  }

  void store(const Access& access, const AccessSums& sums) {
    demand_.stores = true;
    const Cycles each = gpu_.machine.lsu.global_store.known();
    demand_.wavefronts += std::max(each.si * sums.requests, sums.wavefronts);
    const double lines = sums.lines / sums.sectors;  // of a sector
    if (const auto* stream = scattered_stream(analysis_.traffic, access.array)) {
      const double sectors = sums.partial * sent_of_scattered(sums, stream->range_bytes);
      const double more = (1.0 - lines) * sectors;
      demand_.scattered_stores.push_back({lines * sectors, more, stream->range_bytes});
      demand_.sent_parts += lines * sectors + constants::scattered_by_sector.value * more;
      store_in_l2(lines, sums.sectors - sums.partial, 0.0);
    } else {
      store_in_l2(lines * (1.0 - put_together(access, sums)), sums.sectors, sums.partial);
    }
  }

  // Share of what warps store at places in no order that is sent. Of few lines an SM keeps those
  // that it has stored to, and sends little more than one for each store.
  static double sent_of_scattered(const AccessSums& sums, double footprint) {
    constexpr double together = constants::lines_put_together.value;
    const double all = sums.lines / sums.requests, there = footprint / line_bytes;
    const double least = std::min(all, constants::sent_of_few_lines.value + there / together);
    const double apart = std::clamp((there - together) / together, 0.0, 1.0);
    return std::lerp(least, all, apart) / all;
  }

  // L2 is asked for a line at a time: of several sectors of it that are written in part one is what
  // was calibrated, and the others are but their bytes.
  void store_in_l2(double lines_per_sector, double sectors, double partial_sectors) {
    const double partial = lines_per_sector * partial_sectors;
    demand_.store_lines += lines_per_sector * sectors;
    demand_.partial_lines += partial;
    demand_.l2_write_bytes += sector * (sectors - partial);
    demand_.sent_sectors += sectors - partial;
    demand_.sent_parts += partial;
  }

  // Share of the lines that a block's stores come to which its SM puts together with others on
  // their way: where warps one behind the other write a sector in pieces, and have few lines each.
  double put_together(const Access& access, const AccessSums& sums) const {
    if (sums.partial <= 0.0) return 0.0;
    constexpr double many = lanes_per_warp, few = many / 2.0;
    const double by_others = analysis_.traffic.arrays[access.array].partial_sectors / sums.partial;
    const double at_once = std::clamp((many - sums.lines / sums.requests) / few, 0.0, 1.0);
    return constants::stores_put_together.value * at_once * std::max(0.0, 1.0 - by_others) *
           sums.partial / sums.sectors;
  }

  // Rows that begin within a sector: those of one store L2 puts together in passing. The more of
  // them are on their way, the more are written in two parts; most where another block has the
  // other one. What was loaded is there whole.
  void cut_sectors() {
    constexpr double most_cut = 2.0 * sector - 2.0;  // of a request, bytes at both of its ends
    double stores = 0.0, lines = 0.0;
    std::map<std::size_t, double> between_blocks;  // by array
    for (std::size_t i = 0; i < kernel_.thread->accesses.size(); ++i) {
      const Access& access = kernel_.thread->accesses[i];
      if (access.op != Access::Op::store) continue;
      const ArrayTraffic& array = analysis_.traffic.arrays[access.array];
      if (array.stores.requests <= 0.0 || array.load.sectors > 0.0) continue;
      const AccessSums& sums = analysis_.traffic.accesses[i];
      const double missing = sector * sums.sectors - sums.used_bytes;
      if (missing <= 0.0 || missing > most_cut * sums.requests) continue;
      stores += 1.0;
      lines += sums.used_bytes / line_bytes;
      between_blocks[access.array] = array.partial_sectors;
    }
    const double alone = constants::cut_alone.value;
    if (stores <= alone || volumes_.compulsory_write_bytes <= 0.0) return;
    const double evicted =
        std::min(1.0, volumes_.dram_write_bytes / volumes_.compulsory_write_bytes);
    demand_.cut_bytes = constants::bytes_of_cut_line.value * (stores - 1.0) * lines;
    for (const auto& [array, sectors] : between_blocks) {
      demand_.cut_bytes += constants::bytes_of_cut.value * (1.0 - alone / stores) * sectors;
    }
    demand_.cut_bytes *= evicted;
  }

  void atomic(const Access& access, const Array& array, const AccessSums& sums) {
    demand_.wavefronts += std::max(sums.requests, sums.wavefronts);
    double bytes = analysis_.traffic.array_bytes[access.array];
    if (const auto* stream = scattered_stream(analysis_.traffic, access.array)) {
      bytes = std::min(bytes, stream->bytes_of(volumes_.wave_blocks));
    }
    demand_.atomics.push_back(
        {.scalar = access.scalar,
         .words = std::max(1.0, bytes / static_cast<double>(array.element_bytes())),
         .sectors = sums.atomic_sectors,
         .repeats = std::max(0.0, sums.atomic_sectors - sums.sectors),
         .requests = sums.requests,
         .bytes = bytes,
         .on_one = share_of_hottest(access) * sums.active_lanes,
         .array = access.array,
         .at_once = sums.active_lanes / sums.atomic_sectors});
  }

  // Of all operations, those on one word: where the index is what was read from an array of which
  // the kernel says how often each number stands in it. 0 where that is not known.
  double share_of_hottest(const Access& access) const {
    const auto& indices = access.expression.indices;
    if (indices.size() != 1 || indices[0].expression.names().size() != 1 ||
        indices[0].expression.code().size() != 1) {
      return 0.0;
    }
    const auto slot = static_cast<std::size_t>(indices[0].expression.names()[0].slot);
    for (const Access& from : kernel_.thread->accesses) {
      const auto& contents = kernel_.arrays[from.array].contents;
      if (from.value_slot != slot || !contents || contents->kind != Contents::Kind::histogram) {
        continue;
      }
      double most = 0.0, all = 0.0;
      for (std::size_t i = 1; i < contents->arguments.size(); i += 2) {
        const Expression& weight = contents->arguments[i].expression;
        if (!weight.names().empty()) return 0.0;
        const double each = weight.evaluate({}).real();
        most = std::max(most, each);
        all += each;
      }
      return all > 0.0 ? most / all : 0.0;
    }
    return 0.0;
  }

  const Kernel& kernel_;
  const KernelAnalysis& analysis_;
  const std::optional<CacheVolumes> other_;  // than of a cold L2
  const CacheVolumes& volumes_;
  const Gpu& gpu_;
  MachineDemand demand_;
};

}  // namespace

double MachineDemand::warps_per_block() const {
  return std::ceil(threads / lanes_per_warp);
}

MachineDemand machine_demand(const Kernel& kernel, const KernelAnalysis& analysis, CacheStart start,
                             const Gpu& gpu) {
  return Collector(kernel, analysis, start, gpu).collect();
}

MachineDemand machine_demand(const Workload& work, CacheStart start, const Gpu& gpu) {
  constexpr double usual_threads = constants::usual_threads.value;
  constexpr auto usual_registers = static_cast<int>(constants::usual_registers.value);
  MachineDemand demand;
  demand.cold = start == CacheStart::cold;
  LaunchShape shape;
  if (work.launch) {
    shape = *work.launch;
  } else {
    shape.block = {static_cast<std::int64_t>(usual_threads), 1, 1};
    shape.grid[0] = static_cast<std::int64_t>(
        std::clamp(std::ceil(work.work_items / usual_threads), 1.0, 2147483647.0));
  }
  demand.threads = static_cast<double>(shape.threads_per_block());
  demand.blocks = demand.working = shape.blocks();
  demand.resident =
      std::max(1, blocks_per_sm(shape, gpu.compute_capability, usual_registers).value_or(1));
  const double warps = demand.blocks * demand.warps_per_block();
  for (std::size_t pipe = 0; pipe < pipe_count; ++pipe) {
    demand.floating[pipe] = work.flop[pipe].si / 2.0 / lanes_per_warp;  // as if all were fused
    demand.instructions += demand.floating[pipe];
  }
  const double accesses = work.moved().si / constants::usual_word.value / lanes_per_warp;
  demand.instructions +=
      constants::instructions_of_moved_word.value * accesses + constants::usual_start.value * warps;
  demand.wavefronts = accesses;
  demand.l2_read_bytes = demand.dram_read_bytes = work.loaded.si;
  demand.l2_write_bytes = demand.dram_write_bytes = work.stored.si;
  demand.load_lines = work.loaded.si / line_bytes;
  demand.store_lines = work.stored.si / line_bytes;
  demand.sent_sectors = work.stored.si / sector;
  demand.stores = work.stored.si > 0.0;
  demand.path.load_phases = work.loaded.si > 0.0 ? 1.0 : 0.0;
  demand.path.loads = demand.path.load_phases;
  return demand;
}

}  // namespace gpumodel
