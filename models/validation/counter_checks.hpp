// Predicted against counted: what the access analysis says of a launch beside the hardware counters
// of a point.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "models/analysis/kernel_analysis.hpp"
#include "models/validation/record.hpp"

namespace gpumodel {

enum class Verdict { ok, outside, note };
constexpr std::string_view to_string(Verdict verdict) {
  return verdict == Verdict::ok ? "ok" : verdict == Verdict::outside ? "outside" : "note";
}

struct CounterCheck {
  std::string_view id;     // "l2_sectors"
  std::string_view title;  // for people
  bool fraction = false;   // a share rather than a count
  double predicted = 0.0, measured = 0.0;
  // Over what was counted; over what the kernel asked for, where next to nothing was counted.
  double relative_error = 0.0;
  std::optional<double> tolerance{};  // none: shown, not judged
  Verdict verdict = Verdict::note;
};

struct CounterQuestion {
  const Kernel& kernel;
  const KernelAnalysis& analysis;
  const Gpu& gpu;
  const Point& point;
  std::optional<std::int64_t>
      stated_registers{};  // of the kernel's file; the analysis may know more
};

// One check per quantity whose counters the point has. Those of estimates (wavefronts, warp
// instructions, achieved occupancy) and of the registers that the descriptor states are notes where
// they are outside their tolerance.
std::vector<CounterCheck> counter_checks(const CounterQuestion& question);

// A counter of the point; nothing where it was not read.
std::optional<double> counter(const Point& point, std::string_view name);
// Flop of a type that were counted, a fused multiply-add as two.
std::optional<double> counted_flop(const Point& point, Pipe pipe);
// Bytes between L2 and device memory.
std::optional<double> counted_dram_bytes(const Point& point);
// Of these, those that may be of something else than the launch.
double dram_bytes_of_others();

namespace counters {
inline constexpr std::string_view load_requests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view load_sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view store_requests =
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view store_sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view l2_sectors = "lts__t_sectors_srcunit_tex.sum";
inline constexpr std::string_view l2_reads = "lts__t_sectors_srcunit_tex_op_read.sum";
inline constexpr std::string_view l2_writes = "lts__t_sectors_srcunit_tex_op_write.sum";
inline constexpr std::string_view dram_read = "dram__bytes_read.sum";
inline constexpr std::string_view dram_write = "dram__bytes_write.sum";
inline constexpr std::string_view wavefronts = "l1tex__data_pipe_lsu_wavefronts.sum";
inline constexpr std::string_view arbitration_conflicts =
    "l1tex__data_bank_conflicts_type_arbitration.sum";
inline constexpr std::string_view shared_wavefronts =
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum";
// Clocks in which tags of lines are looked up.
inline constexpr std::string_view load_lookups =
    "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum";
inline constexpr std::string_view store_lookups =
    "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_st.sum";
inline constexpr std::string_view atomic_sectors =
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum";
inline constexpr std::string_view reduction_sectors =
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum";
inline constexpr std::string_view instructions = "smsp__inst_executed.sum";
// Shares of what each pipe could do in `cycles`, in percent.
inline constexpr std::string_view cycles = "sm__cycles_elapsed.max";
inline constexpr std::string_view fp64_pipe =
    "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_elapsed";
inline constexpr std::string_view fma_pipe =
    "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed";
inline constexpr std::string_view alu_pipe =
    "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_elapsed";
inline constexpr std::string_view special_pipe =
    "sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_elapsed";
inline constexpr std::string_view tensor_pipe =
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed";
// The same of L2's tags, of the range counted.
inline constexpr std::string_view l2_tags = "lts__t_tag_requests.avg.pct_of_peak_sustained_elapsed";
inline constexpr std::string_view range_ns = "gpu__time_duration.sum";
inline constexpr std::string_view warps_active =
    "sm__warps_active.avg.pct_of_peak_sustained_active";
}  // namespace counters

// Whether a compiler made other accesses or other arithmetic of a kernel than its descriptor has:
// requests and flop follow from instructions alone, and their number, within half of it.
bool is_changed_by_compiler(std::span<const CounterCheck> checks);

}  // namespace gpumodel
