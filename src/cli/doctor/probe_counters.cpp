// Whether hardware counters can be read, without reading any.
#include <fstream>
#include <sstream>

#include "src/cli/doctor/probe.hpp"
#include "src/cli/doctor/text.hpp"
#include "validate/counters/installed_cupti.hpp"

namespace gpumodel {
namespace {

std::string content(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

void probe_counters(MachineFacts& facts) {
  if (const auto cupti = find_cupti(facts.cupti_why_not)) {
    facts.cupti = ToolFacts{cupti->path, std::to_string(cupti->cuda_major)};
    facts.has_range_profiler = cupti->has_range_profiler;
  }
  facts.admin_only = counters_admin_only(content("/proc/driver/nvidia/params"));
  facts.is_administrator = may_administer(content("/proc/self/status"));
}

}  // namespace gpumodel
