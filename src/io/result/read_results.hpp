// Times as documents of this program hold them: of predict, overlap and validate, one document to a
// file or one to a line.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/core/timed_term.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

using NamedValues = std::vector<std::pair<std::string, double>>;
// "m=8192 n=8192".
std::string named_values_text(const NamedValues& values);

// What two results must have in common to be compared.
struct ResultKey {
  std::string what;    // kernel, program or case
  std::string metric;  // "time"; of validate "predicted" and "measured"
  std::string device, model, cache, backend, system;  // empty: not told
  NamedValues parameters{};                           // by name
};

struct StoredResult {
  ResultKey key;
  Estimate<Seconds> time;
  std::string bound{};        // empty: not told
  std::string what_sha256{};  // of the descriptor; empty: not told
  std::string device_sha256{};
  std::string gpumodel{};            // version that wrote it; empty: not told
  std::optional<TimedTerm> terms{};  // of a kernel's prediction
};

// Throws InputError: no document of these, or one that does not hold what it should.
std::vector<StoredResult> read_results(const std::string& path, const std::string& shown);

}  // namespace gpumodel
