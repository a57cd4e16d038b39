// What solvers do with cells and lines of a grid.
#include "src/app/generate/families.hpp"

namespace gpumodel {

// A step of a lattice: each cell takes a number from every neighbour, does much with them, and
// gives one for each back.
Draft lattice(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const int width = 32 * choices.of({1, 4, 15, 40});
  const std::int64_t height = choices.scaled(4, 1 << 16);
  Draft draft;
  draft.parameter("width", width).parameter("height", height);
  draft.array("from", type.name, "shape: [9, height + 2, width + 2]");
  draft.array("to", type.name, "shape: [9, height + 2, width + 2]");
  draft.launch(fmt::format("{}, {}", choices.of({32, 64}), choices.of({1, 2, 4})),
               "ceil_div(width, block.x), ceil_div(height, block.y)");
  draft.let("i", "global.x").let("j", "global.y").where("i < width && j < height");
  int direction = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x)
      draft.load(fmt::format("from[{}][j + {}][i + {}]", direction++, y, x));
  }
  draft.operations(type.pipe, choices.of<std::string_view>(
                                  {"add: 20, mul: 10, fma: 30", "add: 12, fma: 80, rcp: 1"}));
  for (direction = 0; direction < 9; ++direction) {
    draft.store(fmt::format("to[{}][j + 1][i + 1]", direction));
  }
  return draft;
}

// A system of equations per thread, three numbers in a row: forth, with a quotient in each step,
// and back through what was kept.
Draft tridiagonal(Choices& choices) {
  const NumberType type = choices.of({f32, f64, f64});
  const std::int64_t length = choices.of({16, 64, 200});
  const std::int64_t systems = choices.scaled(32, (1 << 26) / length);
  const std::string_view place = choices.chance(0.7) ? "[k][s]" : "[s][k]";
  const std::string_view back = place == "[k][s]" ? "[length - 1 - k][s]" : "[s][length - 1 - k]";
  const std::string shape =
      place == "[k][s]" ? "shape: [length, systems]" : "shape: [systems, length]";
  Draft draft;
  draft.parameter("length", length).parameter("systems", systems);
  for (const std::string_view name : {"below", "middle", "above", "right"}) {
    draft.array(name, type.name, shape);
  }
  draft.array("kept", type.name, shape).array("x", type.name, shape);
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(systems, block.x)");
  draft.let("s", "global.x").where("s < systems");
  draft.loop("k", "0..length", 1);
  for (const std::string_view name : {"below", "middle", "above", "right"}) {
    draft.load(fmt::format("{}{}", name, place));
  }
  draft.operations(type.pipe, "fma: 2, mul: 1, div: 1");
  draft.store(fmt::format("kept{}", place)).end();
  draft.loop("k", "0..length", 1);
  draft.load(fmt::format("kept{}", back)).operations(type.pipe, "fma: 1");
  return draft.store(fmt::format("x{}", back)).end();
}

}  // namespace gpumodel
