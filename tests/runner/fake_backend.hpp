// A backend whose kernel is a function of the test, in the host's memory.
#pragma once

#include <functional>
#include <list>

#include "validate/runner/backend.hpp"
#include "validate/runner/host_memory.hpp"

namespace gpumodel {

class FakeBackend : public Backend {
 public:
  using Json = nlohmann::ordered_json;
  explicit FakeBackend(std::function<void(const KernelCase&)> kernel)
      : kernel_(std::move(kernel)) {}

  int timed = 0;  // launches that were timed

  std::string name() const override { return "fake"; }
  std::vector<std::string> kernels() const override { return {}; }
  std::string timer() const override { return "host"; }
  Json environment() override { return Json::object(); }
  std::size_t free_bytes() override { return 1U << 20U; }
  void place(CaseArray& array) override {
    array.at = memory_.emplace_back(array.bytes()).data();
    restart(array);
  }
  void restart(const CaseArray& array) override { fill_on_host(array); }
  std::vector<double> read(const CaseArray& array, std::span<const std::int64_t> indices) override {
    return read_on_host(array, array.at, indices);
  }
  void select(const KernelCase& c) override { case_ = &c; }
  void launch() override { kernel_(*case_); }
  double once(CacheState) override {
    ++timed;
    return 1e-3;
  }
  std::optional<double> once_from_host(CacheState) override { return std::nullopt; }
  std::optional<double> in_graph(int) override { return std::nullopt; }
  Json launch_facts() override { return nullptr; }
  void watch() override {}
  Json watched() override { return {{"clocks", nullptr}}; }
  Json count(CacheState, std::string&) override { return nullptr; }

 private:
  std::function<void(const KernelCase&)> kernel_;
  std::list<std::vector<char>> memory_;
  const KernelCase* case_ = nullptr;
};

}  // namespace gpumodel
