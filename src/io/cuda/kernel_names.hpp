// What the names of a kernel are called in CUDA: on the device, and in the reference on the host.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "models/kernel/thread/dataflow/dataflow.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

enum class CodeSide { device, host };

// A kernel as it is written out.
struct WrittenKernel {
  const Kernel& kernel;
  std::span<const Number> values;
  LaunchShape shape;
  Dataflow flow;
  std::vector<PlacedArray> arrays;
  bool wide = false;  // indices of 64 bits

  const ThreadProgram& program() const { return *kernel.thread; }
  std::string_view index_type() const { return wide ? "long long" : "int"; }
  std::int64_t elements(std::size_t array) const {
    return arrays[array].bytes / std::max<std::int64_t>(1, kernel.arrays[array].element_bytes());
  }
};

// Names that no thread program has: of the whole launch.
inline constexpr std::string_view thread_number = "thread_number", block_number = "block_number",
                                  thread_of_grid = "thread_of_grid", warp_of_grid = "warp_of_grid";

class KernelNames {
 public:
  KernelNames(const WrittenKernel& written, CodeSide side);

  std::string operator()(const Expression::Name& name);  // and remembers its use
  std::string variable(std::size_t slot) const;          // of let, read, draw, for
  std::string plain(std::size_t slot) const;             // without what stands in front of it
  // The coordinate that it is, as it is called here; empty: something else.
  std::string coordinate_of(const Expression::Name& name) const;
  std::string coordinate(std::string_view name);  // of thread_names, block_names, or above
  std::string reg(std::size_t number) const;
  std::string plain_reg(std::size_t number) const { return regs_[number]; }
  std::string array(std::size_t number) const { return arrays_[number]; }
  std::string parameter(std::size_t number) const { return parameters_[number]; }
  std::string extent(std::size_t array, std::size_t dimension);

  const std::set<std::size_t>& used_parameters() const { return used_parameters_; }
  const std::set<std::string>& used_coordinates() const { return used_coordinates_; }
  // By array and dimension: extents that are arguments of their own.
  const std::set<std::pair<std::size_t, std::size_t>>& used_extents() const {
    return used_extents_;
  }
  std::string extent_name(std::size_t array, std::size_t dimension) const;

 private:
  std::string unique(std::string name);

  const WrittenKernel& written_;
  CodeSide side_;
  std::set<std::string> taken_;
  std::vector<std::string> parameters_, arrays_, variables_, regs_;
  std::set<std::size_t> used_parameters_;
  std::set<std::string> used_coordinates_;
  std::set<std::pair<std::size_t, std::size_t>> used_extents_;
};

// What CUDA says for a coordinate.
std::string coordinate_text(std::string_view name, const WrittenKernel& written);

}  // namespace gpumodel
