// Many small problems of one kind.
#include <algorithm>

#include "src/app/generate/families.hpp"

namespace gpumodel {

// A pass of a fast Fourier transform: pairs of complex numbers, a power of two apart.
Draft butterfly(Choices& choices) {
  const bool wide = choices.chance(0.4);
  const NumberType type = wide ? f64 : f32;
  const std::int64_t bytes = 2 * type.bytes;
  const int pairs = std::clamp<int>(
      static_cast<int>(std::log2(choices.scaled(least_bytes, most_bytes / 2) / (2 * bytes))), 6,
      27);
  const int apart = static_cast<int>(choices.between(0, pairs));
  const bool in_place = choices.chance(0.5);
  Draft draft;
  draft.parameter("pairs", std::int64_t{1} << pairs).parameter("apart", std::int64_t{1} << apart);
  const std::string complex = fmt::format("{}x2", type.name);
  draft.array("a", complex, "shape: [2 * pairs]").array("root", complex, "shape: [apart]");
  if (!in_place) draft.array("b", complex, "shape: [2 * pairs]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(pairs, block.x)");
  draft.let("t", "global.x").let("i", "t / apart * 2 * apart + t % apart").where("t < pairs");
  draft.load("a[i], a[i + apart], root[t % apart]");
  draft.operations(type.pipe, "add: 4, mul: 2, fma: 2");
  return draft.store(in_place ? "a[i], a[i + apart]" : "b[i], b[i + apart]");
}

// Small matrices times vectors: a thread per row, vectors in shared memory.
Draft batched(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int rows = choices.of({4, 8, 16, 32});
  const int threads = choices.of({64, 128, 256});
  const std::int64_t all = choices.scaled(least_bytes, most_bytes / 4) / (type.bytes * rows);
  const bool by_column = choices.chance(0.4);  // lanes next to one another in memory
  Draft draft;
  draft.parameter("blocks", std::clamp<std::int64_t>(all / threads, 1, 2'000'000));
  draft.parameter("threads", threads).parameter("rows", rows);
  draft.array("a", type.name, "shape: [blocks * threads / rows, rows, rows]");
  draft.array("x", type.name, "shape: [blocks * threads]");
  draft.array("y", type.name, "shape: [blocks * threads]");
  draft.array("s", type.name, fmt::format("shape: [{}], space: shared", threads));
  draft.launch("threads", "blocks");
  draft.let("t", "global.x").let("m", "t / rows").let("r", "t % rows");
  draft.let("first", "thread.x - thread.x % rows");
  draft.load("x[t]").store("s[thread.x]").barrier();
  draft.loop("k", "0..rows", choices.of({0, 0, 1, 4}));
  draft.load(by_column ? "a[m][k][r], s[first + k]" : "a[m][r][k], s[first + k]");
  return draft.operations(type.pipe, "fma: 1").end().store("y[t]");
}

// A dense matrix times a vector: a warp or a block per row, or a thread where rows lie across.
Draft matrix_vector(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t length = choices.of({33, 128, 500, 2048, 9000});
  const std::int64_t rows = std::clamp<std::int64_t>(
      choices.scaled(least_bytes, most_bytes / 2) / (type.bytes * length), 32, 1 << 21);
  const int threads = choices.of({64, 128, 256});
  const int way = choices.of({0, 1, 2});
  Draft draft;
  draft.parameter("rows", rows).parameter("length", length);
  draft.array("a", type.name, way == 2 ? "shape: [length, rows]" : "shape: [rows, length]");
  draft.array("x", type.name, "shape: [length]").array("y", type.name, "shape: [rows]");
  const int unroll = choices.of({1, 1, 4});
  if (way == 2) {
    draft.launch(fmt::format("{}", threads), "ceil_div(rows, block.x)");
    draft.let("r", "global.x").where("r < rows").loop("k", "0..length", unroll);
    return draft.load("a[k][r], x[k]").operations(type.pipe, "fma: 1").end().store("y[r]");
  }
  if (way == 1) {
    draft.launch(fmt::format("{}", threads), "ceil_div(rows * 32, block.x)");
    draft.let("r", "global.x / 32").when("r < rows").loop("k", "lane..length", unroll, "32");
    draft.load("a[r][k], x[k]").operations(type.pipe, "fma: 1").end();
    draft.amount("shuffle", 5 * type.bytes / 4).operations(type.pipe, "add: 5");
    return draft.when("lane == 0").store("y[r]").end().end();
  }
  draft.array("s", type.name, fmt::format("shape: [{}], space: shared", threads));
  draft.launch(fmt::format("{}", threads), "rows").let("r", "block_index.x").let("t", "thread.x");
  draft.loop("k", "t..length", unroll, fmt::format("{}", threads));
  draft.load("a[r][k], x[k]").operations(type.pipe, "fma: 1").end().store("s[t]");
  draft.sum_of_block(type, threads, "t");
  return draft.when("t == 0").load("s[0]").store("y[r]").end();
}

}  // namespace gpumodel
