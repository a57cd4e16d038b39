// What `devices`, `kernels`, `programs` and `systems` share: an action, names, and reading the
// whole library.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "src/cli/output/output.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/library/shelves.hpp"

namespace gpumodel {

struct LibraryOptions {
  std::string action = "list";
  std::vector<std::string> names;
  OutputOptions output;

  void declare(CLI::App& app, const std::string& actions);
  // Throws UsageError unless exactly `count` names follow the action.
  void expect_names(std::size_t count) const;
  [[noreturn]] void unknown_action(const std::vector<std::string>& known) const;
};

// Reads every file of the library with `load`; files with faults are collected, not skipped
// silently: their diagnostics are printed after the rest.
template <class File>
std::vector<File> load_all(Shelf shelf, File (*load)(const std::string&, const Shelves&),
                           std::vector<Diagnostic>& faults) {
  std::vector<File> all;
  for (const Listed& listed : list(shelf)) {
    try {
      all.push_back(load(listed.name, searched_shelves()));
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.found.begin(), error.found.end());
    }
  }
  return all;
}

}  // namespace gpumodel
