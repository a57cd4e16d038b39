// A kernel file while it is being made up.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "src/app/generate/choices.hpp"

namespace gpumodel {

// A type of numbers, and the pipe that computes with them.
struct NumberType {
  std::string_view name, pipe;
  int bytes;
};
inline constexpr NumberType f32{"f32", "fp32", 4}, f64{"f64", "fp64", 8}, f16{"f16", "fp16", 2},
    i32{"i32", "int", 4};

class Draft {
 public:
  Draft& parameter(std::string_view name, std::int64_t value) {
    return add(parameters_, name, fmt::format("{}", value));
  }
  // `rest` as in "shape: [n], space: shared".
  Draft& array(std::string_view name, std::string_view type, std::string_view rest) {
    const bool global = rest.find("space: ") == std::string_view::npos;
    arrays_.push_back({fmt::format("  {}: {{type: {}, {}", name, type, rest), global});
    return *this;
  }
  Draft& structure(std::string_view name, std::string_view members, std::string_view shape) {
    arrays_.push_back(
        {fmt::format("  {}: {{struct: '{}', shape: [{}]", name, members, shape), true});
    return *this;
  }
  // Its pointers never promise that arrays differ.
  Draft& plain_pointers() {
    plain_pointers_ = true;
    return *this;
  }
  Draft& launch(std::string_view block, std::string_view grid) {
    launch_ = fmt::format("launch:\n  block: [{}]\n  grid: [{}]\n", block, grid);
    return *this;
  }
  Draft& let(std::string_view name, std::string_view value) { return add(lets_, name, value); }
  Draft& where(std::string_view condition) {
    where_ = condition;
    return *this;
  }

  // Statements, each behind the one before.
  Draft& load(std::string_view accesses) { return line("load", accesses); }
  Draft& store(std::string_view accesses) { return line("store", accesses); }
  Draft& reduction(std::string_view access) { return line("reduction", access); }
  Draft& read(std::string_view name, std::string_view access) {
    statement("read:");
    return under(fmt::format("{}: {}", name, access));
  }
  Draft& let_here(std::string_view name, std::string_view value) {
    return line("let", fmt::format("{{{}: {}}}", name, value));
  }
  Draft& operations(std::string_view pipe, std::string_view counts) {
    return line(pipe, fmt::format("{{{}}}", counts));
  }
  Draft& amount(std::string_view what, std::int64_t count) {
    return line(what, fmt::format("{}", count));
  }
  Draft& barrier() { return statement("barrier"); }
  // What follows, up to end(), is inside of it. An unroll of 0 is full.
  Draft& loop(std::string_view name, std::string_view range, int unroll = 1,
              std::string_view step = "");
  Draft& when(std::string_view condition);
  Draft& never();  // a guard around what keeps a result
  Draft& otherwise();
  Draft& end();

  // The words of `s`, in shared memory, become one by halves: that of thread 0. `thread` is its
  // name of a thread's number.
  Draft& sum_of_block(const NumberType& type, int threads, std::string_view thread);
  // Operations that take `loaded` values that wait, and `more`.
  Draft& fold(Choices& choices, const NumberType& type, std::int64_t loaded, std::int64_t more = 0);

  // `restricted`: pointers are __restrict__.
  std::string text(std::string_view name, std::string_view summary, bool restricted) const;

 private:
  Draft& add(std::string& list, std::string_view name, std::string_view value) {
    list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", name, value);
    return *this;
  }
  Draft& statement(std::string_view text) {
    thread_ += fmt::format("{:{}}- {}\n", "", depth_, text);
    return *this;
  }
  Draft& under(std::string_view text) {
    thread_ += fmt::format("{:{}}{}\n", "", depth_ + 4, text);
    return *this;
  }
  Draft& line(std::string_view key, std::string_view value) {
    return statement(fmt::format("{}: {}", key, value));
  }

  struct ArrayLine {
    std::string text;  // up to its last brace
    bool global = true;
  };

  std::string parameters_, launch_, lets_, where_, thread_;
  std::vector<ArrayLine> arrays_;
  bool plain_pointers_ = false;
  int depth_ = 4;
};

}  // namespace gpumodel
