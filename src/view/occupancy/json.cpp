#include "src/view/occupancy/json.hpp"

namespace gpumodel {
namespace {

const Object<ResourceUse>& use_object() {
  static const auto known = [](std::int64_t ResourceUse::*amount) {
    return [amount](auto& use) { return only_if(use.capacity > 0, use.*amount); };
  };
  static const Object<ResourceUse> table(
      "use", "Use of a resource at the blocks there are; null: does not limit on this capability.",
      {
          {"resource", "", &ResourceUse::resource},
          {"per_block", "after rounding to allocation units", known(&ResourceUse::per_block)},
          {"capacity", "per SM", known(&ResourceUse::capacity)},
          {"used", "per SM", known(&ResourceUse::used)},
          {"left",
           "",
           [](auto& use) { return only_if(use.capacity > 0, use.left()); },
           {.below_zero = true}},
      });
  return table;
}

Field<Occupancy> limit(Resource resource) {
  const auto blocks = [resource](auto& o) {
    return only_if(o.use(resource).limited(), o.use(resource).max_blocks);
  };
  return {name(resource), "blocks per SM; null: does not limit", blocks};
}

const Object<Occupancy>& limits_object() {
  static const Object<Occupancy> table(
      "limits", "Blocks per SM that each resource alone allows.",
      {limit(Resource::warps), limit(Resource::blocks), limit(Resource::registers),
       limit(Resource::shared_memory), limit(Resource::barriers)});
  return table;
}

const Object<Occupancy>& exact_object() {
  static const Object<Occupancy> table(
      "exact", "",
      {
          {"occupancy", "resident warps / most warps", &Occupancy::fraction, zero_to_one},
          {"blocks_per_sm", "blocks", &Occupancy::blocks_per_sm},
          {"warps_per_sm", "warps", &Occupancy::warps_per_sm},
          {"max_warps_per_sm", "warps", &Occupancy::max_warps_per_sm},
          {"limiters", "resources that allow no more blocks", &Occupancy::limiters},
          {"limits", "", limits_object, std::identity{}},
          {"resources", "in warps, block slots, registers, B, barriers", use_object,
           &Occupancy::resources},
          {"idle_lanes_per_block",
           "lanes of the last warp without a thread",
           &Occupancy::idle_lanes_per_block,
           {.most = 31}},
          {"carveout_bytes", "B of shared memory per SM", &Occupancy::carveout},
      });
  return table;
}

const Object<Completion>& completion_object() {
  static const Object<Completion> table(
      "completion", "One way to complete the launch.",
      {
          {"occupancy", "resident warps / most warps",
           [](auto& c) { return c.occupancy.fraction(); }, zero_to_one},
          {"blocks_per_sm", "blocks", [](auto& c) { return c.occupancy.blocks_per_sm; }},
          {"threads", "per block", [](auto& c) { return c.launch.threads; }, {.least = 1}},
          {"registers_per_thread", "registers",
           [](auto& c) { return c.launch.registers_per_thread; }},
          {"shared_memory_bytes", "B per block",
           [](auto& c) { return c.launch.static_shared_memory + c.launch.dynamic_shared_memory; }},
          {"limiters", "", [](auto& c) { return c.occupancy.limiters(); }},
      });
  return table;
}

const Object<OccupancyRange>& range_object() {
  static const Object<OccupancyRange> table(
      "range", "Where not everything is given; the fields of one launch are null then.",
      {
          {"lowest", "", completion_object, &OccupancyRange::lowest},
          {"highest", "", completion_object, &OccupancyRange::highest},
      });
  return table;
}

const Object<Refusal>& refusal_object() {
  static const Object<Refusal> table(
      "refusal", "Why the launch cannot run.",
      {
          {"fault", "quantity out of bounds", [](auto& r) { return name(r.fault); }},
          {"asked", "", &Refusal::asked, {.below_zero = true}},
          {"least", "", &Refusal::least, {.below_zero = true}},
          {"most", "", &Refusal::most, {.below_zero = true}},
      });
  return table;
}

const Object<OccupancyPoint>& launch_object() {
  static const auto registers = [](auto& point) {
    const PartialLaunch& asked = point.asked;
    const bool known = asked.registers_per_thread || (asked.registers_per_block && asked.threads);
    return only_if(known, full_launch(asked).registers_per_thread);
  };
  static const Object<OccupancyPoint> table(
      "launch", "The launch asked for; null: not given.",
      {
          {"kernel", "from the compiler; null: given by hand",
           [](auto& p) { return only_if(!p.kernel.empty(), p.kernel); }},
          {"compute_capability", "major.minor", [](auto& p) { return p.limits->capability; }},
          {"threads", "per block", [](auto& p) { return p.asked.threads; }},
          {"registers_per_thread", "registers", registers},
          {"registers_per_block", "registers", [](auto& p) { return p.asked.registers_per_block; }},
          {"shared_memory_bytes", "B per block", [](auto& p) { return p.asked.shared_memory; }},
          {"barriers", "per block", [](auto& p) { return p.asked.others.barriers; }},
          {"cluster_size", "blocks per cluster",
           [](auto& p) { return p.asked.others.cluster_size; }},
          {"carveout_bytes", "B per SM that was asked for",
           [](auto& p) { return p.asked.others.carveout; }},
          {"spill_bytes_per_thread", "B; null: not known", &OccupancyPoint::spill_bytes},
      });
  return table;
}

const Object<OccupancyPoint>& point_object() {
  static const Object<OccupancyPoint> table("point", "One launch, and what it occupies.",
                                            {
                                                {"input", "", launch_object, std::identity{}},
                                                {occupancy_object, std::identity{}},
                                            });
  return table;
}

// What one quantity alone has to gain. Registers and shared memory: any amount up to `at_most`
// does. Block sizes: `exactly` this one.
struct OccupancyStep {
  std::string_view resource;
  std::optional<std::int64_t> at_most{};
  std::optional<int> exactly{};
  std::optional<int> blocks_per_sm{};
  std::optional<double> occupancy{};
  std::optional<std::int64_t> gives_up{};
  std::optional<std::vector<Resource>> no_gain_while{};
};

const Object<OccupancyStep>& occupancy_step_object() {
  static const Object<OccupancyStep> table(
      "next_step", "",
      {
          {"resource", "", &OccupancyStep::resource, {.words = "registers|shared_memory|threads"}},
          {"at_most", "registers per thread, or B per block; any amount up to this gains",
           &OccupancyStep::at_most},
          {"exactly", "threads per block", &OccupancyStep::exactly, {.least = 1}},
          {"blocks_per_sm", "blocks", &OccupancyStep::blocks_per_sm},
          {"occupancy", "resident warps / most warps", &OccupancyStep::occupancy, zero_to_one},
          {"gives_up", "registers per thread or B per block; null for threads",
           &OccupancyStep::gives_up},
          {"no_gain_while", "what binds where this quantity alone gains nothing",
           &OccupancyStep::no_gain_while},
      });
  return table;
}

void add_steps(std::vector<OccupancyStep>& all, const Ladder& ladder, const char* resource) {
  if (ladder.steps.empty())
    all.push_back({.resource = resource, .no_gain_while = ladder.then_bind});
  for (const Step& step : ladder.steps) {
    all.push_back({.resource = resource,
                   .at_most = step.at_most,
                   .blocks_per_sm = step.blocks_per_sm,
                   .occupancy = step.occupancy,
                   .gives_up = step.given_up});
  }
}

const OccupancyPoint* single_point(const OccupancyAnswer& a) {
  return a.single() ? &a.points.front() : nullptr;
}

// Of a single launch that leaves nothing open.
const Occupancy* exact_occupancy(const OccupancyAnswer& a) {
  return a.single() ? std::get_if<Occupancy>(&a.points.front().result) : nullptr;
}

std::optional<std::vector<OccupancyStep>> steps_of(const OccupancyAnswer& a) {
  const Occupancy* now = exact_occupancy(a);
  if (now == nullptr) return std::nullopt;
  const NextSteps steps = next_steps(a.points.front());
  std::vector<OccupancyStep> all;
  add_steps(all, steps.registers, "registers");
  add_steps(all, steps.shared_memory, "shared_memory");
  if (steps.better_blocks.empty())
    all.push_back({.resource = "threads", .no_gain_while = now->limiters()});
  for (const BlockSize& size : steps.better_blocks) {
    all.push_back({.resource = "threads",
                   .exactly = size.threads,
                   .blocks_per_sm = size.blocks_per_sm,
                   .occupancy = size.occupancy});
  }
  return all;
}

const Object<OccupancyAnswer>& occupancy_inputs() {
  static const Object<OccupancyAnswer> table(
      "inputs", "",
      {
          {"device", "null: a compute capability was given", input_file,
           &OccupancyAnswer::device_file},
          {"compiler_output", "the log or cubin read", input_file,
           &OccupancyAnswer::compiler_output},
          {"swept", "the option that varies",
           [](auto& a) { return only_if(!a.swept.empty(), a.swept); }},
      });
  return table;
}

}  // namespace

const Object<OccupancyPoint>& occupancy_object() {
  static const Object<OccupancyPoint> table(
      "occupancy", "Blocks and warps that an SM holds at once.",
      {
          {exact_object, [](auto& p) { return std::get_if<Occupancy>(&p.result); }},
          {"range", "", range_object,
           [](auto& p) { return std::get_if<OccupancyRange>(&p.result); }},
          {"impossible", "null: the launch can run", refusal_object,
           [](auto& p) { return std::get_if<Refusals>(&p.result); }},
      });
  return table;
}

const Document<OccupancyAnswer>& occupancy_document() {
  static const Document<OccupancyAnswer> document(
      {.name = "occupancy",
       .description =
           "Blocks and warps per SM, every limiter and the next steps, for one launch or for "
           "several (points). Bytes, registers, warps and blocks; a field that does not apply is "
           "null, with the reason in diagnostics."},
      {
          {"inputs", "", occupancy_inputs, std::identity{}},
          {point_object, single_point},
          {"next_steps", "null: several launches, or not everything is given",
           occupancy_step_object, steps_of},
          {"points", "null: one launch", point_object,
           [](auto& a) { return only_if(!a.single(), std::span(a.points)); }},
      });
  return document;
}

Json occupancy_json(const OccupancyAnswer& a) {
  std::vector<Diagnostic> diagnostics = a.warnings;
  const auto reason = [&](std::string message) {
    diagnostics.push_back(
        {.severity = Severity::note, .id = "not-applicable", .message = std::move(message)});
  };
  if (!a.single())
    reason("several launches: the answers are in points, next_steps is of one launch");
  if (a.single()) reason("points: there is one launch");
  if (exact_occupancy(a) != nullptr) {
    reason("range, impossible: everything is given and the launch can run");
    reason("limits of null: the resource is not used, or does not limit on this capability");
  }
  if (a.single() && std::holds_alternative<OccupancyRange>(a.points.front().result)) {
    reason("not everything is given: the answer is in range");
  }
  return occupancy_document().write(a, diagnostics);
}

}  // namespace gpumodel
