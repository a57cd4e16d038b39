// What is computed decides, not what is moved.
#include "src/app/generate/families.hpp"

namespace gpumodel {
namespace {

// A thread of each keeps its result behind a guard that never opens.
Draft& keep(Draft& draft, const NumberType& type, std::string_view threads) {
  draft.array("out", type.name, fmt::format("shape: [{}]", threads));
  return draft.never().store("out[global.x]").end();
}

}  // namespace

Draft chains(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64, f16, i32});
  const int count = choices.of({1, 2, 3, 4, 6, 8});
  const int threads = choices.of({32, 64, 128, 256, 512, 1024});
  Draft draft;
  draft.parameter("blocks", choices.scaled(1, 20000)).parameter("rounds", choices.scaled(16, 4000));
  draft.parameter("threads", threads).launch("threads", "blocks");
  draft.amount("convert", count).loop("k", "0..rounds", choices.of({1, 4, 16}));
  const int times = count * choices.of({1, 1, 2, 4});
  if (type.pipe == "int") {
    draft.operations("int", choices.of({"add", "mul", "logic"}) + fmt::format(": {}", times));
  } else {
    draft.operations(type.pipe,
                     fmt::format("{}: {}", choices.of({"fma", "fma", "add", "mul"}), times));
  }
  draft.end().operations(type.pipe, fmt::format("add: {}", count));
  return keep(draft, type, "blocks * threads");
}

Draft special(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64});
  const std::int64_t n = choices.scaled(least_bytes, most_bytes / 2) / (2 * type.bytes);
  Draft draft;
  draft.parameter("n", std::max<std::int64_t>(n, 64));
  draft.array("a", type.name, "shape: [n]").array("b", type.name, "shape: [n]");
  draft.launch(fmt::format("{}", choices.of({64, 128, 256, 512})), "ceil_div(n, block.x)");
  draft.let("i", "global.x").where("i < n").load("a[i]");
  const std::string_view of = choices.of({"sqrt", "rsqrt", "rcp", "div", "exp", "sin", "tanh"});
  const int rounds = choices.of({1, 1, 8, 64});
  if (rounds > 1) draft.loop("k", fmt::format("0..{}", rounds));
  draft.operations(type.pipe, fmt::format("add: 1, {}: {}", of, choices.of({1, 2})));
  if (rounds > 1) draft.end();
  return draft.store("b[i]");
}

Draft spilling(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  // A block of 1024 threads leaves each 64 registers.
  const int count = type.bytes == 8 ? choices.of({36, 48, 64}) : choices.of({72, 96, 128});
  Draft draft;
  draft.parameter("blocks", choices.scaled(1, 2000)).parameter("rounds", choices.scaled(4, 100));
  draft.launch("1024", "blocks").amount("convert", count).loop("k", "0..rounds");
  draft.operations(type.pipe, fmt::format("fma: {}", count)).end();
  draft.operations(type.pipe, fmt::format("add: {}", count));
  return keep(draft, type, "blocks * 1024");
}

Draft few_warps(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int threads = choices.of({32, 32, 64, 128});
  const std::int64_t words = threads * choices.scaled(2, 30);
  Draft draft;
  draft.parameter("blocks", choices.scaled(1, 64)).parameter("rounds", choices.scaled(50, 20000));
  draft.launch(fmt::format("{}", threads), "blocks");
  const bool shared = choices.chance(0.5);
  draft.array("a", type.name, fmt::format("shape: [{}]", words));
  draft.array("b", type.name, fmt::format("shape: [blocks * {}]", threads));
  if (shared) {
    draft.array("s", type.name, fmt::format("shape: [{}], space: shared", words));
    draft.loop("z", fmt::format("thread.x..{}", words), 1, fmt::format("{}", threads));
    draft.load("a[z]").store("s[z]").end().barrier();
  }
  draft.loop("k", "0..rounds", choices.of({1, 4}));
  draft.load(fmt::format("{}[(k * {} + thread.x) % {}]", shared ? "s" : "a", choices.of({1, 33, 7}),
                         words));
  draft.operations(type.pipe,
                   choices.of({"fma: 1", "add: 1, mul: 1", "fma: 1, sqrt: 1", "add: 1, div: 1"}));
  return draft.end().store("b[global.x]");
}

Draft many_blocks(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int threads = choices.of({32, 32, 64});
  Draft draft;
  draft.parameter("blocks", choices.scaled(1000, 2000000)).parameter("threads", threads);
  draft.array("a", type.name, "shape: [blocks]").array("b", type.name, "shape: [blocks * threads]");
  draft.launch("threads", "blocks").let("i", "global.x");
  draft.load(choices.chance(0.5) ? "a[block_index.x], b[i]" : "b[i]");
  draft.operations(type.pipe, fmt::format("fma: {}", choices.of({1, 8}))).store("b[i]");
  return draft;
}

}  // namespace gpumodel
