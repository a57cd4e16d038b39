#include "src/view/validate/record_json.hpp"

#include "src/io/record/read_record.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {
namespace {

const Object<CheckedArray>& checked_array() {
  static const Object<CheckedArray> table(
      "array", "",
      {
          {"name", "", &CheckedArray::name},
          {"checked", "scalars compared", &CheckedArray::checked},
          {"of", "scalars of the array", &CheckedArray::of},
          {"worst_error", "relative", &CheckedArray::worst_error, {.may_lack = true}},
      });
  return table;
}

const Object<std::vector<CheckedArray>>& check_object() {
  static const Object<std::vector<CheckedArray>> table(
      "check", "The answer against the reference.",
      {{"arrays", "", checked_array, std::identity{}}});
  return table;
}

const Object<Point>& driver_occupancy() {
  static const Object<Point> table(
      "occupancy", "The driver's answer.",
      {{"blocks_per_sm", "", &Point::blocks_per_sm, {.may_lack = true}}});
  return table;
}

// Before and behind the check, which a wrong answer has too.
const Object<Point>& times_object() {
  static const Object<Point> table(
      "times", "",
      {
          {"timer",
           "whose samples 'time' holds: events of the device, or the clock of the host",
           &Point::timer,
           {.words = "events|host"}},
          {"time", "", timing_object, [](auto& point) { return point.time.value_or(Timing{}); }},
          {"host_time", "", timing_object, &Point::host_time},
          {"graph_time", "", timing_object, &Point::graph_time},
      });
  return table;
}

const Object<Point>& state_object() {
  static const Object<Point> table(
      "state", "",
      {
          {"clocks", "", clocks_object, &Point::clocks},
          {"throttle", "why clocks were lower; empty: no reason seen", &Point::throttle},
          {"temperature_c", "degrees Celsius", &Point::temperature_c, {.below_zero = true}},
          {"power_w", "W", &Point::power_w},
          {"other_processes", "on the device", &Point::other_processes},
          {"occupancy", "", driver_occupancy,
           [](auto& point) { return point.blocks_per_sm ? &point : nullptr; }},
          {"counters", "hardware counters of one launch by their names", &Point::counters},
          {"counted",
           "the same of a set of generated kernels, in the order of counter_names",
           [](auto&) { return std::optional<std::vector<double>>(); },
           {.left_out = true}},
          {"counters_note",
           "why there are none",
           [](auto& point) { return only_if(!point.counters_note.empty(), point.counters_note); },
           {.left_out = true}},
      });
  return table;
}

std::optional<std::vector<std::string>> lines_in(const std::string& text) {
  return only_if(!text.empty(), split_lines(text));
}

const Object<Point>& point_object() {
  static const auto measured = [](auto& point) { return point.is_measured() ? &point : nullptr; };
  static const Object<Point> table(
      "point", "One kernel at given parameters, in one cache state, on one backend.",
      {
          {"kernel", "", &Point::kernel},
          {"backend", "", &Point::backend},
          {"parameters", "values of all parameters", [](auto& p) { return named(p.parameters); }},
          {"launch", "", recorded_launch, &Point::launch, {.may_lack = true}},
          {"cache", "L2 when the launch began", &Point::cache},
          {"status", "", &Point::status},
          {"reason",
           "why there is no time",
           [](auto& point) { return only_if(!point.reason.empty(), point.reason); },
           {.left_out = true}},
          {times_object, measured, {.left_out = true}},
          {"check",
           "",
           check_object,
           [](auto& point) {
             return point.is_measured() || !point.check.empty() ? &point.check : nullptr;
           },
           {.left_out = true}},
          {state_object, measured, {.left_out = true}},
          {"descriptor",
           "lines of the kernel's file, where no library holds it",
           [](auto& point) { return lines_in(point.descriptor); },
           {.left_out = true}},
      },
      R"({"if": {"properties": {"status": {"const": "measured"}}},
          "then": {"required": ["timer", "time", "check"]},
          "else": {"required": ["reason"], "not": {"required": ["time"]}}})");
  return table;
}

}  // namespace

const Object<RecordedLaunch>& recorded_launch() {
  static const Object<RecordedLaunch> table(
      "launch", "As it ran.",
      {
          {"grid", "", &RecordedLaunch::grid, {.least = 1}},
          {"block", "", &RecordedLaunch::block, {.least = 1}},
          {"shared_bytes", "B per block, static and dynamic", &RecordedLaunch::shared_bytes},
          {"registers_per_thread", "", &RecordedLaunch::registers_per_thread},
          {"local_bytes", "", &RecordedLaunch::local_bytes},
          {"static_shared_bytes", "", &RecordedLaunch::static_shared_bytes},
      });
  return table;
}

const Object<GeneratedSet>& generated_set() {
  static const Object<GeneratedSet> table(
      "generated", "Kernels that nobody wrote.",
      {
          {"version", "of the generator", &GeneratedSet::version, {.least = 1}},
          {"count", "kernels that were asked for", &GeneratedSet::count, {.least = 1}},
          {"seed", "", &GeneratedSet::seed},
      });
  return table;
}

const Object<Environment>& environment_object() {
  static const Object<Environment> table(
      "environment", "Where points were measured.",
      {
          {"backend", "", &Environment::backend},
          {"device", "null: the host backend", recorded_device, &Environment::device},
          {"host", "", recorded_host, &Environment::host},
          {"threads", "of the host backend", &Environment::threads, {.least = 1, .left_out = true}},
          {"compiler", "with its flags", &Environment::compiler},
          {"gpumodel", "version", &Environment::gpumodel},
          {"date", "", &Environment::date},
          {"generated",
           "kernels that nobody wrote, null or absent: others",
           generated_set,
           &Environment::generated,
           {.left_out = true}},
      });
  return table;
}

const Object<Record>& record_object() {
  static const Object<Record> table(
      "record",
      "What was measured on one machine with one compiler. A record knows nothing of predictions.",
      {
          {"schema", "", [](auto&) { return record_schema; }, {.words = record_schema}},
          {"schema_version",
           "",
           [](auto&) { return record_version; },
           {.least = record_version, .most = record_version}},
          {"environment", "", environment_object, &Record::environment},
          {"counter_names",
           "of what each point has counted; of sets of generated kernels",
           [](auto&) { return std::optional<std::vector<std::string>>(); },
           {.left_out = true}},
          {"points", "", point_object, &Record::points},
      });
  return table;
}

namespace {

// Of many kernels with a point each the names of counters would be most of the file: they stand
// there once, where all points have the same.
void name_counters_once(Json& file) {
  Json names = Json::array();
  for (const Json& point : file["points"]) {
    if (!point.contains("counters") || !point["counters"].is_object()) continue;
    Json own = Json::array();
    for (const auto& counter : point["counters"].items()) own.push_back(counter.key());
    if (names.empty())
      names = std::move(own);
    else if (names != own)
      return;
  }
  if (names.empty()) return;
  for (Json& point : file["points"]) {
    if (!point.contains("counters") || !point["counters"].is_object()) continue;
    Json counted = Json::array();
    for (const auto& counter : point["counters"].items()) counted.push_back(counter.value());
    Json changed = Json::object();
    for (const auto& [key, value] : point.items()) {
      if (key == "counters")
        changed["counted"] = counted;
      else
        changed[key] = value;
    }
    point = std::move(changed);
  }
  Json points = std::move(file["points"]);
  file.erase("points");
  file["counter_names"] = std::move(names);
  file["points"] = std::move(points);
}

}  // namespace

std::string record_text(const Record& record) {
  Json file = record_object().write(record);
  if (record.environment.generated) name_counters_once(file);
  return lines_of(file);
}

std::string partial_head(const Environment& environment) {
  return to_line({{"schema", partial_schema},
                  {"schema_version", record_version},
                  {"environment", environment_object().write(environment)}}) +
         '\n';
}

std::string partial_line(const Point& point) {
  return to_line(point_object().write(point)) + '\n';
}

}  // namespace gpumodel
