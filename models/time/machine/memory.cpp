#include <algorithm>
#include <map>
#include <optional>

#include "models/access/memory_rules.hpp"
#include "models/time/machine/rates.hpp"
#include "models/time/machine/terms.hpp"

namespace gpumodel {
namespace {

double sms_at_work(const MachineDemand& demand, const Gpu& gpu) {
  return std::min(demand.working, gpu.sms.known().si);
}

// What moves from DRAM for a single sector.
double bytes_of_random_read(const Gpu& gpu) {
  const MemoryRules* rules = find_memory_rules(gpu.compute_capability);
  return rules != nullptr ? rules->dram_load_bytes.value_or(sector_bytes) : sector_bytes;
}

// Of data.
Worked<Seconds> l2_transfer(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  const auto reads = [&] {
    return w.count("V_r", Bytes{demand.l2_read_bytes}, "accesses") / l2_read(w, gpu);
  };
  WorkedSum<Seconds> writes(w);
  if (demand.l2_write_bytes > 0.0) {
    writes.add(w.count("V_w", Bytes{demand.l2_write_bytes}, "accesses") / l2_write(w, gpu));
  }
  if (demand.partial_lines > 0.0) {
    writes.add(w.count("s", Count{demand.partial_lines}, "accesses") / partial_stores(w, gpu));
  }
  if (!writes.has_parts()) return reads();
  return demand.l2_read_bytes <= 0.0 ? writes.value() : hypot(reads(), writes.value());
}

// Of tags: of each line that a request loads, whatever it wants of it, and again of each that comes
// from DRAM; stores look up theirs twice.
Worked<Seconds> l2_tags(Workings& w, const MachineDemand& demand, const Gpu& gpu) {
  const double loaded = demand.load_lines + demand.dram_read_bytes / line_bytes;
  WorkedSum<Count> lookups(w);
  if (loaded > 0.0) lookups.add(w.count("n", Count{loaded}, "accesses"));
  if (demand.store_lines > 0.0) {
    lookups.add(w.constant<Count>("k", constants::lookups_of_store) *
                w.count("m", Count{demand.store_lines}, "accesses"));
  }
  return lookups.value() / l2_lookups(w, gpu);
}

// From the SMs that are at work. Where all are, L2 takes longer.
Worked<Seconds> sent_by_sms(Workings& w, const MachineDemand& demand, const Gpu& gpu,
                            double at_work) {
  WorkedSum<Cycles> cycles(w);
  if (demand.sent_sectors > 0.0) {
    cycles.add(w.constant<Cycles>("c_s", constants::cycles_of_sent_sector) *
               w.count("s_w", Count{demand.sent_sectors}, "accesses"));
  }
  if (demand.sent_parts > 0.0) {
    cycles.add(w.constant<Cycles>("c_p", constants::cycles_of_sent_part) *
               w.count("s_p", Count{demand.sent_parts}, "accesses"));
  }
  return cycles.value() / w.count("S", Count{at_work}, "launch") / sm_clock(w, gpu);
}

}  // namespace

TermId l2_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const double bytes = demand.l2_read_bytes + demand.l2_write_bytes;
  if (bytes <= 0.0 && demand.store_lines <= 0.0) return TermId::none;
  Workings& w = tree.workings();
  Worked<Seconds> time = max(l2_transfer(w, demand, gpu), l2_tags(w, demand, gpu));
  const double at_work = sms_at_work(demand, gpu);
  if (at_work < gpu.sms.known().si) {
    if (bytes > 0.0) {
      time = max(time, w.count("V", Bytes{bytes}, "accesses") / l2_of_sms(w, gpu, at_work));
    }
    if (demand.sent_sectors + demand.sent_parts > 0.0) {
      time = max(time, sent_by_sms(w, demand, gpu, at_work));
    }
  }
  return tree.leaf("l2", w.within(time, constants::error_of_l2));
}

TermId dram_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  const double all = demand.dram_read_bytes + demand.dram_write_bytes;
  if (all <= 0.0) return TermId::none;
  Workings& w = tree.workings();
  const double random = std::min(demand.random_read_bytes, demand.dram_read_bytes);
  const double share_of_reads = demand.dram_read_bytes / all;
  Worked<BytesPerSecond> rate = dram_transfer(w, gpu, share_of_reads);
  const double at_work = sms_at_work(demand, gpu);
  if (at_work < gpu.sms.known().si) {
    rate = min(rate, dram_of_sms(w, gpu, at_work, share_of_reads));
  }
  auto bytes = w.count("V_r", Bytes{demand.dram_read_bytes - random}, "accesses") +
               w.count("V_w", Bytes{demand.dram_write_bytes}, "accesses");
  if (demand.beside_written_bytes > 0.0) {
    bytes = bytes + w.count("V_l", Bytes{demand.beside_written_bytes}, "lines of lone sectors");
  }
  if (demand.cut_bytes > 0.0) {
    bytes = bytes + w.count("V_c", Bytes{demand.cut_bytes}, "sectors written in two parts");
  }
  const Worked<Seconds> streams = w.within(bytes / rate, constants::error_of_dram);
  if (random <= 0.0) return tree.leaf("dram", streams);
  const auto pieces = w.count("m", Count{random / bytes_of_random_read(gpu)}, "accesses");
  const Worked<Seconds> lone = pieces / random_dram_loads(w, gpu, demand.random_footprint);
  return tree.leaf("dram", streams + w.within(lone, constants::error_of_scattered));
}

BehindWrites::BehindWrites(TermTree& tree, const MachineDemand& demand, const Gpu& gpu)
    : tree_(tree) {
  if (demand.dram_write_bytes <= 0.0) return;
  Workings& w = tree.workings();
  const Worked<Count> waits = dram_waits(w, demand, gpu);
  if (waits.value().si <= 0.0) return;
  const double all = demand.dram_read_bytes + demand.dram_write_bytes;
  const auto total = w.count("t", Seconds{1.0}, "the time of all waits");
  const auto share = [&](Symbol symbol, double bytes, double share_of_reads) {
    const auto moved = w.count("V", Bytes{bytes}, "accesses");
    const auto rate = dram_transfer(w, gpu, share_of_reads);
    return w.named(symbol, min(w.literal(1.0), moved / rate / total));
  };
  const Worked<Count> busy = share("u", all, demand.dram_read_bytes / all);
  const Worked<Count> writing = share("u_w", demand.dram_write_bytes, 0.0);
  const auto batch = w.number("r", gpu.machine.memory.write_batch);
  total_ = total;
  longer_ = waits * batch * writing * busy * busy;
}

double BehindWrites::at(double seconds) {
  if (!longer_ || seconds <= 0.0) return 0.0;
  tree_.workings().replace(total_->id(), seconds, longer_->id());
  return longer_->value().si;
}

TermId BehindWrites::term() {
  if (!longer_) return TermId::none;
  return tree_.leaf("behind_writes", *longer_, Leaf::wait);
}

TermId scattered_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu) {
  Workings& w = tree.workings();
  WorkedSum<Seconds> stores(w);
  for (std::size_t i = 0; i < demand.scattered_stores.size(); ++i) {
    const ScatteredSectors& one = demand.scattered_stores[i];
    if (one.lines <= 0.0) continue;
    stores.add(w.count({"n", i}, Count{one.lines}, "accesses") /
               w.named({"r", i}, scattered_lines(w, gpu, one.footprint)));
    if (one.more <= 0.0) continue;
    stores.add(w.constant<Count>("k", constants::scattered_by_sector) *
               w.count({"m", i}, Count{one.more}, "accesses") /
               w.named({"q", i}, scattered_sectors(w, gpu, one.footprint)));
  }
  if (!stores.has_parts()) return TermId::none;
  return tree.leaf("scattered", w.within(stores.value(), constants::error_of_scattered));
}

namespace {

Worked<Seconds> singles_of(Workings& w, const GlobalAtomics& one, std::size_t i, const Gpu& gpu) {
  return w.count({"n", i}, Count{one.requests / one.words}, "requests of a word") /
         atomic_requests(w, gpu);
}

// As if they were of `scalar`.
Worked<Seconds> operations_of(Workings& w, const GlobalAtomics& one, std::string_view scalar,
                              std::size_t i, const Gpu& gpu) {
  const auto sectors = w.count({"s", i}, Count{one.sectors}, "accesses");
  const auto rate = w.named({"r", i}, atomic_sectors(w, gpu, scalar, one.bytes, one.at_once));
  Worked<Seconds> time = max(sectors / rate, singles_of(w, one, i, gpu));
  if (one.repeats > 0.0) {
    time = max(time, w.count({"d", i}, Count{one.repeats}, "lanes at the word of the one before") /
                         repeated_atomics(w, gpu));
  }
  if (one.on_one > 0.0) {
    time = max(time, w.count({"o", i}, Count{one.on_one}, "operations on one word") /
                         atomics_on_one(w, gpu, scalar));
  }
  return time;
}

// How long a slice takes requests: single lanes as they come, more of them as long as it adds whole
// numbers. What floats take longer they spend in a unit of their own. `i` is of no other atomics.
Worked<Seconds> slice_takes(Workings& w, const GlobalAtomics& one, std::size_t i, const Gpu& gpu) {
  const auto together = w.count({"l", i}, Count{std::max(0.0, 1.0 - one.requests / one.sectors)},
                                "lanes behind the first of a request");
  return max(singles_of(w, one, i, gpu), together * operations_of(w, one, "i32", i, gpu));
}

}  // namespace

TermId atomics_term(TermTree& tree, const MachineDemand& demand, const Gpu& gpu, TermId l2,
                    TermId dram) {
  Workings& w = tree.workings();
  WorkedSum<Seconds> operations(w);
  std::map<std::size_t, WorkedSum<Seconds>> of_slice;  // by array, of those that lie in one
  WorkedSum<Seconds> busy(w), lasting(w);              // of these: taking requests, in all
  for (std::size_t i = 0; i < demand.atomics.size(); ++i) {
    const GlobalAtomics& one = demand.atomics[i];
    if (one.sectors <= 0.0) continue;
    const auto time = operations_of(w, one, one.scalar, i, gpu);
    if (one.bytes > line_bytes) {
      operations.add(time);
      continue;
    }
    of_slice.try_emplace(one.array, w).first->second.add(time);
    busy.add(slice_takes(w, one, demand.atomics.size() + i, gpu));
    lasting.add(time);
  }
  // Slices work at the same time.
  std::optional<Worked<Seconds>> slowest;
  for (const auto& [array, sums] : of_slice) {
    slowest = slowest ? max(*slowest, sums.value()) : sums.value();
  }
  if (slowest) operations.add(*slowest);
  if (!operations.has_parts()) return TermId::none;
  const Worked<Seconds> time =
      w.named("t_a", w.within(operations.value(), constants::error_of_atomics));
  // Operations hold up others for no longer than they last; those at one slice what comes from
  // DRAM, too, while the slice takes requests. (Of the kernels of twelve freezes that sum by a lane
  // of each warp or block, 54 are 12 % off if it always does, and 6 % so.)
  Worked<Seconds> all = time;
  const auto held_up = [&](Symbol symbol, TermId id) {
    return min(time, w.term(symbol, tree[id].time, tree[id].name.data()));
  };
  if (l2 != TermId::none) all = all + held_up("t_l2", l2);
  if (busy.has_parts() && dram != TermId::none) {
    all = all + w.named("u", busy.value() / lasting.value()) * held_up("t_dram", dram);
  }
  return tree.leaf("atomics", all);
}

}  // namespace gpumodel
