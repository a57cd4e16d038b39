#include "src/view/validate/program_record_json.hpp"

#include "src/io/record/read_program_record.hpp"

namespace gpumodel {
namespace {

const Object<ProgramPoint>& which_program() {
  static const Object<ProgramPoint> table(
      "which", "",
      {
          {"set", "of the suite it was measured with: errors are summed up by set",
           &ProgramPoint::set},
          {"program", "", &ProgramPoint::program},
          {"parameters", "values of all parameters", [](auto& p) { return named(p.parameters); }},
      });
  return table;
}

const Object<ProgramPoint>& issue_object() {
  static const Object<ProgramPoint> table("issue", "",
                                          {
                                              {"streams",
                                               "instead of what the program says; null: as it says",
                                               &ProgramPoint::streams,
                                               {.least = 1}},
                                              {"order",
                                               "in which chunks are issued: all of a chunk first, "
                                               "or each step for all chunks; null: as "
                                               "the program says",
                                               &ProgramPoint::order},
                                          });
  return table;
}

const Object<ProgramPoint>& counts_object() {
  static const Object<ProgramPoint> table("counts", "",
                                          {
                                              {"chunks",
                                               "instead of what the program says; null: as it says",
                                               &ProgramPoint::chunks,
                                               {.least = 1}},
                                              {issue_object, std::identity{}},
                                          });
  return table;
}

const Object<ProgramPoint>& gpus_object() {
  static const Object<ProgramPoint> table(
      "gpus", "", {{"gpus", "how many it used", &ProgramPoint::gpus, {.least = 1}}});
  return table;
}

const Object<ProgramPoint>& measured_object() {
  static const Object<ProgramPoint> table(
      "measured", "",
      {
          {"time",
           "of one run of the program, from its first step to the end of the last one, by the "
           "host's clock",
           timing_object, [](auto& point) { return point.time.value_or(Timing{}); }},
          {"answer", "how what it computed was checked",
           [](auto& point) { return only_if(!point.answer.empty(), point.answer); }},
          {"clocks", "", clocks_object, &ProgramPoint::clocks},
          {"throttle", "why clocks were lower; empty: no reason seen", &ProgramPoint::throttle},
          {"temperature_c", "degrees Celsius", &ProgramPoint::temperature_c, {.below_zero = true}},
          {"power_w", "W", &ProgramPoint::power_w},
          {"other_processes", "on the device", &ProgramPoint::other_processes},
      });
  return table;
}

const Object<ProgramPoint>& program_point() {
  static const Object<ProgramPoint> table(
      "point", "",
      {
          {which_program, std::identity{}},
          {counts_object, std::identity{}, {.may_lack = true}},
          {gpus_object, std::identity{}},
          {"status", "", &ProgramPoint::status},
          {"reason",
           "why there is no time",
           [](auto& point) { return only_if(!point.reason.empty(), point.reason); },
           {.left_out = true}},
          {measured_object,
           [](auto& point) { return point.is_measured() ? &point : nullptr; },
           {.left_out = true}},
      },
      R"({"if": {"properties": {"status": {"const": "measured"}}},
          "then": {"required": ["time"]}, "else": {"required": ["reason"]}})");
  return table;
}

}  // namespace

const Object<ProgramPoint>& settings_object() {
  static const Object<ProgramPoint> table("settings", "",
                                          {{which_program, std::identity{}},
                                           {counts_object, std::identity{}},
                                           {gpus_object, std::identity{}}});
  return table;
}

const Object<ProgramPoint>& sweep_settings() {
  static const Object<ProgramPoint> table("sweep_settings", "",
                                          {{which_program, std::identity{}},
                                           {issue_object, std::identity{}},
                                           {gpus_object, std::identity{}}});
  return table;
}

const Object<ProgramEnvironment>& program_environment() {
  static const Object<ProgramEnvironment> table(
      "environment", "Where points were measured.",
      {
          {"backend", "", [](auto& e) { return to_string(e.backend); }, {.words = "cuda|openacc"}},
          {"devices",
           "of the host, in the order of the driver",
           recorded_device,
           &ProgramEnvironment::devices,
           {.fewest = 1}},
          {"host", "", recorded_host, &ProgramEnvironment::host},
          {"compiler", "with its flags", &ProgramEnvironment::compiler},
          {"gpumodel", "version", &ProgramEnvironment::gpumodel},
          {"date", "", &ProgramEnvironment::date},
      });
  return table;
}

const Object<ProgramRecord>& program_record_object() {
  static const Object<ProgramRecord> table(
      "program-record",
      "Whole programs, measured on one machine. A record knows nothing of predictions.",
      {
          {"schema",
           "",
           [](auto&) { return program_record_schema; },
           {.words = program_record_schema}},
          {"schema_version",
           "",
           [](auto&) { return program_record_version; },
           {.least = program_record_version, .most = program_record_version}},
          {"environment", "", program_environment, &ProgramRecord::environment},
          {"points", "", program_point, &ProgramRecord::points},
      });
  return table;
}

std::string record_text(const ProgramRecord& record) {
  return lines_of(program_record_object().write(record));
}

std::string partial_head(const ProgramEnvironment& environment) {
  return to_line({{"schema", partial_program_schema},
                  {"schema_version", program_record_version},
                  {"environment", program_environment().write(environment)}}) +
         '\n';
}

std::string partial_line(const ProgramPoint& point) {
  return to_line(program_point().write(point)) + '\n';
}

}  // namespace gpumodel
