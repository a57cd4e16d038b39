#include "src/app/roofline/roofs.hpp"

#include <algorithm>

#include "models/hardware/sm_rates.hpp"
#include "models/time/terms/compute.hpp"

namespace gpumodel {
namespace {

constexpr double l1_path = 128.0;  // bytes per SM and clock, since 3.0 (NVIDIA's tuning guides)

class Roofs {
 public:
  explicit Roofs(const Gpu& gpu) : gpu_(gpu) {}

  template <class Q>
  void add(RoofLevel level, bool sustained, const Sourced<Q>& number) {
    if (number.is_known()) all.push_back({level, sustained, number.si, Q::dim, number.source});
  }

  // The largest of several: a kernel that only reads, or only writes, may be faster than a copy.
  void add_largest(RoofLevel level, std::initializer_list<const Sourced<BytesPerSecond>*> numbers) {
    const auto* largest = *std::ranges::max_element(
        numbers, {}, [](const auto* number) { return number->is_known() ? number->si : 0.0; });
    add(level, true, *largest);
  }

  // So many per SM and clock. `origin`: of what was stated of the SM.
  void add_per_clock(RoofLevel level, bool sustained, double each, Dim unit, Source origin) {
    if (!gpu_.sms.is_known() || !gpu_.clock.is_known()) return;
    all.push_back({level, sustained, each * gpu_.sms.si * gpu_.clock.si, unit, std::move(origin)});
  }

  std::vector<Roof> all;

 private:
  const Gpu& gpu_;
};

Source of_capability(const char* key, const char* note) {
  return {.from = Provenance::derived, .key = key, .note = note};
}

}  // namespace

std::vector<Roof> roofs_of(const Gpu& gpu) {
  Roofs roofs(gpu);
  roofs.add(RoofLevel::dram, false, gpu.dram_bandwidth);
  roofs.add_largest(RoofLevel::dram, {&gpu.dram_copy_bandwidth, &gpu.dram_read_bandwidth,
                                      &gpu.dram_write_bandwidth});
  roofs.add_largest(RoofLevel::l2,
                    {&gpu.l2_read_bandwidth, &gpu.machine.memory.l2_write_bandwidth});
  roofs.add_per_clock(RoofLevel::l1, false, l1_path, BytesPerSecond::dim,
                      of_capability("l1", "128 B per SM and clock"));
  for (const auto& [pipe, level] :
       {std::pair(Pipe::fp64, RoofLevel::fp64), std::pair(Pipe::fp32, RoofLevel::fp32),
        std::pair(Pipe::fp16, RoofLevel::fp16)}) {
    roofs.add(level, false, flop_rate(gpu, pipe, Ceiling::peak));
    roofs.add(level, true, flop_rate(gpu, pipe, Ceiling::sustained));
  }
  const MachineParameters& machine = gpu.machine;
  roofs.add(RoofLevel::tensor, true, machine.sustained_tensor_f16);
  const Sourced<Count>& additions = machine.operations[MachineOperation::int_add].throughput;
  if (additions.is_known()) {
    roofs.add_per_clock(RoofLevel::integer, true, additions.si, PerSecond::dim, additions.source);
  }
  const SmRates* rates = find_rates(gpu.compute_capability);
  if (rates != nullptr) {
    roofs.add_per_clock(RoofLevel::issue, false, rates->schedulers, PerSecond::dim,
                        of_capability("schedulers", "one warp instruction per clock each"));
  }
  if (machine.issue.is_known()) {
    roofs.add_per_clock(RoofLevel::issue, true, machine.issue.si, PerSecond::dim,
                        machine.issue.source);
  }
  return std::move(roofs.all);
}

}  // namespace gpumodel
