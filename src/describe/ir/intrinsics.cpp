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
#include "src/describe/ir/mathematics.hpp"
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

constexpr auto free_calls = std::to_array<std::string_view>(
    {"lifetime", "dbg", "assume", "experimental.noalias", "invariant", "sideeffect", "donothing",
     "expect", "prefetch", "stacksave", "stackrestore", "is.constant"});

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
  if (group == "tensor") {  // how many of a lane: its last argument
    const auto* flop = llvm::cast<llvm::ConstantInt>(call.getArgOperand(call.arg_size() - 1));
    name.remove_prefix(group.size() + 1);
    return {CallKind::operations,
            {},
            {{"tensor", std::string(name.substr(0, name.find('.'))),
              static_cast<int>(flop->getSExtValue())}}};
  }
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
  if (const auto math = mathematics_of(name, call)) return *math;
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
          "where another file has it: --beside FILE"};
}

}  // namespace gpumodel::describe
