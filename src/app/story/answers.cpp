#include "src/app/story/answers.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "models/hardware/device_fields.hpp"
#include "src/app/coalesce/ask.hpp"
#include "src/app/common/model_choice.hpp"
#include "src/app/occupancy/launches.hpp"
#include "src/app/predict/predict.hpp"
#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/library/parameters.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

using MaybeStory = std::optional<StoryEstimate>;

// A field of an answer: its name and how to get it.
template <class Answer>
struct StoryField {
  std::string_view name;
  MaybeStory (*of)(const Answer&);
};

MaybeStory story_time(const Estimate<Seconds>& time) {
  return StoryEstimate{time.value.si, time.low.si, time.high.si};
}
template <class Q>
MaybeStory story_number(const std::optional<Q>& value) {
  if (!value) return std::nullopt;
  if constexpr (std::is_arithmetic_v<Q>) {
    return exactly(static_cast<double>(*value));
  } else {
    return exactly(value->si);
  }
}
template <TermId Prediction::*term>
MaybeStory story_term(const PredictAnswer& a) {
  const TermId id = a.prediction.*term;
  if (id == TermId::none) return std::nullopt;
  return story_time(a.prediction.terms[id].time);
}
MaybeStory story_host_time(const PredictAnswer& a) {
  if (!a.prediction.host) return std::nullopt;
  return story_time(a.prediction.terms[a.prediction.host->term].time);
}
MaybeStory story_occupancy(const PredictAnswer& a) {
  return a.occupancy ? story_number(a.occupancy->lowest()) : std::nullopt;
}

constexpr auto kernel_story_fields = std::to_array<StoryField<PredictAnswer>>({
    {"time", story_term<&Prediction::kernel>},
    {"compute", story_term<&Prediction::compute>},
    {"memory", story_term<&Prediction::memory>},
    {"h2d", story_term<&Prediction::h2d>},
    {"d2h", story_term<&Prediction::d2h>},
    {"transfers", story_term<&Prediction::transfers>},
    {"offload", story_term<&Prediction::offload>},
    {"overlap", [](auto& a) { return a.overlap ? story_time(a.overlap->time) : std::nullopt; }},
    {"overlap_speedup",
     [](auto& a) { return a.overlap ? MaybeStory(exactly(a.overlap->speedup)) : std::nullopt; }},
    {"host", story_host_time},
    {"flop", [](auto& a) { return MaybeStory(exactly(a.prediction.work.total_flop().si)); }},
    {"bytes", [](auto& a) { return MaybeStory(exactly(a.prediction.work.moved().si)); }},
    {"intensity", [](auto& a) { return story_number(a.prediction.arithmetic_intensity()); }},
    {"bandwidth", [](auto& a) { return story_number(a.achieved.dram); }},
    {"flops", [](auto& a) { return story_number(a.achieved.flop); }},
    {"ridge", [](auto& a) { return story_number(a.achieved.ridge); }},
    {"occupancy", story_occupancy},
});

// Of the whole, in proportion: what is known of the parts is not kept apart.
StoryEstimate story_part(const ProgramAnswer& a, double seconds) {
  const double whole = a.forecast.time_s;
  return {seconds, seconds * a.low_s / whole, seconds * a.high_s / whole};
}
double story_seconds(const ProgramAnswer& a, ActivityKind kind) {
  double sum = 0.0;
  const Forecast& forecast = a.forecast;
  for (std::size_t i = 0; i < forecast.times.size(); ++i) {
    if (forecast.timeline.activities[i].kind != kind) continue;
    sum += forecast.times[i].end - forecast.times[i].start;
  }
  return sum;
}
template <ActivityKind... kinds>
MaybeStory story_activity(const ProgramAnswer& a) {
  return story_part(a, (... + story_seconds(a, kinds)));
}

constexpr auto program_story_fields = std::to_array<StoryField<ProgramAnswer>>({
    {"time", [](auto& a) { return MaybeStory(story_part(a, a.forecast.time_s)); }},
    {"serial", [](auto& a) { return MaybeStory(story_part(a, a.serial_s())); }},
    {"kernels", [](auto& a) { return MaybeStory(story_part(a, a.forecast.kernel_s)); }},
    {"copies", [](auto& a) { return MaybeStory(story_part(a, a.forecast.copy_s)); }},
    {"device",
     [](auto& a) { return MaybeStory(story_part(a, a.forecast.kernel_s + a.forecast.copy_s)); }},
    {"to_device", story_activity<ActivityKind::to_device>},
    {"to_host", story_activity<ActivityKind::to_host>},
    {"staging", story_activity<ActivityKind::staging>},
    {"host", story_activity<ActivityKind::host_work>},
});

// As if this resource alone limited the launch.
template <Resource resource>
MaybeStory story_by(const Occupancy& o) {
  const ResourceUse& use = o.use(resource);
  if (!use.limited()) return exactly(1.0);
  return exactly(std::min(1.0, double(use.max_blocks) * o.warps_per_block / o.max_warps_per_sm));
}

constexpr auto occupancy_story_fields = std::to_array<StoryField<Occupancy>>({
    {"occupancy", [](auto& o) { return MaybeStory(exactly(o.fraction())); }},
    {"blocks", [](auto& o) { return MaybeStory(exactly(o.blocks_per_sm)); }},
    {"warps", [](auto& o) { return MaybeStory(exactly(o.warps_per_sm)); }},
    {"by_warps", story_by<Resource::warps>},
    {"by_shared_memory", story_by<Resource::shared_memory>},
    {"by_registers", story_by<Resource::registers>},
});

constexpr auto access_story_fields = std::to_array<StoryField<CoalesceSum>>({
    {"needed", [](auto& s) { return MaybeStory(exactly(s.touched.bytes)); }},
    {"moved", [](auto& s) { return MaybeStory(exactly(moved_line_bytes(s.touched))); }},
    {"utilisation", [](auto& s) { return MaybeStory(exactly(line_utilisation(s.touched))); }},
    {"sectors", [](auto& s) { return MaybeStory(exactly(s.touched.sectors)); }},
});

template <class Answer, std::size_t n>
StoryFields fields_from(const std::array<StoryField<Answer>, n>& rows, const Answer& answer) {
  StoryFields all;
  for (const StoryField<Answer>& row : rows) all[std::string(row.name)] = row.of(answer);
  return all;
}
template <class Answer, std::size_t n>
std::vector<std::string> names_from(const std::array<StoryField<Answer>, n>& rows) {
  std::vector<std::string> all;
  for (const StoryField<Answer>& row : rows) all.emplace_back(row.name);
  return all;
}

constexpr std::string_view story_host_prefix = "host.";

// With the numbers that are set in place of its own: those of the device, or with the prefix those
// of the host.
DeviceFile story_device(const Node& name, const std::vector<std::string>& set,
                        const Shelves& library, std::string_view prefix = {}) {
  AssumedNumbers chosen{.prefix = std::string(prefix)};
  for (const std::string& each : set) {
    if (each.starts_with(story_host_prefix) == !prefix.empty()) chosen.texts.push_back(each);
  }
  DeviceFile file = load_device(name.text, library);
  return chosen.empty() ? file : read_device(std::move(file.text), chosen);
}

std::shared_ptr<const DeviceFile> story_host(const StoryAsk& ask, const Shelves& library) {
  if (!ask.host) return nullptr;
  return std::make_shared<const DeviceFile>(
      require_cpu(story_device(*ask.host, ask.set, library, story_host_prefix)));
}

template <class D>
void add_device_fields(const D& device, StoryFields& into) {
  for (const auto& field : fields_of<D>()) {
    const SourcedValue& value = field.value(device);
    into[std::string(field.key)] =
        value.is_known() ? MaybeStory(StoryEstimate{value.si, value.si / value.source.factor,
                                                    value.si * value.source.factor})
                         : std::nullopt;
  }
}

bool has_values(const std::vector<ParameterValue>& parameters,
                const std::vector<std::string>& definitions) {
  return std::ranges::all_of(definitions, [&](const std::string& each) {
    const std::size_t sign = each.find('=');
    const auto found = std::ranges::find(parameters, each.substr(0, sign), &ParameterValue::name);
    return found != parameters.end() && to_string(found->value) == each.substr(sign + 1);
  });
}

[[noreturn]] void refuse_record(const StoryAsk& ask, const std::string& says,
                                const std::string& hint) {
  throw InputError{
      {{.id = "record-none",
        .message = "'" + ask.records + "' holds " + says + " of '" + ask.what.text + "'",
        .hints = {hint}}}};
}

// Of the point that is asked for; points that differ in what nobody asked for are too many.
template <class Points, class IsAsked>
MaybeStory only_time(const Points& points, IsAsked is_asked, const StoryAsk& ask) {
  const typename Points::value_type* found = nullptr;
  for (const auto& point : points) {
    if (!point.time || !is_asked(point)) continue;
    if (found == nullptr) {
      found = &point;
    } else if (parameter_text(found->parameters) != parameter_text(point.parameters)) {
      refuse_record(ask, "several such measurements", "state more parameters with 'with'");
    }
  }
  if (found == nullptr) {
    refuse_record(ask, "no such measurement",
                  "with other parameters, or L2 in another state, it may");
  }
  return StoryEstimate{found->time->median_s, found->time->p25_s, found->time->p75_s};
}

}  // namespace

std::vector<std::string> story_fields(StoryAskKind kind) {
  switch (kind) {
    case StoryAskKind::kernel:
      return names_from(kernel_story_fields);
    case StoryAskKind::program:
      return names_from(program_story_fields);
    case StoryAskKind::occupancy:
      return names_from(occupancy_story_fields);
    case StoryAskKind::accesses:
      return names_from(access_story_fields);
    case StoryAskKind::device: {
      std::vector<std::string> all;
      for (const auto& field : gpu_fields()) all.emplace_back(field.key);
      for (const auto& field : cpu_fields()) all.emplace_back(field.key);
      return all;
    }
    case StoryAskKind::record:
      return {"time"};
  }
  return {};
}

StoryShelves::StoryShelves(const TextFile& story) {
  const auto parent = [](const std::string& path) {
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? std::string() : folder + "/";
  };
  folder_ = parent(story.path.empty() ? story.shown : story.path);
  shown_ = parent(story.shown);
}

TextFile StoryShelves::read(Shelf shelf, const std::string& name) const {
  for (const std::string& spelling : spellings(shelf, name)) {
    if (is_file(folder_ + spelling)) return read_text_file(folder_ + spelling, shown_ + spelling);
  }
  return searched_shelves().read(shelf, name);
}

std::vector<std::string> StoryShelves::names(Shelf shelf) const {
  return searched_shelves().names(shelf);
}

StoryFields StoryAnswers::answer(const SettledAsk& asked) {
  switch (asked.ask->kind) {
    case StoryAskKind::kernel:
      return kernel(asked);
    case StoryAskKind::program:
      return program(asked);
    case StoryAskKind::occupancy:
      return occupancy(asked);
    case StoryAskKind::accesses:
      return accesses(asked);
    case StoryAskKind::device:
      return device(asked);
    case StoryAskKind::record:
      return record(asked);
  }
  return {};
}

StoryFields StoryAnswers::kernel(const SettledAsk& asked) {
  const StoryAsk& from = *asked.ask;
  PredictAsk ask;
  ask.kernel = std::make_shared<const KernelFile>(load_kernel(from.what.text, library_));
  ask.overrides = parse_parameters(asked.definitions, ask.kernel->kernel);
  ask.way = from.openacc ? LaunchWay::openacc : LaunchWay::any;
  ask.device = std::make_shared<const DeviceFile>(
      require_gpu(story_device(*from.device, from.set, library_)));
  ask.host = story_host(from, library_);
  ask.streams = static_cast<int>(asked.streams.value_or(0));
  ask.model = &chosen_model(from.model ? from.model->text : "");
  ask.cache = from.warm ? CacheStart::warm : CacheStart::cold;
  ask.work = work_;
  ask.library = &library_;
  const PredictAnswer answer = predict(std::move(ask));
  return fields_from(kernel_story_fields, answer);
}

StoryFields StoryAnswers::program(const SettledAsk& asked) {
  const StoryAsk& from = *asked.ask;
  ProgramAsk ask;
  ask.program = std::make_shared<const ProgramFile>(load_program(from.what.text, library_));
  DeviceFile file = require_gpu(story_device(*from.device, from.set, library_));
  ask.devices.emplace(std::get<Gpu>(file.device).id, std::move(file));
  ask.host = story_host(from, library_);
  ask.definitions = asked.definitions;
  ask.options.chunks = asked.chunks;
  ask.options.streams = asked.streams;
  ask.options.openacc = from.openacc;
  ask.options.work = work_;
  ask.model = &chosen_model(from.model ? from.model->text : "");
  add_files_of_machine(ask, library_);
  ProgramAnswer answer = begin_answer(ask);
  settle(ask, answer);
  forecast_program(answer);
  return fields_from(program_story_fields, answer);
}

StoryFields StoryAnswers::occupancy(const SettledAsk& asked) const {
  OccupancyAsk ask;
  ask.target = target_of(require_gpu(story_device(asked.ask->what, {}, library_)), false);
  ask.threads = {*asked.threads};
  ask.shared_memory = {asked.shared.value_or(0)};
  if (asked.registers_per_block) ask.registers_per_block = {*asked.registers_per_block};
  if (!asked.registers_per_block) {
    ask.registers_per_thread = {asked.registers_per_thread.value_or(0)};
  }
  ask.library = &library_;
  const OccupancyAnswer answer = occupancies(std::move(ask));
  return fields_from(occupancy_story_fields, std::get<Occupancy>(answer.points.front().result));
}

StoryFields StoryAnswers::accesses(const SettledAsk& asked) const {
  const StoryAsk& from = *asked.ask;
  CoalesceAsk ask;
  ask.expressions = from.accesses;
  ask.structure = from.structure;
  ask.element = from.element;
  ask.target = target_of(require_gpu(story_device(*from.device, {}, library_)), false);
  return fields_from(access_story_fields, sum_of(look_at_accesses(ask), Which::all));
}

StoryFields StoryAnswers::device(const SettledAsk& asked) const {
  StoryFields all;
  const DeviceFile file = load_device(asked.ask->what.text, library_);
  std::visit([&](const auto& device) { add_device_fields(device, all); }, file.device);
  return all;
}

// Records do not come with an installed program: there a story has no measured numbers.
const StoryAnswers::Records& StoryAnswers::records(const std::string& name) {
  const auto [found, added] = records_.try_emplace(name);
  if (!added) return found->second;
  const Located file = locate_part("validate/records/" + name + ".json");
  if (!is_file(file.path)) {
    notes_.push_back({.severity = Severity::note,
                      .id = "record-none",
                      .message = "no records '" + file.shown + "': nothing measured is shown"});
  } else if (fs::path(name).filename().string().starts_with("programs")) {
    found->second.programs = read_program_record(file.path, file.shown).record;
  } else {
    found->second.kernels = read_record(file.path, file.shown).record;
  }
  return found->second;
}

StoryFields StoryAnswers::record(const SettledAsk& asked) {
  const StoryAsk& from = *asked.ask;
  const Records& in = records(from.records);
  if (!in.kernels && !in.programs) return {{"time", std::nullopt}};
  const auto of_kernel = [&](const Point& point) {
    return point.kernel == from.what.text &&
           point.cache == (from.warm ? CacheStart::warm : CacheStart::cold) &&
           has_values(point.parameters, asked.definitions);
  };
  const auto of_program = [&](const ProgramPoint& point) {
    return point.program == from.what.text && point.chunks == asked.chunks &&
           has_values(point.parameters, asked.definitions);
  };
  return {{"time", in.kernels ? only_time(in.kernels->points, of_kernel, from)
                              : only_time(in.programs->points, of_program, from)}};
}

}  // namespace gpumodel
