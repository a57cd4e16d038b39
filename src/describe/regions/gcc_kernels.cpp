#include "src/describe/regions/gcc_kernels.hpp"

#include <algorithm>

namespace gpumodel::describe {
namespace {

// Empty: it can.
std::string why_not_shared_out(const KernelsConstruct& kernels, bool sums, bool rounds_apart,
                               const Program& program) {
  if (kernels.directives) return "a loop of it has a directive";
  if (!kernels.one_nest) return "it has several nests";
  if (sums) return "it sums over its rounds";
  if (!rounds_apart) return "its rounds may depend on each other";
  const auto is_apart = [&](const Array& array) {
    return std::ranges::find(kernels.apart, array.name) != kernels.apart.end();
  };
  const bool may_overlap =
      program.arrays.size() > 1 && !std::ranges::all_of(program.arrays, is_apart);
  return may_overlap ? "its pointers may overlap" : "";
}

}  // namespace

void share_out_as_gcc(const KernelsConstruct& kernels, bool sums, bool rounds_apart,
                      Program& program) {
  const std::string why = why_not_shared_out(kernels, sums, rounds_apart, program);
  Nest& nest = *program.nest;
  for (NestLoop& loop : nest.loops) loop.levels = {"seq"};
  if (why.empty()) {
    nest.loops.front().levels = {"gang"};
    program.assumptions.emplace_back(
        "GCC shares the outer loop of `kernels` out to gangs, in each of which one lane works");
    return;
  }
  if (nest.num_gangs.empty()) nest.num_gangs = "1";
  program.assumptions.push_back("GCC does this `kernels` construct in one lane, for " + why +
                                " (`parallel loop` it shares out; NVHPC: compiler=nvhpc)");
}

}  // namespace gpumodel::describe
