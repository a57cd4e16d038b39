#include "src/describe/ir/mathematics.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace gpumodel::describe {
namespace {

// One operation of the kernel format; "" costs nothing.
struct Operation {
  std::string_view name, kind;
};
constexpr auto single_operations = std::to_array<Operation>({
    {"sqrt", "sqrt"},      {"rsqrt", "rsqrt"},     {"exp", "exp"},         {"log", "log"},
    {"sin", "sin"},        {"cos", "cos"},         {"tanh", "tanh"},       {"fma", "fma"},
    {"fmuladd", "fma"},    {"fmax", "compare"},    {"fmin", "compare"},    {"maxnum", "compare"},
    {"minnum", "compare"}, {"maximum", "compare"}, {"minimum", "compare"}, {"saturate", "compare"},
    {"fabs", ""},          {"copysign", ""},       {"frcp_rn", "rcp"},     {"drcp_rn", "rcp"},
    {"fsqrt_rn", "sqrt"},  {"dsqrt_rn", "sqrt"},   {"frsqrt_rn", "rsqrt"},
});

// Instructions of a warp: arithmetic of the type, of the unit of special functions, all others.
struct Instructions {
  int arithmetic, special, others;
};
// Functions that are no operation of the format, as an H100 executed them for usual arguments,
// compiled by nvcc 13 for sm_90 (validate/experiments/mathematics.py); other capabilities are taken
// to do with as many.
struct Sequence {
  std::string_view name;
  Instructions single, twice;
};
constexpr auto sequences = std::to_array<Sequence>({
    {"cbrt", {9, 2, 5}, {13, 6, 25}},
    {"exp2", {2, 1, 1}, {16, 0, 32}},
    {"exp10", {6, 1, 3}, {17, 0, 38}},
    {"expm1", {16, 2, 11}, {19, 0, 46}},
    {"log2", {17, 0, 13}, {32, 1, 57}},
    {"log10", {16, 0, 13}, {32, 1, 57}},
    {"log1p", {14, 0, 14}, {26, 1, 42}},
    {"sinpi", {14, 3, 8}, {15, 3, 19}},
    {"cospi", {14, 2, 9}, {14, 2, 26}},
    {"tan", {10, 2, 13}, {27, 3, 48}},
    {"asin", {14, 1, 10}, {22, 1, 42}},
    {"acos", {15, 1, 10}, {23, 1, 43}},
    {"atan", {11, 1, 7}, {24, 0, 50}},
    {"atan2", {16, 2, 26}, {39, 1, 74}},
    {"sinh", {14, 3, 8}, {9, 0, 23}},
    {"cosh", {8, 3, 5}, {21, 1, 39}},
    {"asinh", {19, 2, 20}, {41, 3, 61}},
    {"acosh", {21, 1, 20}, {42, 2, 70}},
    {"atanh", {18, 1, 18}, {42, 2, 65}},
    {"erf", {16, 1, 13}, {42, 5, 76}},
    {"erfc", {34, 4, 10}, {62, 2, 98}},
    {"erfcx", {23, 2, 12}, {41, 2, 66}},
    {"erfinv", {11, 1, 7}, {49, 1, 90}},
    {"erfcinv", {11, 1, 9}, {52, 1, 91}},
    {"normcdf", {44, 4, 17}, {73, 2, 107}},
    {"normcdfinv", {13, 1, 9}, {56, 1, 95}},
    {"lgamma", {14, 0, 12}, {24, 0, 64}},
    {"tgamma", {52, 4, 35}, {31, 1, 68}},
    {"rcbrt", {9, 2, 6}, {14, 5, 30}},
    {"hypot", {10, 1, 14}, {15, 1, 30}},
    {"cabs", {10, 1, 14}, {15, 1, 30}},
    {"rhypot", {9, 1, 7}, {12, 1, 22}},
    {"pow", {41, 4, 43}, {86, 1, 109}},
    {"powi", {41, 4, 43}, {86, 1, 109}},
    {"pow of a constant", {38, 3, 31}, {85, 1, 92}},
    {"fmod", {8, 2, 19}, {5, 0, 115}},
    {"remainder", {9, 3, 25}, {9, 0, 115}},
    {"fdim", {3, 0, 1}, {2, 0, 2}},
    {"logb", {1, 0, 10}, {4, 1, 15}},
    {"j0", {10, 0, 20}, {21, 0, 50}},
    {"j1", {10, 0, 22}, {24, 0, 53}},
    {"y0", {10, 0, 18}, {32, 0, 71}},
    {"y1", {12, 0, 22}, {32, 0, 71}},
    // Not measured: polynomials as of j0 and y0; what jn and yn go on by to their order is left
    // out.
    {"cyl_bessel_i0", {10, 0, 20}, {21, 0, 50}},
    {"cyl_bessel_i1", {10, 0, 22}, {24, 0, 53}},
    {"jn", {20, 0, 42}, {45, 0, 103}},
    {"yn", {22, 0, 40}, {64, 0, 142}},
    // What sincosf and sincos do beside a sine (validate/experiments/sincos.cu).
    {"__cosf_beside", {1, 0, 3}, {}},
    {"__cos_beside", {}, {5, 0, 25}},
    // Approximations, of floats alone.
    {"__sinf", {1, 1, 0}, {}},
    {"__cosf", {1, 1, 0}, {}},
    {"__tanf", {4, 3, 1}, {}},
    {"__expf", {3, 1, 1}, {}},
    {"__exp10f", {3, 1, 1}, {}},
    {"__logf", {3, 1, 1}, {}},
    {"__log2f", {3, 1, 1}, {}},
    {"__log10f", {3, 1, 1}, {}},
    {"__powf", {5, 2, 3}, {}},
    {"__fdividef", {3, 1, 1}, {}},
});
constexpr auto conversions = std::to_array<std::string_view>(
    {"floor", "ceil", "round", "trunc", "rint", "nearbyint", "roundeven", "lround", "lrint"});

// Halves are computed as floats.
std::vector<Counted> counted(const Sequence& sequence, const llvm::Type* type) {
  const std::string pipe = pipe_of(type) == "fp64" ? "fp64" : "fp32";
  const Instructions& many = pipe == "fp64" ? sequence.twice : sequence.single;
  std::vector<Counted> all{{pipe, "fma", many.arithmetic},
                           {"convert", "f32_i32", many.special},
                           {"int", "logic", many.others}};
  std::erase_if(all, [](const Counted& each) { return each.count == 0; });
  return all;
}

// Of doubles, the larger of two is chosen by a comparison, selections of both words and of what is
// no number; and a magnitude that no other operation takes in is an addition.
std::vector<Counted> counted(const Operation& operation, const llvm::CallBase& call) {
  const std::string pipe = pipe_of(call.getType());
  std::vector<Counted> result;
  if (!operation.kind.empty()) result.push_back({pipe, std::string(operation.kind)});
  if (pipe != "fp64") return result;
  if (operation.kind == "compare") result.push_back({"int", "logic", 6});
  const bool taken_in = llvm::any_of(call.users(), [](const llvm::User* user) {
    return llvm::isa<llvm::BinaryOperator, llvm::FCmpInst>(user);
  });
  if (operation.name == "fabs" && !taken_in) result.push_back({pipe, "add"});
  return result;
}

// "sqrt" of sqrtf, __dsqrt_rn, llvm.sqrt.f32.
std::string_view plain(std::string_view name) {
  if (name.starts_with("llvm.")) {
    name.remove_prefix(5);
    return name.substr(0, name.find('.'));
  }
  while (name.starts_with("_")) name.remove_prefix(1);
  return name;
}

const Sequence* sequence_of(std::string_view name) {
  const auto found = std::ranges::find(sequences, name, &Sequence::name);
  return found == sequences.end() ? nullptr : found;
}

}  // namespace

std::optional<CallMeaning> mathematics_of(std::string_view name, const llvm::CallBase& call) {
  const auto meaning = [](std::string_view function, std::vector<Counted> all) {
    return CallMeaning{CallKind::operations, std::string(function), std::move(all)};
  };
  const llvm::Type* type = call.getType();
  if (const Sequence* fast = sequence_of(name); fast != nullptr && name.starts_with("__"))
    return meaning("", counted(*fast, type));
  name = plain(name);
  for (std::string_view each :
       {name, name.ends_with("f") ? name.substr(0, name.size() - 1) : name}) {
    if (std::ranges::find(conversions, each) != conversions.end())
      return meaning("", {{"convert", call.getArgOperand(0)->getType()->isDoubleTy() ? "f64_i32"
                                                                                     : "f32_i32"}});
    const auto own = std::ranges::find(single_operations, each, &Operation::name);
    if (own != single_operations.end()) return meaning(own->name, counted(*own, call));
    const Sequence* sequence = sequence_of(each);
    if (sequence == nullptr) continue;
    const bool to_constant =
        each == "pow" && call.arg_size() == 2 && llvm::isa<llvm::ConstantFP>(call.getArgOperand(1));
    return meaning(each,
                   counted(to_constant ? *sequence_of("pow of a constant") : *sequence, type));
  }
  return std::nullopt;
}

}  // namespace gpumodel::describe
