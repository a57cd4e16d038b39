// Points as they are measured: in a record, and with --record on disk as they come, so that the
// same command goes on after an interruption.
#pragma once

#include <map>
#include <optional>

#include "src/cli/validate/options.hpp"
#include "src/cli/validate/recording.hpp"

namespace gpumodel {

class KeptPoints {
 public:
  // Throws UsageError and InputError: --record cannot be written, or was measured elsewhere.
  KeptPoints(Environment environment, const ValidateOptions& options, Console& console);

  // What an earlier run has measured of this kernel, its parameters and its cache state.
  const Point* earlier(const Point& blank) const;
  void add_earlier(const Point& point) { record_.points.push_back(point); }
  void add(Point point);
  const Environment& environment() const { return record_.environment; }

  Record finish();
  std::nullopt_t interrupted(std::size_t all);

 private:
  Console& console_;
  std::optional<Recording> recording_;
  std::map<std::string, Point> earlier_;
  Record record_;
};

}  // namespace gpumodel
