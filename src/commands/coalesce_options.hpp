// What the user asks of `coalesce`, turned into accesses of one warp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/report/coalesce_answer.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct CoalesceOptions {
  std::vector<std::string> expressions, definitions;
  std::string element, structure, fields, stores;
  std::string block = "256", at_block = "0", warp = "0", shape, base = "0", where;
  std::string device, capability, path = "default";
  bool shared = false;

  void declare(CLI::App& app);

  // Throws UsageError (options that contradict each other, malformed amounts) and InputError
  // (expressions, structures, names, addresses, devices, and kernels without accesses).
  CoalesceAnswer answer() const;
};

// Throws UsageError.
[[noreturn]] void refuse_call(std::string_view id, std::string message,
                              std::vector<std::string> hints);

}  // namespace gpumodel
