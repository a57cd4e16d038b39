#include "models/validation/limiter.hpp"

#include <algorithm>
#include <array>

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

constexpr double as_busy = 0.9;  // of the busiest: cannot be told apart

struct TermUnits {
  std::string_view term;
  Units units;
};

// Left out are atomics on global memory, as no counter tells how long lanes wait for one word, and
// stores to lines on their way, which hold up L1 without a count.
constexpr auto term_table = std::to_array<TermUnits>({
    {"memory", unit::dram},
    {"dram", unit::dram},
    {"l2", unit::l2},
    {"scattered", unit::l2 | unit::dram},
    {"l1", unit::l1},
    {"shared_atomics", unit::l1},
    {"fp64", unit::fp64},
    {"fp32", unit::fp32},
    {"fp16", unit::fp16 | unit::fp32},  // the same unit, which one counter has
    {"compute", unit::fp64 | unit::fp32 | unit::fp16},
    {"integer", unit::integer},
    {"special", unit::special},
    {"tensor", unit::tensor},
    {"issue", unit::issue},
    {"dispatch", unit::dispatch | unit::none},
    {"launch", unit::none},
    {"latency", unit::none},
    {"tail", unit::none},
});

}  // namespace

std::optional<Units> busiest_units(const Point& point, const Gpu& gpu, double scattered_over) {
  const std::vector<UnitUse> all = unit_uses(point, gpu, scattered_over);
  if (all.empty()) return std::nullopt;
  const double most = std::ranges::max(all, {}, &UnitUse::share).share;
  if (most < constants::least_busy.value) return unit::none;
  Units set = 0;
  for (const UnitUse& one : all) {
    if (one.share >= as_busy * most) set |= one.which;
  }
  return set;
}

std::optional<Units> units_of_term(std::string_view term) {
  const auto row = std::ranges::find(term_table, term, &TermUnits::term);
  return row == term_table.end() ? std::nullopt : std::optional(row->units);
}

std::optional<bool> limiter_agrees(std::string_view term, const Point& point, const Gpu& gpu,
                                   double scattered_over) {
  const std::optional<Units> named = units_of_term(term);
  const std::optional<Units> seen = busiest_units(point, gpu, scattered_over);
  if (!named || !seen) return std::nullopt;
  return (*named & *seen) != 0;
}

}  // namespace gpumodel
