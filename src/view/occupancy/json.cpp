#include "src/view/occupancy/json.hpp"

namespace gpumodel {
namespace {

Json limiters(const std::vector<Resource>& all) {
  Json names = Json::array();
  for (const Resource resource : all) names.push_back(name(resource));
  return names;
}

Json limits(const Occupancy& o) {
  Json all;
  for (const ResourceUse& use : o.resources) {
    all[std::string(name(use.resource))] = use.limited() ? Json(use.max_blocks) : Json(nullptr);
  }
  return all;
}

Json resources(const Occupancy& o) {
  Json all = Json::array();
  for (const ResourceUse& use : o.resources) {
    all.push_back({{"resource", name(use.resource)},
                   {"per_block", use.capacity > 0 ? Json(use.per_block) : Json(nullptr)},
                   {"capacity", use.capacity > 0 ? Json(use.capacity) : Json(nullptr)},
                   {"used", use.capacity > 0 ? Json(use.used) : Json(nullptr)},
                   {"left", use.capacity > 0 ? Json(use.left()) : Json(nullptr)}});
  }
  return all;
}

// Why a quantity alone gains nothing: what binds instead.
Json no_gain(const char* resource, const Json& binding) {
  return {{"resource", resource},     {"at_most", nullptr},   {"exactly", nullptr},
          {"blocks_per_sm", nullptr}, {"occupancy", nullptr}, {"gives_up", nullptr},
          {"no_gain_while", binding}};
}

void add_steps(Json& all, const Ladder& ladder, const char* resource) {
  if (ladder.steps.empty()) all.push_back(no_gain(resource, limiters(ladder.then_bind)));
  for (const Step& step : ladder.steps) {
    all.push_back({{"resource", resource},
                   {"at_most", step.at_most},
                   {"exactly", nullptr},
                   {"blocks_per_sm", step.blocks_per_sm},
                   {"occupancy", step.occupancy},
                   {"gives_up", step.given_up},
                   {"no_gain_while", nullptr}});
  }
}

// Registers and shared memory: any amount up to `at_most` does. Block sizes: `exactly` this one.
Json next_step_list(const OccupancyPoint& point) {
  const NextSteps steps = next_steps(point);
  const Json binding = limiters(std::get<Occupancy>(point.result).limiters());
  Json all = Json::array();
  add_steps(all, steps.registers, "registers");
  add_steps(all, steps.shared_memory, "shared_memory");
  if (steps.better_blocks.empty()) all.push_back(no_gain("threads", binding));
  for (const BlockSize& size : steps.better_blocks) {
    all.push_back({{"resource", "threads"},
                   {"at_most", nullptr},
                   {"exactly", size.threads},
                   {"blocks_per_sm", size.blocks_per_sm},
                   {"occupancy", size.occupancy},
                   {"gives_up", nullptr},
                   {"no_gain_while", nullptr}});
  }
  return all;
}

Json input(const OccupancyPoint& point) {
  const LaunchResources launch = full_launch(point.asked);
  const PartialLaunch& asked = point.asked;
  const bool has_registers = asked.registers_per_thread || asked.registers_per_block;
  Json all;
  all["kernel"] = point.kernel.empty() ? Json(nullptr) : Json(point.kernel);
  all["compute_capability"] = to_string(point.limits->capability);
  all["threads"] = or_null(asked.threads);
  all["registers_per_thread"] = has_registers && (asked.threads || asked.registers_per_thread)
                                    ? Json(launch.registers_per_thread)
                                    : Json(nullptr);
  all["registers_per_block"] = or_null(asked.registers_per_block);
  all["shared_memory_bytes"] = or_null(asked.shared_memory);
  all["barriers"] = asked.others.barriers;
  all["cluster_size"] = asked.others.cluster_size;
  all["carveout_bytes"] = or_null(asked.others.carveout);
  all["spill_bytes_per_thread"] = or_null(point.spill_bytes);
  return all;
}

Json end(const Completion& c) {
  return {{"occupancy", c.occupancy.fraction()},
          {"blocks_per_sm", c.occupancy.blocks_per_sm},
          {"threads", c.launch.threads},
          {"registers_per_thread", c.launch.registers_per_thread},
          {"shared_memory_bytes", c.launch.static_shared_memory + c.launch.dynamic_shared_memory},
          {"limiters", limiters(c.occupancy.limiters())}};
}

void add_nulls(Json& fields) {
  for (const char* key :
       {"occupancy", "blocks_per_sm", "warps_per_sm", "max_warps_per_sm", "limiters", "limits",
        "resources", "idle_lanes_per_block", "carveout_bytes"}) {
    fields[key] = nullptr;
  }
}

Json faults(const Refusals& refusals) {
  Json all = Json::array();
  for (const Refusal& refusal : refusals) {
    all.push_back({{"fault", name(refusal.fault)},
                   {"asked", refusal.asked},
                   {"least", refusal.least},
                   {"most", refusal.most}});
  }
  return all;
}

Json point_json(const OccupancyPoint& point) {
  Json one = {{"input", input(point)}};
  one.update(occupancy_fields(point));
  return one;
}

}  // namespace

Json occupancy_fields(const OccupancyPoint& point) {
  Json fields;
  add_nulls(fields);
  fields["range"] = nullptr;
  fields["impossible"] = nullptr;
  if (const auto* o = std::get_if<Occupancy>(&point.result)) {
    fields["occupancy"] = o->fraction();
    fields["blocks_per_sm"] = o->blocks_per_sm;
    fields["warps_per_sm"] = o->warps_per_sm;
    fields["max_warps_per_sm"] = o->max_warps_per_sm;
    fields["limiters"] = limiters(o->limiters());
    fields["limits"] = limits(*o);
    fields["resources"] = resources(*o);
    fields["idle_lanes_per_block"] = o->idle_lanes_per_block;
    fields["carveout_bytes"] = o->carveout;
  } else if (const auto* range = std::get_if<OccupancyRange>(&point.result)) {
    fields["range"] = {{"lowest", end(range->lowest)}, {"highest", end(range->highest)}};
  } else {
    fields["impossible"] = faults(std::get<Refusals>(point.result));
  }
  return fields;
}

Json occupancy_json(const OccupancyAnswer& a) {
  Json inputs;
  inputs["device"] = json_input(a.device_file);
  inputs["compiler_output"] = json_input(a.compiler_output);
  inputs["swept"] = a.swept.empty() ? Json(nullptr) : Json(a.swept);
  Json document = json_document("occupancy", std::move(inputs));
  if (a.single()) {
    document.update(point_json(a.points.front()));
    const bool exact = std::holds_alternative<Occupancy>(a.points.front().result);
    document["next_steps"] = exact ? next_step_list(a.points.front()) : Json(nullptr);
    document["points"] = nullptr;
  } else {
    add_nulls(document);
    document["input"] = document["range"] = document["impossible"] = nullptr;
    document["next_steps"] = nullptr;
    document["points"] = Json::array();
    for (const OccupancyPoint& point : a.points) document["points"].push_back(point_json(point));
  }
  std::vector<Diagnostic> diagnostics = a.warnings;
  const auto reason = [&](std::string message) {
    diagnostics.push_back(
        {.severity = Severity::note, .id = "not-applicable", .message = std::move(message)});
  };
  if (!a.single())
    reason("several launches: the answers are in points, next_steps is of one launch");
  if (a.single()) reason("points: there is one launch");
  if (a.single() && std::holds_alternative<Occupancy>(a.points.front().result)) {
    reason("range, impossible: everything is given and the launch can run");
    reason("limits of null: the resource is not used, or does not limit on this capability");
  }
  if (a.single() && std::holds_alternative<OccupancyRange>(a.points.front().result)) {
    reason("not everything is given: the answer is in range");
  }
  finish_document(document, diagnostics, 0);
  return document;
}

}  // namespace gpumodel
