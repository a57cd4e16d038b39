#include <gpumodel/occupancy.hpp>

#include "src/api/data.hpp"
#include "src/api/guard.hpp"
#include "src/api/pages.hpp"
#include "src/app/occupancy/launches.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/view/occupancy/json.hpp"
#include "src/view/occupancy/page.hpp"

namespace gpumodel {
inline namespace v1 {

struct OccupancyReport::Data {
  OccupancyAnswer answer;
  SharedShelves shelves;  // of the question

  const Occupancy* exact() const { return std::get_if<Occupancy>(&answer.points.front().result); }
};

namespace {

std::vector<std::int64_t> amount(const char* what, const std::optional<std::int64_t>& value,
                                 std::int64_t least) {
  if (!value) return {};
  if (*value >= least) return {*value};
  refuse_call("amount-wrong", std::string(what) + " cannot be " + std::to_string(*value),
              {"at least " + std::to_string(least)});
}

OccupancyAsk ask_of(const Library::Gpu& gpu, const BlockResources& block) {
  OccupancyAsk ask;
  ask.target = target_of(*gpu.data().file, false);
  ask.threads = amount("threads per block", block.threads, 1);
  ask.registers_per_thread = amount("registers per thread", block.registers_per_thread, 1);
  ask.shared_memory = amount("shared memory", block.shared_memory, 0);
  if (ask.threads.empty() && ask.registers_per_thread.empty() && ask.shared_memory.empty()) {
    refuse_call("usage", "nothing is asked",
                {"state at least threads, registers or shared memory"});
  }
  if (!amount("the carve-out", block.carveout, 0).empty()) ask.carveout = block.carveout;
  if (!amount("barriers", block.barriers, 0).empty()) ask.barriers = block.barriers;
  amount("blocks per cluster", block.cluster, 1);
  ask.cluster_size = block.cluster;
  ask.library = gpu.data().shelves.get();
  return ask;
}

}  // namespace

Interval OccupancyReport::occupancy() const {
  const OccupancyPoint& point = data().answer.points.front();
  return {*point.lowest(), *point.highest()};
}
std::optional<int> OccupancyReport::blocks_per_sm() const {
  const Occupancy* exact = data().exact();
  return exact != nullptr ? std::optional(exact->blocks_per_sm) : std::nullopt;
}
std::optional<int> OccupancyReport::warps_per_sm() const {
  const Occupancy* exact = data().exact();
  return exact != nullptr ? std::optional(exact->warps_per_sm) : std::nullopt;
}
std::vector<std::string> OccupancyReport::limiters() const {
  std::vector<std::string> all;
  if (const Occupancy* exact = data().exact()) {
    for (const Resource resource : exact->limiters()) all.emplace_back(gpumodel::name(resource));
  }
  return all;
}
std::vector<Finding> OccupancyReport::notes() const {
  return guarded([&] { return findings_of(data().answer.warnings); });
}
std::string OccupancyReport::json() const {
  return guarded([&] { return to_text(occupancy_json(data().answer)); });
}
std::string OccupancyReport::text() const {
  return guarded([&] { return text_of(occupancy_page(data().answer, false)); });
}

OccupancyReport occupancy(const Library::Gpu& gpu, const BlockResources& block) {
  return guarded([&] {
    return OccupancyReport(std::make_shared<const OccupancyReport::Data>(
        OccupancyReport::Data{occupancies(ask_of(gpu, block)), gpu.data().shelves}));
  });
}

}  // namespace v1
}  // namespace gpumodel
