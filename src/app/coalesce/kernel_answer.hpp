// The result of `coalesce KERNEL`: one warp's accesses as for expressions, and the whole launch.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/analysis/kernel_analysis.hpp"
#include "models/time/asked_kernel.hpp"
#include "src/app/coalesce/answer.hpp"
#include "src/app/common/target.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/shelves.hpp"

namespace gpumodel {

// Another padding of a shared array. Wavefronts are those of all accesses to it in the launch.
struct KernelPadding {
  std::size_t array = 0;          // of the kernel
  std::int64_t row_elements = 0;  // along the fastest dimension, without padding
  std::int64_t elements = 0;      // of padding
  double wavefronts_before = 0.0, wavefronts = 0.0;

  bool helps() const { return wavefronts < wavefronts_before; }
};

struct CoalesceKernelAsk {
  std::shared_ptr<const KernelFile> kernel;
  std::vector<std::optional<Number>> overrides;  // of its parameters, by index; empty: none
  LaunchWay way = LaunchWay::any;
  Target target;
  bool shared_only = false;  // nothing but shared memory
  // The warp looked at; what is left open is chosen.
  std::optional<std::int64_t> access, warp;  // of the program, from 1; of the block, from 0
  std::optional<Extent3> block;
  double work = usual_work;                      // see work_limit.hpp
  const Shelves* library = &searched_shelves();  // its devices are named where a launch is refused
};

// It keeps the file it was made from; its parts refer to it.
struct CoalesceKernelAnswer {
  CoalesceKernelAsk ask;
  AskedKernel asked;
  KernelAnalysis analysis;
  std::optional<KernelAnalysis> as_arrays;  // with one array per member of structures
  std::vector<KernelPadding> paddings;

  CoalesceAnswer warp;             // the warp looked at; accesses are those of the program
  std::vector<std::size_t> shown;  // numbers of accesses in the program, from 0
  std::optional<std::size_t> drawn;

  const Kernel& kernel() const { return asked.kernel(); }
  const std::vector<Access>& accesses() const { return kernel().thread->accesses; }
  const Array& array_of(std::size_t access) const {
    return kernel().arrays[accesses()[access].array];
  }
  const AccessSums& sums(std::size_t access) const { return analysis.traffic.accesses[access]; }
  // --shared: the rest of the launch is left out.
  bool shown_shared_only() const { return shown.size() < accesses().size(); }
  double threads() const {
    return analysis.traffic.blocks * static_cast<double>(analysis.shape.threads_per_block());
  }
  // "store b[x][y + k]"
  std::string text_of(std::size_t access) const;
};

bool has_conflicts(const AccessSums& sums);
// Bytes of sectors that hold nothing the request uses.
double wasted_bytes(const AccessSums& sums);
// Sectors that would hold what the requests use.
double ideal_sectors(const AccessSums& sums);

// Of all shown accesses in this memory, the loads or stores.
AccessSums sum_of(const CoalesceKernelAnswer& answer, MemorySpace space, Which which = Which::all);

// The shown access that wastes most: bytes of sectors, or clocks of shared memory. Nothing where
// none to that memory is executed.
std::optional<std::size_t> worst_access(const CoalesceKernelAnswer& answer, MemorySpace space);
// In the memory that the answer is about.
std::optional<std::size_t> worst_access(const CoalesceKernelAnswer& answer);

// The drawn access alone, for pictures. There must be one.
CoalesceAnswer picture_of(const CoalesceKernelAnswer& answer);

}  // namespace gpumodel
