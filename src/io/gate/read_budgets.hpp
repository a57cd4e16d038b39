// Budgets of predicted times, and how much slower than a baseline they may become:
//
//   budgets: solver
//   device: h200                      for all checks that name none
//   checks:
//     - kernel: jacobi2d
//       with: {n: 8192}
//       budget: 500 us
//     - program: jacobi-multi
//       device: v100
//       slower_by_at_most: 5 %        than the baseline
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/kernel/kernel.hpp"
#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

struct BudgetCheck {
  std::string name;  // of the check; each has its own
  bool is_program = false;
  Node what;                               // the kernel or program, as written
  std::optional<Node> device, model;       // as written here, or for all
  std::vector<std::string> definitions{};  // "n=8192"
  std::optional<Node> with{};
  bool warm = false;  // L2 when the kernel starts
  std::optional<double> budget_s{};
  std::optional<double> slower_by{};  // share
  int line = 0;
};

struct BudgetsFile {
  std::string name;
  std::vector<BudgetCheck> checks;
  TextFile text;
};

// Throws InputError with every fault of the file. What its names mean is not known here.
BudgetsFile read_budgets(TextFile text);

std::string budgets_schema();

}  // namespace gpumodel
