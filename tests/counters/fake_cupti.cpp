// A CUPTI for tests without a GPU: one chip FAKE1, three passes, and a list of what was called.
// "dram__bytes.sum" is 64 times the kernels launched in ranges, "broken.sum" is no number, and
// other metrics do not exist.
//   FAKE_CUPTI_FAILS   "FUNCTION CODE": this function fails
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

namespace {

constexpr std::size_t pass_count = 3;
std::string calls;
bool in_range = false;
std::size_t passes_done = 0;
double counted = 0.0;

CUptiResult called(const char* function) {
  const char* fails = std::getenv("FAKE_CUPTI_FAILS");
  std::istringstream words(fails != nullptr ? fails : "");
  std::string name;
  int code = 0;
  if (words >> name >> code && name == function) return static_cast<CUptiResult>(code);
  return CUPTI_SUCCESS;
}

CUptiResult logged(const char* function, const char* word) {
  calls += std::string(word) + " ";
  return called(function);
}

}  // namespace

// What a test asks of the fake.
extern "C" const char* fake_calls() {
  return calls.c_str();
}
extern "C" void fake_forget_calls() {
  calls.clear();
}
extern "C" int fake_fails(const char* function) {
  return called(function);
}
// A kernel, or another thing to list.
extern "C" void fake_kernel(const char* name) {
  calls += std::string(name) + " ";
  if (in_range && std::strcmp(name, "wait") != 0) counted += 64.0;
}

// The host half.
extern "C" CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params*) {
  return called("cuptiProfilerInitialize");
}
extern "C" CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params* p) {
  p->pChipName = p->deviceIndex == 2 ? "FAKE1" : "another";
  return called("cuptiDeviceGetChipName");
}
extern "C" CUptiResult cuptiProfilerGetCounterAvailability(
    CUpti_Profiler_GetCounterAvailability_Params* p) {
  p->counterAvailabilityImageSize = 16;
  return called("cuptiProfilerGetCounterAvailability");
}
extern "C" CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params* p) {
  if (std::strcmp(p->pChipName, "FAKE1") != 0) return CUPTI_ERROR_INVALID_CHIP_NAME;
  p->pHostObject = reinterpret_cast<CUpti_Profiler_Host_Object*>(&calls);
  return called("cuptiProfilerHostInitialize");
}
extern "C" CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params*) {
  return called("cuptiProfilerHostDeinitialize");
}
extern "C" CUptiResult cuptiProfilerHostConfigAddMetrics(
    CUpti_Profiler_Host_ConfigAddMetrics_Params* p) {
  for (std::size_t i = 0; i < p->numMetrics; ++i) {
    const std::string name = p->ppMetricNames[i];
    if (name != "dram__bytes.sum" && name != "broken.sum") return CUPTI_ERROR_INVALID_METRIC_NAME;
  }
  return called("cuptiProfilerHostConfigAddMetrics");
}
extern "C" CUptiResult cuptiProfilerHostGetConfigImageSize(
    CUpti_Profiler_Host_GetConfigImageSize_Params* p) {
  p->configImageSize = 8;
  return called("cuptiProfilerHostGetConfigImageSize");
}
extern "C" CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params*) {
  return called("cuptiProfilerHostGetConfigImage");
}
extern "C" CUptiResult cuptiProfilerHostGetNumOfPasses(
    CUpti_Profiler_Host_GetNumOfPasses_Params* p) {
  p->numOfPasses = pass_count;
  return called("cuptiProfilerHostGetNumOfPasses");
}
extern "C" CUptiResult cuptiProfilerHostEvaluateToGpuValues(
    CUpti_Profiler_Host_EvaluateToGpuValues_Params* p) {
  for (std::size_t i = 0; i < p->numMetrics; ++i) {
    const bool broken = std::strcmp(p->ppMetricNames[i], "broken.sum") == 0;
    p->pMetricValues[i] = broken ? std::nan("") : counted;
  }
  return called("cuptiProfilerHostEvaluateToGpuValues");
}

// The target half.
extern "C" CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params* p) {
  p->pRangeProfilerObject = reinterpret_cast<CUpti_RangeProfiler_Object*>(&calls);
  return logged("cuptiRangeProfilerEnable", "enable");
}
extern "C" CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params*) {
  return logged("cuptiRangeProfilerDisable", "disable");
}
extern "C" CUptiResult cuptiRangeProfilerGetCounterDataSize(
    CUpti_RangeProfiler_GetCounterDataSize_Params* p) {
  p->counterDataSize = 32;
  return called("cuptiRangeProfilerGetCounterDataSize");
}
extern "C" CUptiResult cuptiRangeProfilerCounterDataImageInitialize(
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params*) {
  return called("cuptiRangeProfilerCounterDataImageInitialize");
}
extern "C" CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params* p) {
  const bool own = p->range == CUPTI_UserRange && p->replayMode == CUPTI_UserReplay;
  passes_done = 0;
  counted = 0.0;
  return own ? called("cuptiRangeProfilerSetConfig") : CUPTI_ERROR_NOT_SUPPORTED;
}
extern "C" CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params*) {
  return logged("cuptiRangeProfilerStart", "start");
}
extern "C" CUptiResult cuptiRangeProfilerPushRange(CUpti_RangeProfiler_PushRange_Params*) {
  in_range = true;
  return logged("cuptiRangeProfilerPushRange", "push");
}
extern "C" CUptiResult cuptiRangeProfilerPopRange(CUpti_RangeProfiler_PopRange_Params*) {
  in_range = false;
  return logged("cuptiRangeProfilerPopRange", "pop");
}
extern "C" CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params* p) {
  p->isAllPassSubmitted = ++passes_done == pass_count ? 1 : 0;
  return logged("cuptiRangeProfilerStop", "stop");
}
extern "C" CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params*) {
  return logged("cuptiRangeProfilerDecodeData", "decode");
}
