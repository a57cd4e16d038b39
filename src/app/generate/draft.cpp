#include "src/app/generate/draft.hpp"

namespace gpumodel {

Draft& Draft::loop(std::string_view name, std::string_view range, int unroll,
                   std::string_view step) {
  line("for", fmt::format("{{{}: {}}}", name, range));
  depth_ += 2;
  const auto key = [&](std::string_view text) {
    thread_ += fmt::format("{:{}}{}\n", "", depth_, text);
  };
  if (!step.empty()) key(fmt::format("step: {}", step));
  if (unroll != 1) key(unroll == 0 ? "unroll: full" : fmt::format("unroll: {}", unroll));
  key("do:");
  depth_ += 2;
  return *this;
}

Draft& Draft::when(std::string_view condition) {
  line("if", condition);
  depth_ += 2;
  thread_ += fmt::format("{:{}}do:\n", "", depth_);
  depth_ += 2;
  return *this;
}

Draft& Draft::never() {
  return when("{probability: 0}");
}

Draft& Draft::otherwise() {
  thread_ += fmt::format("{:{}}else:\n", "", depth_ - 2);
  return *this;
}

Draft& Draft::end() {
  depth_ -= 4;
  return *this;
}

Draft& Draft::sum_of_block(const NumberType& type, int threads, std::string_view thread) {
  for (int half = threads / 2; half > 0; half /= 2) {
    barrier().when(fmt::format("{} < {}", thread, half));
    load(fmt::format("s[{0}], s[{0} + {1}]", thread, half));
    operations(type.pipe, "add: 1").store(fmt::format("s[{}]", thread)).end();
  }
  return *this;
}

Draft& Draft::fold(Choices& choices, const NumberType& type, std::int64_t loaded,
                   std::int64_t more) {
  const bool whole = type.pipe == "int";
  if (choices.chance(0.5) && !whole) {
    const std::int64_t fused = std::max<std::int64_t>(1, loaded / 2);
    return operations(type.pipe, fmt::format("fma: {}", fused + more));
  }
  const std::int64_t least = std::max<std::int64_t>(1, loaded - 1);
  const std::int64_t products = whole ? 0 : choices.between(0, 2);
  return operations(type.pipe, products > 0
                                   ? fmt::format("add: {}, mul: {}", least + more, products)
                                   : fmt::format("add: {}", least + more));
}

std::string Draft::text(std::string_view name, std::string_view summary, bool restricted) const {
  std::string text = fmt::format("kernel: {}\nsummary: {}\n", name, summary);
  if (!parameters_.empty()) text += fmt::format("parameters: {{{}}}\n", parameters_);
  text += "arrays:\n";
  for (const ArrayLine& array : arrays_) {
    const bool promised = restricted && !plain_pointers_ && array.global;
    text += array.text + (promised ? ", restrict: true}\n" : "}\n");
  }
  text += launch_ + "thread:\n";
  if (!lets_.empty()) text += fmt::format("  let: {{{}}}\n", lets_);
  if (!where_.empty()) text += fmt::format("  where: {}\n", where_);
  return text + "  do:\n" + thread_;
}

}  // namespace gpumodel
