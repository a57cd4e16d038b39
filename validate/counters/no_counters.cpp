#include "validate/counters/no_counters.hpp"

#include <algorithm>
#include <array>

namespace gpumodel {
namespace {

struct Explained {
  int code;  // CUptiResult
  bool denied;
  const char* why;
};

constexpr auto explanations = std::to_array<Explained>({
    {14, false, "this CUPTI and the installed driver do not fit each other"},
    {26, false, "another profiler is using the counters of this GPU"},
    {33, false, "this GPU is virtual, and its driver has no counters"},
    {35, true,
     "the driver allows counters to administrators only: run as root (a container needs "
     "CAP_SYS_ADMIN), or have the driver loaded with NVreg_RestrictProfilingToAdminUsers=0"},
    {36, false, "another part of this program has started the old profiler of CUPTI"},
    {38, false, "this GPU is too old for the profiler of CUPTI (compute capability 7.5 or later)"},
    {39, false, "another profiler is attached to this program"},
    {40, true, "this GPU is virtual, and its host does not allow counters"},
    {41, false, "confidential computing is on: there are no counters"},
    {42, false, "this GPU (a mining processor) has no counters"},
    {43, false, "MIG is on: this part of a GPU has no counters"},
    {44, false, "SLI is on: there are no counters"},
    {45, false, "there are no counters in this Windows subsystem"},
    {46, false, "this CUPTI does not know the GPU: a newer toolkit is needed"},
});

}  // namespace

NoCounters explained_cupti_error(int code, const std::string& doing, const std::string& text) {
  const auto found = std::find_if(explanations.begin(), explanations.end(),
                                  [&](const Explained& e) { return e.code == code; });
  if (found != explanations.end()) return {found->why, found->denied};
  return {"CUPTI failed while " + doing + ": " + (text.empty() ? "error" : text) + " (" +
              std::to_string(code) + ")",
          false};
}

}  // namespace gpumodel
