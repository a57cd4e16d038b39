// What data decide: places, rounds, ways.
#include "src/app/generate/families.hpp"

namespace gpumodel {
namespace {

// Indices up to `of`: anywhere, or near where they stand.
std::string indices(Choices& choices, std::string_view of) {
  switch (choices.of({0, 0, 1, 2})) {
    case 0:
      return fmt::format("{{uniform: [0, {}]}}", of);
    case 1:
      return fmt::format("index * {} % {}", choices.of({3, 17, 129, 4097}), of);
    default:
      return fmt::format("floor_div(index, {}) * 7 % {}", choices.of({2, 8, 32}), of);
  }
}

// How long, with an average near `mean`.
std::string lengths(Choices& choices, std::int64_t mean) {
  switch (choices.of({0, 1, 2})) {
    case 0:
      return fmt::format("{{uniform: [1, {}]}}", 2 * mean);
    case 1:
      return fmt::format("{{histogram: {{{}: 0.9, {}: 0.1}}}}", mean / 2 + 1, 5 * mean);
    default:
      return fmt::format("{{histogram: {{1: 0.97, {}: 0.03}}}}", 30 * mean);
  }
}

}  // namespace

Draft gather(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t bytes = choices.scaled(least_bytes, most_bytes / 2);
  const std::int64_t n = std::max<std::int64_t>(64, bytes / (4 + 2 * type.bytes));
  const std::int64_t m = choices.scaled(64, std::max<std::int64_t>(128, bytes / type.bytes / 2));
  Draft draft;
  draft.parameter("n", n).parameter("m", m);
  draft.array("place", "i32", "shape: [n], values: " + indices(choices, "m"));
  draft.array("a", type.name, "shape: [m]").array("b", type.name, "shape: [n]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256, 512})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").read("p", "place[i]").load("a[p]");
  if (choices.chance(0.5)) draft.fold(choices, type, 1, 2);
  return draft.store("b[i]");
}

Draft scatter(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t bytes = choices.scaled(least_bytes, most_bytes / 4);
  const std::int64_t n = std::max<std::int64_t>(64, bytes / (4 + 2 * type.bytes));
  const std::int64_t m = choices.scaled(64, std::max<std::int64_t>(128, bytes / type.bytes / 2));
  Draft draft;
  draft.parameter("n", n).parameter("m", m);
  draft.array("place", "i32", "shape: [n], values: " + indices(choices, "m"));
  draft.array("a", type.name, "shape: [n]").array("b", type.name, "shape: [m]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256, 512})), "ceil_div(n, block.x)");
  return draft.let("i", "global.x").where("i < n").read("p", "place[i]").load("a[i]").store("b[p]");
}

Draft sparse_rows(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t mean = choices.of({3, 7, 16, 40, 130});
  const std::int64_t rows =
      std::max<std::int64_t>(64, choices.scaled(4096, most_bytes / 4) / (mean * (4 + type.bytes)));
  const bool even = choices.chance(0.5);
  const bool warps = choices.chance(0.4);  // a warp for each row, else a thread
  Draft draft;
  draft.parameter("rows", rows).parameter("mean", mean);
  draft.array("start", "i32",
              even ? "shape: [rows + 1], values: index * mean"
                   : "shape: [rows + 1], values: index * mean + index * 5 % mean");
  draft.array("column", "i32", "shape: [(rows + 1) * mean], values: " + indices(choices, "rows"));
  draft.array("value", type.name, "shape: [(rows + 1) * mean]");
  draft.array("x", type.name, "shape: [rows]").array("y", type.name, "shape: [rows]");
  const int threads = choices.of({64, 128, 256});
  draft.launch(fmt::format("{}", threads),
               warps ? "ceil_div(rows * 32, block.x)" : "ceil_div(rows, block.x)");
  draft.let("r", warps ? "global.x / 32" : "global.x").when("r < rows");
  draft.read("first", "start[r]").read("last", "start[r + 1]");
  draft.loop("k", warps ? "first + lane..last" : "first..last", 1, warps ? "32" : "");
  draft.read("c", "column[k]").load("value[k], x[c]").operations(type.pipe, "fma: 1").end();
  if (!warps) return draft.store("y[r]").end();
  draft.amount("shuffle", 5 * type.bytes / 4).operations(type.pipe, "add: 5");
  return draft.when("lane == 0").store("y[r]").end().end();
}

// What flows between two cells of a mesh over the edge that they share is added to one and taken
// from the other.
Draft edges(Choices& choices) {
  const NumberType type = choices.of({f32, f64, f64});
  const std::int64_t cells = choices.scaled(4096, 1 << 24) / type.bytes;
  const std::int64_t reach = std::min(cells / 2, choices.scaled(16, 1 << 16));
  const bool in_order = choices.chance(0.6);  // cells are numbered as they lie
  const int more = choices.of({1, 4, 12});
  Draft draft;
  draft.parameter("cells", cells).parameter("edges", 2 * cells).parameter("reach", reach);
  draft.array("left", "i32", "shape: [edges], values: 'floor_div(index, 2)'");
  draft.array("right", "i32",
              in_order
                  ? "shape: [edges], values: '(floor_div(index, 2) + index * 7 % reach) % cells'"
                  : "shape: [edges], values: {uniform: [0, cells]}");
  draft.array("u", type.name, "shape: [cells]").array("area", type.name, "shape: [edges]");
  draft.array("sum", type.name, "shape: [cells]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(edges, block.x)");
  draft.let("e", "global.x").where("e < edges").read("l", "left[e]").read("r", "right[e]");
  draft.load("u[l], u[r], area[e]").operations(type.pipe, fmt::format("add: 1, fma: {}", more));
  return draft.reduction("sum[l]").reduction("sum[r]");
}

Draft rounds_by_data(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t n = choices.scaled(64, 1 << 22);
  const std::int64_t mean = choices.scaled(4, 400);
  const bool loads = choices.chance(0.4);
  Draft draft;
  draft.parameter("n", n);
  draft.array("rounds", "i32", "shape: [n], values: " + lengths(choices, mean));
  draft.array("y", type.name, "shape: [n]");
  if (loads) draft.array("x", type.name, fmt::format("shape: [n + {}]", 60 * mean));
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").read("last", "rounds[i]");
  draft.loop("k", "0..last", choices.of({1, 4}));
  if (loads) draft.load("x[i + k]");
  draft.operations(type.pipe, fmt::format("fma: {}", choices.of({1, 2, 8}))).end();
  return draft.store("y[i]");
}

Draft unequal_blocks(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int threads = choices.of({64, 128, 256, 512});
  const std::int64_t mean = choices.scaled(4, 300);
  const bool loads = choices.chance(0.5);
  Draft draft;
  draft.parameter("blocks", choices.scaled(8, 20000)).parameter("threads", threads);
  draft.array("rounds", "i32", "shape: [blocks], values: " + lengths(choices, mean));
  draft.array("y", type.name, "shape: [blocks * threads]");
  if (loads)
    draft.array("x", type.name, fmt::format("shape: [blocks * threads + {}]", 60 * mean * threads));
  draft.launch("threads", "blocks").let("i", "global.x").read("last", "rounds[block_index.x]");
  draft.loop("k", "0..last", choices.of({1, 4}));
  if (loads) draft.load("x[i + k * threads]");
  draft.operations(type.pipe, fmt::format("fma: {}", choices.of({1, 4, 16}))).end();
  return draft.store("y[i]");
}

Draft divergent(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t n = choices.scaled(least_bytes, most_bytes / 4) / (3 * type.bytes);
  const bool by_data = choices.chance(0.5);
  Draft draft;
  draft.parameter("n", std::max<std::int64_t>(n, 64));
  draft.array("a", type.name, "shape: [n]").array("b", type.name, "shape: [n]");
  draft.array("c", type.name, "shape: [n]");
  if (by_data) draft.array("way", "i32", "shape: [n], values: {uniform: [0, 8]}");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n");
  if (by_data) draft.read("w", "way[i]");
  const int part = choices.of({1, 2, 4});
  draft.when(by_data ? fmt::format("w < {}", part)
                     : fmt::format("lane % {} == 0", choices.of({2, 4, 8, 16})));
  draft.load("a[i]");
  draft.operations(type.pipe, fmt::format("fma: {}", choices.of({4, 32, 200}))).store("c[i]");
  draft.otherwise().load("b[i]");
  draft.operations(type.pipe, fmt::format("add: {}", choices.of({1, 16, 100}))).store("c[i]");
  return draft.end();
}

}  // namespace gpumodel
