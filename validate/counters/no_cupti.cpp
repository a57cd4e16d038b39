// Counters in a program that was built without the headers of CUPTI: there are none.
#include "validate/counters/cupti_counters.hpp"

namespace gpumodel {

struct CounterSession::Opened {};

CounterSession::CounterSession(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
CounterSession::CounterSession(CounterSession&&) noexcept = default;
CounterSession& CounterSession::operator=(CounterSession&&) noexcept = default;
CounterSession::~CounterSession() = default;

std::variant<CounterSession, NoCounters> CounterSession::open(std::span<const std::string_view>) {
  return NoCounters{
      "this program was built without CUPTI's range profiler: build it with CUDA 12.6 or later"};
}

std::optional<Counted> CounterSession::count(const std::function<void()>&,
                                             const std::function<void()>&, NoCounters&) {
  return std::nullopt;  // no session was ever opened
}

}  // namespace gpumodel
