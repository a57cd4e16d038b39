// Tables of the whole launch.
#include <fmt/format.h>

#include "src/view/coalesce/kernel_tables.hpp"

namespace gpumodel {
namespace {

void add_footprint(Table& table, const std::string& text, const char* key, double sectors) {
  table.rows.push_back({{text, key},
                        {count_text(sectors), raw_number(sectors)},
                        {bytes_text(sectors * sector_bytes), raw_number(sectors * sector_bytes)}});
}

class LevelTable {
 public:
  explicit LevelTable(const CoalesceKernelAnswer& answer) : known_(answer.ask.target.gpu) {
    table_.columns = {{"moved in the launch", "quantity"},
                      {"sectors", "sectors", true},
                      {"bytes", "bytes", true},
                      {"bytes, warm L2", "warm_bytes", true}};
  }

  void add(const char* text, const char* key, double sectors) {
    table_.rows.push_back({{text, key},
                           {count_text(sectors), raw_number(sectors)},
                           {bytes_text(sectors * sector_bytes), raw_number(sectors * sector_bytes)},
                           {""}});
  }
  void add_dram(const char* text, const char* key, double cold, double warm) {
    table_.rows.push_back({{text, key}, {""}, known(cold), known(warm)});
  }
  void add_bytes(const char* text, const char* key, double bytes) {
    table_.rows.push_back({{text, key}, {""}, {bytes_text(bytes), raw_number(bytes)}, {""}});
  }
  Table take() { return std::move(table_); }

 private:
  Cell known(double bytes) const {
    return known_ ? Cell{bytes_text(bytes), raw_number(bytes)} : Cell{"n/a", "unknown"};
  }

  bool known_;
  Table table_;
};

class InstructionTable {
 public:
  explicit InstructionTable(const CoalesceKernelAnswer& answer)
      : threads_(answer.threads()), warps_(answer.analysis.traffic.warps) {
    table_.columns = {{"executed", "quantity"},
                      {"per thread", "per_thread", true},
                      {"per warp", "per_warp", true},
                      {"launch", "launch", true}};
  }

  // Operations of threads.
  void add_flop(std::string text, const char* key, double flop) {
    if (flop > 0.0) add(std::move(text), key, flop / threads_, flop / warps_, flop);
  }
  // Warp instructions, with how many lanes they had in all.
  void add_accesses(const char* text, const char* key, const AccessSums& sums) {
    add(text, key, sums.active_lanes / threads_, sums.requests / warps_, sums.requests);
  }
  // A thread goes through all instructions of its warp.
  void add_instructions(const char* text, const char* key, double count) {
    add(text, key, count / warps_, count / warps_, count);
  }
  Table take() { return std::move(table_); }

 private:
  void add(std::string text, const char* key, double thread, double warp, double launch) {
    table_.rows.push_back({{std::move(text), key},
                           {short_number(thread), raw_number(thread)},
                           {short_number(warp), raw_number(warp)},
                           {count_text(launch), raw_number(launch)}});
  }

  double threads_, warps_;
  Table table_;
};

AccessSums executed(const CoalesceKernelAnswer& a, bool (*counts)(Access::Op)) {
  AccessSums total;
  for (std::size_t i = 0; i < a.accesses().size(); ++i) {
    if (counts(a.accesses()[i].op)) total.add(a.sums(i), 1.0);
  }
  return total;
}

}  // namespace

Table footprints(const CoalesceKernelAnswer& a) {
  Table table;
  table.caption = "distinct sectors, those loaded and those stored counted apart";
  table.columns = {
      {"on average", "footprint"}, {"sectors", "sectors", true}, {"bytes", "bytes", true}};
  const CacheVolumes& v = a.analysis.cold;
  add_footprint(table, "of a warp, loads", "warp_loads", v.warp_sectors);
  add_footprint(table, "of a block", "block", v.block_sectors);
  if (a.ask.target.gpu) {
    add_footprint(
        table,
        fmt::format("of a wave of {:.0f} block{}", v.wave_blocks, v.wave_blocks > 1.0 ? "s" : ""),
        "wave", v.wave_sectors);
  } else {
    table.rows.push_back({{"of a wave of blocks", "wave"}, {"n/a", "unknown"}, {"n/a", "unknown"}});
  }
  add_footprint(table, "of the launch", "launch", v.launch_sectors);
  return table;
}

Table levels(const CoalesceKernelAnswer& a) {
  const CacheVolumes& v = a.analysis.cold;
  const CacheVolumes warm = a.analysis.volumes(CacheStart::warm);
  LevelTable table(a);
  table.add("L1, looked up by loads", "l1_load", v.l1_load_sectors);
  table.add("L1, hits", "l1_hit", v.l1_hit_sectors);
  table.add("L2, loads", "l2_load", v.l2_load_sectors);
  table.add("L2, stores", "l2_store", v.l2_store_sectors);
  if (v.l2_atomic_sectors > 0.0) table.add("L2, atomics", "l2_atomic", v.l2_atomic_sectors);
  if (v.local_sectors() > 0.0) table.add("L2, spills", "l2_spill", v.local_sectors());
  table.add_dram("DRAM, read", "dram_read", v.dram_read_bytes, warm.dram_read_bytes);
  table.add_dram("DRAM, written", "dram_write", v.dram_write_bytes, warm.dram_write_bytes);
  table.add_bytes("each piece once, read", "compulsory_read", v.compulsory_read_bytes);
  table.add_bytes("each piece once, written", "compulsory_write", v.compulsory_write_bytes);
  return table.take();
}

Table instructions(const CoalesceKernelAnswer& a) {
  using Op = Access::Op;
  const InstructionMix& mix = a.analysis.mix;
  InstructionTable table(a);
  for (const Pipe pipe : all_pipes) {
    static constexpr std::array keys = {"fp64_flop", "fp32_flop", "fp16_flop"};
    const auto i = static_cast<std::size_t>(pipe);
    table.add_flop(std::string(to_string(pipe)) + " flop", keys[i], mix.flop[i]);
  }
  table.add_flop("tensor flop", "tensor_flop", mix.tensor_flop);
  table.add_accesses("loads", "loads", executed(a, [](Op op) { return op == Op::load; }));
  table.add_accesses("stores", "stores", executed(a, [](Op op) { return op == Op::store; }));
  const AccessSums atomics =
      executed(a, [](Op op) { return op == Op::atomic || op == Op::reduction; });
  if (atomics.requests > 0.0) table.add_accesses("atomics", "atomics", atomics);
  table.add_instructions("instructions stated", "stated_instructions", mix.stated());
  table.add_instructions("and estimated (addresses, control)", "estimated_instructions",
                         mix.control + mix.jumps + mix.address);
  return table.take();
}

}  // namespace gpumodel
