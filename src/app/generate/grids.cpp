// From one grid to another.
#include <algorithm>

#include "src/app/generate/families.hpp"

namespace gpumodel {

// A field on a coarse grid becomes one on a grid twice as fine: lanes side by side read the same.
Draft refine(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t width = choices.of({30, 64, 200, 512, 1500});
  const std::int64_t height = std::clamp<std::int64_t>(
      choices.scaled(least_bytes, most_bytes / 4) / (5 * type.bytes * width), 4,
      65535);  // blocks along y
  Draft draft;
  draft.parameter("width", width).parameter("height", height);
  draft.array("coarse", type.name, "shape: [height + 1, width + 1]");
  draft.array("fine", type.name, "shape: [2 * height, 2 * width]");
  draft.launch(fmt::format("{}, {}", choices.of({16, 32, 64}), choices.of({2, 4, 8})),
               "ceil_div(2 * width, block.x), ceil_div(2 * height, block.y)");
  draft.let("x", "global.x").let("y", "global.y").where("x < 2 * width && y < 2 * height");
  draft.load("coarse[y / 2][x / 2], coarse[y / 2][x / 2 + 1]");
  draft.load("coarse[y / 2 + 1][x / 2], coarse[y / 2 + 1][x / 2 + 1]");
  return draft.operations(type.pipe, "add: 1, mul: 1, fma: 3").store("fine[y][x]");
}

// A face of a field, some cells thick, is packed for a neighbour, or what one sent is put there.
Draft halo(Choices& choices) {
  const NumberType type = choices.of({f32, f64, f64});
  const int thick = choices.of({1, 2, 3});
  const int axis = choices.of({0, 1, 2});
  const bool pack = choices.chance(0.5);
  Draft draft;
  for (const char* side : {"depth", "height", "width"}) {
    draft.parameter(side, choices.scaled(16, 700));
  }
  draft.parameter("thick", thick);
  draft.array("field", type.name, "shape: [depth, height, width]");
  const std::string_view cells = axis == 0   ? "depth * height * thick"
                                 : axis == 1 ? "depth * thick * width"
                                             : "thick * height * width";
  draft.array("face", type.name, fmt::format("shape: [{}]", cells));
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})),
               fmt::format("ceil_div({}, block.x)", cells));
  draft.let("t", "global.x").where(fmt::format("t < {}", cells));
  const std::string_view place =
      axis == 0   ? "field[t / (thick * height)][t / thick % height][width - thick + t % thick]"
      : axis == 1 ? "field[t / (thick * width)][height - thick + t / width % thick][t % width]"
                  : "field[depth - thick + t / (height * width)][t / width % height][t % width]";
  draft.load(pack ? place : "face[t]");
  return draft.store(pack ? "face[t]" : place);
}

}  // namespace gpumodel
