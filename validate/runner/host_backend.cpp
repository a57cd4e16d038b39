// The host as a device: OpenMP versions of kernels, timed with the steady clock.
#include <omp.h>
#include <chrono>
#include <cstdlib>

#include "validate/cases/host_kernel.hpp"
#include "validate/runner/backend.hpp"
#include "validate/runner/host_facts.hpp"
#include "validate/runner/host_memory.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

struct Freed {
  void operator()(void* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<void, Freed>;

// Pages are given to the threads that will use them, by the schedule the kernels use.
Memory first_touched(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  const std::size_t whole = (bytes + page - 1) / page * page;
  Memory memory(std::aligned_alloc(page, std::max(whole, page)));
  if (!memory) throw CaseError("the host has no memory for " + std::to_string(bytes) + " B");
  char* at = static_cast<char*>(memory.get());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < whole; i += page) at[i] = 0;
  return memory;
}

class HostBackend : public Backend {
 public:
  std::string name() const override { return "host"; }
  std::vector<std::string> kernels() const override { return host_kernels(); }
  std::string timer() const override { return "host"; }

  Json environment() override {
    return {{"backend", name()},
            {"device", nullptr},
            {"host", host_facts()},
            {"threads", omp_get_max_threads()},
            {"compiler", GPUMODEL_RUNNER_COMPILER},
            {"gpumodel", GPUMODEL_VERSION},
            {"date", today()}};
  }
  std::size_t free_bytes() override { return free_host_bytes(); }

  void place(CaseArray& array) override {
    if (array.bytes() > free_bytes()) {
      throw CaseError("array '" + array.name + "' needs " + std::to_string(array.bytes()) +
                      " B, the host has " + std::to_string(free_bytes()) + " B");
    }
    memory_.push_back(first_touched(array.bytes()));
    array.at = memory_.back().get();
    restart(array);
  }
  void restart(const CaseArray& array) override { fill_on_host(array); }
  std::vector<double> read(const CaseArray& array, std::span<const std::int64_t> indices) override {
    return read_on_host(array, array.at, indices);
  }
  void select(const KernelCase& c) override {
    case_ = &c;
    function_ = find_host_kernel(c.kernel);
    if (function_ == nullptr) throw CaseError("'" + c.kernel + "' has no version for the host");
  }

  void launch() override { function_(*case_); }
  double once(CacheState state) override {
    using Clock = std::chrono::steady_clock;
    if (state == CacheState::cold) flush();
    const Clock::time_point start = Clock::now();
    launch();
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  std::optional<double> once_from_host(CacheState) override { return std::nullopt; }
  std::optional<double> in_graph(int) override { return std::nullopt; }

  Json launch_facts() override { return nullptr; }
  void watch() override {}
  Json watched() override {
    return {{"clocks", nullptr},  {"throttle", Json::array()},  {"temperature_c", nullptr},
            {"power_w", nullptr}, {"other_processes", nullptr}, {"occupancy", nullptr}};
  }
  Json count(CacheState, std::string& why_not) override {
    why_not = "the host version has no counters";
    return nullptr;
  }

 private:
  // Reads twice the last-level cache.
  void flush() {
    const std::size_t words = 2 * last_level_cache_bytes() / sizeof(double);
    if (!flush_) flush_ = first_touched(words * sizeof(double));
    const double* at = static_cast<const double*>(flush_.get());
    double sum = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (std::size_t i = 0; i < words; ++i) sum += at[i];
    if (sum != 0.0) throw DeviceFault("the flush buffer changed");
  }

  std::vector<Memory> memory_;
  Memory flush_;
  const KernelCase* case_ = nullptr;
  HostFunction function_ = nullptr;
};

}  // namespace

std::unique_ptr<Backend> make_backend() {
  return std::make_unique<HostBackend>();
}

}  // namespace gpumodel
