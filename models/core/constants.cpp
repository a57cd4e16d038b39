#include "models/core/constants.hpp"

#include <array>

namespace gpumodel {
namespace {

constexpr std::array all_rows = {
    &constants::overlap_exponent,
    &constants::independent_customers,
    &constants::groups_of_sms,
    &constants::phases_in_step,
    &constants::error_of_launch,
    &constants::error_of_dispatch,
    &constants::error_of_latency,
    &constants::error_of_execution,
    &constants::error_of_l1,
    &constants::error_of_l2,
    &constants::error_of_dram,
    &constants::error_of_scattered,
    &constants::error_of_atomics,
    &constants::error_of_writes,
    &constants::error_of_openacc_launch,
    &constants::error_of_openacc_code,
    &constants::error_of_openacc_latency,
    &constants::around_a_wait,
    &constants::around_a_shared_wait,
    &constants::chase_for_wait,
    &constants::usual_barrier,
    &constants::barrier_per_thread,
    &constants::usual_store,
    &constants::write_batch,
    &constants::l2_writes_of_reads,
    &constants::l2_of_one_sm,
    &constants::dram_of_one_sm,
    &constants::lone_of_pairs,
    &constants::random_of_copies,
    &constants::partial_of_whole,
    &constants::scattered_of_random,
    &constants::cycles_of_atomic,
    &constants::words_per_slice,
    &constants::slices_at_work,
    &constants::shared_atomic_float,
    &constants::shared_atomic_integer,
    &constants::usual_lines_per_cycle,
    &constants::bytes_per_lane_cycle,
    &constants::lookup_for_load,
    &constants::surely_in_l2,
    &constants::surely_beyond_l2,
    &constants::usual_block,
    &constants::few_words,
    &constants::busier_bank,
    &constants::launch_at_least,
    &constants::with_fetch,
    &constants::most_fork_join,
};

}  // namespace

std::span<const Constant* const> all_constants() {
  return all_rows;
}

}  // namespace gpumodel
