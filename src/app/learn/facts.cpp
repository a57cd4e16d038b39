#include "src/app/learn/facts.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "models/hardware/device_fields.hpp"
#include "src/app/coalesce/ask.hpp"
#include "src/app/common/model_choice.hpp"
#include "src/app/occupancy/launches.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/record/read_record.hpp"

namespace gpumodel {
namespace {

template <Dim D>
Amount amount(Quantity<D> q) {
  return {q.si, D};
}
Amount plain(double value) {
  return {value, {}};
}

template <class T>
struct FactRow {
  std::string_view name;
  std::optional<Amount> (*of)(const T&);
};

std::optional<Amount> time_of(const PredictAnswer& a, TermId id) {
  if (id == TermId::none) return std::nullopt;
  return amount(a.prediction.time(id));
}

const CacheVolumes* cold_volumes(const PredictAnswer& a) {
  return a.prediction.analysis ? &a.prediction.analysis->cold : nullptr;
}

constexpr auto predict_facts = std::to_array<FactRow<PredictAnswer>>({
    {"time", [](const PredictAnswer& a) { return time_of(a, a.prediction.kernel); }},
    {"compute", [](const PredictAnswer& a) { return time_of(a, a.prediction.compute); }},
    {"memory", [](const PredictAnswer& a) { return time_of(a, a.prediction.memory); }},
    {"h2d", [](const PredictAnswer& a) { return time_of(a, a.prediction.h2d); }},
    {"d2h", [](const PredictAnswer& a) { return time_of(a, a.prediction.d2h); }},
    {"transfers", [](const PredictAnswer& a) { return time_of(a, a.prediction.transfers); }},
    {"offload", [](const PredictAnswer& a) { return time_of(a, a.prediction.offload); }},
    {"host",
     [](const PredictAnswer& a) {
       return a.prediction.host ? time_of(a, a.prediction.host->term) : std::nullopt;
     }},
    {"overlapped",
     [](const PredictAnswer& a) {
       return a.overlap ? std::optional(amount(a.overlap->time.value)) : std::nullopt;
     }},
    {"pays_from",
     [](const PredictAnswer& a) -> std::optional<Amount> {
       if (!a.offloading || !a.offloading->pays_from.expected) return std::nullopt;
       return plain(static_cast<double>(*a.offloading->pays_from.expected));
     }},
    {"flop",
     [](const PredictAnswer& a) { return std::optional(amount(a.prediction.work.total_flop())); }},
    {"loaded",
     [](const PredictAnswer& a) { return std::optional(amount(a.prediction.work.loaded)); }},
    {"stored",
     [](const PredictAnswer& a) { return std::optional(amount(a.prediction.work.stored)); }},
    {"ridge",
     [](const PredictAnswer& a) {
       return a.achieved.ridge ? std::optional(amount(*a.achieved.ridge)) : std::nullopt;
     }},
    {"dram_read",
     [](const PredictAnswer& a) -> std::optional<Amount> {
       const CacheVolumes* volumes = cold_volumes(a);
       if (volumes == nullptr) return std::nullopt;
       return amount(Bytes{volumes->dram_read_bytes});
     }},
    {"dram_write",
     [](const PredictAnswer& a) -> std::
                                    optional<Amount> {
                                      const CacheVolumes* volumes = cold_volumes(a);
                                      if (volumes == nullptr) return std::nullopt;
                                      return amount(Bytes{volumes->dram_write_bytes});
                                    }},
});

constexpr auto occupancy_facts = std::to_array<FactRow<Occupancy>>({
    {"share", [](const Occupancy& o) { return std::optional(plain(o.fraction())); }},
    {"blocks", [](const Occupancy& o) { return std::optional(plain(o.blocks_per_sm)); }},
    {"warps", [](const Occupancy& o) { return std::optional(plain(o.warps_per_sm)); }},
    {"registers_per_warp",
     [](const Occupancy& o) { return std::optional(plain(o.registers_per_warp)); }},
});

constexpr auto coalesce_facts = std::to_array<FactRow<CoalesceSum>>({
    {"requested",
     [](const CoalesceSum& s) { return std::optional(amount(Bytes{double(s.requested_bytes)})); }},
    {"sectors", [](const CoalesceSum& s) { return std::optional(plain(s.touched.sectors)); }},
    {"lines", [](const CoalesceSum& s) { return std::optional(plain(s.touched.lines)); }},
    {"sector_use",
     [](const CoalesceSum& s) { return std::optional(plain(sector_utilisation(s.touched))); }},
    {"line_use",
     [](const CoalesceSum& s) { return std::optional(plain(line_utilisation(s.touched))); }},
    {"wavefronts",
     [](const CoalesceSum& s) {
       return s.wavefronts ? std::optional(plain(*s.wavefronts)) : std::nullopt;
     }},
});

Amount shared_turns(const CoalesceAnswer& warp) {
  int sum = 0;
  for (const CoalesceAccess& each : warp.accesses) sum += each.shared.banks.wavefronts;
  return plain(sum);
}

template <class T>
std::optional<Amount> row_of(std::span<const FactRow<T>> rows, const T& of,
                             const std::string& name) {
  const auto row = std::ranges::find(rows, name, &FactRow<T>::name);
  return row == rows.end() ? std::nullopt : row->of(of);
}

std::optional<Amount> number_of(const Gpu& gpu, std::string_view key) {
  for (const DeviceField<Gpu>& field : gpu_fields()) {
    if (field.key != key || !field.value(gpu).is_known()) continue;
    return Amount{field.value(gpu).si, field.dim};
  }
  return std::nullopt;
}

std::optional<Amount> resource_fact(const Occupancy& occupancy, const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string what = name.substr(0, dot), of = name.substr(dot + 1);
  for (const ResourceUse& use : occupancy.resources) {
    if (gpumodel::name(use.resource) != of) continue;
    const Dim dim = use.resource == Resource::shared_memory ? Bytes::dim : Dim{};
    if (what == "limit" && use.limited()) return plain(use.max_blocks);
    if (what == "capacity") return Amount{static_cast<double>(use.capacity), dim};
    if (what == "per_block") return Amount{static_cast<double>(use.per_block), dim};
  }
  return std::nullopt;
}

std::shared_ptr<const DeviceFile> device_with(const std::string& name,
                                              const std::vector<std::string>& set) {
  DeviceFile file = load_device(name);
  if (set.empty()) return std::make_shared<const DeviceFile>(std::move(file));
  return std::make_shared<const DeviceFile>(read_device(std::move(file.text), {{}, set}));
}

// Records are large: each is read once.
const RecordFile& record_of(const std::string& name) {
  static std::map<std::string, RecordFile> read;
  const auto found = read.find(name);
  if (found != read.end()) return found->second;
  const Located file = locate_part("validate/records/" + name);
  return read.emplace(name, read_record(file.path, file.shown)).first->second;
}

bool has_values(const Point& point, const std::vector<std::string>& definitions) {
  return std::ranges::all_of(definitions, [&](const std::string& definition) {
    const std::size_t equals = definition.find('=');
    const std::string name = definition.substr(0, equals);
    const double value = std::stod(definition.substr(equals + 1));
    return std::ranges::any_of(point.parameters, [&](const ParameterValue& each) {
      return each.name == name && each.value.real() == value;
    });
  });
}

}  // namespace

std::string ExerciseAsk::word(const std::string& key, const std::string& otherwise) const {
  const auto found = words.find(key);
  return found == words.end() ? otherwise : found->second;
}

std::optional<std::int64_t> ExerciseAsk::number(const std::string& key) const {
  const auto found = numbers.find(key);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

EngineAnswer::EngineAnswer(AskKind kind, const ExerciseAsk& ask) {
  switch (kind) {
    case AskKind::predict:
      predict_kernel(ask);
      break;
    case AskKind::occupancy:
      ask_occupancy(ask);
      break;
    case AskKind::coalesce:
      look_at_warp(ask);
      break;
    case AskKind::record:
      find_measured(ask);
      break;
    case AskKind::device: {
      auto device = device_with(ask.what, ask.set);
      require_gpu(*device);
      files_ = {device->text.sha256};
      answer_ = std::move(device);
      break;
    }
  }
}

void EngineAnswer::predict_kernel(const ExerciseAsk& ask) {
  PredictAsk made;
  made.kernel = std::make_shared<const KernelFile>(load_kernel(ask.what));
  made.device = device_with(ask.word("device", "v100"), ask.set);
  require_gpu(*made.device);
  if (const std::string host = ask.word("host"); !host.empty()) {
    made.host = device_with(host, ask.host_set);
    require_cpu(*made.host);
    files_.push_back(made.host->text.sha256);
  }
  files_.push_back(made.kernel->text.sha256);
  files_.push_back(made.device->text.sha256);
  made.overrides = parse_parameters(ask.definitions, made.kernel->kernel);
  made.model = &chosen_model(ask.word("model"));
  made.streams = static_cast<int>(ask.number("streams").value_or(0));
  if (ask.word("cache") == "warm") made.cache = CacheStart::warm;
  answer_ = std::make_shared<const PredictAnswer>(predict(std::move(made)));
}

void EngineAnswer::ask_occupancy(const ExerciseAsk& ask) {
  OccupancyAsk made;
  if (const auto capability = parse_compute_capability(ask.what)) {
    made.target = Target{*capability, {}, {}, false, {}};
  } else {
    const DeviceFile file = load_gpu(ask.what);
    made.target = target_of(file, false);
    files_.push_back(file.text.sha256);
  }
  const auto list = [&](const char* key) {
    const auto number = ask.number(key);
    return number ? std::vector<std::int64_t>{*number} : std::vector<std::int64_t>{};
  };
  made.threads = list("threads");
  made.registers_per_thread = list("registers");
  made.shared_memory = list("shared");
  answer_ = occupancies(std::move(made)).points.front();
}

void EngineAnswer::look_at_warp(const ExerciseAsk& ask) {
  const DeviceFile device = load_gpu(ask.word("device", "v100"));
  files_.push_back(device.text.sha256);
  CoalesceAsk made;
  made.expressions = ask.accesses;
  made.definitions = ask.definitions;
  made.element = ask.word("element");
  made.where = ask.word("where");
  made.shared = !ask.word("shared").empty();
  made.target = target_of(device, false);
  answer_ = look_at_accesses(made);
}

void EngineAnswer::find_measured(const ExerciseAsk& ask) {
  const RecordFile& file = record_of(ask.what);
  const CacheStart cache = ask.word("cache") == "warm" ? CacheStart::warm : CacheStart::cold;
  for (const Point& point : file.record.points) {
    if (!point.is_measured() || !point.time || point.kernel != ask.word("kernel") ||
        point.cache != cache || !has_values(point, ask.definitions)) {
      continue;
    }
    files_.push_back(file.text.sha256);
    answer_ = Measured{point.time->median_s};
    return;
  }
  std::string values;
  for (const std::string& each : ask.definitions) values += " " + each;
  throw InputError{
      {{.id = "record-none",
        .message = file.text.shown + " has no such point of " + ask.word("kernel") + ":" + values,
        .hints = {"a given that is measured is drawn from sizes that were"}}}};
}

std::optional<Amount> EngineAnswer::fact(const std::string& name) const {
  constexpr std::string_view of_device = "device.";
  if (const auto* predicted = std::get_if<std::shared_ptr<const PredictAnswer>>(&answer_)) {
    if (name.starts_with(of_device)) {
      return number_of((*predicted)->ask.gpu(), name.substr(of_device.size()));
    }
    return row_of<PredictAnswer>(predict_facts, **predicted, name);
  }
  if (const auto* device = std::get_if<std::shared_ptr<const DeviceFile>>(&answer_)) {
    return number_of(std::get<Gpu>((*device)->device), name);
  }
  if (const auto* point = std::get_if<OccupancyPoint>(&answer_)) {
    const auto* exact = std::get_if<Occupancy>(&point->result);
    if (exact == nullptr) return std::nullopt;
    const auto found = row_of<Occupancy>(occupancy_facts, *exact, name);
    return found ? found : resource_fact(*exact, name);
  }
  if (const auto* warp = std::get_if<CoalesceAnswer>(&answer_)) {
    if (warp->in_shared_memory && name == "wavefronts") return shared_turns(*warp);
    return row_of<CoalesceSum>(coalesce_facts, sum_of(*warp, Which::all), name);
  }
  if (name != "time") return std::nullopt;
  return Amount{std::get<Measured>(answer_).time_s, Seconds::dim};
}

std::vector<std::string> EngineAnswer::names() const {
  std::vector<std::string> all;
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows) all.emplace_back(row.name);
  };
  if (std::holds_alternative<std::shared_ptr<const PredictAnswer>>(answer_)) add(predict_facts);
  if (std::holds_alternative<OccupancyPoint>(answer_)) add(occupancy_facts);
  if (std::holds_alternative<CoalesceAnswer>(answer_)) add(coalesce_facts);
  if (std::holds_alternative<std::shared_ptr<const DeviceFile>>(answer_)) {
    for (const DeviceField<Gpu>& field : gpu_fields()) all.emplace_back(field.key);
  }
  if (std::holds_alternative<Measured>(answer_)) all.emplace_back("time");
  return all;
}

}  // namespace gpumodel
