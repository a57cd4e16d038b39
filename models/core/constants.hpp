// Every number of the models that is no device's: value, range, scope and what it stands on.
//
// Rows are named as `--explain` shows them. docs/models.md has the table, which a test compares.
#pragma once

#include <span>

#include "models/core/constant.hpp"

namespace gpumodel {

namespace constants {

// ---- how terms share the time ----

inline constexpr Constant overlap_exponent{
    "overlap_exponent",
    3.0,
    Dim{},
    9.0 / 4.0,
    9.0 / 2.0,
    Scope::published,
    "p of norm(memory, execution, l1): public sweeps of arithmetic intensity fit 3 best; with the "
    "ends they are left by 7 to 10 % at the ridge (equations 2.6)"};
inline constexpr Constant independent_customers{
    "independent_customers",
    12.0,
    Dim{},
    10.0,
    16.0,
    Scope::calibrated,
    "at most so many customers share memory: bandwidth over bytes in flight with up to 64 warps "
    "per "
    "SM is that of 12 (1 to 2 % mean error over the DRAM curves of an H200; 64: 3 to 4 %, 4: 6 to "
    "7 %)"};
inline constexpr Constant groups_of_sms = constant(
    "groups_of_sms", Count{4.0}, Scope::calibrated,
    "what all SMs share meets them as so many groups: bandwidth over occupancy on an H200, a GH200 "
    "and two A100s lies between 3 and 12; chosen with those curves in view");
inline constexpr Constant phases_in_step = constant(
    "phases_in_step", Count{2.0}, Scope::assumed,
    "waits that blocks which start together go through in step; more, and warps drift apart");

// ---- how far an equation can be off: four of five residuals on kernels that repeat a calibration
// (copy, read, fill, multiply-add chains, bank strides, gather) on an H200, in sizes and shapes
// that calibration does not have; docs/models.md has them ----

inline constexpr Constant error_of_launch =
    error_of("error_of_launch", 1.07, Scope::calibrated, "residuals of empty and small kernels");
inline constexpr Constant error_of_dispatch =
    error_of("error_of_dispatch", 1.03, Scope::calibrated, "residuals of small blocks");
inline constexpr Constant error_of_latency =
    error_of("error_of_latency", 1.05, Scope::calibrated, "residuals of dependent loads");
inline constexpr Constant error_of_execution =
    error_of("error_of_execution", 1.09, Scope::calibrated, "residuals of multiply-add chains");
inline constexpr Constant error_of_l1 =
    error_of("error_of_l1", 1.07, Scope::calibrated, "residuals of bank strides");
inline constexpr Constant error_of_l2 = error_of("error_of_l2", 1.065, Scope::calibrated,
                                                 "residuals of bandwidth over bytes in flight");
inline constexpr Constant error_of_dram =
    error_of("error_of_dram", 1.01, Scope::calibrated,
             "mixtures of reads and writes between those measured");
inline constexpr Constant error_of_scattered =
    error_of("error_of_scattered", 1.12, Scope::calibrated, "residuals of gathers");
inline constexpr Constant error_of_atomics =
    error_of("error_of_atomics", 1.10, Scope::assumed, "as execution: no such kernel repeats one");
inline constexpr Constant error_of_writes =
    error_of("error_of_writes", 1.4, Scope::experiment,
             "single loops give 0.43 to 0.88 us for the 0.7 us of write_batch");
inline constexpr Constant error_of_openacc_launch{
    "error_of_openacc_launch",
    1.0,
    Dim{},
    1.0,
    77.0 / 55.0,
    Scope::experiment,
    "the runtime takes 55 to 77 us by what it manages; an empty region that is measured, 55"};
inline constexpr Constant error_of_openacc_code = error_of(
    "error_of_openacc_code", 1.14, Scope::validation,
    "instructions that a compiler adds around a loop, as well known as nvcc's: counted within 14 % "
    "for four of five kernels");
inline constexpr Constant error_of_openacc_latency = error_of(
    "error_of_openacc_latency", 1.4, Scope::assumed,
    "an added instruction costs 2.5 cycles of its warp, between 1.4 side by side and 4.5 one after "
    "the other; they are about half of the wait");

// ---- waits ----

inline constexpr Constant around_a_wait =
    constant("around_a_wait", Cycles{30.0}, Scope::experiment,
             "address, comparison and jump between two loads that wait for each other: a loop that "
             "only loads "
             "takes 31 cycles per round more than a pointer chase (H200, "
             "validate/experiments/write_batch.cu, "
             "16 warps per SM)");
inline constexpr Constant around_a_shared_wait =
    constant("around_a_shared_wait", Cycles{10.0}, Scope::assumed,
             "a third of around_a_wait: no 64-bit address");
inline constexpr Constant chase_for_wait = error_of(
    "chase_for_wait", 1.15, Scope::assumed, "a pointer chase stands in for the curve in flight");
inline constexpr Constant usual_barrier =
    constant("usual_barrier", Cycles{12.6}, 1.5, Scope::calibrated, "an H200, by threads");
inline constexpr Constant barrier_per_thread =
    constant("barrier_per_thread", Cycles{1.0 / 16.0}, 1.5, Scope::calibrated,
             "half a cycle per warp (H200)");
inline constexpr Constant usual_store = constant(
    "usual_store", Cycles{60.0}, 1.5, Scope::calibrated, "to issue stores and leave (H200)");
inline constexpr Constant write_batch =
    constant("write_batch", Seconds{0.7e-6}, Scope::experiment,
             "how long DRAM writes at a time: six loops on an H200 that load and store, 16 to 64 "
             "warps per SM "
             "and 4 or 8 bytes per lane, are predicted within 5 %");

// ---- stand-ins where a device file does not hold a number ----

inline constexpr Constant l2_writes_of_reads =
    constant("l2_writes_of_reads", Count{0.5}, 1.4, Scope::calibrated,
             "L2 bandwidth of writes over reads (H200)");
inline constexpr Constant l2_of_one_sm =
    constant("l2_of_one_sm", Count{2.5}, 1.3, Scope::calibrated, "times its share of L2 (H200)");
inline constexpr Constant dram_of_one_sm = constant(
    "dram_of_one_sm", Count{2.0}, 1.3, Scope::calibrated, "times its share of DRAM (H200)");
inline constexpr Constant lone_of_pairs = constant(
    "lone_of_pairs", Count{0.5}, 1.4, Scope::calibrated,
    "sectors per second without their neighbour over with it: a slice serves 64 bytes at a time "
    "(H200: 160 GT/s against twice 151)");
inline constexpr Constant random_of_copies =
    constant("random_of_copies", Count{0.6}, 1.4, Scope::calibrated,
             "64 bytes move for each random sector, at so much of what a copy reaches (H200)");
inline constexpr Constant partial_of_whole = constant(
    "partial_of_whole", Count{0.5}, 1.3, Scope::calibrated, "sectors written in part (H200)");
inline constexpr Constant scattered_of_random =
    constant("scattered_of_random", Count{0.45}, 1.4, Scope::calibrated,
             "stores to random sectors over loads of them, beyond L2 (H200)");
inline constexpr Constant cycles_of_atomic =
    constant("cycles_of_atomic", Cycles{1.45}, 1.6, Scope::calibrated,
             "an operation of a slice of L2, and a request of a single lane (H200)");
inline constexpr Constant words_per_slice = constant(
    "words_per_slice", Count{100.0}, Scope::assumed, "words until one more slice has some");
inline constexpr Constant slices_at_work = constant(
    "slices_at_work", Count{80.0}, Scope::calibrated, "that do atomics side by side (H200)");
inline constexpr Constant shared_atomic_float = constant(
    "shared_atomic_float", Cycles{20.0}, 2.0, Scope::calibrated, "of an SM per warp (H200)");
inline constexpr Constant shared_atomic_integer = constant(
    "shared_atomic_integer", Cycles{3.0}, 2.0, Scope::calibrated, "of an SM per warp (H200)");
inline constexpr Constant usual_lines_per_cycle = constant(
    "usual_lines_per_cycle", PerCycle{4.0}, Scope::published, "lines of L1 looked up (tag banks)");
inline constexpr Constant bytes_per_lane_cycle =
    constant("bytes_per_lane_cycle", BytesPerCycle{4.0}, Scope::published, "of a lane through L1");
inline constexpr Constant lookup_for_load = error_of(
    "lookup_for_load", 1.2, Scope::assumed, "rules of L1 stand in for the curves of global loads");

// ---- where a curve is read ----

inline constexpr Constant surely_in_l2 = constant("surely_in_l2", Count{1.0 / 8.0}, Scope::assumed,
                                                  "of L2: a gather that misses nothing");
inline constexpr Constant surely_beyond_l2 =
    constant("surely_beyond_l2", Count{16.0}, Scope::assumed,
             "of L2: a gather that it serves next to nothing of");
inline constexpr Constant usual_block =
    constant("usual_block", Count{128.0}, Scope::calibrated,
             "threads of the empty blocks of launch.queued_full");
inline constexpr Constant few_words =
    constant("few_words", Count{64.0}, Scope::calibrated,
             "up to so many words floating-point additions are slower than integer ones (H200)");

// ---- execution ----

inline constexpr Constant busier_bank = constant(
    "busier_bank", Count{0.5}, Scope::assumed,
    "of two register banks, for a register that may be in either: loops of 16 multiply-adds on an "
    "H200 lose the slots of 0.7 to 2.4 of their two, by the registers the compiler chose");
inline constexpr Constant launch_at_least = constant("launch_at_least", Count{0.5}, Scope::assumed,
                                                     "of an empty launch, without its block");

// ---- hosts ----

inline constexpr Constant with_fetch = constant("with_fetch", Count{1.5}, Scope::published,
                                                "bytes that a copy moves over those it counts, "
                                                "where stores fetch their lines (write-allocate)");
inline constexpr Constant most_fork_join =
    constant("most_fork_join", Seconds{10e-6}, Scope::published,
             "to start and join the threads of a loop: 1 to 10 us (EPCC; Bull, EWOMP 1999)");

}  // namespace constants

// All of them, in the order above.
std::span<const Constant* const> all_constants();

}  // namespace gpumodel
