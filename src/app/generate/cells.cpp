// Cells of a field that compute with their own numbers, or with those next to them.
#include <algorithm>

#include "src/app/generate/families.hpp"

namespace gpumodel {

// Each cell multiplies vectors of its own by small matrices of its own, one for each direction.
Draft small_matrices(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const int size = choices.of({2, 3, 3, 4}), directions = choices.of({1, 2, 4, 8});
  const bool by_cells = choices.chance(0.4);  // the numbers of a cell lie together
  const std::int64_t words = std::int64_t{size} * size * directions;
  Draft draft;
  draft.parameter("cells", choices.scaled(least_bytes, most_bytes / 4) / (words * type.bytes) + 64);
  const auto shape = [&](const std::string& own) {
    return by_cells ? fmt::format("shape: [cells, {}]", own)
                    : fmt::format("shape: [{}, cells]", own);
  };
  const auto element = [&](std::string_view array, std::string_view own) {
    return by_cells ? fmt::format("{}[c]{}", array, own) : fmt::format("{}{}[c]", array, own);
  };
  draft.array("m", type.name, shape(fmt::format("{}, {}, {}", directions, size, size)));
  draft.array("v", type.name, shape(fmt::format("{}, {}", directions, size)));
  draft.array("w", type.name, shape(fmt::format("{}", size)));
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(cells, block.x)");
  draft.let("c", "global.x").where("c < cells");
  draft.amount("convert", size);
  draft.loop("d", fmt::format("0..{}", directions), choices.of({0, 1, 1}));
  draft.loop("j", fmt::format("0..{}", size), 0).load(element("v", "[d][j]")).end();
  draft.loop("e", fmt::format("0..{}", size * size), 0);
  draft.load(element("m", fmt::format("[d][e / {0}][e % {0}]", size))).end();
  draft.operations(type.pipe, fmt::format("fma: {}", size * size)).end();
  draft.operations(type.pipe, fmt::format("add: {}", size));
  std::string elements;
  for (int i = 0; i < size; ++i) {
    elements += fmt::format("{}{}", i == 0 ? "" : ", ", element("w", fmt::format("[{}]", i)));
  }
  return draft.store(elements);
}

// What flows into a cell comes from one side or the other, as data say.
Draft upwind(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const std::int64_t cells = choices.scaled(least_bytes, most_bytes / 4) / (3 * type.bytes) + 4096;
  const std::int64_t columns = 32 * choices.scaled(2, 256);
  const bool both_axes = choices.chance(0.5);
  const int more = choices.of({0, 2, 8, 30});
  Draft draft;
  draft.parameter("rows", std::min<std::int64_t>(cells / columns + 4, 60000));
  draft.parameter("columns", columns);
  const std::string_view shape = "shape: [rows, columns]";
  draft.array("a", type.name, shape)
      .array("flow", type.name, shape)
      .array("next", type.name, shape);
  draft.array("side", "i32", "shape: [rows, columns], values: {uniform: [0, 8]}");
  draft.launch(choices.of<std::string_view>({"32, 4", "32, 8", "64, 4", "128, 1", "256, 1"}),
               "ceil_div(columns, block.x), ceil_div(rows, block.y)");
  draft.let("x", "global.x").let("y", "global.y");
  draft.where("x > 0 && x < columns - 1 && y > 0 && y < rows - 1");
  draft.read("w", "side[y][x]").load("a[y][x], flow[y][x]");
  const auto from = [&](std::string_view condition, std::string_view low, std::string_view high) {
    draft.when(condition).load(low).operations(type.pipe, "add: 1, mul: 1");
    draft.otherwise().load(high).operations(type.pipe, "add: 1, mul: 1").end();
  };
  from(fmt::format("w < {}", choices.of({1, 4, 7})), "a[y][x - 1]", "a[y][x + 1]");
  if (both_axes) from("w % 2 == 0", "a[y - 1][x]", "a[y + 1][x]");
  draft.operations(type.pipe, fmt::format("fma: {}", 1 + more));
  return draft.store("next[y][x]");
}

// A round of a game of cells: how many of the eight around each are alive, round the edges.
Draft life(Choices& choices) {
  const std::string_view type = choices.of({"i8", "i32", "i32"});
  const std::int64_t bytes = type == "i8" ? 1 : 4;
  const std::int64_t width = choices.of({48, 256, 1000, 1024, 4096});
  const std::int64_t cells = choices.scaled(1 << 12, most_bytes / 8) / (2 * bytes);
  const bool row = choices.chance(0.4);  // a block's threads in a row, over all cells
  Draft draft;
  draft.parameter("height", std::clamp<std::int64_t>(cells / width, 4, 65535));
  draft.parameter("width", width);
  draft.array("now", type, "shape: [height, width]").array("next", type, "shape: [height, width]");
  if (row) {
    draft.launch(fmt::format("{}", choices.of({128, 256, 512})),
                 "ceil_div(height * width, block.x)");
    draft.let("t", "global.x").let("y", "t / width").let("x", "t % width");
    draft.where("t < height * width");
  } else {
    draft.launch(choices.of<std::string_view>({"16, 16", "32, 8", "32, 4", "32, 32"}),
                 "ceil_div(width, block.x), ceil_div(height, block.y)");
    draft.let("x", "global.x").let("y", "global.y").where("x < width && y < height");
  }
  const auto above = "(y + height - 1) % height", below = "(y + 1) % height";
  const auto left = "(x + width - 1) % width", right = "(x + 1) % width";
  for (const auto* line : {above, "y", below}) {
    draft.load(fmt::format("now[{0}][{1}], now[{0}][x], now[{0}][{2}]", line, left, right));
  }
  return draft.operations("int", "add: 8, logic: 3").store("next[y][x]");
}

}  // namespace gpumodel
