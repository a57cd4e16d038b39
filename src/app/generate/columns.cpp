// What a thread does with a column of its own, or with what a table says.
#include <algorithm>

#include "src/app/generate/families.hpp"

namespace gpumodel {

// Physics of the air above a place: a thread goes up its column, level by level, and takes a value
// along. Levels lie behind each other, or columns do.
Draft columns(Choices& choices) {
  const NumberType type = choices.of({f32, f64, f64});
  const std::int64_t levels = choices.of({20, 47, 70, 137});
  const int fields = choices.of({1, 2, 4});
  const std::int64_t one = levels * type.bytes * (fields + 1);
  const std::int64_t n =
      std::max<std::int64_t>(32, choices.scaled(least_bytes, most_bytes / 4) / one);
  const bool levels_apart = choices.chance(0.8);
  const std::string_view shape = levels_apart ? "shape: [levels, n]" : "shape: [n, levels]";
  const std::string_view place = levels_apart ? "[k][i]" : "[i][k]";
  Draft draft;
  draft.parameter("n", n).parameter("levels", levels);
  for (int field = 0; field < fields; ++field) {
    draft.array(fmt::format("a{}", field), type.name, shape);
  }
  draft.array("flux", type.name, shape);
  draft.launch(fmt::format("{}", choices.of({32, 64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n");
  draft.loop("k", "0..levels", choices.of({1, 1, 4}));
  for (int field = 0; field < fields; ++field) draft.load(fmt::format("a{}{}", field, place));
  draft.operations(type.pipe, choices.of<std::string_view>({"fma: 6, exp: 1", "fma: 12, div: 1",
                                                            "add: 4, mul: 4, sqrt: 1", "fma: 20"}));
  return draft.store(fmt::format("flux{}", place)).end();
}

// A value between two entries of a table, of many tables in turn: where, data say.
Draft tables(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const std::int64_t count = choices.of({1, 4, 12, 68});  // of tables
  const std::int64_t entries = choices.scaled(256, 1 << 20);
  const std::int64_t n = choices.scaled(1 << 8, 1 << 24) / count + 1;
  Draft draft;
  draft.parameter("n", n).parameter("count", count).parameter("entries", entries);
  draft.array("place", "i32", "shape: [n], values: {uniform: [0, entries - 2]}");
  draft.array("table", type.name, "shape: [count, entries]");
  draft.array("x", type.name, "shape: [n]").array("between", type.name, "shape: [n]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").read("j", "place[i]").load("x[i]");
  draft.loop("m", "0..count", choices.of({1, 1, 4}));
  draft.load("table[m][j], table[m][j + 1]").operations(type.pipe, "add: 1, fma: 2");
  return draft.end().store("between[i]");
}

}  // namespace gpumodel
