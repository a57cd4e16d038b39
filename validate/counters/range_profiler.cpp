#include "validate/counters/range_profiler.hpp"

#include <utility>

namespace gpumodel {
namespace {

constexpr const char* counting = "counting";

}  // namespace

RangeProfiler::RangeProfiler(const CuptiLibrary& cupti, CudaContext context)
    : cupti_(cupti), context_(context) {
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_Enable_Params, enable);
  enable.ctx = context_.handle();
  GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerEnable, "enabling the profiler", &enable);
  profiler_ = enable.pRangeProfilerObject;
}

RangeProfiler::~RangeProfiler() {
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_Disable_Params, disable);
  disable.pRangeProfilerObject = profiler_;
  try {
    GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerDisable, "disabling the profiler", &disable);
  } catch (const CuptiError&) {  // what was counted stands
  }
}

RangeProfiler::Data RangeProfiler::count(const CuptiPlan& plan,
                                         const std::function<void()>& before_pass,
                                         const std::function<void()>& launch) {
  Data data{empty_image(plan), 0};
  configure(plan, data.image);
  bool last = false;
  while (!last) {
    if (data.passes > plan.passes())
      throw CuptiError{CUPTI_ERROR_UNKNOWN, counting, "there is no last pass"};
    last = run_pass(before_pass, launch);
    ++data.passes;
  }
  decode();
  return data;
}

void RangeProfiler::begin(const CuptiPlan& plan) {
  image_ = empty_image(plan);
  configure(plan, image_);
  start();
  push();
}

std::vector<std::uint8_t> RangeProfiler::end() {
  wait();
  pop();
  if (!stop()) throw CuptiError{CUPTI_ERROR_UNKNOWN, counting, "one pass does not read them"};
  decode();
  return std::move(image_);
}

std::vector<std::uint8_t> RangeProfiler::empty_image(const CuptiPlan& plan) const {
  std::vector<const char*> names = c_strings(plan.metrics());
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
  size.pRangeProfilerObject = profiler_;
  size.pMetricNames = names.data();
  size.numMetrics = names.size();
  size.maxNumOfRanges = 1;
  size.maxNumRangeTreeNodes = 1;
  GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerGetCounterDataSize, counting, &size);
  std::vector<std::uint8_t> image(size.counterDataSize);
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, initialize);
  initialize.pRangeProfilerObject = profiler_;
  initialize.pCounterData = image.data();
  initialize.counterDataSize = image.size();
  GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerCounterDataImageInitialize, counting, &initialize);
  return image;
}

// A range of our own, repeated by us: CUPTI would repeat a kernel with whatever its last run and
// the restored memory left in the caches.
void RangeProfiler::configure(const CuptiPlan& plan, std::vector<std::uint8_t>& image) const {
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig_Params, config);
  config.pRangeProfilerObject = profiler_;
  config.pConfig = plan.configuration().data();
  config.configSize = plan.configuration().size();
  config.pCounterDataImage = image.data();
  config.counterDataImageSize = image.size();
  config.range = CUPTI_UserRange;
  config.replayMode = CUPTI_UserReplay;
  config.maxRangesPerPass = 1;
  config.numNestingLevels = 1;
  config.minNestingLevel = 1;
  config.targetNestingLevel = 1;
  GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerSetConfig, counting, &config);
}

bool RangeProfiler::run_pass(const std::function<void()>& before_pass,
                             const std::function<void()>& launch) {
  start();
  try {
    before_pass();
    wait();
    push();
    launch();
    wait();
    pop();
  } catch (...) {
    abandon_pass();
    throw;
  }
  return stop();
}

void RangeProfiler::start() const {
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params, start);
  start.pRangeProfilerObject = profiler_;
  GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerStart, counting, &start);
}

void RangeProfiler::push() {
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_PushRange_Params, push);
  push.pRangeProfilerObject = profiler_;
  push.pRangeName = "launch";
  GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerPushRange, counting, &push);
  in_range_ = true;
}

void RangeProfiler::pop() {
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_PopRange_Params, pop);
  pop.pRangeProfilerObject = profiler_;
  in_range_ = false;
  GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerPopRange, counting, &pop);
}

bool RangeProfiler::stop() const {
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params, stop);
  stop.pRangeProfilerObject = profiler_;
  GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerStop, counting, &stop);
  return stop.isAllPassSubmitted != 0;
}

void RangeProfiler::decode() const {
  GPUMODEL_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData_Params, decode);
  decode.pRangeProfilerObject = profiler_;
  GPUMODEL_CUPTI_CALL(cupti_, cuptiRangeProfilerDecodeData, counting, &decode);
  if (decode.numOfRangeDropped != 0)
    throw CuptiError{CUPTI_ERROR_UNKNOWN, counting, "the counters of the launch were dropped"};
}

void RangeProfiler::wait() const {
  if (!context_.wait()) throw CuptiError{CUPTI_ERROR_UNKNOWN, counting, "the launch failed"};
}

// Leaves the profiler as it is before a pass; what was thrown already matters more.
void RangeProfiler::abandon_pass() {
  try {
    if (in_range_) pop();
    stop();
  } catch (const CuptiError&) {
  }
}

}  // namespace gpumodel
