#include "models/kernel/thread/lane_contents.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace gpumodel {
namespace {

constexpr std::size_t most_arguments = 2;

// Operators whose result may be no whole number where their operands are.
constexpr std::array fractional = {Expression::Op::divide, Expression::Op::power,
                                   Expression::Op::log2, Expression::Op::sqrt};

// Whether all that comes of whole numbers is whole.
bool stays_whole(const Formula& formula) {
  const Expression& expression = formula.expression;
  const auto is_whole = [](const Number& number) { return number.is_integer(); };
  return std::ranges::all_of(expression.constants(), is_whole) &&
         std::ranges::none_of(expression.code(), [](const Expression::Instruction& instruction) {
           const Expression::Op op = instruction.op;
           return std::ranges::find(fractional, op) != fractional.end();
         });
}

}  // namespace

LaneContents::LaneContents(const PreparedContents& contents, std::span<const Number> constants)
    : contents_(&contents) {
  const Contents* const stated = contents.stated();
  if (stated == nullptr) return;
  const Contents::Kind kind = stated->kind;
  if (kind == Contents::Kind::histogram || kind == Contents::Kind::file) return;
  if (stated->arguments.size() > most_arguments) return;
  for (const Formula& argument : stated->arguments) {
    arguments_.emplace_back(argument.expression, constants);
    if (arguments_.back().constant() != nullptr || stays_whole(argument)) continue;
    arguments_.clear();
    return;
  }
}

bool LaneContents::values_at(std::span<const LaneVector> slots, const LaneVector& elements,
                             std::uint64_t seed, std::uint32_t active, LaneVector& result) const {
  if (arguments_.empty()) return false;
  std::array<LaneVector, most_arguments> storage;
  std::array<const LaneVector*, most_arguments> by_lane{};
  try {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      by_lane[i] = &arguments_[i].evaluate(slots, active, storage[i]);
    }
  } catch (const LaneFault&) {  // of which the first element that is at fault says more
    return false;
  }
  result.uniform = elements.uniform;
  std::array<std::int64_t, most_arguments> arguments{};
  for (std::uint32_t left = elements.uniform ? 1U : active; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    for (std::size_t i = 0; i < arguments_.size(); ++i) arguments[i] = (*by_lane[i])[lane];
    const std::uint64_t bits = scramble(seed, static_cast<std::uint64_t>(elements.value[lane]));
    result.value[lane] = contents_->value_of(arguments, bits);
  }
  return true;
}

}  // namespace gpumodel
