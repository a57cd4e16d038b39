// Threads that share: memory of a block, lanes of a warp, words that all add to.
#include "src/app/generate/families.hpp"

namespace gpumodel {
namespace {

// What each thread adds up before the block does: elements of `a`, `rounds` of them.
void sum_of_thread(Choices& choices, Draft& draft, const NumberType& type, int threads) {
  const std::int64_t n = choices.scaled(least_bytes, most_bytes) / type.bytes;
  const std::int64_t rounds = choices.of({1, 1, 4, 16, 64});
  const std::int64_t blocks = std::max<std::int64_t>(1, n / (threads * rounds));
  draft.parameter("blocks", blocks).parameter("rounds", rounds).parameter("threads", threads);
  draft.array("a", type.name, "shape: [rounds, blocks * threads]");
  draft.launch("threads", "blocks").let("t", "global.x");
  draft.loop("k", "0..rounds", rounds >= 4 ? choices.of({1, 4}) : 1).load("a[k][t]");
  draft.operations(type.pipe, "add: 1").end();
}

}  // namespace

Draft product_tiled(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int tile = choices.of({8, 16, 16, 32});
  const auto size = [&] { return tile * choices.scaled(2, 3000 / tile); };
  Draft draft;
  draft.parameter("n", size()).parameter("m", size()).parameter("depth", size());
  draft.array("a", type.name, "shape: [n, depth]").array("b", type.name, "shape: [depth, m]");
  draft.array("c", type.name, "shape: [n, m]");
  const std::string shape = fmt::format("shape: [{0}, {0}], space: shared", tile);
  draft.array("at", type.name, shape).array("bt", type.name, shape);
  draft.launch(fmt::format("{0}, {0}", tile), fmt::format("m / {0}, n / {0}", tile));
  draft.let("tx", "thread.x")
      .let("ty", "thread.y")
      .let("row", "global.y")
      .let("column", "global.x");
  draft.loop("t", "0..depth", 1, fmt::format("{}", tile));
  draft.load("a[row][t + tx], b[t + ty][column]").store("at[ty][tx], bt[ty][tx]").barrier();
  draft.loop("k", fmt::format("0..{}", tile), choices.of({0, 0, 4}));
  draft.load("at[ty][k], bt[k][tx]").operations(type.pipe, "fma: 1").end();
  return draft.barrier().end().store("c[row][column]");
}

// A thread makes a square of elements, so that each number of a tile is read for some of them.
Draft product_blocked(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const int threads = choices.of({8, 16, 16}), own = choices.of({2, 4, 4, 8});
  const int tile = threads * own, deep = choices.of({8, 16});
  const auto size = [&] { return tile * choices.scaled(1, 4000 / tile); };
  Draft draft;
  draft.parameter("n", size()).parameter("m", size());
  draft.parameter("depth", deep * choices.scaled(2, 4000 / deep));
  draft.array("a", type.name, "shape: [n, depth]").array("b", type.name, "shape: [depth, m]");
  draft.array("c", type.name, "shape: [n, m]");
  const std::string shape = fmt::format("shape: [{}, {}], space: shared", deep, tile);
  draft.array("at", type.name, shape).array("bt", type.name, shape);
  draft.launch(fmt::format("{0}, {0}", threads), fmt::format("m / {0}, n / {0}", tile));
  draft.let("t", fmt::format("thread.y * {} + thread.x", threads))
      .let("row", fmt::format("block_index.y * {}", tile))
      .let("column", fmt::format("block_index.x * {}", tile));
  draft.amount("convert", own * own);
  draft.loop("s", "0..depth", 1, fmt::format("{}", deep));
  draft.loop("z", fmt::format("0..{}", deep * tile / (threads * threads)), 0);
  draft.let_here("e", fmt::format("z * {} + t", threads * threads));
  draft.load(
      fmt::format("a[row + e / {0}][s + e % {0}], b[s + e / {1}][column + e % {1}]", deep, tile));
  draft.store(fmt::format("at[e % {0}][e / {0}], bt[e / {1}][e % {1}]", deep, tile));
  draft.end().barrier().loop("k", fmt::format("0..{}", deep), choices.of({0, 0, 1}));
  const std::string each = fmt::format("0..{}", own);
  draft.loop("i", each, 0);
  draft.load(fmt::format("at[k][thread.y * {0} + i], bt[k][thread.x * {0} + i]", own)).end();
  draft.operations(type.pipe, fmt::format("fma: {}", own * own)).end().barrier().end();
  draft.operations(type.pipe, fmt::format("add: {}", own * own));
  std::string elements;
  for (int i = 0; i < own * own; ++i) {
    elements += fmt::format("{}c[row + thread.y * {} + {}][column + thread.x * {} + {}]",
                            i == 0 ? "" : ", ", own, i / own, own, i % own);
  }
  return draft.store(elements);
}

Draft reduce_shared(Choices& choices) {
  const NumberType type = choices.of({f32, f64, i32});
  const int threads = choices.of({64, 128, 256, 512, 1024});
  Draft draft;
  sum_of_thread(choices, draft, type, threads);
  draft.array("s", type.name, fmt::format("shape: [{}], space: shared", threads));
  draft.array("sums", type.name, "shape: [blocks]").store("s[thread.x]");
  draft.sum_of_block(type, threads, "thread.x")
      .when("thread.x == 0")
      .load("s[0]")
      .store("sums[block_index.x]");
  return draft.end();
}

Draft reduce_shuffle(Choices& choices) {
  const NumberType type = choices.of({f32, f64, i32});
  const int threads = choices.of({32, 64, 128, 256, 512});
  Draft draft;
  sum_of_thread(choices, draft, type, threads);
  draft.amount("shuffle", 5 * type.bytes / 4).operations(type.pipe, "add: 5");
  if (choices.chance(0.5)) {
    draft.array("sums", type.name, "shape: [blocks * threads / 32]");
    draft.when("lane == 0").store("sums[t / 32]");
  } else {
    draft.parameter("sums", choices.of({1, 16, 1024}));
    draft.array("sum", type.name, "shape: [sums]");
    draft.when("lane == 0").reduction("sum[block_index.x % sums]");
  }
  return draft.end();
}

Draft scan(Choices& choices) {
  const NumberType type = choices.of({f32, f64, i32});
  const int threads = choices.of({64, 128, 256, 512, 1024});
  const std::int64_t n = choices.scaled(least_bytes, most_bytes / 2) / (2 * type.bytes);
  Draft draft;
  draft.parameter("blocks", std::max<std::int64_t>(1, n / threads)).parameter("threads", threads);
  draft.array("a", type.name, "shape: [blocks * threads]");
  draft.array("b", type.name, "shape: [blocks * threads]");
  draft.array("s", type.name, fmt::format("shape: [{}], space: shared", threads));
  draft.launch("threads", "blocks").let("t", "global.x");
  draft.load("a[t]").store("s[thread.x]").barrier();
  for (int distance = 1; distance < threads; distance *= 2) {
    draft.load("s[thread.x]").when(fmt::format("thread.x >= {}", distance));
    draft.load(fmt::format("s[thread.x - {}]", distance)).end();
    draft.operations(type.pipe, "add: 1").barrier().store("s[thread.x]").barrier();
  }
  return draft.load("s[thread.x]").store("b[t]");
}

Draft all_pairs(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const int threads = choices.of({64, 128, 256});
  const std::int64_t blocks = choices.scaled(1, 40000 / threads);
  const std::int64_t tiles = choices.scaled(1, 40000 / threads);
  Draft draft;
  draft.parameter("blocks", blocks).parameter("tiles", tiles).parameter("threads", threads);
  draft.array("p", type.name, "shape: [tiles * threads]");
  draft.array("f", type.name, "shape: [blocks * threads]");
  draft.array("s", type.name, fmt::format("shape: [{}], space: shared", threads));
  draft.launch("threads", "blocks").let("i", "global.x");
  draft.loop("t", "0..tiles").load("p[t * threads + thread.x]").store("s[thread.x]").barrier();
  draft.loop("k", fmt::format("0..{}", threads), choices.of({1, 4, 8})).load("s[k]");
  draft.operations(type.pipe, choices.of({"fma: 4", "add: 2, fma: 3", "add: 1, mul: 1, fma: 6"}));
  return draft.end().barrier().end().store("f[i]");
}

Draft barriers_in_loop(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int threads = choices.of({64, 128, 256, 512, 1024});
  Draft draft;
  draft.parameter("blocks", choices.scaled(1, 20000)).parameter("rounds", choices.scaled(4, 500));
  draft.parameter("threads", threads);
  draft.array("a", type.name, "shape: [blocks * threads]");
  draft.array("s", type.name, fmt::format("shape: [{}], space: shared", threads));
  draft.launch("threads", "blocks").let("t", "global.x");
  draft.let("next", "(thread.x + 1) % threads");
  draft.load("a[t]").store("s[thread.x]").barrier().loop("k", "0..rounds");
  draft.load("s[thread.x], s[next]")
      .operations(type.pipe, choices.of({"fma: 1", "fma: 4", "fma: 16"}));
  draft.barrier().store("s[thread.x]").barrier().end();
  return draft.load("s[thread.x]").store("a[t]");
}

// Each block fills a table in shared memory, a diagonal at a time: an entry comes of those before
// it in row, column and both, as where two strings are aligned.
Draft diagonals(Choices& choices) {
  const NumberType type = choices.of({i32, i32, f32});
  const int side = choices.of({16, 32, 64});
  Draft draft;
  draft.parameter("tables", choices.scaled(1, 20000)).parameter("side", side);
  draft.array("score", type.name, "shape: [tables, side, side]");
  draft.array("table", type.name, "shape: [tables, side, side]");
  draft.array("s", type.name, fmt::format("shape: [{0}, {0}], space: shared", side + 1));
  draft.launch(fmt::format("{}", side), "tables");
  draft.loop("z", fmt::format("thread.x..{}", side + 1), 1, "block.x").store("s[0][z], s[z][0]");
  draft.end().barrier();
  draft.loop("d", fmt::format("0..{}", 2 * side - 1));
  draft.when("thread.x <= d && d < thread.x + side").let_here("r", "d - thread.x");
  draft.load("score[block_index.x][r][thread.x]");
  draft.load("s[r][thread.x], s[r][thread.x + 1], s[r + 1][thread.x]");
  draft.operations(type.pipe, "add: 5").store("s[r + 1][thread.x + 1]").end();
  draft.barrier().end().loop("r", fmt::format("0..{}", side), choices.of({1, 4}));
  draft.load("s[r + 1][thread.x + 1]").store("table[block_index.x][r][thread.x]");
  return draft.end();
}

Draft atomics(Choices& choices) {
  const NumberType type = choices.of({f32, f64, i32});
  const std::int64_t n = choices.scaled(least_bytes, most_bytes / 4) / type.bytes;
  const bool spread = choices.chance(0.5);  // neighbours on neighbours, else runs on one word
  Draft draft;
  draft.parameter("n", std::max<std::int64_t>(n, 64))
      .parameter("words", choices.scaled(1, 1 << 20));
  draft.array("a", type.name, "shape: [n]").array("s", type.name, "shape: [words]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256, 512})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").load("a[i]");
  if (choices.chance(0.5)) draft.fold(choices, type, 1);
  return draft.reduction(spread ? "s[i % words]" : "s[i / 32 % words]");
}

Draft histogram(Choices& choices) {
  const int bins = static_cast<int>(choices.scaled(2, 8192));
  const int threads = choices.of({128, 256, 512});
  const std::int64_t blocks = choices.of({64, 264, 1056, 2112});
  const std::int64_t n = choices.scaled(least_bytes, most_bytes / 4) / 4;
  Draft draft;
  draft.parameter("rounds", std::max<std::int64_t>(1, n / (blocks * threads)));
  draft.parameter("blocks", blocks).parameter("threads", threads);
  const std::string keys = choices.chance(0.7)
                               ? fmt::format("{{uniform: [0, {}]}}", bins)
                               : fmt::format("{{histogram: {{0: 0.6, {}: 0.4}}}}", bins - 1);
  draft.array("key", "i32", "shape: [rounds, blocks * threads], values: " + keys);
  draft.array("count", "i32", fmt::format("shape: [{}]", bins));
  draft.launch("threads", "blocks").let("t", "global.x");
  if (choices.chance(0.4)) {
    return draft.loop("k", "0..rounds").read("b", "key[k][t]").reduction("count[b]").end();
  }
  draft.array("c", "i32", fmt::format("shape: [{}], space: shared", bins));
  const std::string range = fmt::format("thread.x..{}", bins);
  draft.loop("z", range, 1, "block.x").store("c[z]").end().barrier();
  draft.loop("k", "0..rounds").read("b", "key[k][t]").reduction("c[b]").end().barrier();
  return draft.loop("z", range, 1, "block.x").load("c[z]").reduction("count[z]").end();
}

}  // namespace gpumodel
