#include "src/app/answers/fields.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "models/hardware/device_fields.hpp"
#include "models/timeline/program/iteration_times.hpp"
#include "src/app/program/against_host.hpp"

namespace gpumodel {
namespace {

using MaybeNumber = std::optional<EngineNumber>;

// A field of an answer: its name, what it is where another may be taken for it, and how to get it.
template <class Answer>
struct FieldRow {
  std::string_view name, words;
  MaybeNumber (*of)(const Answer&);
};

MaybeNumber plain(double value) {
  return exactly(value);
}
template <Dim D>
MaybeNumber number(Quantity<D> value) {
  return exactly(value.si, D);
}
template <Dim D>
MaybeNumber number(const std::optional<Quantity<D>>& value) {
  return value ? number(*value) : std::nullopt;
}
MaybeNumber time_of(const Estimate<Seconds>& time) {
  return EngineNumber{time.value.si, time.low.si, time.high.si, Seconds::dim};
}
MaybeNumber time_of(const PredictAnswer& a, TermId id) {
  if (id == TermId::none) return std::nullopt;
  return time_of(a.prediction.terms[id].time);
}
template <TermId Prediction::*term>
MaybeNumber term_time(const PredictAnswer& a) {
  return time_of(a, a.prediction.*term);
}
template <double CacheVolumes::*bytes>
MaybeNumber cold_bytes(const PredictAnswer& a) {
  if (!a.prediction.analysis) return std::nullopt;
  return number(Bytes{a.prediction.analysis->cold.*bytes});
}
MaybeNumber pays_from(const LaunchCount& count) {
  return count.expected ? plain(static_cast<double>(*count.expected)) : std::nullopt;
}

constexpr auto kernel_rows = std::to_array<FieldRow<PredictAnswer>>({
    {"time", "the kernel", term_time<&Prediction::kernel>},
    {"compute", "its arithmetic", term_time<&Prediction::compute>},
    {"memory", "its memory traffic", term_time<&Prediction::memory>},
    {"h2d", "the copies to the device", term_time<&Prediction::h2d>},
    {"d2h", "the copies to the host", term_time<&Prediction::d2h>},
    {"transfers", "the copies", term_time<&Prediction::transfers>},
    {"offload", "kernel and copies", term_time<&Prediction::offload>},
    {"overlap", "kernel and copies side by side", [](auto& a) { return a.overlap ? time_of(a.overlap->time) : std::nullopt; }},
    {"overlap_speedup", "",
     [](auto& a) { return a.overlap ? plain(a.overlap->speedup) : std::nullopt; }},
    {"host", "the host",
     [](auto& a) { return a.prediction.host ? time_of(a, a.prediction.host->term) : std::nullopt; }},
    {"pays_from", "",
     [](auto& a) { return a.offloading ? pays_from(a.offloading->pays_from) : std::nullopt; }},
    {"flop", "", [](auto& a) { return number(a.prediction.work.total_flop()); }},
    {"loaded", "what is read", [](auto& a) { return number(a.prediction.work.loaded); }},
    {"stored", "what is written", [](auto& a) { return number(a.prediction.work.stored); }},
    {"bytes", "what is read and written", [](auto& a) { return number(a.prediction.work.moved()); }},
    {"dram_read", "what memory reads", cold_bytes<&CacheVolumes::dram_read_bytes>},
    {"dram_write", "what memory writes", cold_bytes<&CacheVolumes::dram_write_bytes>},
    {"intensity", "", [](auto& a) {
       const auto per_byte = a.prediction.arithmetic_intensity();
       return per_byte ? number(FlopPerByte{*per_byte}) : std::nullopt;
     }},
    {"bandwidth", "", [](auto& a) { return number(a.achieved.dram); }},
    {"flops", "", [](auto& a) { return number(a.achieved.flop); }},
    {"ridge", "", [](auto& a) { return number(a.achieved.ridge); }},
    {"occupancy", "",
     [](auto& a) {
       const auto share = a.occupancy ? a.occupancy->lowest() : std::nullopt;
       return share ? plain(*share) : std::nullopt;
     }},
});

// Of the whole, in proportion: what is known of the parts is not kept apart.
MaybeNumber part_of(const ProgramAnswer& a, double seconds) {
  const double whole = a.forecast.time_s;
  return EngineNumber{seconds, seconds * a.low_s / whole, seconds * a.high_s / whole, Seconds::dim};
}
template <class Wanted>
MaybeNumber sum_of_activities(const ProgramAnswer& a, Wanted wanted) {
  double sum = 0.0;
  const Forecast& forecast = a.forecast;
  for (std::size_t i = 0; i < forecast.times.size(); ++i) {
    if (!wanted(forecast.timeline.activities[i])) continue;
    sum += forecast.times[i].end - forecast.times[i].start;
  }
  return part_of(a, sum);
}
template <ActivityKind kind>
MaybeNumber activity(const ProgramAnswer& a) {
  return sum_of_activities(a, [](const Activity& each) { return each.kind == kind; });
}
template <double IterationTimes::*time>
MaybeNumber iteration(const ProgramAnswer& a) {
  const auto times = iteration_times(a.forecast.timeline, a.forecast.times);
  return times ? part_of(a, (*times).*time) : std::nullopt;
}

constexpr auto program_rows = std::to_array<FieldRow<ProgramAnswer>>({
    {"time", "the whole", [](auto& a) { return part_of(a, a.forecast.time_s); }},
    {"serial", "one thing after the other", [](auto& a) { return part_of(a, a.serial_s()); }},
    {"gain", "", [](auto& a) { return plain(a.serial_s() / a.forecast.time_s); }},
    {"kernels", "the kernels", [](auto& a) { return part_of(a, a.forecast.kernel_s); }},
    {"copies", "the copies", [](auto& a) { return part_of(a, a.forecast.copy_s); }},
    {"device", "kernels and copies",
     [](auto& a) { return part_of(a, a.forecast.kernel_s + a.forecast.copy_s); }},
    {"to_device", "the copies to the device", activity<ActivityKind::to_device>},
    {"to_host", "the copies to the host", activity<ActivityKind::to_host>},
    {"peer", "the copies between devices", activity<ActivityKind::peer>},
    {"staging", "", activity<ActivityKind::staging>},
    {"host", "the work of the host", activity<ActivityKind::host_work>},
    {"first", "one iteration and what happens once", iteration<&IterationTimes::first_s>},
    {"each", "a further iteration", iteration<&IterationTimes::each_s>},
    {"tasks", "", [](auto& a) { return plain(static_cast<double>(a.forecast.times.size())); }},
    {"on_host", "the host",
     [](auto& a) {
       return why_not_against_host(a).empty() ? time_of(against_host(a).on_host) : std::nullopt;
     }},
    {"pays_from", "",
     [](auto& a) {
       return why_not_against_host(a).empty() ? pays_from(against_host(a).pays_from) : std::nullopt;
     }},
});
constexpr std::string_view of_kernel = "kernel.", of_device = "device.";

constexpr auto occupancy_rows = std::to_array<FieldRow<Occupancy>>({
    {"occupancy", "", [](auto& o) { return plain(o.fraction()); }},
    {"blocks", "", [](auto& o) { return plain(o.blocks_per_sm); }},
    {"warps", "", [](auto& o) { return plain(o.warps_per_sm); }},
    {"registers_per_warp", "", [](auto& o) { return plain(o.registers_per_warp); }},
});

struct ResourceRow {
  std::string_view name;  // in front of that of the resource
  MaybeNumber (*of)(const Occupancy&, const ResourceUse&);
};
Dim dim_of(const ResourceUse& use) {
  return use.resource == Resource::shared_memory ? Bytes::dim : Dim{};
}
constexpr auto resource_rows = std::to_array<ResourceRow>({
    // As if it alone limited the launch.
    {"by_",
     [](auto& o, auto& use) {
       if (!use.limited()) return plain(1.0);
       return plain(std::min(1.0, double(use.max_blocks) * o.warps_per_block / o.max_warps_per_sm));
     }},
    {"limit.",
     [](auto&, auto& use) { return use.limited() ? plain(use.max_blocks) : std::nullopt; }},
    {"capacity.",
     [](auto&, auto& use) { return MaybeNumber(exactly(double(use.capacity), dim_of(use))); }},
    {"per_block.",
     [](auto&, auto& use) { return MaybeNumber(exactly(double(use.per_block), dim_of(use))); }},
});
std::string field_name(const ResourceRow& row, Resource of) {
  return std::string(row.name) + std::string(name(of));
}

constexpr auto access_rows = std::to_array<FieldRow<CoalesceSum>>({
    {"requested", "what the lanes ask for",
     [](auto& s) { return number(Bytes{double(s.requested_bytes)}); }},
    {"needed", "what differs of it",
     [](auto& s) { return number(Bytes{double(s.touched.bytes)}); }},
    {"moved", "what moves in whole lines",
     [](auto& s) { return number(Bytes{double(moved_line_bytes(s.touched))}); }},
    {"lines", "lines", [](auto& s) { return plain(s.touched.lines); }},
    {"sectors", "sectors", [](auto& s) { return plain(s.touched.sectors); }},
    {"utilisation", "the use of lines", [](auto& s) { return plain(line_utilisation(s.touched)); }},
    {"sector_utilisation", "the use of sectors",
     [](auto& s) { return plain(sector_utilisation(s.touched)); }},
    {"wavefronts", "", [](auto& s) { return s.wavefronts ? plain(*s.wavefronts) : std::nullopt; }},
});

template <class Answer, std::size_t n>
EngineFields fields_from(const std::array<FieldRow<Answer>, n>& rows, const Answer& answer) {
  EngineFields all;
  for (const FieldRow<Answer>& row : rows) all[std::string(row.name)] = row.of(answer);
  return all;
}
template <class D>
void add_device(const D& device, std::string_view prefix, EngineFields& into) {
  for (const DeviceField<D>& field : fields_of<D>()) {
    const SourcedValue& value = field.value(device);
    MaybeNumber& made = into[std::string(prefix) + std::string(field.key)];
    if (!value.is_known()) continue;
    const double factor = value.source.factor;
    made = EngineNumber{value.si, value.si / factor, value.si * factor, field.dim};
  }
}

// "jacobi2d-max" as a name of an expression.
std::string name_of_step(std::string label) {
  for (char& c : label) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return label;
}

template <class Rows>
void add_names(const Rows& rows, std::vector<std::string>& into) {
  for (const auto& row : rows) into.emplace_back(row.name);
}
template <class Rows>
std::string_view words_in(const Rows& rows, const std::string& name) {
  const auto found = std::ranges::find_if(rows, [&](const auto& row) { return row.name == name; });
  return found == rows.end() ? std::string_view() : found->words;
}
template <class D>
void add_keys(std::string_view prefix, std::vector<std::string>& into) {
  for (const DeviceField<D>& field : fields_of<D>()) {
    into.push_back(std::string(prefix) + std::string(field.key));
  }
}

}  // namespace

EngineFields fields_of(const PredictAnswer& answer) {
  EngineFields all = fields_from(kernel_rows, answer);
  add_device(answer.ask.gpu(), of_device, all);
  return all;
}

EngineFields fields_of(const ProgramAnswer& answer) {
  EngineFields all = fields_from(program_rows, answer);
  add_device(answer.gpu(), of_device, all);
  const std::vector<std::string>& labels = answer.forecast.timeline.labels;
  for (std::uint32_t step = 0; step < labels.size(); ++step) {
    const auto is_of_step = [&](const Activity& each) {
      return each.kind == ActivityKind::kernel && labels[each.step] == labels[step];
    };
    const MaybeNumber time = sum_of_activities(answer, is_of_step);
    if (time->value > 0.0) all[std::string(of_kernel) + name_of_step(labels[step])] = time;
  }
  return all;
}

EngineFields fields_of(const Occupancy& occupancy) {
  EngineFields all = fields_from(occupancy_rows, occupancy);
  for (const ResourceUse& use : occupancy.resources) {
    for (const ResourceRow& row : resource_rows) {
      all[field_name(row, use.resource)] = row.of(occupancy, use);
    }
  }
  return all;
}

EngineFields fields_of(const CoalesceAnswer& warp) {
  EngineFields all = fields_from(access_rows, sum_of(warp, Which::all));
  if (!warp.in_shared_memory) return all;
  int turns = 0;
  for (const CoalesceAccess& each : warp.accesses) turns += each.shared.banks.wavefronts;
  all["wavefronts"] = plain(turns);
  return all;
}

EngineFields fields_of(const DeviceFile& file) {
  EngineFields all;
  std::visit([&](const auto& device) { add_device(device, {}, all); }, file.device);
  return all;
}

std::vector<std::string> known_fields(AskKind kind) {
  std::vector<std::string> all;
  switch (kind) {
    case AskKind::kernel:
      add_names(kernel_rows, all);
      add_keys<Gpu>(of_device, all);
      break;
    case AskKind::program:
      add_names(program_rows, all);
      add_keys<Gpu>(of_device, all);
      break;
    case AskKind::occupancy:
      add_names(occupancy_rows, all);
      for (const ResourceRow& row : resource_rows) {
        for (std::size_t i = 0; i < resource_count; ++i) {
          all.push_back(field_name(row, static_cast<Resource>(i)));
        }
      }
      break;
    case AskKind::accesses:
      add_names(access_rows, all);
      break;
    case AskKind::device:
      add_keys<Gpu>({}, all);
      add_keys<Cpu>({}, all);
      break;
    case AskKind::record:
      all = {"time"};
      break;
  }
  return all;
}

std::string_view words_for(AskKind kind, const std::string& name) {
  switch (kind) {
    case AskKind::kernel:
      return words_in(kernel_rows, name);
    case AskKind::program:
      return words_in(program_rows, name);
    case AskKind::accesses:
      return words_in(access_rows, name);
    default:
      return {};
  }
}

bool is_field(AskKind kind, const std::string& name) {
  if (kind == AskKind::program && name.starts_with(of_kernel)) return true;
  const std::vector<std::string> known = known_fields(kind);
  return std::ranges::find(known, name) != known.end();
}

}  // namespace gpumodel
