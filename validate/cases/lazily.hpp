// An answer that needs the whole array, such as the counts of a histogram: computed when the first
// scalar is checked, by one of the checking threads, and kept for the others.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>

namespace gpumodel {

// A function that returns what compute() returns. Its copies share one result.
template <class Compute>
auto lazily(Compute compute) {
  struct Shared {
    std::once_flag once;
    std::optional<std::invoke_result_t<Compute>> result;
  };
  return [shared = std::make_shared<Shared>(), compute]() -> const auto& {
    std::call_once(shared->once, [&] { shared->result.emplace(compute()); });
    return *shared->result;
  };
}

}  // namespace gpumodel
