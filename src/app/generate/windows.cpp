// What threads find in windows of an image and in lists of neighbours.
#include <algorithm>

#include "src/app/generate/families.hpp"

namespace gpumodel {

// Windows of images, side by side or overlapping, each becomes one number; images behind each
// other.
Draft pooling(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64, i32});
  const int window = choices.of({2, 2, 3, 4});
  const int stride = choices.of({1, 2, 2, 4});
  const int width = choices.of({14, 28, 56, 112, 224});
  const std::int64_t side = (width - 1) * stride + window;
  const std::int64_t one = (side * side + width * width) * type.bytes;
  const std::int64_t images =
      std::max<std::int64_t>(1, choices.scaled(least_bytes, most_bytes / 4) / one);
  const bool plane = choices.chance(0.5);  // a block's threads in two dimensions, else in a row
  Draft draft;
  draft.parameter("images", plane ? std::min<std::int64_t>(images, 65535) : images)
      .parameter("width", width)
      .parameter("window", window)
      .parameter("stride", stride)
      .parameter("side", side);
  draft.array("image", type.name, "shape: [images, side, side]");
  draft.array("pooled", type.name, "shape: [images, width, width]");
  if (plane) {
    draft.launch(choices.of({"16, 16", "32, 8", "32, 4"}),
                 "ceil_div(width, block.x), ceil_div(width, block.y), images");
    draft.let("m", "block_index.z").let("i", "global.y").let("j", "global.x");
    draft.where("i < width && j < width");
  } else {
    draft.launch(fmt::format("{}", choices.of({128, 256, 512})),
                 "ceil_div(images * width * width, block.x)");
    draft.let("t", "global.x").let("m", "t / (width * width)").let("i", "t / width % width");
    draft.let("j", "t % width").where("t < images * width * width");
  }
  draft.loop("p", "0..window", 0).loop("q", "0..window", 0);
  draft.load("image[m][i * stride + p][j * stride + q]").operations(type.pipe, "add: 1");
  return draft.end().end().store("pooled[m][i][j]");
}

// An image without noise: of each pixel's window those weigh most that are alike.
Draft filter(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const int window = choices.of({3, 5, 7, 9});
  const std::int64_t pixels = choices.scaled(least_bytes, most_bytes / 8) / (2 * type.bytes);
  const std::int64_t width = choices.of({64, 500, 640, 1920});
  Draft draft;
  draft.parameter("width", width)
      .parameter("height", std::clamp<std::int64_t>(pixels / width, 4, 131070))
      .parameter("window", window);
  draft.array("noisy", type.name, "shape: [height + window - 1, width + window - 1]");
  draft.array("clean", type.name, "shape: [height, width]");
  draft.launch(choices.of({"16, 16", "32, 8", "32, 4", "64, 2"}),
               "ceil_div(width, block.x), ceil_div(height, block.y)");
  draft.let("i", "global.y").let("j", "global.x").where("i < height && j < width");
  draft.load(fmt::format("noisy[i + {0}][j + {0}]", window / 2));
  draft.loop("p", "0..window", choices.of({0, 1})).loop("q", "0..window", 0);
  draft.load("noisy[i + p][j + q]");
  draft.operations(type.pipe,
                   choices.of({"add: 2, mul: 2, fma: 1, exp: 1", "add: 3, fma: 1, rcp: 1"}));
  draft.end().end().operations(type.pipe, "div: 1");
  return draft.store("clean[i][j]");
}

// Forces on particles: those near each are listed, the list of a thread along its lanes or in a
// row.
Draft neighbours(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const std::int64_t near = choices.of({8, 16, 40, 96});
  const std::int64_t each = near * i32.bytes + 2 * 16;
  const std::int64_t n =
      std::max<std::int64_t>(64, choices.scaled(least_bytes, most_bytes / 8) / each);
  const bool along_lanes = choices.chance(0.7);
  const std::int64_t reach = std::min<std::int64_t>(n, choices.of({64, 1024, 65536}));
  Draft draft;
  draft.parameter("n", n).parameter("near", near).parameter("reach", reach);
  // Particles lie in the order of space, more or less: neighbours stand near by.
  draft.array(
      "list", "i32",
      fmt::format("shape: [{}], values: '({} + index * {} % reach) % n'",
                  along_lanes ? "near, n" : "n, near",
                  along_lanes ? "index % n" : "floor_div(index, near)", choices.of({7, 97, 1009})));
  const std::string place = fmt::format("{}x{}", type.name, 16 / type.bytes);
  draft.array("x", place, "shape: [n]").array("force", place, "shape: [n]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").load("x[i]");
  draft.loop("k", "0..near", choices.of({1, 1, 4}));
  draft.read("j", along_lanes ? "list[k][i]" : "list[i][k]").load("x[j]");
  draft.operations(type.pipe, "add: 3, mul: 3, fma: 5, rsqrt: 1");
  return draft.end().store("force[i]");
}

// Windows of an image, weighed. Each place of a window is looked at only where it lies inside of
// the image: no edge is laid around it.
Draft masked_window(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64, i32});
  const int reach = choices.of({1, 1, 2, 3, 5});
  const std::int64_t pixels = choices.scaled(least_bytes, most_bytes / 8) / (2 * type.bytes);
  const std::int64_t width = choices.of({64, 500, 1024, 1920});
  const bool constant = choices.chance(0.4);  // what weighs, in constant memory
  const int unroll = choices.of({0, 1});
  Draft draft;
  draft.parameter("width", width)
      .parameter("height", std::clamp<std::int64_t>(pixels / width, 4, 65535))
      .parameter("window", 2 * reach + 1);
  draft.array("image", type.name, "shape: [height, width]");
  draft.array("weight", type.name,
              constant ? "shape: [window, window], space: constant" : "shape: [window, window]");
  draft.array("result", type.name, "shape: [height, width]");
  draft.launch(choices.of({"16, 16", "32, 8", "32, 4", "8, 8", "32, 32"}),
               "ceil_div(width, block.x), ceil_div(height, block.y)");
  draft.let("x", "global.x").let("y", "global.y").where("x < width && y < height");
  draft.loop("p", "0..window", unroll).loop("q", "0..window", unroll);
  draft.let_here("r", fmt::format("y + p - {}", reach));
  draft.let_here("c", fmt::format("x + q - {}", reach));
  draft.when("r >= 0 && r < height && c >= 0 && c < width").load("image[r][c], weight[p][q]");
  draft.operations(type.pipe, type.pipe == i32.pipe ? "mul: 1, add: 1" : "fma: 1").end();
  return draft.end().end().store("result[y][x]");
}

}  // namespace gpumodel
