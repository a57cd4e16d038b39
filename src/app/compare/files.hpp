// Two files of results side by side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/app/common/input_file.hpp"
#include "src/app/compare/ratio.hpp"

namespace gpumodel {

// What keeps two results from being compared, unless it is allowed: "device", "h200, v100".
struct ResultDifference {
  std::string_view what;
  std::string between;
};

struct ResultPair {
  StoredResult base, now;
  std::vector<ResultDifference> differences{};  // all, also those allowed
  std::optional<Ratio> ratio{};                 // where they may be compared
  std::optional<TimeChange> verdict{};
  bool versions_differ = false;  // of gpumodel, where both are told
  std::vector<TermMove> moves{};
};

struct FilesAsk {
  std::string base, now;           // paths
  std::vector<std::string> allow;  // of `differences_known`
  double within = 0.02;            // by how much times may differ that are the same
};

struct FilesAnswer {
  FilesAsk ask;
  InputFile base, now;
  std::vector<ResultPair> pairs;
  std::vector<StoredResult> only_base, only_now;

  std::size_t count(TimeChange verdict) const;
  std::size_t not_comparable() const;
};

inline constexpr std::string_view differences_known[] = {
    "kernel", "device", "device-file", "system", "model", "parameters", "cache", "backend"};

// Throws InputError: a file cannot be read, or the two have nothing in common.
FilesAnswer compare_files(const FilesAsk& ask);

}  // namespace gpumodel
