#include "validate/counters/cupti_counters.hpp"

#include <cstdint>
#include <utility>

#include "validate/counters/cupti_plan.hpp"
#include "validate/counters/range_profiler.hpp"

namespace gpumodel {
namespace {

// Once per process: its hooks in the driver stay.
void initialize(const CuptiLibrary& cupti) {
  static bool done = false;
  if (done) return;
  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Initialize_Params, start);
  GPUMODEL_CUPTI_CALL(cupti, cuptiProfilerInitialize, "starting", &start);
  done = true;
}

std::string chip_of(const CuptiLibrary& cupti, const CudaContext& context) {
  GPUMODEL_CUPTI_PARAMS(CUpti_Device_GetChipName_Params, chip);
  chip.deviceIndex = static_cast<std::size_t>(context.device());
  GPUMODEL_CUPTI_CALL(cupti, cuptiDeviceGetChipName, "asking for the chip", &chip);
  return chip.pChipName;
}

// Which counters this GPU has free; refused where counters are not permitted.
std::vector<std::uint8_t> availability_of(const CuptiLibrary& cupti, const CudaContext& context) {
  const char* doing = "asking for the counters of this GPU";
  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_GetCounterAvailability_Params, available);
  available.ctx = context.handle();
  GPUMODEL_CUPTI_CALL(cupti, cuptiProfilerGetCounterAvailability, doing, &available);
  std::vector<std::uint8_t> image(available.counterAvailabilityImageSize);
  available.pCounterAvailabilityImage = image.data();
  GPUMODEL_CUPTI_CALL(cupti, cuptiProfilerGetCounterAvailability, doing, &available);
  return image;
}

}  // namespace

struct CounterSession::Opened {
  Opened(const CuptiLibrary& cupti, const CudaContext& context,
         std::span<const std::string_view> metrics)
      : plan(cupti, chip_of(cupti, context), availability_of(cupti, context), metrics),
        profiler(cupti, context) {}

  CuptiPlan plan;
  RangeProfiler profiler;
};

CounterSession::CounterSession(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
CounterSession::CounterSession(CounterSession&&) noexcept = default;
CounterSession& CounterSession::operator=(CounterSession&&) noexcept = default;
CounterSession::~CounterSession() = default;

std::variant<CounterSession, NoCounters> CounterSession::open(
    std::span<const std::string_view> metrics) {
  std::string why_not;
  const CuptiLibrary* cupti = CuptiLibrary::get(why_not);
  if (cupti == nullptr) return NoCounters{"CUPTI cannot be loaded: " + why_not};
  const auto context = CudaContext::current();
  if (!context) return NoCounters{"nothing runs on a GPU yet: there is no CUDA context"};
  try {
    initialize(*cupti);
    return CounterSession(std::make_unique<Opened>(*cupti, *context, metrics));
  } catch (const CuptiError& error) {
    return explained_cupti_error(error.code, error.doing, error.text);
  }
}

std::optional<Counted> CounterSession::count(const std::function<void()>& before_pass,
                                             const std::function<void()>& launch,
                                             NoCounters& why_not) {
  try {
    const CuptiPlan& plan = opened_->plan;
    const RangeProfiler::Data data = opened_->profiler.count(plan, before_pass, launch);
    Counted counted{plan.evaluate(data.image, 0), plan.missing(), data.passes};
    for (const std::string& metric : plan.metrics()) {
      if (!counted.values.contains(metric)) counted.missing.push_back(metric);
    }
    return counted;
  } catch (const CuptiError& error) {
    why_not = explained_cupti_error(error.code, error.doing, error.text);
    return std::nullopt;
  }
}

}  // namespace gpumodel
