#include "models/validation/unit_use.hpp"

#include <algorithm>
#include <cmath>

#include "models/access/lanes.hpp"
#include "models/access/memory_rules.hpp"
#include "models/core/constants.hpp"
#include "models/time/machine/rates.hpp"
#include "models/validation/counter_checks.hpp"

namespace gpumodel {
namespace {

// Sectors per request: lanes each want a sector of their own, or are known to store anywhere.
constexpr double apart = 16.0, anywhere = 8.0;

double or_none(std::optional<double> work) {
  return work.value_or(0.0);
}

class Counted {
 public:
  Counted(const Point& point, const Gpu& gpu, double scattered_over)
      : point_(point), gpu_(gpu), scattered_over_(scattered_over), seconds_(point.time->median_s) {
    const double sms = gpu.sms.known().si;
    if (blocks() > 0.0) of_busy_sms_ = sms / std::min(sms, blocks());
  }

  std::vector<UnitUse> take() {
    known([&] { dram(); });
    known([&] { l2(); });
    known([&] { l2_stores(); });
    known([&] { dispatch(); });
    add(unit::l2, busy_seconds(counters::l2_tags, counters::range_ns, 1e9));
    known([&] { arithmetic(); });
    known([&] { sm(); });
    return std::move(all_);
  }

 private:
  // A rate that the device does not state leaves its unit out.
  template <class Add>
  void known(Add add) {
    try {
      add();
    } catch (const UnknownInput&) {
    }
  }
  void add(Units which, double seconds) {
    if (seconds > 0.0) all_.push_back({which, seconds / seconds_});
  }
  std::optional<double> count(std::string_view name) const { return counter(point_, name); }

  // Shares are of a range that is longer than the launch: they tell busy time.
  double busy_seconds(std::string_view percent, std::string_view range, double per_second) const {
    return or_none(count(percent)) / 100.0 * or_none(count(range)) / per_second;
  }

  void dram() {
    const double read = or_none(count(counters::dram_read));
    const double bytes = or_none(counted_dram_bytes(point_));
    if (bytes > 0.0) add(unit::dram, bytes / dram_transfer(w_, gpu_, read / bytes).value().si);
  }
  void l2() {
    const double read = sector_bytes * or_none(count(counters::l2_reads));
    const double write = sector_bytes * or_none(count(counters::l2_writes));
    add(unit::l2,
        std::hypot(read / l2_read(w_, gpu_).value().si, write / l2_write(w_, gpu_).value().si));
  }
  void l2_stores() {
    const bool scattered = scattered_over_ > 0.0;
    const double sectors = or_none(count(counters::store_sectors));
    const double coalesced =
        (scattered ? anywhere : apart) * or_none(count(counters::store_requests));
    if (sectors <= coalesced) return;
    const auto rate =
        scattered ? scattered_lines(w_, gpu_, scattered_over_) : partial_stores(w_, gpu_);
    add(unit::l2, sectors / rate.value().si);
  }
  void dispatch() {
    if (!point_.launch) return;
    const auto& [a, b, c] = point_.launch->block;
    const double threads = static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
    add(unit::dispatch, blocks() * dispatch_interval(w_, gpu_, threads).value().si);
  }
  double blocks() const {
    if (!point_.launch) return 0.0;
    const auto& [x, y, z] = point_.launch->grid;
    return static_cast<double>(x) * static_cast<double>(y) * static_cast<double>(z);
  }
  // Counters are of all SMs, a launch of few blocks keeps few of them busy.
  void add_of_sms(Units which, double seconds) { add(which, of_busy_sms_ * seconds); }
  void arithmetic() {
    if (const auto flop = counted_flop(point_, Pipe::fp64)) {
      add_of_sms(unit::fp64, *flop / gpu_.sustained_fp64.known().si);
    }
    if (const auto flop = counted_flop(point_, Pipe::fp32)) {
      add_of_sms(unit::fp32, *flop / gpu_.sustained_fp32.known().si);
    }
  }
  void sm() {
    const double cycles_per_second = sm_clock(w_, gpu_).value().si;
    const double all_sms = cycles_per_second * gpu_.sms.known().si;
    add_of_sms(unit::l1, l1_cycles() / all_sms);
    for (const auto& [which, share] :
         {std::pair{unit::fp64, counters::fp64_pipe}, std::pair{unit::fp32, counters::fma_pipe},
          std::pair{unit::integer, counters::alu_pipe},
          std::pair{unit::special, counters::special_pipe},
          std::pair{unit::tensor, counters::tensor_pipe}}) {
      add_of_sms(which, busy_seconds(share, counters::cycles, cycles_per_second));
    }
    add_of_sms(unit::issue,
               or_none(count(counters::instructions)) / (all_sms * gpu_.machine.issue.known().si));
  }

  // Spilled registers go through to L2, which sees stores of nobody else beside those of global
  // memory and atomics.
  double l1_cycles() const {
    const double global = or_none(count(counters::store_sectors)) +
                          or_none(count(counters::atomic_sectors)) +
                          or_none(count(counters::reduction_sectors));
    const double spilled =
        std::max(0.0, or_none(count(counters::l2_writes)) - global) * sector_bytes / line_bytes;
    const double data =
        or_none(count(counters::wavefronts)) + (constants::local_store.value - 1.0) * spilled;
    const double lookups =
        or_none(count(counters::load_lookups)) + or_none(count(counters::store_lookups));
    return std::max(data, lookups);
  }

  const Point& point_;
  const Gpu& gpu_;
  double scattered_over_;
  Workings w_;
  double seconds_;
  double of_busy_sms_ = 1.0;
  std::vector<UnitUse> all_;
};

}  // namespace

std::vector<UnitUse> unit_uses(const Point& point, const Gpu& gpu, double scattered_over) {
  if (!point.time || !counted_dram_bytes(point)) return {};
  return Counted(point, gpu, scattered_over).take();
}

}  // namespace gpumodel
