// Neighbours in one to three dimensions.
#include <array>
#include <cmath>
#include <vector>

#include "src/app/generate/families.hpp"

namespace gpumodel {
namespace {

// The elements of a grid of `dimensions`, whose sides differ by some.
std::array<std::int64_t, 3> sides(Choices& choices, double elements, int dimensions) {
  std::array<std::int64_t, 3> side{1, 1, 1};
  for (int d = dimensions - 1; d > 0; --d) {
    const double even = std::pow(elements, 1.0 / (d + 1));
    const double own = even * static_cast<double>(choices.scaled(50, 200)) / 100.0;
    side[static_cast<std::size_t>(d)] = std::max<std::int64_t>(12, std::llround(own));
    elements /= static_cast<double>(side[static_cast<std::size_t>(d)]);
  }
  side[0] = std::max<std::int64_t>(12, std::llround(elements));
  return side;
}

std::string off(std::string_view name, int by) {
  return by == 0 ? std::string(name)
                 : fmt::format("{} {} {}", name, by < 0 ? '-' : '+', std::abs(by));
}

std::string inside(std::string_view name, std::string_view size, int radius) {
  return fmt::format("{0} >= {2} && {0} < {1} - {2}", name, size, radius);
}

std::string joined(const std::vector<std::string>& accesses) {
  std::string text;
  for (const std::string& each : accesses) text += (text.empty() ? "" : ", ") + each;
  return text;
}

}  // namespace

Draft stencil_1d(Choices& choices) {
  const NumberType type = choices.of({f32, f64, i32});
  const int radius = choices.of({1, 1, 2, 3, 4, 8});
  const std::int64_t n = choices.scaled(least_bytes, most_bytes) / (2 * type.bytes);
  std::vector<std::string> loads;
  for (int k = -radius; k <= radius; ++k) loads.push_back(fmt::format("u[{}]", off("i", k)));
  Draft draft;
  draft.parameter("n", std::max<std::int64_t>(n, 64));
  draft.array("u", type.name, "shape: [n]").array("v", type.name, "shape: [n]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256, 512})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where(inside("i", "n", radius)).load(joined(loads));
  draft.fold(choices, type, std::ssize(loads), choices.of({0, 1, 8})).store("v[i]");
  return draft;
}

Draft stencil_2d(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int radius = choices.of({1, 1, 1, 2});
  const bool box = choices.chance(0.4);
  const double elements =
      static_cast<double>(choices.scaled(least_bytes, most_bytes)) / (2.0 * type.bytes);
  const auto side = sides(choices, elements, 2);
  std::vector<std::string> loads;
  for (int y = -radius; y <= radius; ++y) {
    for (int x = -radius; x <= radius; ++x) {
      if (!box && x != 0 && y != 0) continue;
      loads.push_back(fmt::format("u[{}][{}]", off("i", y), off("j", x)));
    }
  }
  Draft draft;
  draft.parameter("n", side[0]).parameter("m", side[1]);
  draft.array("u", type.name, "shape: [n, m]").array("v", type.name, "shape: [n, m]");
  draft.launch(
      choices.of({"32, 4", "32, 8", "16, 16", "64, 4", "8, 8", "128, 1", "8, 32", "4, 64"}),
      "ceil_div(m, block.x), ceil_div(n, block.y)");
  draft.let("j", "global.x").let("i", "global.y");
  draft.where(inside("i", "n", radius) + " && " + inside("j", "m", radius)).load(joined(loads));
  draft.fold(choices, type, std::ssize(loads), choices.of({0, 2})).store("v[i][j]");
  return draft;
}

namespace {

std::vector<std::string> star(std::string_view array, int radius, bool along_z) {
  std::vector<std::string> loads = {fmt::format("{}[z][y][x]", array)};
  for (int r = 1; r <= radius; ++r) {
    for (const int k : {-r, r}) {
      if (along_z) loads.push_back(fmt::format("{}[{}][y][x]", array, off("z", k)));
      loads.push_back(fmt::format("{}[z][{}][x]", array, off("y", k)));
      loads.push_back(fmt::format("{}[z][y][{}]", array, off("x", k)));
    }
  }
  return loads;
}

void volumes(Draft& draft, const NumberType& type, const std::array<std::int64_t, 3>& side) {
  draft.parameter("d", side[0]).parameter("h", side[1]).parameter("w", side[2]);
  draft.array("u", type.name, "shape: [d, h, w]").array("v", type.name, "shape: [d, h, w]");
}

}  // namespace

Draft stencil_3d(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int radius = choices.of({1, 1, 2, 4});
  const double elements =
      static_cast<double>(choices.scaled(least_bytes, most_bytes)) / (2.0 * type.bytes);
  Draft draft;
  volumes(draft, type, sides(choices, elements, 3));
  draft.launch(
      choices.of({"32, 4, 1", "32, 4, 2", "16, 4, 4", "64, 2, 2", "32, 8, 1", "128, 1, 1"}),
      "ceil_div(w, block.x), ceil_div(h, block.y), ceil_div(d, block.z)");
  draft.let("x", "global.x").let("y", "global.y").let("z", "global.z");
  draft.where(inside("x", "w", radius) + " && " + inside("y", "h", radius) + " && " +
              inside("z", "d", radius));
  const auto loads = star("u", radius, true);
  draft.load(joined(loads)).fold(choices, type, std::ssize(loads)).store("v[z][y][x]");
  return draft;
}

Draft stencil_march(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int radius = choices.of({1, 1, 2});
  const double elements =
      static_cast<double>(choices.scaled(least_bytes, most_bytes)) / (2.0 * type.bytes);
  Draft draft;
  volumes(draft, type, sides(choices, elements, 3));
  draft.launch(choices.of({"32, 4", "32, 8", "16, 16", "64, 4", "64, 8"}),
               "ceil_div(w, block.x), ceil_div(h, block.y)");
  draft.let("x", "global.x").let("y", "global.y");
  draft.where(inside("x", "w", radius) + " && " + inside("y", "h", radius));
  const bool along = choices.chance(0.7);
  draft.loop("z", fmt::format("{0}..d - {0}", radius), choices.of({1, 1, 2, 4}));
  const auto loads = star("u", radius, along);
  draft.load(joined(loads)).fold(choices, type, std::ssize(loads)).store("v[z][y][x]").end();
  return draft;
}

Draft short_rows(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int radius = choices.of({0, 0, 1});
  const double elements =
      static_cast<double>(choices.scaled(least_bytes, most_bytes)) / (2.0 * type.bytes);
  Draft draft;
  volumes(draft, type, sides(choices, elements, 3));
  draft.launch(
      choices.of({"8, 8, 4", "4, 4, 16", "4, 8, 8", "8, 4, 4", "2, 8, 16", "8, 8, 8", "4, 4, 4"}),
      "ceil_div(w, block.x), ceil_div(h, block.y), ceil_div(d, block.z)");
  draft.let("x", "global.x").let("y", "global.y").let("z", "global.z");
  draft.where(inside("x", "w", radius) + " && " + inside("y", "h", radius) + " && " +
              inside("z", "d", radius));
  const auto loads = star("u", radius, true);
  draft.load(joined(loads)).fold(choices, type, std::ssize(loads), 1).store("v[z][y][x]");
  return draft;
}

}  // namespace gpumodel
