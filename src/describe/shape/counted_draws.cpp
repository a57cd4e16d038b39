#include "src/describe/shape/counted_draws.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "src/describe/formula/parse.hpp"
#include "src/describe/program/visit.hpp"

namespace gpumodel::describe {
namespace {

struct Extent {
  std::string parameter;
  std::int64_t value = 0;
};

std::optional<Extent> extent_of(const Program& program, const Formula& shape) {
  const AtomPtr atom = shape.single_atom();
  if (!atom || atom->kind != AtomKind::symbol) return std::nullopt;
  const auto found = std::ranges::find(program.parameters, atom->key, &Parameter::name);
  if (found == program.parameters.end()) return std::nullopt;
  const auto formula = parse_formula(found->value);
  const auto value = formula ? formula->constant() : std::nullopt;
  return value && *value > 0 ? std::optional(Extent{found->name, *value}) : std::nullopt;
}

// Of an array that the value is an index of, as it is.
std::optional<Extent> extent_indexed_by(const std::string& name, const Program& program) {
  std::optional<Extent> found;
  each_statement(program.body, [&](const Statement& s) {
    if (s.kind != Statement::Kind::access || found) return;
    const std::vector<Formula>& shape = program.arrays[s.access.array].shape;
    for (std::size_t i = 0; i < std::min(s.access.index.size(), shape.size()); ++i) {
      const AtomPtr index = s.access.index[i].single_atom();
      if (index && index->key == name && !found) found = extent_of(program, shape[i]);
    }
  });
  return found;
}

std::string share(const std::string& rounded, std::int64_t of, const Extent& extent) {
  if (of == 0) return "0";
  if (of == extent.value) return extent.parameter;
  return "'" + rounded + "(" + std::to_string(of) + " * " + extent.parameter + ", " +
         std::to_string(extent.value) + ")'";
}

}  // namespace

void scale_counted_draws(Program& program) {
  each_statement(program.body, [&](Statement& s) {
    if (s.kind != Statement::Kind::draw || s.certainty.counted.empty()) return;
    long long first = 0, end = 0;
    int read = 0;
    if (std::sscanf(s.values.c_str(), "uniform: [%lld, %lld]%n", &first, &end, &read) != 2 ||
        static_cast<std::size_t>(read) != s.values.size())
      return;
    const auto extent = extent_indexed_by(s.name, program);
    if (!extent || first < 0 || end > extent->value) return;
    s.values = "uniform: [" + share("floor_div", first, *extent) + ", " +
               share("ceil_div", end, *extent) + "]";
  });
}

}  // namespace gpumodel::describe
