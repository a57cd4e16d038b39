// A question to the engine as a file states it: a story or an exercise.
//
//   sweep: {kernel: jacobi2d, device: v100, with: {n: n}}
//   loop:  {program: jacobi-data, device: h200, with: {iterations: 20}, set: {dram.bandwidth:
//   "{rate}"}}
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/core/expression/expression.hpp"
#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

// An expression and where it stands, for messages.
struct PlacedExpression {
  Expression expression;
  Node at;
};

struct AskSetting {
  std::string name;
  PlacedExpression value;
};

enum class AskKind { kernel, program, occupancy, accesses, device, record };

struct EngineAsk {
  std::string name;
  Node at;  // the name
  AskKind kind{};
  std::string what{};  // kernel, program, device or capability; nothing of accesses
  std::string device{}, host{}, model{};
  std::vector<AskSetting> with{};  // values of parameters
  std::vector<std::string> set{};  // numbers of the device in place of its own: "l2.capacity=1MB"
  bool warm = false;               // L2 when a kernel starts
  bool openacc = false;            // by the schedule of the kernel's file
  bool in_shared_memory = false;   // the arrays of accesses
  std::optional<PlacedExpression> streams{}, chunks{}, gpus{};
  std::optional<PlacedExpression> threads{}, shared{}, registers_per_block{},
      registers_per_thread{};
  std::vector<std::string> accesses{};  // "racks[tid].widthA"
  std::string structure{}, element{}, where{};
  std::string records{};               // file of measurements: "h200/cuda"
  std::vector<std::string> assumes{};  // beside those whose values it uses
};

// Of the values of its parameters and its choices.
template <class Ask, class Visit>
void for_each_formula(Ask& ask, Visit visit) {
  for (auto& each : ask.with) visit(each.value);
  for (auto* formula : {&ask.streams, &ask.chunks, &ask.gpus, &ask.threads, &ask.shared,
                        &ask.registers_per_block, &ask.registers_per_thread}) {
    if (*formula) visit(**formula);
  }
}

// Of all that is no name of a key.
template <class Visit>
void for_each_text(EngineAsk& ask, Visit visit) {
  for (std::string* text :
       {&ask.what, &ask.device, &ask.host, &ask.model, &ask.structure, &ask.element, &ask.where}) {
    visit(*text);
  }
  for (std::vector<std::string>* list : {&ask.set, &ask.accesses}) {
    for (std::string& text : *list) visit(text);
  }
}

}  // namespace gpumodel
