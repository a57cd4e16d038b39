// What networks do with the channels of images, and with rows of numbers.
#include <algorithm>

#include "src/app/generate/families.hpp"

namespace gpumodel {

// A number of each place from those of all channels there, weighed; again for each channel of the
// result.
Draft channels(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const std::int64_t inputs = choices.of({3, 16, 64, 256});
  const std::int64_t outputs = choices.of({1, 8, 32, 128});
  const std::int64_t places = choices.scaled(1 << 8, 1 << 24) / std::max(inputs, outputs) + 32;
  Draft draft;
  draft.parameter("places", places).parameter("inputs", inputs).parameter("outputs", outputs);
  draft.array("x", type.name, "shape: [inputs, places]");
  draft.array("weight", type.name, "shape: [outputs, inputs]");
  draft.array("y", type.name, "shape: [outputs, places]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(places, block.x), outputs");
  draft.let("p", "global.x").let("o", "block_index.y").where("p < places");
  draft.loop("c", "0..inputs", choices.of({1, 1, 4}));
  draft.load("weight[o][c], x[c][p]").operations(type.pipe, "fma: 1");
  return draft.end().store("y[o][p]");
}

// A row per block is gone through twice: for what all its numbers are divided by, and to do so.
Draft normalised(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const int threads = choices.of({64, 128, 256, 512});
  const std::int64_t length = threads * choices.of({1, 2, 4, 16, 40});
  const std::int64_t rows =
      choices.scaled(least_bytes, most_bytes / 8) / (2 * type.bytes * length) + 1;
  Draft draft;
  draft.parameter("rows", rows).parameter("length", length);
  draft.array("x", type.name, "shape: [rows, length]");
  draft.array("y", type.name, "shape: [rows, length]");
  draft.array("s", type.name, fmt::format("shape: [{}], space: shared", threads));
  draft.launch(fmt::format("{}", threads), "rows");
  draft.let("row", "block_index.x").let("t", "thread.x");
  draft.loop("k", "t..length", 1, fmt::format("{}", threads));
  draft.load("x[row][k]").operations(type.pipe, "fma: 1").end().store("s[t]");
  draft.sum_of_block(type, threads, "t").barrier().load("s[0]").operations(type.pipe, "rsqrt: 1");
  draft.loop("again", "t..length", 1, fmt::format("{}", threads));
  return draft.load("x[row][again]").operations(type.pipe, "mul: 1").store("y[row][again]").end();
}

}  // namespace gpumodel
