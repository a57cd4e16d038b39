// Kernels that are executed on the host, where it reads what they should have written. What is
// issued waits until somebody needs it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/record/runtime.hpp"

namespace gpumodel::record {

// Allocations, each with a number of its own.
struct Touched {
  std::vector<std::uint64_t> reads{}, writes{};
};

struct Launched {
  std::string kernel{};
  dim3 grid{}, block{};
  std::size_t shared = 0;
  std::vector<std::string> arguments{};  // bytes

  friend bool operator==(const Launched& a, const Launched& b) {
    const auto same = [](const dim3& x, const dim3& y) {
      return x.x == y.x && x.y == y.y && x.z == y.z;
    };
    return a.kernel == b.kernel && same(a.grid, b.grid) && same(a.block, b.block) &&
           a.shared == b.shared && a.arguments == b.arguments;
  }
};

bool executes();
// None of them acts where nothing is executed, but `later`, which then acts at once.
void launch_later(const Launched& what);
void later(const Touched& touched, std::function<void()> act);
// Before the host reads or writes memory of a device, as `now` says: what that needs is done.
void settle(const Touched& now);
// Before the host looks at memory that it shares with a device.
void settle_shared();
// What a library wrote there, or anywhere if that is not known: nobody executes it.
void forget_contents(const std::string& call, const std::vector<const void*>& written);
// Memory that was given back: what nobody can read any more is not done. Whether nothing that is to
// be done needs it.
bool give_up(std::uint64_t piece);

}  // namespace gpumodel::record
