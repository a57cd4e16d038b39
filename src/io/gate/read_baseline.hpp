// What `gate` remembers of kernels and programs: their text and the time that was predicted.
#pragma once

#include <string>
#include <vector>

#include "src/io/result/read_results.hpp"

namespace gpumodel {

inline constexpr std::string_view baseline_schema = "gpumodel/baseline";

struct BaselineText {
  std::string name, text;
};

struct BaselineEntry {
  std::string name;                        // of the check
  std::string descriptor;                  // of the kernel or program
  std::vector<BaselineText> kernels{};     // of a program
  std::vector<std::string> definitions{};  // "n=8192": what was asked with
  StoredResult result;
};

struct Baseline {
  std::string engine;  // version of gpumodel that predicted
  std::vector<BaselineEntry> entries;
};

// Throws InputError.
Baseline read_baseline(const std::string& path);

}  // namespace gpumodel
