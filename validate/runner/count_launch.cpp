#include "validate/runner/count_launch.hpp"

#include "validate/counters/counter_metrics.hpp"
#include "validate/counters/cupti_counters.hpp"

namespace gpumodel {
namespace {

std::string in_words(const NoCounters& none) {
  return (none.denied ? "denied: " : "") + none.why;
}

}  // namespace

nlohmann::ordered_json count_launch(const std::function<void()>& before_pass,
                                    const std::function<void()>& launch, std::string& why_not) {
  auto opened = CounterSession::open(counter_metrics);
  if (const auto* none = std::get_if<NoCounters>(&opened)) {
    why_not = in_words(*none);
    return nullptr;
  }
  NoCounters none;
  const std::optional<Counted> counted =
      std::get<CounterSession>(opened).count(before_pass, launch, none);
  if (!counted) {
    why_not = in_words(none);
    return nullptr;
  }
  for (const std::string& missing : counted->missing) why_not += "not counted: " + missing + "; ";
  return counted->values;
}

}  // namespace gpumodel
