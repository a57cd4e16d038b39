#include "models/validation/limiter.hpp"

#include <algorithm>
#include <vector>

#include "models/validation/counter_checks.hpp"

namespace gpumodel {
namespace {

constexpr double least_busy = 0.6;
constexpr double as_busy = 0.9;  // of the busiest: cannot be told apart
constexpr double apart = 16.0;   // sectors per request
constexpr double schedulers_per_sm = 4.0;
constexpr double sector_bytes_each = 32.0;

struct TermParts {
  std::string_view term;
  Parts parts;
};

constexpr auto term_table = std::to_array<TermParts>({
    {"memory", part::dram},
    {"dram", part::dram},
    {"l2", part::l2},
    {"l1", part::l1},
    {"shared", part::l1},
    {"lsu", part::l1},
    {"fp64", part::fp64},
    {"fp32", part::fp32},
    {"fp16", part::fp16},
    {"compute", part::fp64 | part::fp32 | part::fp16},
    {"issue", part::issue},
    {"launch", part::none},
    {"dispatch", part::none},
    {"latency", part::none},
    {"concurrency", part::none},
    {"tail", part::none},
});

struct Busy {
  Parts which;
  double share;
};

// Work over what the device can do in the time of the launch.
class Usage {
 public:
  explicit Usage(double seconds) : seconds_(seconds) {}
  void add(Parts which, std::optional<double> work, const SourcedValue& rate, double factor = 1.0) {
    if (!work || !rate.is_known() || rate.si <= 0.0) return;
    all_.push_back({which, *work / (rate.si * factor) / seconds_});
  }
  std::optional<Parts> busiest() const {
    if (all_.empty()) return std::nullopt;
    const double most = std::ranges::max(all_, {}, &Busy::share).share;
    if (most < least_busy) return part::none;
    Parts set = 0;
    for (const Busy& one : all_) {
      if (one.share >= as_busy * most) set |= one.which;
    }
    return set;
  }

 private:
  double seconds_;
  std::vector<Busy> all_;
};

}  // namespace

std::optional<Parts> busiest_parts(const Point& point, const Gpu& gpu) {
  if (!point.time || !counted_dram_bytes(point)) return std::nullopt;
  Usage usage(point.time->median_s);
  usage.add(part::dram, counted_dram_bytes(point), gpu.dram_copy_bandwidth);
  usage.add(part::l2, counter(point, counters::l2_sectors), gpu.l2_read_bandwidth,
            1.0 / sector_bytes_each);
  usage.add(part::l2, counter(point, counters::store_sectors),
            gpu.machine.memory.l2_write_bandwidth, 1.0 / sector_bytes_each);
  // Stores whose lanes each want a sector of their own fill none of them.
  const auto requests = counter(point, counters::store_requests);
  const auto sectors = counter(point, counters::store_sectors);
  if (requests && sectors && *sectors > apart * *requests) {
    usage.add(part::l2, sectors, gpu.machine.memory.l2_partial_write);
  }
  usage.add(part::fp64, counted_flop(point, Pipe::fp64), gpu.sustained_fp64);
  usage.add(part::fp32, counted_flop(point, Pipe::fp32), gpu.sustained_fp32);
  if (gpu.sms.is_known()) {
    usage.add(part::l1, counter(point, counters::wavefronts), gpu.clock, gpu.sms.si);
    usage.add(part::issue, counter(point, counters::instructions), gpu.clock,
              gpu.sms.si * schedulers_per_sm);
  }
  return usage.busiest();
}

std::optional<Parts> parts_of_term(std::string_view term) {
  const auto row = std::ranges::find(term_table, term, &TermParts::term);
  return row == term_table.end() ? std::nullopt : std::optional(row->parts);
}

std::optional<bool> limiter_agrees(std::string_view term, const Point& point, const Gpu& gpu) {
  const std::optional<Parts> named = parts_of_term(term);
  const std::optional<Parts> seen = busiest_parts(point, gpu);
  if (!named || !seen) return std::nullopt;
  return (*named & *seen) != 0;
}

}  // namespace gpumodel
