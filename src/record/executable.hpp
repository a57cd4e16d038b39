// What device code may call where it is executed on the host: the runtime has a function of each
// name, '__gpumodel_' before it and '_' in place of '.'. Math of the C library needs none.
#pragma once

#include <algorithm>
#include <string_view>

namespace gpumodel::record {

inline constexpr std::string_view executable[] = {
    "gpumodel.nothing.warp",
    "gpumodel.nothing.fence",
    "gpumodel.nothing.fence_block",
    "gpumodel.nothing.fence_system",
    "gpumodel.nothing.sleep",
    "gpumodel.nothing.trap",
    "gpumodel.nothing.break",
    "gpumodel.nothing.saturated",
    "gpumodel.nothing.no_less_than_0",
    "gpumodel.barrier.or",
    "gpumodel.barrier.and",
    "gpumodel.barrier.count",
    "gpumodel.count.share",
    "gpumodel.count.rounds",
    "gpumodel.count.number",
    "gpumodel.number.thread",
    "gpumodel.number.block",
    "gpumodel.path.read_only",
    "gpumodel.vote.all",
    "gpumodel.vote.any",
    "gpumodel.vote.ballot",
    "gpumodel.vote.mask",
    "gpumodel.vote.rank",
    "gpumodel.vote.match",
    "gpumodel.vote.add.u",
    "gpumodel.vote.add.i",
    "gpumodel.vote.min.u",
    "gpumodel.vote.min.i",
    "gpumodel.vote.max.u",
    "gpumodel.vote.max.i",
    "gpumodel.vote.and",
    "gpumodel.vote.or",
    "gpumodel.vote.xor",
    "gpumodel.int.logic.popc",
    "gpumodel.int.logic.popcll",
    "gpumodel.int.logic.clz",
    "gpumodel.int.logic.clzll",
    "gpumodel.int.logic.ffs",
    "gpumodel.int.logic.ffsll",
    "gpumodel.int.logic.brev",
    "gpumodel.int.logic.brevll",
    "gpumodel.int.logic.prmt",
    "gpumodel.int.mul.hi",
    "gpumodel.int.mul.shi",
    "gpumodel.int.mul.u64hi",
    "gpumodel.int.mul.s64hi",
    "gpumodel.int.mul.dp4a",
    "gpumodel.int.mul.udp4a",
    "gpumodel.int.mul.dp2a_lo",
    "gpumodel.int.mul.dp2a_hi",
    "gpumodel.int.mul.udp2a_lo",
    "gpumodel.int.mul.udp2a_hi",
    "gpumodel.int.shift.fl",
    "gpumodel.int.shift.fr",
    "gpumodel.int.shift.flc",
    "gpumodel.int.shift.frc",
    "gpumodel.int.add.sad",
    "gpumodel.int.add.usad",
    "gpumodel.int.add.absdiff.u8x4",
    "gpumodel.int.add.absdiff.s8x4",
    "gpumodel.int.add.sad.u8x4",
    "gpumodel.int.add.sad.s8x4",
    "gpumodel.atomic.inc.u32",
    "gpumodel.atomic.dec.u32",
    "gpumodel.atomic.add.f32",
    "gpumodel.atomic.exch.f32",
    "gpumodel.atomic.add.f64",
    "gpumodel.atomic.cas.u16",
    "rsqrt",
    "rsqrtf",
    "rcbrt",
    "rcbrtf",
    "rhypot",
    "rhypotf",
    "sinpi",
    "sinpif",
    "cospi",
    "cospif",
    "normcdf",
    "normcdff",
    "cyl_bessel_i0",
    "cyl_bessel_i0f",
    "cyl_bessel_i1",
    "cyl_bessel_i1f",
    "__expf",
    "__exp10f",
    "__logf",
    "__log2f",
    "__log10f",
    "__sinf",
    "__cosf",
    "__cosf_beside",
    "__cos_beside",
    "__tanf",
    "__saturatef",
    "__frcp_rn",
    "__fsqrt_rn",
    "__frsqrt_rn",
    "__powf",
    "__fdividef",
    "__drcp_rn",
    "__dsqrt_rn",
    "vprintf",
};
// Before a type: i32, u32, i64, ...
inline constexpr std::string_view executable_of_types[] = {
    "gpumodel.shuffle.idx.", "gpumodel.shuffle.up.", "gpumodel.shuffle.down.",
    "gpumodel.shuffle.xor.", "gpumodel.atomic.add.", "gpumodel.atomic.sub.",
    "gpumodel.atomic.max.",  "gpumodel.atomic.min.", "gpumodel.atomic.and.",
    "gpumodel.atomic.or.",   "gpumodel.atomic.xor.", "gpumodel.atomic.exch.",
    "gpumodel.atomic.cas.",
};
inline constexpr std::string_view executable_types[] = {"i32", "u32",  "i64", "u64",
                                                        "l64", "ul64", "f32", "f64"};
// Before the lanes of a word: s32, u16x2, ...
inline constexpr std::string_view executable_of_lanes[] = {
    "gpumodel.int.compare.max.",     "gpumodel.int.compare.max_relu.",
    "gpumodel.int.compare.max3.",    "gpumodel.int.compare.max3_relu.",
    "gpumodel.int.compare.add_max.", "gpumodel.int.compare.add_max_relu.",
    "gpumodel.int.compare.min.",     "gpumodel.int.compare.min_relu.",
    "gpumodel.int.compare.min3.",    "gpumodel.int.compare.min3_relu.",
    "gpumodel.int.compare.add_min.", "gpumodel.int.compare.add_min_relu.",
};
inline constexpr std::string_view executable_lanes[] = {"s32", "u32", "s16x2", "u16x2"};

// Of the C library, beside what ends in 'f'.
inline constexpr std::string_view c_mathematics[] = {
    "sqrt",   "cbrt",      "exp",       "exp2", "exp10", "expm1", "log",  "log2",  "log10", "log1p",
    "sin",    "cos",       "tan",       "asin", "acos",  "atan",  "sinh", "cosh",  "tanh",  "erf",
    "erfc",   "fabs",      "floor",     "ceil", "round", "trunc", "rint", "asinh", "acosh", "atanh",
    "lgamma", "tgamma",    "nearbyint", "logb", "pow",   "fmod",  "fmax", "fmin",  "atan2", "hypot",
    "fdim",   "remainder", "copysign",  "fma",  "j0",    "j1",    "y0",   "y1",    "jn",    "yn",
};

constexpr bool is_c_mathematics(std::string_view name) {
  const auto is = [](std::string_view of) {
    return std::ranges::find(c_mathematics, of) != std::end(c_mathematics);
  };
  return is(name) || (name.ends_with('f') && is(name.substr(0, name.size() - 1)));
}

constexpr bool is_executable(std::string_view name) {
  if (std::ranges::find(executable, name) != std::end(executable)) return true;
  for (const std::string_view stem : executable_of_types) {
    if (!name.starts_with(stem)) continue;
    const std::string_view type = name.substr(stem.size());
    const bool of_atomics = !stem.starts_with("gpumodel.shuffle.");
    return std::ranges::find(executable_types, type) != std::end(executable_types) &&
           !(of_atomics && (type.starts_with('f') || type == "l64"));
  }
  for (const std::string_view stem : executable_of_lanes)
    if (name.starts_with(stem))
      return std::ranges::find(executable_lanes, name.substr(stem.size())) !=
             std::end(executable_lanes);
  return false;
}

}  // namespace gpumodel::record
