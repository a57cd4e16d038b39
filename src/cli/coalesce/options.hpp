// What the user asks of `coalesce`: accesses of one warp, or a kernel (coalesce_kernel.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/core/work_limit.hpp"
#include "src/app/coalesce/ask.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/cli/library/target.hpp"
#include "src/cli/program/schedule.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/amount.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct CoalesceOptions {
  std::vector<std::string> expressions, definitions;
  std::string element, structure, fields, stores;
  std::string block = "256", at_block = "0", warp = "0", shape, base = "0", where;
  std::string device, capability, path = "default";
  std::string access;  // of a kernel
  ScheduleOption schedule;
  SourceOptions source;
  SetOption set;
  bool shared = false;
  double work = usual_work;  // of --work-limit

  void declare(CLI::App& app);
  bool given(const char* option) const;

  // Of accesses given as expressions. Throws UsageError (options that contradict each other,
  // malformed amounts) and InputError (devices).
  CoalesceAsk ask() const;

 private:
  const CLI::App* app_ = nullptr;
};

// Three extents of --at-block, and the one value of another option. Throw UsageError.
Extent3 parse_block_index(const std::string& text);
std::int64_t parse_single(const char* option, const std::string& text, AmountKind kind);

}  // namespace gpumodel
