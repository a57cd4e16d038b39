// Kernels at the depth of accesses, built from texts without a file.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/kernel/kernel.hpp"
#include "models/kernel/launch_shape.hpp"

namespace gpumodel::test {

class ProgramBuilder {
 public:
  ProgramBuilder() { kernel_.thread.emplace(); }

  std::size_t array(const std::string& name, const char* type, const std::vector<long>& shape,
                    MemorySpace space = MemorySpace::global) {
    Array array;
    array.name = name;
    array.type = *parse_element_type(type);
    array.space = space;
    for (const long extent : shape) array.shape.push_back(number(extent));
    kernel_.arrays.push_back(std::move(array));
    return kernel_.arrays.size() - 1;
  }
  Array& array(std::size_t i) { return kernel_.arrays[i]; }

  std::size_t variable(const std::string& name) {
    kernel_.thread->variables.push_back(name);
    return slot(name);
  }

  // Statements, to be put into a Body.
  Statement access(Access::Op op, const std::string& text) {
    Access access;
    access.op = op;
    access.expression = parse_access(text);
    for (auto& index : access.expression.indices) bind(index.expression);
    const auto found = std::ranges::find(kernel_.arrays, access.expression.array, &Array::name);
    access.array = static_cast<std::size_t>(found - kernel_.arrays.begin());
    access.bytes = static_cast<int>(kernel_.arrays.at(access.array).element_bytes());
    access.scalar = kernel_.arrays.at(access.array).type.scalar;
    access.source.note = text;
    kernel_.thread->accesses.push_back(std::move(access));
    return {AccessStatement{kernel_.thread->accesses.size() - 1}};
  }
  Statement load(const std::string& text) { return access(Access::Op::load, text); }
  // A load whose value goes into a variable.
  Statement read(std::size_t variable, const std::string& text) {
    Statement statement = load(text);
    kernel_.thread->accesses.back().value_slot = variable;
    return statement;
  }
  Statement store(const std::string& text) { return access(Access::Op::store, text); }
  Statement when(const std::string& condition, Body then) {
    Branch branch;
    branch.condition = formula(condition);
    branch.then = std::move(then);
    return {std::move(branch)};
  }
  Statement loop(std::size_t variable, const std::string& first, const std::string& end,
                 const std::string& step, Body body) {
    Loop loop;
    loop.slot = variable;
    loop.first = formula(first);
    loop.end = formula(end);
    loop.step = formula(step);
    loop.body = std::move(body);
    return {std::move(loop)};
  }
  // Values with their weights.
  Statement draw(std::size_t variable, const std::vector<std::pair<long, long>>& histogram,
                 Draw::Per per = Draw::Per::warp) {
    Draw draw{.slot = variable, .contents = {}, .per = per};
    draw.contents.kind = Contents::Kind::histogram;
    for (const auto& [value, weight] : histogram) {
      draw.contents.arguments.push_back(number(value));
      draw.contents.arguments.push_back(number(weight));
    }
    return {std::move(draw)};
  }
  Statement let(std::size_t variable, const std::string& value) {
    return {Let{variable, formula(value)}};
  }

  Formula formula(const std::string& text) const {
    Formula result;
    result.expression = Expression::parse(text, Arithmetic::index);
    bind(result.expression);
    return result;
  }
  static Formula number(long value) {
    Formula result;
    result.expression = Expression::constant(Number::integer(value));
    return result;
  }

  void compiler(const CompilerRules& rules) { kernel_.thread->compiler = &rules; }
  void body(Body body) { kernel_.thread->body = std::move(body); }
  const Kernel& kernel() const { return kernel_; }

  // Values of the slots before the coordinates: no parameters, the block's extents.
  static std::vector<Number> values(const LaunchShape& shape) {
    return {Number::integer(shape.block[0]), Number::integer(shape.block[1]),
            Number::integer(shape.block[2])};
  }

 private:
  std::size_t slot(const std::string& name) const {
    for (std::size_t i = 0; i < block_names.size(); ++i) {
      if (block_names[i] == name) return i;
    }
    for (std::size_t i = 0; i < thread_names.size(); ++i) {
      if (thread_names[i] == name) return block_names.size() + i;
    }
    const auto& variables = kernel_.thread->variables;
    const auto found = std::ranges::find(variables, name);
    if (found == variables.end()) throw std::logic_error("no name " + name);
    return block_names.size() + thread_names.size() +
           static_cast<std::size_t>(found - variables.begin());
  }
  void bind(Expression& expression) const {
    for (Expression::Name& name : expression.names()) {
      name.slot = static_cast<std::int32_t>(slot(name.text));
    }
  }

  Kernel kernel_;
};

}  // namespace gpumodel::test
