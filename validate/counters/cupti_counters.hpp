// Hardware counters of one launch, read in the process that launches it.
//
//   // After all timing: an open session may slow launches down.
//   auto opened = CounterSession::open(counter_metrics);  // of the current CUDA context
//   if (const auto* none = std::get_if<NoCounters>(&opened)) {
//     note(none->why);  // none->denied: an administrator could change that
//   } else {
//     auto& session = std::get<CounterSession>(opened);
//     NoCounters why_not;
//     const auto counted = session.count(
//         [&] { prepare(CacheState::cold); cudaStreamSynchronize(stream); },  // before every pass
//         [&] { kernel<<<grid, block, 0, stream>>>(x, y); },                  // the counted launch
//         why_not);
//     if (counted) record(counted->values);  // {"dram__bytes_read.sum": 2.0e8, ...}
//   }
//
// The counters do not fit into one pass, so the launch runs several times, each time after
// `before_pass` has put the caches into the state that was timed. What that does is not counted.
// Nothing here knows the kernel: one that changes its inputs must still do the same work again.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "validate/counters/no_counters.hpp"

namespace gpumodel {

struct Counted {
  std::map<std::string, double> values;
  std::vector<std::string> missing;  // what this GPU does not count
  std::size_t passes = 0;
};

class CounterSession {
 public:
  static std::variant<CounterSession, NoCounters> open(std::span<const std::string_view> metrics);

  // Both functions may queue work on any stream of the context: it is waited for. What they throw
  // passes through, and the session can be used again.
  std::optional<Counted> count(const std::function<void()>& before_pass,
                               const std::function<void()>& launch, NoCounters& why_not);

  CounterSession(CounterSession&&) noexcept;
  CounterSession& operator=(CounterSession&&) noexcept;
  ~CounterSession();

 private:
  struct Opened;
  explicit CounterSession(std::unique_ptr<Opened> opened);

  std::unique_ptr<Opened> opened_;
};

}  // namespace gpumodel
