// Threads that walk through matrices.
#include <algorithm>

#include "src/app/generate/families.hpp"

namespace gpumodel {

Draft slow_axis(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const bool along_rows = choices.chance(0.5);  // a thread per row: lanes are a row apart
  const bool sums = choices.chance(0.5);
  const std::int64_t elements = choices.scaled(least_bytes, most_bytes / 4) / type.bytes;
  const std::int64_t walkers = choices.scaled(32, std::max<std::int64_t>(64, elements / 16));
  const std::int64_t steps = std::max<std::int64_t>(4, elements / walkers);
  Draft draft;
  draft.parameter("walkers", walkers).parameter("steps", steps);
  draft.array("a", type.name, along_rows ? "shape: [walkers, steps]" : "shape: [steps, walkers]");
  if (sums) draft.array("s", type.name, "shape: [walkers]");
  draft.launch(fmt::format("{}", choices.of({32, 64, 128, 256})), "ceil_div(walkers, block.x)");
  draft.let("t", "global.x").where("t < walkers");
  const std::string_view at = along_rows ? "a[t][k]" : "a[k][t]";
  draft.loop("k", "0..steps", choices.of({1, 1, 4, 8})).load(at);
  if (sums) return draft.operations(type.pipe, "add: 1").end().store("s[t]");
  draft.fold(choices, type, 1, choices.of({0, 2}));
  return draft.store(at).end();
}

// A word in memory is updated in each round. Nothing says that the arrays differ: a compiler keeps
// the word in a register and stores it all the same, and loads of the next round wait for that.
Draft update_in_loop(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t elements = choices.scaled(least_bytes, most_bytes / 4) / type.bytes;
  const std::int64_t words = choices.scaled(32, std::max<std::int64_t>(64, elements / 4));
  const std::int64_t steps = std::clamp<std::int64_t>(elements / words, 2, 2000);
  Draft draft;
  draft.parameter("words", words).parameter("steps", steps);
  draft.array("a", type.name, "shape: [steps, words]").array("s", type.name, "shape: [words]");
  draft.plain_pointers();
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(words, block.x)");
  draft.let("t", "global.x").where("t < words").load("s[t]");
  draft.loop("k", "0..steps", choices.of({1, 1, 4})).load("a[k][t]");
  return draft.operations(type.pipe, choices.of({"add: 1", "fma: 1"})).store("s[t]").end();
}

Draft product(Choices& choices) {
  const NumberType type = choices.of({f32, f64, i32});
  const std::int64_t n = choices.scaled(32, 3000), m = choices.scaled(32, 3000);
  const std::int64_t depth = choices.scaled(16, 3000);
  const bool transposed = choices.chance(0.3);  // the second matrix
  Draft draft;
  draft.parameter("n", n).parameter("m", m).parameter("depth", depth);
  draft.array("a", type.name, "shape: [n, depth]");
  draft.array("b", type.name, transposed ? "shape: [m, depth]" : "shape: [depth, m]");
  draft.array("c", type.name, "shape: [n, m]");
  draft.launch(choices.of({"16, 16", "32, 8", "32, 32", "64, 4", "8, 8"}),
               "ceil_div(m, block.x), ceil_div(n, block.y)");
  draft.let("j", "global.x").let("i", "global.y").where("i < n && j < m");
  draft.loop("k", "0..depth", choices.of({1, 4, 4, 8}));
  draft.load(transposed ? "a[i][k], b[j][k]" : "a[i][k], b[k][j]");
  if (type.pipe == "int") {
    draft.operations("int", "mul: 1, add: 1");
  } else {
    draft.operations(type.pipe, "fma: 1");
  }
  return draft.end().store("c[i][j]");
}

Draft transpose(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t elements = choices.scaled(4096, most_bytes / 2) / type.bytes;
  const std::int64_t most_rows = 8191;  // of tiles: a grid has at most 65535 blocks along y
  const std::int64_t rows =
      std::min(most_rows, choices.scaled(1, std::max<std::int64_t>(2, elements / 2048)));
  const std::int64_t columns = std::max<std::int64_t>(1, elements / 1024 / rows);
  const bool tiled = choices.chance(0.6);
  Draft draft;
  draft.parameter("rows", 32 * rows).parameter("columns", 32 * columns);
  draft.array("a", type.name, "shape: [rows, columns]");
  draft.array("b", type.name, "shape: [columns, rows]");
  if (!tiled) {
    draft.launch(choices.of({"32, 8", "32, 4", "16, 16", "8, 32"}),
                 "columns / block.x, rows / block.y");
    draft.let("x", "global.x").let("y", "global.y").load("a[y][x]").store("b[x][y]");
    return draft;
  }
  const int height = choices.of({4, 8, 16, 32});
  const bool padded = choices.chance(0.5);
  draft.array(
      "tile", type.name,
      padded ? "shape: [32, 32], space: shared, padding: 1" : "shape: [32, 32], space: shared");
  draft.launch(fmt::format("32, {}", height), "columns / 32, rows / 32");
  draft.let("x", "block_index.x * 32 + thread.x").let("y", "block_index.y * 32 + thread.y");
  const std::string step = fmt::format("{}", height);
  draft.loop("k", "0..32", 0, step).load("a[y + k][x]").store("tile[thread.y + k][thread.x]").end();
  draft.barrier();
  draft.let_here("xt", "block_index.y * 32 + thread.x");
  draft.let_here("yt", "block_index.x * 32 + thread.y");
  draft.loop("k", "0..32", 0, step).load("tile[thread.x][thread.y + k]").store("b[yt + k][xt]");
  return draft.end();
}

Draft triangle(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t n = choices.scaled(64, 12000);
  const bool by_row = choices.chance(0.6);
  Draft draft;
  draft.parameter("n", n).array("x", type.name, "shape: [n]").array("y", type.name, "shape: [n]");
  draft.array("a", type.name, "shape: [n, n]");
  draft.launch(fmt::format("{}", choices.of({32, 64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n");
  draft.loop("k", by_row ? "0..i + 1" : "i..n", choices.of({1, 4}));
  draft.load(choices.chance(0.6) ? "a[k][i], x[k]" : "a[i][k], x[k]");
  return draft.operations(type.pipe, "fma: 1").end().store("y[i]");
}

}  // namespace gpumodel
