#include "models/validation/program_bars.hpp"

#include <algorithm>

#include "models/validation/error_quantities.hpp"

namespace gpumodel {
namespace {

std::vector<JudgedProgram> members(std::span<const JudgedProgram> points, const std::string& set) {
  std::vector<JudgedProgram> chosen;
  std::ranges::copy_if(points, std::back_inserter(chosen), [&](const JudgedProgram& judged) {
    return set == all_points || judged.point.set == set;
  });
  return chosen;
}

std::optional<double> worst_loss(std::span<const JudgedProgram> points) {
  const std::vector<ChunkSweep> sweeps = chunk_sweeps(points);
  if (sweeps.empty()) return std::nullopt;
  return std::ranges::max_element(sweeps, {}, &ChunkSweep::loss)->loss();
}

std::optional<double> value_of(const std::string& set, const std::string& quantity,
                               std::span<const JudgedProgram> points) {
  const std::vector<JudgedProgram> chosen = members(points, set);
  if (quantity == sweep_loss_quantity) return worst_loss(chosen);
  return error_quantity(quantity, error_statistics(pairs_of(chosen)));
}

}  // namespace

std::vector<std::string> program_bar_quantities() {
  std::vector<std::string> names = error_quantities();
  names.emplace_back(sweep_loss_quantity);
  return names;
}

std::vector<BarResult> judged_program_bars(std::span<const Bar> bars,
                                           std::span<const JudgedProgram> points,
                                           const Model& model) {
  std::vector<BarResult> results;
  for (const Bar& bar : bars) {
    results.push_back(judged_bar(
        bar, bar.model == model.name ? value_of(bar.set, bar.quantity, points) : std::nullopt));
  }
  return results;
}

std::vector<Bar> program_bars_of(std::span<const JudgedProgram> points, const Model& model) {
  std::vector<std::string> sets = {std::string(all_points)};
  for (const ProgramSetRow& row : rows_by_set(points)) sets.push_back(row.set);
  std::vector<Bar> bars;
  for (const std::string& set : sets) {
    for (const std::string& quantity : program_bar_quantities()) {
      const std::optional<double> value = value_of(set, quantity, points);
      if (value) bars.push_back(bar_at(std::string(model.name), set, quantity, *value));
    }
  }
  return bars;
}

}  // namespace gpumodel
