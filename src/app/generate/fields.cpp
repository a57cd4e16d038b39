// What happens in place on the cells of a field.
#include <algorithm>

#include "src/app/generate/families.hpp"

namespace gpumodel {

// Every other cell of a field from its neighbours, as the squares of one colour of a checkerboard.
Draft checkerboard(Choices& choices) {
  const NumberType type = choices.of({f32, f64, f64});
  const std::int64_t pairs = 16 * choices.of({1, 3, 16, 60, 250});  // of cells in a row
  const std::int64_t rows = choices.scaled(8, std::min<std::int64_t>(1 << 16, (1 << 26) / pairs));
  const int colour = choices.of({0, 1});
  Draft draft;
  draft.parameter("pairs", pairs).parameter("rows", rows);
  draft.array("u", type.name, "shape: [rows + 2, 2 * pairs + 2]");
  draft.array("f", type.name, "shape: [rows + 2, 2 * pairs + 2]");
  draft.launch(fmt::format("{}, {}", choices.of({16, 32, 64}), choices.of({2, 4, 8})),
               "ceil_div(pairs, block.x), ceil_div(rows, block.y)");
  draft.let("p", "global.x").let("j", "global.y").where("p < pairs && j < rows");
  draft.let_here("i", fmt::format("2 * p + (j + {}) % 2", colour));
  draft.load("f[j + 1][i + 1]").load("u[j][i + 1]").load("u[j + 2][i + 1]");
  draft.load("u[j + 1][i]").load("u[j + 1][i + 2]");
  return draft.operations(type.pipe, "add: 4, mul: 1").store("u[j + 1][i + 1]");
}

// A particle gives its charge to the corners of its cell.
Draft deposit(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const std::int64_t side = choices.of({16, 64, 256, 1024});
  const std::int64_t n = choices.scaled(4096, 1 << 26) / type.bytes;
  Draft draft;
  draft.parameter("n", n).parameter("side", side);
  // In the order of their cells, more or less, or anywhere.
  draft.array("cell", "i32",
              choices.chance(0.5)
                  ? fmt::format("shape: [n], values: '(floor_div(index * side, n) * side + "
                                "index * {} % side) % (side * side)'",
                                choices.of({1, 7, 97}))
                  : "shape: [n], values: {uniform: [0, side * side]}");
  draft.array("charge", type.name, "shape: [n]");
  draft.array("part", type.name, "shape: [2, n]");
  draft.array("density", type.name, "shape: [side * (side + 2)]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").read("c", "cell[i]");
  draft.load("charge[i]").load("part[0][i]").load("part[1][i]");
  draft.operations(type.pipe, "add: 2, mul: 6");
  draft.reduction("density[c]").reduction("density[c + 1]");
  return draft.reduction("density[c + side]").reduction("density[c + side + 1]");
}

}  // namespace gpumodel
