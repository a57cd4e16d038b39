// Which counters a kind of GPU has, and in how many passes they are read. Needs neither a GPU nor a
// driver, only the library.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "validate/counters/cupti_library.hpp"

namespace gpumodel {

// The chips that this CUPTI knows: "GH100".
std::vector<std::string> cupti_chips(const CuptiLibrary& cupti);

class CuptiPlan {
 public:
  // Metrics that the chip does not have, or not together with those before them, are left out.
  // `availability`: of the counters on one GPU, or empty. Throws CuptiError.
  CuptiPlan(const CuptiLibrary& cupti, std::string chip, std::vector<std::uint8_t> availability,
            std::span<const std::string_view> metrics);
  ~CuptiPlan();
  CuptiPlan(const CuptiPlan&) = delete;
  CuptiPlan& operator=(const CuptiPlan&) = delete;

  const std::vector<std::string>& metrics() const { return metrics_; }
  const std::vector<std::string>& missing() const { return missing_; }
  std::size_t passes() const { return passes_; }
  const std::vector<std::uint8_t>& configuration() const { return configuration_; }

  // The metrics of one range of a counter data image; those that are no finite number are left out.
  std::map<std::string, double> evaluate(std::span<const std::uint8_t> data,
                                         std::size_t range) const;

 private:
  void open();
  void close();
  void configure(const std::vector<std::string>& metrics);
  bool can_configure(const std::vector<std::string>& metrics);

  const CuptiLibrary& cupti_;
  std::string chip_;
  std::vector<std::uint8_t> availability_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
  std::vector<std::string> metrics_, missing_;
  std::vector<std::uint8_t> configuration_;
  std::size_t passes_ = 0;
};

std::vector<const char*> c_strings(const std::vector<std::string>& all);

}  // namespace gpumodel
