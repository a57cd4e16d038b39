// Loaded into a CUDA application (CUDA_INJECTION64_PATH), counts what the first launches of each
// kernel and shape ask L1 for: a line of JSON for each, to the file that GPUMODEL_COUNTS names. The
// application's own launch is counted, once, so only what one pass reads: what comes after is left
// out.
//
//     g++ -O2 -std=c++20 -shared -fPIC -I ROOT -I CUDA/include count.cpp
//         ROOT/validate/counters/{cuda_context,cupti_library,cupti_places,cupti_plan,range_profiler}.cpp
//         -o libcount.so -L CUDA/lib64 -lcupti
#include <cupti.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validate/counters/range_profiler.hpp"

namespace {

using namespace gpumodel;

constexpr int launches_of_each = 2;  // the second says whether the first is like the others

struct Launch {
  std::array<unsigned, 3> grid, block;
};

// Only where the driver is up, which it is not yet when this is loaded.
const CuptiLibrary& started(const CuptiLibrary& cupti) {
  GPUMODEL_CUPTI_PARAMS(CUpti_Profiler_Initialize_Params, start);
  GPUMODEL_CUPTI_CALL(cupti, cuptiProfilerInitialize, "starting", &start);
  return cupti;
}

class Counting {
 public:
  Counting(const CuptiLibrary& cupti, CudaContext context,
           std::span<const std::string_view> metrics)
      : profiler_(started(cupti), context) {
    GPUMODEL_CUPTI_PARAMS(CUpti_Device_GetChipName_Params, chip);
    chip.deviceIndex = static_cast<std::size_t>(context.device());
    GPUMODEL_CUPTI_CALL(cupti, cuptiDeviceGetChipName, "asking for the chip", &chip);
    for (std::size_t n = metrics.size(); n > 0 && (!plan_ || plan_->passes() > 1); --n) {
      plan_.reset();
      plan_.emplace(cupti, chip.pChipName, std::vector<std::uint8_t>{},
                    std::span(metrics).first(n));
    }
  }

  void begin() { profiler_.begin(*plan_); }
  std::map<std::string, double> end() { return plan_->evaluate(profiler_.end(), 0); }

 private:
  RangeProfiler profiler_;
  std::optional<CuptiPlan> plan_;
};

FILE* out = nullptr;
std::unique_ptr<Counting> counting;
bool in_launch = false;
std::map<std::string, int> seen;
std::vector<std::string_view> metrics;

void stop(const CuptiError& error) {
  std::fprintf(out, "{\"failed\": \"%s: %s\"}\n", error.doing.c_str(), error.text.c_str());
  std::fflush(out);
  std::_Exit(1);  // half counted is nothing
}

std::optional<Launch> launch_of(CUpti_CallbackId id, const void* parameters) {
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz: {
      const auto& p = *static_cast<const cuLaunchKernel_params*>(parameters);
      return Launch{{p.gridDimX, p.gridDimY, p.gridDimZ}, {p.blockDimX, p.blockDimY, p.blockDimZ}};
    }
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz: {
      const auto& p = *static_cast<const cuLaunchCooperativeKernel_params*>(parameters);
      return Launch{{p.gridDimX, p.gridDimY, p.gridDimZ}, {p.blockDimX, p.blockDimY, p.blockDimZ}};
    }
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz: {
      const CUlaunchConfig& c = *static_cast<const cuLaunchKernelEx_params*>(parameters)->config;
      return Launch{{c.gridDimX, c.gridDimY, c.gridDimZ}, {c.blockDimX, c.blockDimY, c.blockDimZ}};
    }
    default:
      return std::nullopt;
  }
}

std::string text_of(const CUpti_CallbackData& call, const Launch& launch) {
  std::string text = "{\"kernel\": \"" + std::string(call.symbolName) + "\"";
  for (const auto& [name, extents] :
       {std::pair{"grid", launch.grid}, std::pair{"block", launch.block}}) {
    text += ", \"" + std::string(name) + "\": [" + std::to_string(extents[0]) + ", " +
            std::to_string(extents[1]) + ", " + std::to_string(extents[2]) + "]";
  }
  return text;
}

void write(const std::string& text) {
  std::fprintf(out, "%s, \"counted\": {", text.c_str());
  const char* between = "";
  for (const auto& [metric, value] : counting->end()) {
    std::fprintf(out, "%s\"%s\": %.0f", between, metric.c_str(), value);
    between = ", ";
  }
  std::fprintf(out, "}}\n");
  std::fflush(out);
}

void CUPTIAPI called(void*, CUpti_CallbackDomain, CUpti_CallbackId id, const void* data) {
  const auto& call = *static_cast<const CUpti_CallbackData*>(data);
  const auto launch = launch_of(id, call.functionParams);
  if (!launch || call.symbolName == nullptr) return;
  const std::string text = text_of(call, *launch);
  try {
    if (call.callbackSite == CUPTI_API_ENTER) {
      if (in_launch || seen[text]++ >= launches_of_each) return;
      std::string why_not;
      const CuptiLibrary* cupti = CuptiLibrary::get(why_not);
      const auto context = CudaContext::current();
      if (cupti == nullptr || !context) return;
      if (!counting) counting = std::make_unique<Counting>(*cupti, *context, metrics);
      context->wait();  // what ran before
      counting->begin();
      in_launch = true;
    } else if (in_launch) {
      in_launch = false;
      write(text);
    }
  } catch (const CuptiError& error) {
    stop(error);
  }
}

}  // namespace

extern "C" int InitializeInjection() {
  const char* path = std::getenv("GPUMODEL_COUNTS");
  out = path == nullptr ? nullptr : std::fopen(path, "w");
  const char* names = std::getenv("GPUMODEL_METRICS");
  if (out == nullptr || names == nullptr) return 0;
  for (const auto name : std::views::split(std::string_view(names), ','))
    metrics.emplace_back(name.begin(), name.end());
  CUpti_SubscriberHandle subscriber = nullptr;
  if (const CUptiResult result = cuptiSubscribe(&subscriber, called, nullptr);
      result != CUPTI_SUCCESS) {
    std::fprintf(out, "{\"failed\": \"subscribing: %d\"}\n", result);
    return 0;
  }
  for (const CUpti_CallbackId id :
       {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
        CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
        CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz}) {
    cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
  }
  return 1;
}
