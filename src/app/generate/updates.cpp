// A block's own piece of what all have: of a row and its ends, of vectors.
#include <algorithm>

#include "src/app/generate/families.hpp"

namespace gpumodel {

// Each number becomes a sum over those around it. A block has them in shared memory: its own, and
// those beyond both ends.
Draft window_shared(Choices& choices) {
  const NumberType type = choices.of({f32, f64, i32});
  const int threads = choices.of({64, 128, 256, 512});
  const int reach = choices.of({1, 3, 8, 16});
  const std::int64_t blocks = std::max<std::int64_t>(
      1, choices.scaled(least_bytes, most_bytes) / (2 * type.bytes * threads));
  Draft draft;
  draft.parameter("blocks", blocks).parameter("threads", threads).parameter("reach", reach);
  draft.array("a", type.name, "shape: [blocks * threads + 2 * reach]");
  draft.array("b", type.name, "shape: [blocks * threads]");
  draft.array("s", type.name, fmt::format("shape: [{}], space: shared", threads + 2 * reach));
  draft.launch("threads", "blocks").let("t", "global.x");
  draft.load("a[t]").store("s[thread.x]");
  draft.when("thread.x < 2 * reach").load("a[t + threads]").store("s[thread.x + threads]").end();
  draft.barrier().loop("q", fmt::format("0..{}", 2 * reach + 1), choices.of({0, 1}));
  draft.load("s[thread.x + q]").operations(type.pipe, type.pipe == i32.pipe ? "add: 1" : "fma: 1");
  return draft.end().store("b[t]");
}

// A matrix gains the products of some pairs of vectors.
Draft rank_update(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t columns = choices.of({100, 500, 1024, 3000});
  const std::int64_t rows =
      std::clamp<std::int64_t>(choices.scaled(least_bytes, most_bytes) / (type.bytes * columns), 4,
                               200000);  // blocks along y
  Draft draft;
  draft.parameter("rows", rows).parameter("columns", columns);
  draft.parameter("pairs", choices.of({1, 2, 4, 7}));
  draft.array("matrix", type.name, "shape: [rows, columns]");
  draft.array("x", type.name, "shape: [pairs, rows]");
  draft.array("y", type.name, "shape: [pairs, columns]");
  draft.launch(choices.of({"32, 4", "32, 8", "16, 16", "64, 4"}),
               "ceil_div(columns, block.x), ceil_div(rows, block.y)");
  draft.let("j", "global.x").let("i", "global.y").where("i < rows && j < columns");
  draft.load("matrix[i][j]").loop("p", "0..pairs", choices.of({1, 1, 2}));
  draft.load("x[p][i], y[p][j]").operations(type.pipe, "fma: 1").end();
  return draft.store("matrix[i][j]");
}

}  // namespace gpumodel
