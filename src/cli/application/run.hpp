// Runs an application that was built to be recorded, within limits.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpumodel {

struct RunLimits {
  double seconds = 60.0;  // of its own: what gpumodel takes to answer it does not count
  double bytes = 8.0 * 1024 * 1024 * 1024;  // that it keeps in memory
  bool sandboxed = false;                   // see sandbox.hpp
};

struct RunEnd {
  int exit_code = 0;
  int signal = 0;
  bool timed_out = false, too_big = false, interrupted = false;
  bool stopped() const { return timed_out || too_big || interrupted; }
};

// What it is told when it asks for the time between two events, where nobody predicts.
inline constexpr const char* seconds_without_model = "0.001\n";

// What becomes of what it prints.
enum class Printed { usual, to_err, nowhere };

// Each line it sends is handed to `take`, whose answer goes back. What `take` throws ends the
// application, and is thrown. `preloaded`: a library it gets before its own.
RunEnd run_recorded(const std::vector<std::string>& command, const std::string& setup,
                    const std::string& preloaded, const RunLimits& limits, Printed printed,
                    const std::function<std::optional<std::string>(const std::string&)>& take);

}  // namespace gpumodel
