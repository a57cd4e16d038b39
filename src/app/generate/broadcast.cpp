// Numbers that all lanes of a warp read together, one after the other.
#include "src/app/generate/families.hpp"

namespace gpumodel {

// Each point looks at all centres for the one that lies nearest. Its own numbers stand in
// registers, or are read again for each centre.
Draft nearest(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const int dimensions = choices.of({2, 3, 4, 8, 16});
  const bool by_points = choices.chance(0.4);  // the numbers of a point lie together
  const bool again = choices.chance(0.4);
  Draft draft;
  draft.parameter("points", choices.scaled(1 << 8, 1 << 23) / dimensions + 32);
  draft.parameter("centres", choices.scaled(2, 2000));
  draft.array("x", type.name,
              by_points ? fmt::format("shape: [points, {}]", dimensions)
                        : fmt::format("shape: [{}, points]", dimensions));
  draft.array("centre", type.name, fmt::format("shape: [centres, {}]", dimensions));
  draft.array("distance", type.name, "shape: [points]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(points, block.x)");
  draft.let("p", "global.x").where("p < points");
  const std::string_view own = by_points ? "x[p][d]" : "x[d][p]";
  const std::string each = fmt::format("0..{}", dimensions);
  if (!again) draft.loop("d", each, 0).load(own).end();
  draft.loop("c", "0..centres", choices.of({1, 1, 4}));
  if (again) {
    draft.loop("d", each, choices.of({0, 0, 1})).load(fmt::format("{}, centre[c][d]", own));
    draft.operations(type.pipe, "add: 1, fma: 1").end();
  } else {
    draft.loop("d", each, 0).load("centre[c][d]").end();
    draft.operations(type.pipe, fmt::format("add: {0}, fma: {0}", dimensions));
  }
  return draft.operations(type.pipe, "add: 1").end().store("distance[p]");
}

}  // namespace gpumodel
