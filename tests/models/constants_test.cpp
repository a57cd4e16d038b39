// Constants that stand in for a device's numbers, against the device that they were taken from: the
// H200 of the library, as calibrated. Another calibration of it may move them within their range.
#include "models/core/constants.hpp"

#include <gtest/gtest.h>

#include "models/time/machine/rates.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/library/locate.hpp"

namespace gpumodel {
namespace {

const Gpu& h200() {
  static const DeviceFile file = [] {
    const Located place = locate(Shelf::devices, "h200");
    return read_device(read_text_file(place.path, place.shown));
  }();
  return std::get<Gpu>(file.device);
}

double cycles(Seconds time) {
  return time.si * h200().clock.known().si;
}

struct Derivation {
  const Constant& row;
  double (*of_h200)();
};

const Derivation derivations[] = {
    {constants::l2_writes_of_reads,
     [] {
       return h200().machine.memory.l2_write_bandwidth.known() / h200().l2_read_bandwidth.known();
     }},
    {constants::l2_of_one_sm,
     [] {
       const Gpu& gpu = h200();
       return gpu.machine.memory.sm_l2.at(Count{1}).si * gpu.sms.si / gpu.l2_read_bandwidth.si;
     }},
    {constants::dram_of_one_sm,
     [] {
       const Gpu& gpu = h200();
       return gpu.machine.memory.sm_dram.at(Count{1}).si * gpu.sms.si / gpu.dram_copy_bandwidth.si;
     }},
    {constants::lookups_of_sectors,
     [] {
       const auto in_l2 = constants::surely_in_l2.value * h200().l2_capacity.known();
       return h200().machine.memory.gather.at(in_l2).si * 32.0 / h200().l2_read_bandwidth.si;
     }},
    {constants::random_of_copies,
     [] {
       const auto beyond = constants::surely_beyond_l2.value * h200().l2_capacity.known();
       return h200().machine.memory.gather.at(beyond).si * 64.0 / h200().dram_copy_bandwidth.si;
     }},
    {constants::partial_of_whole,
     [] {
       const MemoryParameters& memory = h200().machine.memory;
       return memory.l2_partial_write.si * 32.0 / memory.l2_write_bandwidth.si;
     }},
    {constants::scattered_of_random,
     [] {
       const auto beyond = constants::surely_beyond_l2.value * h200().l2_capacity.known();
       const MemoryParameters& memory = h200().machine.memory;
       return memory.scatter.at(beyond).si / memory.gather.at(beyond).si;
     }},
    {constants::usual_store,
     [] {
       Workings w;
       return cycles(store_cost(w, h200()).value());
     }},
    {constants::usual_barrier,
     [] {
       const CyclesBy& barrier = h200().machine.lsu.barrier;
       return barrier.at(Count{32}).si - 32.0 * constants::barrier_per_thread.value;
     }},
    {constants::barrier_per_thread,
     [] {
       const CyclesBy& barrier = h200().machine.lsu.barrier;
       return (barrier.at(Count{1024}).si - barrier.at(Count{32}).si) / (1024.0 - 32.0);
     }},
    {constants::cycles_of_atomic,
     [] {
       const RateByCount& reduce = h200().machine.atomic.reduce;
       return h200().clock.si / reduce.at(Count{1}).si;
     }},
    {constants::cycles_of_atomic,
     [] { return h200().clock.si / h200().machine.atomic.single_lane.si; }},
    {constants::shared_atomic_float,
     [] { return h200().machine.atomic.shared_f32.at(Count{1024}).si; }},
    {constants::shared_atomic_integer,
     [] { return h200().machine.atomic.shared.at(Count{1024}).si; }},
};

TEST(Constants, StandInsAreWhatTheH200Has) {
  for (const auto& [row, of_h200] : derivations) {
    const double value = of_h200();
    EXPECT_GE(value, row.low) << row.name;
    EXPECT_LE(value, row.high) << row.name;
  }
}

}  // namespace
}  // namespace gpumodel
