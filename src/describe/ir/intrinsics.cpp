#include "src/describe/ir/intrinsics.hpp"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>
#include <string_view>

#include "src/describe/front/compile.hpp"
#include "src/describe/ir/run_time_numbers.hpp"

namespace gpumodel::describe {
namespace {

struct Coordinate {
  std::string_view sreg, name;
};
constexpr auto coordinates = std::to_array<Coordinate>({
    {"tid.x", "thread.x"},
    {"tid.y", "thread.y"},
    {"tid.z", "thread.z"},
    {"ctaid.x", "block_index.x"},
    {"ctaid.y", "block_index.y"},
    {"ctaid.z", "block_index.z"},
    {"ntid.x", "block.x"},
    {"ntid.y", "block.y"},
    {"ntid.z", "block.z"},
    {"nctaid.x", "grid.x"},
    {"nctaid.y", "grid.y"},
    {"nctaid.z", "grid.z"},
    {"laneid", "lane"},
    {"warpsize", "32"},
});

struct Mathematics {
  std::string_view name, kind;  // several kinds with '+', one pipe; "" costs nothing
};
// Functions without an operation of their own are given as the parts that they are made of.
constexpr auto mathematics = std::to_array<Mathematics>({
    {"sqrt", "sqrt"},
    {"rsqrt", "rsqrt"},
    {"cbrt", "log+mul+exp"},
    {"exp", "exp"},
    {"exp2", "exp"},
    {"exp10", "exp"},
    {"expm1", "exp+add"},
    {"log", "log"},
    {"log2", "log"},
    {"log10", "log"},
    {"log1p", "log+add"},
    {"sin", "sin"},
    {"cos", "cos"},
    {"sinpi", "sin"},
    {"cospi", "cos"},
    {"tan", "sin+cos+div"},
    {"asin", "sqrt+fma+fma+fma+fma+fma"},
    {"acos", "sqrt+fma+fma+fma+fma+fma"},
    {"atan", "rcp+fma+fma+fma+fma+fma+fma"},
    {"atan2", "div+fma+fma+fma+fma+fma+fma"},
    {"sinh", "exp+rcp+add+mul"},
    {"cosh", "exp+rcp+add+mul"},
    {"tanh", "tanh"},
    {"erf", "exp+fma+fma+fma+fma+fma"},
    {"erfc", "exp+fma+fma+fma+fma+fma"},
    // The path of usual arguments: what nvcc 13 makes of it for sm_90, near enough in instructions.
    {"asinh", "sqrt+log+fma+fma"},
    {"acosh", "sqrt+log+fma+fma"},
    {"atanh", "rcp+log+fma+fma"},
    {"erfcx", "exp+rcp+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"erfinv", "log+sqrt+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"erfcinv", "log+sqrt+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"normcdf", "exp+rcp+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"normcdfinv", "log+sqrt+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"lgamma", "log+rcp+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"tgamma", "exp+log+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"rcbrt", "log+mul+exp"},
    {"rhypot", "mul+fma+rsqrt"},
    {"remainder", "div+fma"},
    {"logb", "add"},
    {"j0", "sqrt+rcp+cos+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"j1", "sqrt+rcp+cos+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"y0", "sqrt+rcp+sin+log+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"y1", "sqrt+rcp+sin+log+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma+fma"},
    {"pow", "log+mul+exp"},
    {"powi", "log+mul+exp"},
    {"fmod", "div+fma"},
    {"hypot", "mul+fma+sqrt"},
    {"cabs", "mul+fma+sqrt"},
    {"fma", "fma"},
    {"fmuladd", "fma"},
    {"fmax", "compare"},
    {"fmin", "compare"},
    {"maxnum", "compare"},
    {"minnum", "compare"},
    {"maximum", "compare"},
    {"minimum", "compare"},
    {"fdim", "compare+add"},
    {"fabs", ""},
    {"copysign", ""},
    {"saturate", "compare"},
    {"frcp_rn", "rcp"},
    {"drcp_rn", "rcp"},
    {"fsqrt_rn", "sqrt"},
    {"dsqrt_rn", "sqrt"},
    {"frsqrt_rn", "rsqrt"},
});
// Approximations: one instruction of the unit of special functions, its operand scaled to a normal
// number and the result scaled back, which is what rsqrtf is; a thread program has no other word
// for it (machine code of nvcc 13 for sm_90: __sinf 2 instructions, rsqrtf and __logf 4, __expf and
// __fdividef 5, __powf 9).
constexpr auto approximations = std::to_array<Mathematics>({
    {"__sinf", "rsqrt"},
    {"__cosf", "rsqrt"},
    {"__tanf", "rsqrt+rsqrt+rsqrt"},
    {"__expf", "mul+rsqrt"},
    {"__exp10f", "mul+rsqrt"},
    {"__logf", "rsqrt"},
    {"__log2f", "rsqrt"},
    {"__log10f", "rsqrt"},
    {"__powf", "rsqrt+mul+rsqrt"},
    {"__fdividef", "rsqrt+mul"},
});
constexpr auto conversions = std::to_array<std::string_view>(
    {"floor", "ceil", "round", "trunc", "rint", "nearbyint", "roundeven", "lround", "lrint"});
constexpr auto free_calls = std::to_array<std::string_view>(
    {"lifetime", "dbg", "assume", "experimental.noalias", "invariant", "sideeffect", "donothing",
     "expect", "prefetch", "stacksave", "stackrestore", "is.constant"});

std::vector<Counted> parts(std::string_view kinds, const std::string& pipe) {
  std::vector<Counted> result;
  while (!kinds.empty()) {
    const std::size_t plus = kinds.find('+');
    result.push_back({pipe, std::string(kinds.substr(0, plus))});
    kinds = plus == std::string_view::npos ? std::string_view() : kinds.substr(plus + 1);
  }
  return result;
}

// Of doubles, the larger of two is chosen by a comparison, selections of both words and of what is
// no number; and a magnitude that no other operation takes in is an addition.
std::vector<Counted> parts_of(const Mathematics& row, const llvm::CallBase& call) {
  const std::string pipe = pipe_of(call.getType());
  std::vector<Counted> result = parts(row.kind, pipe);
  if (pipe != "fp64") return result;
  if (row.kind == "compare") result.push_back({"int", "logic", 6});
  const bool taken_in = llvm::any_of(call.users(), [](const llvm::User* user) {
    return llvm::isa<llvm::BinaryOperator, llvm::FCmpInst>(user);
  });
  if (row.name == "fabs" && !taken_in) result.push_back({pipe, "add"});
  return result;
}

// "sqrt" of sqrtf, __expf, llvm.sqrt.f32.
std::string_view plain(std::string_view name) {
  if (name.starts_with("llvm.")) {
    name.remove_prefix(5);
    return name.substr(0, name.find('.'));
  }
  while (name.starts_with("_")) name.remove_prefix(1);
  return name;
}

std::optional<CallMeaning> mathematical(std::string_view name, const llvm::CallBase& call) {
  for (const Mathematics& row : approximations)
    if (name == row.name) return CallMeaning{CallKind::operations, {}, parts_of(row, call)};
  name = plain(name);
  for (std::string_view each :
       {name, name.ends_with("f") ? name.substr(0, name.size() - 1) : name}) {
    for (std::string_view conversion : conversions)
      if (each == conversion)
        return CallMeaning{
            CallKind::operations,
            {},
            {{"convert", call.getArgOperand(0)->getType()->isDoubleTy() ? "f64_i32" : "f32_i32"}}};
    for (const Mathematics& row : mathematics)
      if (each == row.name)
        return CallMeaning{CallKind::operations, std::string(row.name), parts_of(row, call)};
  }
  return std::nullopt;
}

CallMeaning of_code(std::string_view name, const llvm::CallBase& call) {
  if (name == code_of_division)
    return {CallKind::code, "nvcc divides by what it does not know", {{"int", "div"}}};
  if (name == code_of_round) {
    const auto* count = llvm::cast<llvm::ConstantInt>(call.getArgOperand(0));
    return {
        CallKind::code, rule_of_loops, {{"int", "add", static_cast<int>(count->getSExtValue())}}};
  }
  return {CallKind::nothing, {}, {}};
}

CallMeaning of_prelude(std::string_view name, const llvm::CallBase& call) {
  if (name.starts_with(code_prefix)) return of_code(name, call);
  name.remove_prefix(std::string_view("gpumodel.").size());
  const std::string_view group = name.substr(0, name.find('.'));
  const int words = call.getType()->isVoidTy()
                        ? 1
                        : static_cast<int>((call.getType()->getPrimitiveSizeInBits() + 31) / 32);
  if (group == "barrier") return {CallKind::barrier, {}, {}};
  if (group == "atomic") return {CallKind::atomic, {}, {}};
  if (group == "path") return {CallKind::read_only, std::string(name.substr(5)), {}};
  if (group == "nest") return {CallKind::coordinate, std::string(name), {}};
  if (group == "texel") return {CallKind::texel, std::string(name.substr(6)), {}};
  if (group == "number") return {CallKind::coordinate, std::string(name), {}};
  if (group == "grid")
    return {CallKind::unsupported,
            "a barrier of the whole grid, which a kernel file cannot say: describe each part as a "
            "kernel",
            {}};
  if (group == "shuffle") return {CallKind::operations, {}, {{"shuffle", "", words}}};
  if (group == "vote") return {CallKind::operations, {}, {{"vote", ""}}};
  if (group == "int") {
    name.remove_prefix(4);
    return {
        CallKind::operations, {}, {{"int", std::string(name.substr(0, name.find('.'))), 1, true}}};
  }
  return {CallKind::nothing, {}, {}};
}

std::optional<CallMeaning> whole_numbers(const llvm::CallBase& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::abs:
      return CallMeaning{CallKind::operations, {}, {{"int", "compare", 1, true}}};
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
    case llvm::Intrinsic::bswap:
    case llvm::Intrinsic::bitreverse:
      return CallMeaning{CallKind::operations, {}, {{"int", "logic", 1, true}}};
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
      return CallMeaning{CallKind::operations, {}, {{"int", "shift", 1, true}}};
    case llvm::Intrinsic::usub_sat:
    case llvm::Intrinsic::uadd_sat:
      return CallMeaning{CallKind::operations, {}, {{"int", "add", 1, true}}};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> counter_of_nest(const std::string& coordinate) {
  if (!coordinate.starts_with("nest.")) return std::nullopt;
  return coordinate.substr(coordinate.find('.', 5) + 1);
}

std::string pipe_of(const llvm::Type* type) {
  type = type->getScalarType();
  if (type->isDoubleTy()) return "fp64";
  return type->isHalfTy() || type->isBFloatTy() ? "fp16" : "fp32";
}

CallMeaning meaning_of(const llvm::CallBase& call) {
  if (call.isInlineAsm())
    return {CallKind::unsupported, "inline PTX, whose addresses and cost are not known", {}};
  // One that is called before it is declared is called by another type.
  const auto* function =
      llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (function == nullptr) return {CallKind::unsupported, "a call through a pointer", {}};
  const std::string_view name(function->getName().data(), function->getName().size());
  if (name.starts_with("gpumodel.")) return of_prelude(name, call);
  constexpr std::string_view sreg = "llvm.nvvm.read.ptx.sreg.";
  if (name.starts_with(sreg)) {
    for (const Coordinate& each : coordinates)
      if (name.substr(sreg.size()) == each.sreg)
        return {CallKind::coordinate, std::string(each.name), {}};
  }
  if (name.starts_with("llvm.nvvm.barrier") || name.starts_with("llvm.nvvm.bar."))
    return {CallKind::barrier, {}, {}};
  if (llvm::isa<llvm::MemIntrinsic>(call)) return {CallKind::copy, {}, {}};
  if (name.starts_with("llvm.")) {
    for (std::string_view each : free_calls)
      if (name.substr(5).starts_with(each)) return {CallKind::nothing, {}, {}};
  }
  if (const auto whole = whole_numbers(call)) return *whole;
  if (name == "abs" || name == "labs" || name == "llabs")
    return {CallKind::operations, {}, {{"int", "compare", 1, true}}};
  if (const auto math = mathematical(name, call)) return *math;
  if (name == "printf" || name == "vprintf" || name == "__assert_fail")
    return {CallKind::nothing, std::string(name), {}};
  const std::string readable = llvm::demangle(std::string(name));
  if (function->hasFnAttribute(does_not_compile))
    return {CallKind::unsupported,
            "a call of " + readable + ", which does not compile: " +
                function->getFnAttribute(does_not_compile).getValueAsString().str(),
            {}};
  const auto is_of = [&](const char* library) {
    return readable.starts_with(library) ||
           readable.find(std::string(" ") + library) != std::string::npos;
  };
  if (is_of("curand") || is_of("cub::"))
    return {CallKind::unsupported, "a library call, not predicted: " + readable, {}};
  if (!function->isDeclaration())
    return {CallKind::unsupported, "recursion: " + readable + " calls itself", {}};
  return {CallKind::unsupported,
          "a call of " + readable + ", which is not in the file",
          {},
          "where another file has it: --compile '-include FILE'"};
}

}  // namespace gpumodel::describe
