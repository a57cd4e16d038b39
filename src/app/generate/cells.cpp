// Cells of a field that compute with little but their own numbers.
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

}  // namespace gpumodel
