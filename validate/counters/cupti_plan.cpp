#include "validate/counters/cupti_plan.hpp"

#include <cmath>
#include <utility>

namespace gpumodel {
namespace {

constexpr const char* planning = "planning the counters";

}  // namespace

std::vector<const char*> c_strings(const std::vector<std::string>& all) {
  std::vector<const char*> texts;
  for (const std::string& one : all) texts.push_back(one.c_str());
  return texts;
}

std::vector<std::string> cupti_chips(const CuptiLibrary& cupti) {
  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Host_GetSupportedChips_Params, chips);
  GPUMODEL_CUPTI_CALL(cupti, cuptiProfilerHostGetSupportedChips, "listing chips", &chips);
  return {chips.ppChipNames, chips.ppChipNames + chips.numChips};
}

CuptiPlan::CuptiPlan(const CuptiLibrary& cupti, std::string chip,
                     std::vector<std::uint8_t> availability,
                     std::span<const std::string_view> metrics)
    : cupti_(cupti), chip_(std::move(chip)), availability_(std::move(availability)) {
  open();
  close();  // a chip that is not known says so here, and not for every metric
  const std::vector<std::string> all(metrics.begin(), metrics.end());
  if (can_configure(all)) {
    metrics_ = all;
    return;
  }
  for (const std::string& metric : all) {
    metrics_.push_back(metric);
    if (can_configure(metrics_)) continue;
    metrics_.pop_back();
    missing_.push_back(metric);
  }
  configure(metrics_);
}

CuptiPlan::~CuptiPlan() {
  close();
}

void CuptiPlan::open() {
  close();
  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Host_Initialize_Params, start);
  start.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  start.pChipName = chip_.c_str();
  start.pCounterAvailabilityImage = availability_.empty() ? nullptr : availability_.data();
  GPUMODEL_CUPTI_CALL(cupti_, cuptiProfilerHostInitialize, planning, &start);
  host_ = start.pHostObject;
}

void CuptiPlan::close() {
  if (host_ == nullptr) return;
  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize_Params, end);
  end.pHostObject = std::exchange(host_, nullptr);
  try {
    GPUMODEL_CUPTI_CALL(cupti_, cuptiProfilerHostDeinitialize, planning, &end);
  } catch (const CuptiError&) {  // nothing is left to do with it
  }
}

bool CuptiPlan::can_configure(const std::vector<std::string>& metrics) {
  try {
    configure(metrics);
  } catch (const CuptiError&) {
    return false;
  }
  return true;
}

// A plan takes more metrics but gives none back, so each attempt starts afresh.
void CuptiPlan::configure(const std::vector<std::string>& metrics) {
  open();
  std::vector<const char*> names = c_strings(metrics);
  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add);
  add.pHostObject = host_;
  add.ppMetricNames = names.data();
  add.numMetrics = names.size();
  GPUMODEL_CUPTI_CALL(cupti_, cuptiProfilerHostConfigAddMetrics, planning, &add);

  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, size);
  size.pHostObject = host_;
  GPUMODEL_CUPTI_CALL(cupti_, cuptiProfilerHostGetConfigImageSize, planning, &size);
  configuration_.assign(size.configImageSize, 0);
  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, image);
  image.pHostObject = host_;
  image.configImageSize = configuration_.size();
  image.pConfigImage = configuration_.data();
  GPUMODEL_CUPTI_CALL(cupti_, cuptiProfilerHostGetConfigImage, planning, &image);

  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Host_GetNumOfPasses_Params, passes);
  passes.configImageSize = configuration_.size();
  passes.pConfigImage = configuration_.data();
  GPUMODEL_CUPTI_CALL(cupti_, cuptiProfilerHostGetNumOfPasses, planning, &passes);
  passes_ = passes.numOfPasses;
  if (passes_ == 0) throw CuptiError{CUPTI_ERROR_UNKNOWN, planning, "no pass reads them"};
}

std::map<std::string, double> CuptiPlan::evaluate(std::span<const std::uint8_t> data,
                                                  std::size_t range) const {
  std::vector<const char*> names = c_strings(metrics_);
  std::vector<double> values(names.size());
  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, evaluate);
  evaluate.pHostObject = host_;
  evaluate.pCounterDataImage = data.data();
  evaluate.counterDataImageSize = data.size();
  evaluate.rangeIndex = range;
  evaluate.ppMetricNames = names.data();
  evaluate.numMetrics = names.size();
  evaluate.pMetricValues = values.data();
  GPUMODEL_CUPTI_CALL(cupti_, cuptiProfilerHostEvaluateToGpuValues, "evaluating", &evaluate);
  std::map<std::string, double> result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) result.emplace(metrics_[i], values[i]);
  }
  return result;
}

}  // namespace gpumodel
