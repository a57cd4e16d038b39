// What lanes decide again and again: conditions inside each other, and ways in a row.
#include "src/app/generate/families.hpp"

namespace gpumodel {

// In each round data say how far into conditions a thread goes.
Draft decisions(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const std::int64_t rounds = choices.of({8, 32, 100});
  const std::int64_t n = choices.scaled(1 << 7, 1 << 22);
  const int deep = choices.of({1, 2, 3});
  Draft draft;
  draft.parameter("n", n).parameter("rounds", rounds);
  draft.array("way", "i32", "shape: [n], values: {uniform: [0, 15]}");
  draft.array("x", type.name, "shape: [n]").array("y", type.name, "shape: [n]");
  draft.launch(fmt::format("{}", choices.of({32, 64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").load("x[i]").operations(type.pipe, "add: 1");
  draft.loop("m", "0..rounds").read("w", fmt::format("way[(i + {} * m) % n]", choices.of({1, 97})));
  for (int level = 0; level < deep; ++level) {
    draft.when(fmt::format("w < {}", choices.of({12, 8, 4}) >> level));
    draft.operations(type.pipe, fmt::format("fma: {}", choices.of({9, 16, 40})));
  }
  for (int level = 0; level < deep; ++level) draft.end();
  return draft.end().store("y[i]");
}

// Each thread goes one of some ways, another one in each round: lanes of a warp together, or not.
Draft ways(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const int all = choices.of({2, 3, 4});
  const std::int64_t n = choices.scaled(1 << 7, 1 << 22);
  Draft draft;
  draft.parameter("n", n).parameter("rounds", choices.of({8, 32, 100}));
  draft.array("x", type.name, "shape: [n]").array("y", type.name, "shape: [n]");
  draft.launch(fmt::format("{}", choices.of({32, 64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").load("x[i]").operations(type.pipe, "add: 1");
  draft.loop("m", "0..rounds");
  const int together = choices.of({1, 8, 32});
  for (int way = 0; way < all; ++way) {
    draft.when(fmt::format("(thread.x / {} + m) % {} == {}", together, all, way));
    draft.operations(type.pipe, fmt::format("fma: {}", choices.of({9, 16, 40}))).end();
  }
  return draft.end().store("y[i]");
}

}  // namespace gpumodel
