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
    "gpumodel.int.shift.fl",
    "gpumodel.int.shift.fr",
    "gpumodel.int.add.sad",
    "gpumodel.int.add.usad",
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
    "__expf",
    "__exp10f",
    "__logf",
    "__log2f",
    "__log10f",
    "__sinf",
    "__cosf",
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

// Of the C library, beside what ends in 'f'.
inline constexpr std::string_view c_mathematics[] = {
    "sqrt",  "cbrt",  "exp",   "exp2",   "exp10",  "expm1",     "log",      "log2",  "log10",
    "log1p", "sin",   "cos",   "tan",    "asin",   "acos",      "atan",     "sinh",  "cosh",
    "tanh",  "erf",   "erfc",  "fabs",   "floor",  "ceil",      "round",    "trunc", "rint",
    "asinh", "acosh", "atanh", "lgamma", "tgamma", "nearbyint", "logb",     "pow",   "fmod",
    "fmax",  "fmin",  "atan2", "hypot",  "fdim",   "remainder", "copysign", "fma",
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
  return false;
}

}  // namespace gpumodel::record
