// What stands in constant memory: coefficients that lanes read alike, boxes that each looks into.
#include "src/app/generate/families.hpp"

namespace gpumodel {

// Horner's rule: of several polynomials each lane has one, or all have the same.
Draft polynomials(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const std::int64_t degree = choices.of({7, 15, 40});
  const std::int64_t sets = choices.of({1, 1, 2, 4, 32});
  const std::int64_t n = choices.scaled(1 << 8, 1 << 24);
  Draft draft;
  draft.parameter("n", n).parameter("degree", degree).parameter("sets", sets);
  draft.array("c", type.name, "shape: [degree, sets], space: constant");
  draft.array("x", type.name, "shape: [n]").array("y", type.name, "shape: [n]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").load("x[i]");
  draft.loop("m", "0..degree", choices.of({1, 1, 4}));
  draft.load("c[m][thread.x % sets]").operations(type.pipe, "fma: 1");
  return draft.end().store("y[i]");
}

// Ciphers and the like: what is looked up says where in the box, with the round.
Draft substitution(Choices& choices) {
  const NumberType type = choices.of({i32, i32, f32});
  const std::int64_t entries = choices.of({16, 64, 256, 256, 1024, 8192});
  const std::int64_t rounds = choices.of({1, 4, 10, 32});
  const std::int64_t n = choices.scaled(1 << 8, 1 << 24) / rounds + 1;
  Draft draft;
  draft.parameter("n", n).parameter("entries", entries).parameter("rounds", rounds);
  draft.array("key", "i32", "shape: [n], values: {uniform: [0, entries - 1]}");
  draft.array("box", type.name, "shape: [entries], space: constant");
  draft.array("out", type.name, "shape: [n]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256, 512})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").read("k", "key[i]");
  draft.loop("m", "0..rounds", choices.of({1, 1, 2}));
  draft.load("box[(k + 5 * m) % entries]").operations(type.pipe, "add: 2");
  return draft.end().store("out[i]");
}

}  // namespace gpumodel
