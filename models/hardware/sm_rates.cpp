#include "models/hardware/sm_rates.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

constexpr std::nullopt_t none = std::nullopt;

// iadd is what the guide counts, additions of the pipe for integers. From 7.5 on nvcc writes a part
// of them as multiply-adds by one, which the pipe for FP32 does beside: a loop of additions is 3 of
// 5 IMAD (nvcc 13 for sm_75, sm_80, sm_90), and an H200 reaches 121 a clock where 64 stand here. So
// a measured rate of int_add may lie above this one; logic, shifts and minima stay at 64.
// clang-format off
constexpr SmRates rate_table[] = {
    //     sched  fp64  fp32  fp16  bf16  iadd  imul   sfu  ldst
    {{3, 0},  4,    8,  192, none, none,  160,   32,   32,   32,
     "recalled: load_store_units"},
    {{3, 5},  4,   64,  192, none, none,  160,   32,   32,   32,
     "recalled: load_store_units; fp64 8 on GeForce parts other than Titan"},
    {{3, 7},  4,   64,  192, none, none,  160,   32,   32,   32,
     "recalled: load_store_units; fp64 8 on GeForce parts other than Titan"},
    {{5, 0},  4,    4,  128, none, none,  128, none,   32,   32,
     "recalled: load_store_units"},
    {{5, 2},  4,    4,  128, none, none,  128, none,   32,   32,
     "recalled: load_store_units"},
    {{5, 3},  4,    4,  128,  256, none,  128, none,   32,   32,
     "recalled: load_store_units"},
    {{6, 0},  2,   32,   64,  128, none,   64, none,   16,   16,
     "recalled: load_store_units"},
    {{6, 1},  4,    4,  128,    2, none,  128, none,   32,   32,
     "recalled: load_store_units"},
    {{6, 2},  4,    4,  128,  256, none,  128, none,   32, none,
     ""},
    {{7, 0},  4,   32,   64,  128, none,   64,   64,   16,   32,
     "recalled: load_store_units"},
    {{7, 2},  4,   32,   64,  128, none,   64,   64,   16, none,
     ""},
    {{7, 5},  4,    2,   64,  128, none,   64,   64,   16,   16,
     "recalled: load_store_units; fp64 from a footnote"},
    {{8, 0},  4,   32,   64,  256,  128,   64,   64,   16,   32,
     "recalled: load_store_units, bf16"},
    {{8, 6},  4,    2,  128,  128,  128,   64,   64,   16,   16,
     "recalled: load_store_units, bf16; fp16: a guide lists 256, measured 128"},
    {{8, 7},  4,    2,  128,  256, none,   64, none, none, none,
     "measured table, no guide column; fp16 from its measurement above 128"},
    {{8, 9},  4,    2,  128,  128, none,   64,   64,   16,   16,
     "recalled: load_store_units, special_function"},
    {{9, 0},  4,   64,  128,  256, none,   64,   64,   16,   32,
     "recalled: load_store_units, special_function"},
    {{10, 0}, 4,   64,  128,  128, none,   64, none, none, none,
     "int32_add and fp16 quoted by XLA"},
    {{10, 3}, 4,    2,  128, none, none, none, none, none, none,
     "recalled: fp32; fp64 derived from the 64:1 ratio"},
    {{11, 0}, 4,    2,  128, none, none, none, none, none, none,
     "recalled: fp32; fp64 derived from the 64:1 ratio"},
    {{12, 0}, 4,    2,  128,  128, none,  128,   64, none, none,
     "fp16: best-practices guide, a programming guide is quoted with 256"},
    {{12, 1}, 4,    2,  128,  128, none,  128,   64, none, none,
     "fp16: best-practices guide, a programming guide is quoted with 256"},
};
// clang-format on

static_assert(std::ranges::is_sorted(rate_table, {}, &SmRates::capability));

}  // namespace

std::span<const SmRates> all_rates() {
  return rate_table;
}

const SmRates* find_rates(ComputeCapability capability) {
  const auto* const found = std::ranges::find(rate_table, capability, &SmRates::capability);
  return found == std::end(rate_table) ? nullptr : found;
}

}  // namespace gpumodel
