// Every thread has elements of its own.
#include "src/app/generate/families.hpp"

namespace gpumodel {
namespace {

std::string letters(int first, int count, std::string_view index) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format("{}{}[{}]", i > 0 ? ", " : "", static_cast<char>('a' + first + i), index);
  }
  return text;
}

// Threads per block, and the launch of one thread per element.
void launch_over(Choices& choices, Draft& draft, std::string_view elements) {
  draft.launch(fmt::format("{}", choices.of({32, 64, 96, 128, 192, 256, 256, 384, 512, 1024})),
               fmt::format("ceil_div({}, block.x)", elements));
}

}  // namespace

Draft stream(Choices& choices) {
  const NumberType type = choices.of({f32, f64, f16, i32});
  const int loads = static_cast<int>(choices.of({1, 1, 2, 2, 3, 4, 6}));
  const int stores = choices.of({1, 1, 1, 2});
  const std::int64_t n = choices.scaled(least_bytes, most_bytes) / (type.bytes * (loads + stores));
  Draft draft;
  draft.parameter("n", std::max<std::int64_t>(n, 32));
  for (int i = 0; i < loads + stores; ++i) {
    draft.array(std::string(1, static_cast<char>('a' + i)), type.name, "shape: [n]");
  }
  launch_over(choices, draft, "n");
  draft.let("i", "global.x").where("i < n").load(letters(0, loads, "i"));
  draft.fold(choices, type, loads, choices.of({0, 0, 1, 8, 64})).store(letters(loads, stores, "i"));
  return draft;
}

Draft strip(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int loads = choices.of({1, 2});
  const std::int64_t rounds = choices.of({2, 4, 8, 16});
  const std::int64_t threads =
      choices.scaled(least_bytes, most_bytes) / (type.bytes * (loads + 1) * rounds);
  const bool neighbours = choices.chance(0.4);  // of one thread, else of the threads of a round
  Draft draft;
  draft.parameter("threads", std::max<std::int64_t>(threads, 32)).parameter("rounds", rounds);
  for (int i = 0; i <= loads; ++i) {
    draft.array(std::string(1, static_cast<char>('a' + i)), type.name, "shape: [threads * rounds]");
  }
  launch_over(choices, draft, "threads");
  draft.let("t", "global.x").where("t < threads");
  draft.loop("k", "0..rounds", choices.of({1, 2, 4, 0}));
  draft.let_here("i", neighbours ? "t * rounds + k" : "k * threads + t");
  draft.load(letters(0, loads, "i")).fold(choices, type, loads, choices.of({0, 4}));
  draft.store(letters(loads, 1, "i")).end();
  return draft;
}

Draft vectors(Choices& choices) {
  const NumberType type = choices.of({f32, f32, f64, f16, i32});
  const int lanes = type.bytes == 8 ? 2 : choices.of({2, 4});
  const int loads = choices.of({1, 2, 3});
  const std::int64_t n =
      choices.scaled(least_bytes, most_bytes) / (type.bytes * lanes * (loads + 1));
  Draft draft;
  draft.parameter("n", std::max<std::int64_t>(n, 32));
  const std::string name = fmt::format("{}x{}", type.name, lanes);
  for (int i = 0; i <= loads; ++i) {
    draft.array(std::string(1, static_cast<char>('a' + i)), name, "shape: [n]");
  }
  launch_over(choices, draft, "n");
  draft.let("i", "global.x").where("i < n").load(letters(0, loads, "i"));
  draft.fold(choices, type, std::int64_t{loads} * lanes, choices.of({0, 4, 32}));
  draft.store(letters(loads, 1, "i"));
  return draft;
}

Draft structs(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const int members = choices.of({2, 3, 4, 5, 7, 8});
  const int loads = static_cast<int>(choices.between(1, members - 1));
  std::string list, loaded;
  for (int i = 0; i < members; ++i) {
    list += fmt::format("{}{} m{}", i > 0 ? ", " : "", type.name, i);
    if (i < loads) loaded += fmt::format("{}s[i].m{}", i > 0 ? ", " : "", i);
  }
  Draft draft;
  const std::int64_t n = choices.scaled(least_bytes, most_bytes) / (type.bytes * members);
  draft.parameter("n", std::max<std::int64_t>(n, 32)).structure("s", list, "n");
  launch_over(choices, draft, "n");
  draft.let("i", "global.x").where("i < n").load(loaded);
  draft.fold(choices, type, loads, choices.of({0, 2, 16}));
  draft.store(fmt::format("s[i].m{}", members - 1));
  return draft;
}

Draft in_place(Choices& choices) {
  const NumberType type = choices.of({f32, f64, i32});
  const bool other = choices.chance(0.5);
  const std::int64_t n = choices.scaled(least_bytes, most_bytes) / (type.bytes * (other ? 2 : 1));
  Draft draft;
  draft.parameter("n", std::max<std::int64_t>(n, 32)).array("a", type.name, "shape: [n]");
  if (other) draft.array("b", type.name, "shape: [n]");
  launch_over(choices, draft, "n");
  draft.let("i", "global.x").where("i < n").load(other ? "a[i], b[i]" : "a[i]");
  draft.fold(choices, type, other ? 2 : 1, choices.of({0, 1, 4, 32})).store("a[i]");
  return draft;
}

Draft exchange(Choices& choices) {
  const NumberType type = choices.of({f32, f64});
  const std::int64_t half = choices.scaled(least_bytes, most_bytes) / (2 * type.bytes);
  const bool mirrored = choices.chance(0.5);
  Draft draft;
  draft.parameter("half", std::max<std::int64_t>(half, 32));
  draft.array("a", type.name, "shape: [2 * half]");
  launch_over(choices, draft, "half");
  draft.let("i", "global.x").let("j", mirrored ? "2 * half - 1 - i" : "half + i");
  draft.where("i < half").load("a[i], a[j]").store("a[j], a[i]");
  return draft;
}

}  // namespace gpumodel
