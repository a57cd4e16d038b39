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
inline constexpr Constant least_busy =
    constant("least_busy", Count{0.6}, Scope::assumed,
             "of a time: a unit that is busy for less does not limit it");

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

// ---- how far whole times are off, by what limits them: the tenth and the ninetieth of a hundred
// of the generated kernels whose seeds are used up, measured over predicted. They move the ends of
// intervals alone. validate/experiments/residuals.py ----

inline constexpr Constant residual_launch = residual("residual_launch", 0.93, 1.09);
inline constexpr Constant residual_dispatch = residual("residual_dispatch", 0.96, 1.02);
inline constexpr Constant residual_latency = residual("residual_latency", 0.88, 1.10);
inline constexpr Constant residual_dram = residual("residual_dram", 0.93, 1.11);
inline constexpr Constant residual_walked = residual("residual_walked", 0.92, 1.31);
inline constexpr Constant residual_scattered = residual("residual_scattered", 0.90, 1.28);
inline constexpr Constant residual_l2 = residual("residual_l2", 0.82, 1.27);
inline constexpr Constant residual_l1 = residual("residual_l1", 0.88, 1.15);
inline constexpr Constant residual_issue = residual("residual_issue", 0.88, 1.13);
inline constexpr Constant residual_atomics = residual("residual_atomics", 0.85, 1.13);
inline constexpr Constant residual_cut = residual("residual_cut", 0.93, 1.17);
inline constexpr Constant residual_tail = residual("residual_tail", 0.88, 1.27);
inline constexpr Constant residual_unlike = residual("residual_unlike", 0.89, 1.16);
inline constexpr Constant residual_sampled = residual("residual_sampled", 0.85, 1.16);
inline constexpr Constant residual_others = residual("residual_others", 0.90, 1.12);
inline constexpr Constant residual_unjudged{
    "residual_unjudged",
    1.0,
    Dim{},
    0.87,
    1.8,
    Scope::generated,
    "of generated kernels when they were first met: the first freeze, as models predicted it that "
    "knew none (validate/experiments/first_meeting.py)"};

// ---- waits ----

inline constexpr Constant around_a_wait =
    constant("around_a_wait", Cycles{30.0}, Scope::experiment,
             "address, comparison and jump between two loads that wait for each other, in the loop "
             "whose bytes in flight `calibrate` measures. One that only loads takes 31 cycles per "
             "round more than a pointer chase (H200, validate/experiments/write_batch.cu, 16 warps "
             "per SM)");
inline constexpr Constant dram_wait_met =
    constant("dram_wait_met", Count{0.13}, Scope::experiment,
             "a wait for DRAM is shorter by this share where other SMs ask for the same: 320 ns "
             "for 366 alone "
             "(H100, validate/experiments/dram_streams.cu)");
inline constexpr Constant dram_wait_of_places =
    constant("dram_wait_of_places", Count{0.091}, Scope::experiment,
             "a wait for lines at twice as many places in DRAM is longer by this share: 65 of 713 "
             "cycles, from 2 to 64 places (H100, validate/experiments/lines_of_a_wait.cu)");
inline constexpr Constant later_by_lines =
    constant("later_by_lines", Count{0.4}, Scope::experiment,
             "a block waits for the last of its lines: longer by this part of a wait for DRAM, "
             "times the share of the time that DRAM is busy and the logarithm of their number "
             "(H200, 271 launches, validate/experiments/last_line.py and turnover.cu)");
inline constexpr Constant later_by_writes =
    constant("later_by_writes", Count{1.8}, Scope::experiment,
             "and by this part of it, times the share of writes (there)");
inline constexpr Constant later_by_lone =
    constant("later_by_lone", Count{0.23}, Scope::experiment,
             "and by this part of it, where no two of the lines lie beside each other (there)");
inline constexpr Constant never_so_late =
    constant("never_so_late", Count{0.72}, Scope::experiment,
             "of a wait for DRAM, less than these sum up to (there)");
inline constexpr Constant issued_behind =
    constant("issued_behind", Count{0.26}, Scope::experiment,
             "of the time in which a block's instructions issue, that its last warp is behind "
             "those that it follows (there)");
inline constexpr Constant chase_for_wait = error_of(
    "chase_for_wait", 1.15, Scope::assumed,
    "a pointer chase stands in for the curve in flight: on an H100 and an H200 lines of four "
    "sectors take 4 % longer from DRAM and 10 % from L2; published chases and bandwidths of boards "
    "without that curve are nearer without it");
inline constexpr Constant usual_barrier =
    constant("usual_barrier", Cycles{12.6}, 1.5, Scope::calibrated, "an H200, by threads");
inline constexpr Constant barrier_per_thread =
    constant("barrier_per_thread", Cycles{1.0 / 16.0}, 1.5, Scope::calibrated,
             "half a cycle per warp (H200)");
inline constexpr Constant usual_store = constant(
    "usual_store", Cycles{60.0}, 1.5, Scope::calibrated, "to issue stores and leave (H200)");

// ---- stand-ins where a device file does not hold a number ----

inline constexpr Constant l2_writes_of_reads =
    constant("l2_writes_of_reads", Count{0.5}, 1.4, Scope::calibrated,
             "L2 bandwidth of writes over reads (H200)");
inline constexpr Constant l2_of_one_sm =
    constant("l2_of_one_sm", Count{2.5}, 1.3, Scope::calibrated, "times its share of L2 (H200)");
inline constexpr Constant dram_of_one_sm = constant(
    "dram_of_one_sm", Count{2.0}, 1.3, Scope::calibrated, "times its share of DRAM (H200)");
inline constexpr Constant lookups_of_sectors =
    constant("lookups_of_sectors", Count{0.5}, 1.4, Scope::calibrated,
             "lines that L2 looks up per second over sectors that it sends (H200: 160 GT/s against "
             "twice 151)");
inline constexpr Constant lookups_of_store = constant(
    "lookups_of_store", Count{2.0}, Scope::experiment,
    "times that L2 looks up a line for a store, of a load once (H100, "
    "validate/experiments/l2_lookups.cu: 12.3 to 13.4 ps for a sector, 6.4 to 8.1 for loads)");
inline constexpr Constant stores_put_together = constant(
    "stores_put_together", Count{0.25}, Scope::generated,
    "of lines that a block stores to in pieces of a sector, asked for together with others (H100, "
    "L2 lookups of transposes; validate/experiments/l2_lookups.cu: up to 0.38)");
inline constexpr Constant loads_of_parted_copy = constant(
    "loads_of_parted_copy", Count{5.0}, Scope::experiment,
    "loads of a copy of a loop's body that go out together though its stores hold the next one "
    "behind (nvcc 13, sm_90, validate/experiments/copies.py: 3 and 5, but not 7 and 13)");
inline constexpr Constant registers_of_parted_copies = constant(
    "registers_of_parted_copies", Count{14.0}, Scope::experiment,
    "registers that all copies of such a loop load, up to which each loads at once (nvcc "
    "13, sm_90, "
    "validate/experiments/copies.py: 7 words of two copies, but not 7 of four or 13 of two)");
inline constexpr Constant cycles_of_sent_sector = constant(
    "cycles_of_sent_sector", Cycles{1.0}, Scope::experiment,
    "of an SM that sends L2 a sector, all of it stored (H100, validate/experiments/lines_of_sm.cu: "
    "1.00 to 1.06 with up to 16 SMs)");
inline constexpr Constant cycles_of_sent_part =
    constant("cycles_of_sent_part", Cycles{2.0}, Scope::experiment,
             "of an SM that sends L2 a line of which a part of one sector is stored (H100, "
             "validate/experiments/lines_of_sm.cu: 1.99 to 2.05)");
inline constexpr Constant scattered_by_sector = constant(
    "scattered_by_sector", Count{0.5}, Scope::generated,
    "of what a line costs in the best case that a store at random comes to, each sector of "
    "it beyond the first (H100, `scatter`)");
inline constexpr Constant lines_put_together =
    constant("lines_put_together", Count{24.0}, Scope::experiment,
             "that an SM keeps of those it stores to; of twice as many it keeps none (H200, "
             "validate/experiments/few_lines.cu: a store to 24 lines 0.1 ns of the chip, to 32 "
             "lines 2.1, to "
             "48 lines 3.8)");
inline constexpr Constant sent_of_few_lines = constant(
    "sent_of_few_lines", Count{0.8}, Scope::generated,
    "lines that an SM sends for each store of a warp to places in no order of few lines, "
    "and one more of all that it keeps (60 generated kernels, 0.3 to 8 KB, H100 and H200)");
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
inline constexpr Constant early_store = constant(
    "early_store", Cycles{80.0}, Scope::validation,
    "of L1's data path, a store to a line that is still on its way from DRAM (generated kernels "
    "that exchange the halves of an array, H200: 75 to 105 cycles of an SM for each of their "
    "warps)");
inline constexpr Constant narrow_awaited = constant(
    "narrow_awaited", Cycles{2.0}, Scope::experiment,
    "of L1's data path at least, a load of less than a register for each lane whose sector is on "
    "its way (H200, validate/experiments/narrow_words.cu: 2.0 for 1 and 2 B, 1.0 for 4 B and for "
    "all where L1 has it)");
inline constexpr Constant loads_until_there = constant(
    "loads_until_there", Count{8.0}, Scope::experiment,
    "loads of a wait that go out before the first of their sector is there (H200, as "
    "narrow_awaited: 8 of 8 and 8 of 16 wait with 32 or 64 warps, with 16 warps 16 of 16)");
inline constexpr Constant narrow_met = constant(
    "narrow_met", Count{0.2}, Scope::experiment,
    "of what is new to a warp and another one has asked for, that a narrow load still finds on its "
    "way (H200, as narrow_awaited: 32 warps that walk through the same rows take 1.47 and 1.62 "
    "cycles a load for 2 B, 1.34 and 1.52 for 4 B; 0.16 to 0.21 with the norm of the model)");
inline constexpr Constant cycles_of_constant_word =
    constant("cycles_of_constant_word", Cycles{2.0}, Scope::experiment,
             "of an SM for each different word that the lanes of a warp load from constant memory "
             "(H200, validate/experiments/constant_memory.cu: 2.0 for 2 to 32 words)");
inline constexpr Constant cycles_of_constant_line = constant(
    "cycles_of_constant_line", Cycles{28.0}, Scope::experiment,
    "of an SM for each line of these that the cache of constant memory has not, at places that "
    "data decide (H200, validate/experiments/constant_memory.cu: 26 to 29 from 8 KB on)");
inline constexpr Constant cycles_of_constants_in_turn = constant(
    "cycles_of_constants_in_turn", Cycles{6.0}, Scope::experiment,
    "the same where warps come to the same lines in turn (H200, "
    "validate/experiments/constant_memory.cu: 5 to 15, the more the fewer lines a load has)");
inline constexpr Constant line_of_constants = constant(
    "line_of_constants", Bytes{64.0}, Scope::experiment,
    "of the cache of constant memory (H200, validate/experiments/constant_memory.cu: words that "
    "lie 64 B apart take twice as long as words side by side, from 4 KB on)");
inline constexpr Constant cache_of_constants = constant(
    "cache_of_constants", Bytes{2560.0}, Scope::experiment,
    "of constant memory that an SM has at hand (H200, validate/experiments/constant_memory.cu: as "
    "fast up to 2 KB; 2 to 2.8 KB by how often random places of 4 to 16 KB miss)");
inline constexpr Constant local_store = constant(
    "local_store", Cycles{3.5}, Scope::validation,
    "of L1's data path for 128 B of spilled registers that are stored, which go through to L2 (35 "
    "generated kernels that spill, H200: 4.6 cycles for 128 B stored and loaded again)");
inline constexpr Constant bytes_of_cut = constant(
    "bytes_of_cut", Bytes{67.0}, Scope::experiment,
    "that DRAM could write, for a part of a sector that another block writes the rest of, at most "
    "(H100, validate/experiments/partial_sectors.cu: 32 copies of 4 to 16 arrays, with the next "
    "one 2.2 % off in the mean)");
inline constexpr Constant bytes_of_cut_line =
    constant("bytes_of_cut_line", Bytes{3.3}, Scope::experiment,
             "the same for 128 B that a warp stores and each other store that threads have (H100, "
             "validate/experiments/partial_sectors.cu)");
inline constexpr Constant cut_alone = constant(
    "cut_alone", Count{1.9}, Scope::experiment,
    "stores of threads whose sectors L2 still puts together (H100, "
    "validate/experiments/partial_sectors.cu: 2 take what aligned ones do, 4 half as much more)");
inline constexpr Constant lanes_of_halves =
    constant("lanes_of_halves", Count{64.0}, Scope::experiment,
             "per SM and cycle: of instructions on single halves, packed in twos or not (H100, "
             "validate/experiments/scalar_halves.cu: 62 to 64; packed in the source 116)");
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
inline constexpr Constant cycles_of_doubles =
    constant("cycles_of_doubles", Cycles{2.3}, Scope::experiment,
             "of an SM, that a slice of L2 adds for to several words of 64 bits of a sector (H200, "
             "validate/experiments/few_lines.cu: 1.17 ns, to single words 0.7)");
inline constexpr Constant few_sectors = constant(
    "few_sectors", Count{1.15}, Scope::validation,
    "sectors of words, over which the share of lanes that floating-point additions hold up "
    "fades (generated sums into 6 to 49 words by i % words, H100 and H200)");
inline constexpr Constant repeats_at_once = constant(
    "repeats_at_once", Count{38.0}, 1.2, Scope::validation,
    "lanes of warps that add to one word each, however many words there are: as many a "
    "second as on so many words alone (generated sums of whole warps into 45,000 to 780,000 "
    "words, H100 and H200: 47 to 56 G/s, on one word 1.37)");
inline constexpr Constant mostly_one_way =
    constant("mostly_one_way", Count{0.05}, Scope::assumed,
             "of all bytes: less of reads or of writes, and a stream moves at the rate of the "
             "other alone, where dram.mix_curve is not known");
inline constexpr Constant scattered_in_l2 =
    constant("scattered_in_l2", Count{0.5}, Scope::assumed,
             "of L2: stores to random places in less are served there, where dram.scatter_curve is "
             "not known");

// ---- execution ----

inline constexpr Constant launch_at_least = constant("launch_at_least", Count{0.5}, Scope::assumed,
                                                     "of an empty launch, without its block");

// ---- caches: what was used before is found again up to a first share of the capacity, and not
// from a second on; between them a smooth step ----

inline constexpr Constant shared_l2_kept = constant(
    "shared_l2_kept", Count{0.834}, Scope::validation,
    "of l2.kept, read by SMs of both partitions, which takes room in both. H200: operands of "
    "matrix products are read again to 78 to 92 % at 0.55 of l2.capacity; gathers from 33 MB "
    "reach back to 0.61. No loop gives it: what all read in step is lost between 0.46 and "
    "0.59 of l2.capacity, what two read between 0.47 and 0.70");
inline constexpr Constant shared_l2_lost =
    constant("shared_l2_lost", Count{0.853}, Scope::validation,
             "of l2.lost, read by SMs of both partitions: nothing (as shared_l2_kept)");
inline constexpr Constant pieces_l2_kept = constant(
    "pieces_l2_kept", Count{0.47}, Scope::experiment,
    "of l2.kept, long pieces that lie apart: which sets they fill is a matter of their "
    "addresses, not of the device alone. H200, a sixth of the addresses: pieces of 130 to "
    "830 KB lose 2 % at 0.38 of l2.capacity, 6 at 0.45, 12 at 0.51, 15 at 0.57, 24 at 0.63 "
    "(means of ten, from 0 to 4 up to 12 to 38)");
inline constexpr Constant pieces_l2_lost =
    constant("pieces_l2_lost", Count{1.57}, Scope::experiment,
             "of l2.lost, long pieces that lie apart: nothing (as pieces_l2_kept)");
inline constexpr Constant long_piece =
    constant("long_piece", Bytes{64.0 * 1024.0}, Scope::experiment,
             "from which pieces are long. H200: pieces of 66 KB lose half as much as longer ones, "
             "of 33 KB or less 1 %");
inline constexpr Constant apart_from =
    constant("apart_from", Count{2.0}, Scope::experiment,
             "times what is touched: a range in which pieces lie apart. H200, at half of the "
             "addresses: 3 % are lost at 0.77, at a sixth 12");
inline constexpr Constant users_of_shared =
    constant("users_of_shared", Count{2.0}, Scope::assumed,
             "blocks per sector, on average, from which most sectors are shared");
inline constexpr Constant dirty_kept =
    constant("dirty_kept", Count{0.97}, Scope::experiment,
             "of l2.dirty, lines that were only written. H200, launches repeated that only write: "
             "64 % are written back at 1.2, all at 1.3");
inline constexpr Constant dirty_lost =
    constant("dirty_lost", Count{1.33}, Scope::experiment,
             "of l2.dirty, lines that were only written: none (as dirty_kept)");
inline constexpr Constant found_at_random = constant(
    "found_at_random", Count{1.5}, Scope::validation,
    "of what L2 keeps (five sixths of it, by l2.kept and l2.lost) over what went by, in 1 - "
    "exp(): warps that come back each in its own time. H200, sparse matrices with a row per "
    "thread lose 0.3 (rows alike) and 0.6 (of all lengths) at 1.7 and 1.4 of it");
inline constexpr Constant walked_l2_kept = constant(
    "walked_l2_kept", Count{0.97}, Scope::experiment,
    "of l2.kept, lines that all threads walk through side by side, each its own: all that a warp "
    "comes back to is found (H100, validate/experiments/rows.py: 4 to 11 % lost at 0.49 to 0.66 of "
    "l2.capacity, 72 to 79 at 0.99, all from 1.3 on)");
inline constexpr Constant walked_l2_lost =
    constant("walked_l2_lost", Count{1.42}, Scope::experiment,
             "of l2.lost, lines that all threads walk through: nothing (as walked_l2_kept)");
inline constexpr Constant waits_after_copy =
    constant("waits_after_copy", Count{0.5}, Scope::experiment,
             "of waits for data that the host has copied, met in memory (H100, "
             "validate/experiments/after_copy.cu: 0.35 to 0.6 of them)");
inline constexpr Constant waits_beside_walk = constant(
    "waits_beside_walk", Count{2.0}, Scope::validation,
    "waits as long as which a block starts and ends, at no line meanwhile: a strip of 8 rounds "
    "loses 0.09 where rows of 61 lose 0.2 to 0.4 (0.82 of l2.capacity; H200, H100)");
inline constexpr Constant lines_at_random =
    constant("lines_at_random", Count{0.5}, Scope::validation,
             "of L1 that holds something of use, where places are random: of lines one sector or "
             "two (counted of gathers and scatters, H200)");
inline constexpr Constant merged_reads = constant(
    "merged_reads", Count{0.25}, Scope::validation,
    "of reads that become one with those of other SMs, between L1 and L2 (9.0): 0.24, "
    "0.24 and 0.29 of all pairs of 8,192 to 32,768 bodies (H200). No number of the device: "
    "by how close in time SMs ask, loops over the same data merge 0.75 (one place for all), "
    "0.5 (in step) or 0.1 (each from elsewhere)");
inline constexpr Constant merged_later =
    constant("merged_later", Count{0.5}, Scope::validation,
             "of merged_reads, after the first wave, whose blocks run in step: 0.04 to 0.21 of "
             "reads are merged, against 0.24 to 0.35 (H200)");
inline constexpr Constant read_only_cache = constant(
    "read_only_cache", Bytes{48.0 * 1024.0}, Scope::assumed, "of an SM of Kepler; recalled");
inline constexpr Constant texture_cache =
    constant("texture_cache", Bytes{24.0 * 1024.0}, Scope::assumed,
             "of an SM of Maxwell or Pascal, its L1; recalled");

// ---- the path of a warp, and how many loads a compiler has in flight ----

inline constexpr Constant cycles_of_jump =
    constant("cycles_of_jump", Cycles{11.0}, Scope::experiment,
             "from the last operation of a loop's round to the first one of the next (H100, "
             "validate/experiments/loop_rounds.cu: chains of 4 to 16 operations, all three types)");
inline constexpr Constant cycles_of_round = constant(
    "cycles_of_round", Cycles{28.0}, Scope::experiment,
    "from one jump of a loop to the next, at least: counter, comparison and jump follow each "
    "other (H100, as cycles_of_jump: chains of up to 4 operations)");
inline constexpr Constant cycles_behind_load =
    constant("cycles_behind_load", Cycles{20.0}, Scope::experiment,
             "the same behind a load, from where it is known (H100, as cycles_of_jump: 43 or 44 "
             "cycles with up to 2 operations behind one from shared memory, 23 of them its own)");
inline constexpr Constant cycles_of_condition =
    constant("cycles_of_condition", Cycles{20.0}, Scope::experiment,
             "that is jumped over, of a warp: comparison, jump and where its lanes meet again "
             "(H200, validate/experiments/branches.cu: 18 where none goes in, 33 of one alone, 20 "
             "of each further one inside it)");
inline constexpr Constant cycles_of_parting =
    constant("cycles_of_parting", Cycles{17.0}, Scope::experiment,
             "the same, more where some lanes go in and others wait (H200, as cycles_of_condition: "
             "16 or 17, of one, two and three inside each other)");
inline constexpr Constant cycles_around_arithmetic = constant(
    "cycles_around_arithmetic", Cycles{2.0}, Scope::experiment,
    "of a warp for each instruction that is no arithmetic: addresses, accesses, predicates "
    "(H200, validate/experiments/lone_warps.py: 16 loops of warps alone on their schedulers "
    "are 9 % off with it, and 33 % too fast without)");
inline constexpr Constant issued_with_jump = constant(
    "issued_with_jump", Count{6.0}, Scope::experiment,
    "of these, in what a jump takes anyway (as cycles_around_arithmetic: loops of one copy "
    "against those of four)");
inline constexpr Constant cycles_of_added =
    constant("cycles_of_added", Cycles{2.5}, Scope::assumed,
             "of a warp for an instruction that an OpenACC compiler adds, half of them waiting for "
             "the one before: 1.4 where all issue side by side, 4.5 where each waits; the range is "
             "that of error_of_openacc_latency");
inline constexpr Constant schedulers =
    constant("schedulers", Count{4.0}, Scope::published, "of an SM, since Kepler");
inline constexpr Constant usual_latency = constant(
    "usual_latency", Cycles{4.5}, Scope::calibrated,
    "of an arithmetic instruction, since Volta (H200: 5.0 with the instructions of the loop)");
inline constexpr Constant register_bytes =
    constant("register_bytes", Bytes{4.0}, Scope::published, "of a register");
inline constexpr Constant registers_of_address =
    constant("registers_of_address", Count{2.0}, Scope::published, "of a pointer of 64 bits");
inline constexpr Constant registers_in_use =
    constant("registers_in_use", Count{4.0}, Scope::validation,
             "for coordinates and what the guard left. Kernels of the library, as nvcc 13.0 "
             "compiles them, have 8 to 14 registers for all but loaded values");
inline constexpr Constant registers_of_loops =
    constant("registers_of_loops", Count{4.0}, Scope::validation,
             "for counters, ends and sums, where there is a loop (as registers_in_use; checked "
             "against counters of sparse matrices)");
inline constexpr Constant registers_of_held = constant(
    "registers_of_held", Count{1.5}, Scope::experiment,
    "of a word that a loop takes from outside, which loads ahead cannot fill: its own, and "
    "what it makes of a loaded one. Machine code of nvcc 13.0 (sm_90, -O3), "
    "validate/experiments/held.py: 1 to 2, in loops that load 4 to 16 bytes at a time");
inline constexpr Constant least_load_registers =
    constant("least_load_registers", Count{6.0}, Scope::experiment,
             "that loads ahead fill, whatever a loop carries (as registers_of_held)");
inline constexpr Constant registers_of_block =
    constant("registers_of_block", Count{65536.0}, Scope::published,
             "at most, of all threads of a block (CUDA C++ programming guide, technical "
             "specifications): what __launch_bounds__ leaves a thread");
inline constexpr Constant registers_beside_values =
    constant("registers_beside_values", Count{3.0}, Scope::experiment,
             "of a loop that carries more values round than fit: counter, stack and one more. "
             "Machine code of nvcc 13.0 (sm_90, -O3), validate/experiments/spills.py");
inline constexpr Constant spills_in_flight = constant(
    "spills_in_flight", Count{17.0}, Scope::experiment,
    "values that such a loop has spilled besides those that do not fit, at most: their registers "
    "are for the values that are loaded ahead (as registers_beside_values)");
inline constexpr Constant spills_around =
    constant("spills_around", Count{32.0}, Scope::experiment,
             "likewise before and after such a loop (as registers_beside_values)");
inline constexpr Constant usual_registers =
    constant("usual_registers", Count{32.0}, Scope::assumed,
             "of a thread, where a descriptor does not state them");
inline constexpr Constant most_predicated = constant(
    "most_predicated", Count{7.0}, Scope::experiment,
    "instructions of a guard that becomes a predicate: every warp executes them, and its loads go "
    "ahead. A longer one is jumped over, and nothing is moved out of it. Machine code of nvcc 13.0 "
    "(sm_90, -O3) for guards in a loop, validate/experiments/predicates.py");
inline constexpr Constant most_predicated_with_access =
    constant("most_predicated_with_access", Count{17.0}, Scope::experiment,
             "of a guard with an access to global memory (as most_predicated): 15 to 18 in "
             "straight code, 16 "
             "to 21 in an unrolled body");
inline constexpr Constant instructions_of_access =
    constant("instructions_of_access", Count{2.0}, Scope::experiment,
             "to global memory, in most_predicated_with_access: the access and its address");
inline constexpr Constant predicates =
    constant("predicates", Count{7.0}, Scope::published,
             "P0 to P6; a guard that loads and stores share holds one from the load to the store");

// ---- instructions that a compiler adds ----

inline constexpr Constant instructions_of_jump = constant(
    "instructions_of_jump", Count{3.0}, Scope::validation,
    "count, compare, jump: machine code of nvcc 13.0 (sm_90, -O3) for kernels of the library");
inline constexpr Constant instructions_of_pointer =
    constant("instructions_of_pointer", Count{3.0}, Scope::validation,
             "64 bits forward, two additions and a move: machine code of nvcc 13.0 (sm_90, -O3) "
             "for kernels of the library");
inline constexpr Constant around_plain_loop =
    constant("around_plain_loop", Count{4.0}, Scope::validation,
             "instructions around a loop whose rounds are not known, if there is a round: machine "
             "code of nvcc 13.0 (sm_90, -O3) for kernels of the library");
inline constexpr Constant around_unrolled_loop =
    constant("around_unrolled_loop", Count{12.0}, Scope::validation,
             "around such a loop that is unrolled by few (as around_plain_loop)");
inline constexpr Constant around_deep_loop = constant(
    "around_deep_loop", Count{22.0}, Scope::validation,
    "around such a loop that is unrolled by deep_unroll, with its loops for 8, 4 and single "
    "rounds: counted 25 for sums over a vector, 20 for a chain of multiply-adds (H200)");
inline constexpr Constant jumps_around =
    constant("jumps_around", Count{0.35}, Scope::validation,
             "of the instructions around a loop: machine code of nvcc 13.0 (sm_90, -O3) for "
             "kernels of the library");
inline constexpr Constant deep_unroll =
    constant("deep_unroll", Count{16.0}, Scope::validation,
             "copies, by the compiler 4, by the assembler 4 times that: machine code of nvcc 13.0 "
             "(sm_90, -O3) for kernels of the library");
inline constexpr Constant most_deep_body =
    constant("most_deep_body", Count{100.0}, Scope::validation,
             "instructions of so many copies; beyond, the assembler leaves its unrolling out: "
             "machine code of nvcc 13.0 (sm_90, -O3) for kernels of the library (convolutions)");
inline constexpr Constant flop_per_tensor_instruction = constant(
    "flop_per_tensor_instruction", Flop{4096.0}, Scope::published, "of a warp, m16n8k16 (PTX ISA)");
inline constexpr Constant instructions_of_division =
    constant("instructions_of_division", Count{20.0}, Scope::validation,
             "of integers, but for its reciprocal, in added code: machine code of GCC 12.2 and "
             "ptxas 13.0 for kernels of the library. One that a kernel states has 21 "
             "(models/kernel/compiler/expansion.cpp)");
inline constexpr Constant added_multiply =
    constant("added_multiply", Count{0.35}, Scope::validation,
             "of added integer instructions that are multiply-adds, moves and sums among them: six "
             "kernels of the library, GCC 12 and ptxas 13.0");
inline constexpr Constant added_control =
    constant("added_control", Count{0.13}, Scope::validation,
             "of added integer instructions that are jumps (as added_multiply)");

// ---- what GCC adds to a region of OpenACC ----

inline constexpr Constant gcc_start_instructions =
    constant("gcc_start_instructions", Count{8.0}, Scope::validation,
             "of a region, and a division: machine code of GCC 12.2 and ptxas 13.0 for kernels of "
             "the library");
inline constexpr Constant gcc_start_accesses =
    constant("gcc_start_accesses", Count{2.0}, Scope::validation,
             "of arguments, at the start of a region (as gcc_start_instructions)");
inline constexpr Constant gcc_gang_test_instructions =
    constant("gcc_gang_test_instructions", Count{8.0}, Scope::validation,
             "of a loop of gangs alone, first and after each iteration: lane 0 tells the others "
             "whether there is one (as gcc_start_instructions)");
inline constexpr Constant gcc_gang_test_accesses =
    constant("gcc_gang_test_accesses", Count{2.0}, Scope::validation,
             "of shared memory, there (as gcc_start_instructions)");
inline constexpr Constant gcc_enter_instructions =
    constant("gcc_enter_instructions", Count{16.0}, Scope::validation,
             "before a loop that lanes or workers share: lane 0 hands over its variables (as "
             "gcc_start_instructions)");
inline constexpr Constant gcc_enter_accesses =
    constant("gcc_enter_accesses", Count{6.0}, Scope::validation,
             "of shared memory, there (as gcc_start_instructions)");
inline constexpr Constant gcc_pointers_instructions =
    constant("gcc_pointers_instructions", Count{40.0}, Scope::validation,
             "of lanes that have an iteration of such a loop: addresses of arrays, tests for "
             "copies (as gcc_start_instructions)");
inline constexpr Constant gcc_pointers_accesses =
    constant("gcc_pointers_accesses", Count{4.0}, Scope::validation,
             "of arguments, there (as gcc_start_instructions)");
inline constexpr Constant gcc_leave_instructions =
    constant("gcc_leave_instructions", Count{2.0}, Scope::validation,
             "after such a loop (as gcc_start_instructions)");
inline constexpr Constant gcc_copies_instructions =
    constant("gcc_copies_instructions", Count{25.0}, Scope::validation,
             "tests around the copies of other innermost loops (as gcc_start_instructions)");
inline constexpr Constant gcc_unroll =
    constant("gcc_unroll", Count{4.0}, Scope::validation,
             "copies of innermost loops, by ptxas (as gcc_start_instructions)");
inline constexpr Constant gcc_load_registers =
    constant("gcc_load_registers", Count{4.0}, Scope::validation,
             "for loads that go out before the first is waited for, 16 B: 2 copies of two f32 "
             "(products, convolutions), 1 of two f64 (products)");
inline constexpr Constant gcc_indexed_load_registers = constant(
    "gcc_indexed_load_registers", Count{10.0}, Scope::validation,
    "the same where a loaded index leads to them, it included: 2 copies of two f64 in most "
    "loops (rows of sparse matrices, local matrices: gcc_loads.py), 1 in the others");

// ---- kernels of which only counts are known ----

inline constexpr Constant usual_threads =
    constant("usual_threads", Count{256.0}, Scope::assumed, "of a block");
inline constexpr Constant usual_word =
    constant("usual_word", Bytes{4.0}, Scope::assumed, "of an access");
inline constexpr Constant usual_start = constant(
    "usual_start", Count{12.0}, Scope::assumed, "instructions of a warp before and after its work");
inline constexpr Constant instructions_of_moved_word =
    constant("instructions_of_moved_word", Count{2.0}, Scope::assumed, "an access and its address");

// ---- hosts ----

inline constexpr Constant with_fetch = constant("with_fetch", Count{1.5}, Scope::published,
                                                "bytes that a copy moves over those it counts, "
                                                "where stores fetch their lines (write-allocate)");
inline constexpr Constant most_fork_join =
    constant("most_fork_join", Seconds{10e-6}, Scope::published,
             "to start and join the threads of a loop: 1 to 10 us (EPCC; Bull, EWOMP 1999)");
inline constexpr Constant fetches_below =
    constant("fetches_below", Count{0.75}, Scope::assumed,
             "writes over reads, where stores fetch their lines: 1/2 if they do, 1 if they do not");
inline constexpr Constant point_apart =
    constant("point_apart", Count{2.0}, Scope::calibrated,
             "from one size of the working sets that calibration measures to the next");

// ---- programs: how far launches and copies on one machine are from those on another with the same
// device. A device file is measured on one machine and stands for all ----

inline constexpr Constant spread_of_host =
    error_of("spread_of_host", 1.20, Scope::calibrated,
             "what the host needs to queue, to wait and to be back: four of five pairs of "
             "calibrations of H200 machines lie closer (six machines)");
inline constexpr Constant spread_of_device =
    error_of("spread_of_device", 1.04, Scope::calibrated,
             "launches on the device, rates of links (as spread_of_host)");
inline constexpr Constant spread_of_pageable =
    error_of("spread_of_pageable", 1.20, Scope::calibrated,
             "copies of pageable memory (as spread_of_host; 1.21 to the device, 1.13 back)");
inline constexpr Constant spread_of_turns =
    error_of("spread_of_turns", 1.16, Scope::calibrated,
             "waits for a turn on another engine (as spread_of_host)");
inline constexpr Constant spread_of_loops =
    error_of("spread_of_loops", 1.29, Scope::calibrated,
             "loops of one core, by footprint (as spread_of_host)");
inline constexpr Constant least_spread =
    error_of("least_spread", 1.03, Scope::calibrated,
             "of a program: launches and copies differ by as much at least (as spread_of_host)");
inline constexpr Constant sent_with_commands =
    constant("sent_with_commands", Bytes{1024.0}, Scope::calibrated,
             "of a copy to the device, at most: it takes no turn with kernels (H200: up to 1 KiB "
             "link.h2d_pair_by_size is the copy and the kernel, at 2 KiB 8 us more)");
inline constexpr Constant most_of_small_array =
    constant("most_of_small_array", Bytes{0x1p20}, Scope::assumed,
             "on the device: the driver maps memory in pieces of 2 MiB and divides them; larger "
             "arrays have pieces of their own");
inline constexpr Constant least_rate =
    constant("least_rate", Count{0.1}, Scope::assumed, "of a kernel beside copies");
inline constexpr Constant usual_page =
    constant("usual_page", Bytes{0x1p21}, Scope::assumed, "of managed memory, that moves as one");
inline constexpr Constant usual_fault =
    constant("usual_fault", Seconds{260e-6}, Scope::experiment,
             "of a page of managed memory that one side touches after the other, before it moves "
             "(H200 in a virtual machine, validate/experiments/managed_memory.cu: 130 us a MiB to "
             "the device, 140 back)");
inline constexpr Constant least_of_page =
    constant("least_of_page", Count{0.25}, Scope::experiment,
             "that a part of one takes, of a page of managed memory (H200 in a virtual machine, "
             "validate/experiments/managed_arrays.cu: arrays of 4 B to 16 KiB 47 to 90 us, 64 KiB "
             "75 to 120, 1 MiB 160 to 280)");
inline constexpr Constant spread_of_pages =
    error_of("spread_of_pages", 1.4, Scope::experiment,
             "of what pages take (as usual_fault: twice the same is up to 1.5 times apart)");

}  // namespace constants

// All of them, in the order above.
std::span<const Constant* const> all_constants();

}  // namespace gpumodel
