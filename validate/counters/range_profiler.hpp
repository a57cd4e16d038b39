// CUPTI's range profiler: counts what runs between the two ends of a range, pass by pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "validate/counters/cuda_context.hpp"
#include "validate/counters/cupti_library.hpp"
#include "validate/counters/cupti_plan.hpp"

namespace gpumodel {

// Enabled on its context as long as it lives. All throw CuptiError.
class RangeProfiler {
 public:
  RangeProfiler(const CuptiLibrary& cupti, CudaContext context);
  ~RangeProfiler();
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;

  struct Data {
    std::vector<std::uint8_t> image;  // of one range, for CuptiPlan::evaluate()
    std::size_t passes = 0;
  };
  // Runs both once per pass and counts the second.
  Data count(const CuptiPlan& plan, const std::function<void()>& before_pass,
             const std::function<void()>& launch);

  // Counts what is launched between the two, where one pass is enough: the data of its range.
  void begin(const CuptiPlan& plan);
  std::vector<std::uint8_t> end();

 private:
  std::vector<std::uint8_t> empty_image(const CuptiPlan& plan) const;
  void configure(const CuptiPlan& plan, std::vector<std::uint8_t>& image) const;
  // Whether it was the last one.
  bool run_pass(const std::function<void()>& before_pass, const std::function<void()>& launch);
  void start() const;
  void push();
  void pop();
  bool stop() const;
  void decode() const;
  void wait() const;
  void abandon_pass();

  const CuptiLibrary& cupti_;
  CudaContext context_;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
  bool in_range_ = false;
  std::vector<std::uint8_t> image_;  // of begin()
};

}  // namespace gpumodel
