#include "models/timeline/program/timeline_builder.hpp"

#include <algorithm>
#include <cmath>

#include "models/core/constants.hpp"
#include "models/core/index.hpp"

namespace gpumodel {
namespace {

constexpr double no_share = 1e-9;  // of an engine that takes any number of tasks
constexpr double on_host = constants::spread_of_host.high,
                 on_wires = constants::spread_of_device.high;

double seconds_of(const AllReduce& sum, double bytes, Bound bound) {
  if (!sum.by_size.is_known()) {
    return pick(sum.latency, bound, on_wires) +
           bytes * pick_inverse(sum.bandwidth, bound, on_wires);
  }
  return bounded(seconds_of(sum.by_size, bytes), sum.by_size.source, bound, on_wires);
}

}  // namespace

TimelineBuilder::HostThread& TimelineBuilder::thread(const Order& order) {
  return threads_[program_.host_thread_per_device ? index(order.device) : 0];
}

TaskId TimelineBuilder::add(const Task& task, const Order& order, ActivityKind kind, double bytes,
                            std::span<const Dependence> dependences) {
  if (size() >= most_tasks_) throw TooManyTasks{};
  timeline_.activities.push_back(
      {kind, order.step, order.device, order.stream, order.chunk, bytes});
  return timeline_.schedule.add(task, dependences);
}

TaskId TimelineBuilder::host_task(const Order& order, ActivityKind kind, double seconds) {
  HostThread& host = thread(order);
  std::vector<Dependence> dependences{{host.last, Wait::stream}};
  for (const TaskId task : host.waits) dependences.push_back({task, Wait::data});
  for (const TaskId task : order.after) dependences.push_back({task, Wait::data});
  host.waits.clear();
  host.last = add({.engine = host.engine, .work = seconds}, order, kind, 0.0, dependences);
  return host.last;
}

TaskId TimelineBuilder::host_work(const Order& order, double seconds) {
  return host_task(order, ActivityKind::host_work, seconds);
}

void TimelineBuilder::allocate(const Order& order, double seconds) {
  Order plain = order;
  plain.after.clear();
  if (seconds > 0.0) host_task(plain, ActivityKind::allocate, seconds);
}

void TimelineBuilder::create_stream(const Order& order) {
  StreamState& state = stream(order);
  if (state.created) return;
  state.created = true;
  if (!program_.creates_streams()) return;
  Order creation = order;
  creation.after.clear();
  host_task(creation, ActivityKind::create_stream,
            program_.creation_of_device ? stream_creation(*device(order).gpu, bound_)
                                        : program_.stream_creation);
}

TaskId TimelineBuilder::issue(const Order& order, double seconds) {
  if (graph_launch_ != nothing) return graph_launch_;
  Order plain = order;
  plain.after.clear();
  return host_task(plain, ActivityKind::issue, seconds);
}

TaskId TimelineBuilder::issue(const Order& order) {
  create_stream(order);
  return issue(order, device(order).costs.kernel_issue);
}

void TimelineBuilder::begin_graph(const Order& order) {
  graph_launch_ = issue(order, device(order).costs.graph_issue);
  graph_begins_ = true;
}

// What the order of streams asks for: see the head of the header.
std::vector<Dependence> TimelineBuilder::stream_dependences(const Order& order) {
  DeviceState& on = device(order);
  const auto number = number_of(order.stream);
  StreamState& own = on.streams[number];
  std::vector<Dependence> all;
  const auto wait_for = [&](const StreamState& state) {
    for (const TaskId task : state.tails) all.push_back({task, Wait::stream});
  };
  wait_for(own);
  if (!own.unsynchronised) on.unsynchronised.push_back(number);
  own.unsynchronised = true;
  if (program_.per_thread_default_stream) return all;
  if (order.stream != nothing) {
    if (own.tails.empty() || on.last_default > std::ranges::max(own.tails)) {
      wait_for(on.streams.front());
    }
    if (!own.since_default) on.since_default.push_back(number);
    own.since_default = true;
    return all;
  }
  for (const std::size_t other : on.since_default) {
    wait_for(on.streams[other]);
    on.streams[other].since_default = false;
  }
  on.since_default.clear();
  return all;
}

// The next task of a stream waits for its turn where another engine ran the one before; returns
// what its own engine needs besides. (A copy that holds the host has all of it in its own time.)
double TimelineBuilder::hand_over(const Order& order, ActivityKind kind, double bytes,
                                  std::vector<Dependence>& before) {
  if (order.blocking) return 0.0;
  DeviceState& on = device(order);
  double alone = 0.0;
  for (const Dependence& each : before) {
    if (each.on == nothing) continue;
    alone = std::max(alone, on.hand_overs.alone(timeline_.activities[index(each.on)], kind, bytes));
  }
  const HandOver found = on.hand_overs.among(on.unsynchronised.size(), alone, kind);
  if (found.wait > 0.0) {
    const Task task{.engine = on.front, .latency = found.wait, .share = no_share};
    before = {{add(task, order, ActivityKind::hand_over, 0.0, before), Wait::stream}};
  }
  return found.on_engine;
}

// What the next task of the stream waits for, and of other streams if it is the default one.
void TimelineBuilder::ends_with(const Order& order, std::vector<TaskId> tails) {
  if (order.stream == nothing) device(order).last_default = std::ranges::max(tails);
  stream(order).tails = std::move(tails);
}

TaskId TimelineBuilder::submit(const Task& task, const Order& order, ActivityKind kind,
                               double bytes, double issue_seconds) {
  create_stream(order);
  arrive(order);
  std::vector<Dependence> dependences{{issue(order, issue_seconds), Wait::issue}};
  std::vector<Dependence> before = stream_dependences(order);
  Task with_turn = task;
  with_turn.latency += hand_over(order, kind, bytes, before);
  dependences.insert(dependences.end(), before.begin(), before.end());
  for (const TaskId each : order.after) dependences.push_back({each, Wait::data});
  const TaskId added = add(with_turn, order, kind, bytes, dependences);
  ends_with(order, {added});
  if (order.blocking) thread(order).waits.push_back(added);
  return added;
}

Task TimelineBuilder::copy_task(const Order& order, bool to_device, double bytes,
                                const CopyCosts& costs) {
  const DeviceState& on = device(order);
  Task task{.engine = to_device ? on.in : on.out,
            .latency = costs.latency,
            .work = bytes * costs.seconds_per_byte,
            .demand = costs.seconds_per_byte > 0.0 ? 1.0 / costs.seconds_per_byte : 0.0,
            .both_ways = costs.both_ways};
  task.lines[0] = to_device ? host_in_ : host_out_;
  return task;
}

TaskId TimelineBuilder::pageable_copy(const Order& order, bool to_device, double bytes,
                                      bool again) {
  const ActivityKind kind = to_device ? ActivityKind::to_device : ActivityKind::to_host;
  Order asked = order;
  asked.blocking = true;
  const CopyCosts costs = pageable_costs(
      *device(order).gpu, {to_device, again, bytes, std::max(bytes, pageable_bytes_)}, bound_);
  const TaskId seen =
      submit(copy_task(order, to_device, bytes, costs), asked, kind, bytes, costs.issue);
  stream(order).under_way = costs.tail;
  if (costs.tail <= 0.0) is_idle(order);
  return seen;
}

// The host has come back from a copy before it has arrived: what follows in the stream waits.
void TimelineBuilder::arrive(const Order& order) {
  StreamState& own = stream(order);
  if (own.under_way <= 0.0) return;
  const Task rest{.engine = device(order).in, .latency = own.under_way};
  const std::vector<Dependence> before{{own.tails.back(), Wait::stream}};
  own.under_way = 0.0;
  ends_with(order, {add(rest, order, ActivityKind::to_device, 0.0, before)});
}

TaskId TimelineBuilder::copy(const Order& order, bool to_device, double bytes, MemoryKind memory,
                             bool again) {
  if (memory == MemoryKind::staged) return staged_copy(order, to_device, bytes);
  if (memory == MemoryKind::pageable) return pageable_copy(order, to_device, bytes, again);
  const ActivityKind kind = to_device ? ActivityKind::to_device : ActivityKind::to_host;
  Order asked = order;
  const DeviceState& on = device(order);
  const CopyCosts costs = pinned_costs(*on.gpu, on.costs, to_device, bytes, bound_);
  asked.blocking = false;
  const TaskId copied =
      submit(copy_task(order, to_device, bytes, costs), asked, kind, bytes, costs.issue);
  if (order.blocking) wait_for(order, copied, costs.back);
  return copied;
}

// The host comes back from a blocking call.
void TimelineBuilder::wait_for(const Order& order, TaskId task, double seconds) {
  Order wait = order;
  wait.after = {task};
  host_task(wait, ActivityKind::synchronise, seconds);
  is_idle(order);
}

// The host has seen the end of all that was issued to a stream.
void TimelineBuilder::is_idle(const Order& order) {
  stream(order).unsynchronised = false;
  std::erase(device(order).unsynchronised, number_of(order.stream));
}

// The host moves each piece between pageable and pinned memory, and needs a free buffer for it; the
// device copies pieces meanwhile.
TaskId TimelineBuilder::staged_copy(const Order& order, bool to_device, double bytes) {
  const Staging& staging = *program_.staging;
  const auto buffers = static_cast<std::size_t>(staging.buffers);
  std::vector<TaskId> copies;  // by the device
  std::vector<TaskId> moves;   // by the host
  const auto host_move = [&](double piece, TaskId after) {
    Order move = order;
    if (!to_device) move.after.clear();
    if (after != nothing) move.after.push_back(after);
    moves.push_back(host_task(move, ActivityKind::staging, piece / staging.copy_rate));
  };
  const double full_pieces = std::ceil(bytes / staging.piece_bytes);
  const auto pieces = static_cast<std::size_t>(std::max(1.0, full_pieces));
  const auto size_of = [&](std::size_t i) {
    return std::min(staging.piece_bytes, bytes - static_cast<double>(i) * staging.piece_bytes);
  };
  for (std::size_t i = 0; i < pieces; ++i) {
    const std::vector<TaskId>& freed_by = to_device ? copies : moves;
    const TaskId free = i >= buffers ? freed_by[i - buffers] : nothing;
    if (to_device) host_move(size_of(i), free);
    Order piece = order;
    piece.blocking = false;
    if (to_device) piece.after = {moves.back()};
    if (!to_device && free != nothing) piece.after.push_back(free);
    copies.push_back(copy(piece, to_device, size_of(i), MemoryKind::pinned));
    if (!to_device && i + 1 >= buffers) {
      const std::size_t full = i + 1 - buffers;
      host_move(size_of(full), copies[full]);
    }
  }
  if (to_device) {
    thread(order).waits.push_back(copies.back());
    return copies.back();
  }
  for (std::size_t i = moves.size(); i < pieces; ++i) host_move(size_of(i), copies[i]);
  return moves.back();
}

TaskId TimelineBuilder::migrate(const Order& order, bool to_device, double bytes) {
  const DeviceCosts& costs = device(order).costs;
  CopyCosts pages = to_device ? costs.to_device : costs.to_host;
  pages.issue = 0.0;
  pages.latency =
      std::ceil(bytes / program_.migration.page_bytes) * program_.migration.fault_seconds;
  return submit(copy_task(order, to_device, bytes, pages), order, ActivityKind::migration, bytes,
                0.0);
}

TaskId TimelineBuilder::kernel(const Order& order, const KernelCost& cost, double memory_seconds) {
  DeviceState& on = device(order);
  const bool in_graph = graph_launch_ != nothing;
  double latency = on.costs.kernel_queued;
  if (cost.region && !order.blocking) {
    latency = on.costs.region_queued;
    if (on.last_region != nothing) thread(order).waits.push_back(on.last_region);
  } else if (cost.region) {
    const double host = on.costs.kernel_issue + on.costs.synchronise;
    latency = std::max(0.0, on.costs.region_blocking - host) + memory_seconds;
  }
  if (in_graph) latency = on.costs.kernel_in_graph;
  if (in_graph && graph_begins_) latency += on.costs.graph_start;
  graph_begins_ = false;
  const double body = pick(cost.body, bound_);
  const std::size_t own = program_.per_thread_default_stream ? 1 : 2;  // and the default stream
  const bool has_others = on.streams.size() > own;
  const double last = has_others ? cost.last_blocks * body : 0.0;
  const Task task{.engine = on.compute,
                  .latency = latency,
                  .work = body - last,
                  .share = cost.share,
                  .drag = cost.drag,
                  .use = cost.use};
  Order plain = order;
  plain.blocking = false;
  TaskId added = submit(task, plain, ActivityKind::kernel, 0.0, on.costs.kernel_issue);
  if (last > 0.0) added = last_blocks(plain, last, added);
  if (cost.region) on.last_region = added;
  if (order.blocking) wait_for(order, added, on.costs.synchronise);
  return added;
}

// The end of a kernel, which holds up its stream but no other kernel.
TaskId TimelineBuilder::last_blocks(const Order& order, double seconds, TaskId kernel) {
  DeviceState& on = device(order);
  const Task task{.engine = on.front, .work = seconds, .share = no_share};
  const std::vector<Dependence> before{{kernel, Wait::stream}};
  const TaskId added = add(task, order, ActivityKind::last_blocks, 0.0, before);
  ends_with(order, {added});
  return added;
}

// What the streams of a device end with; they count as waited for.
std::vector<TaskId> TimelineBuilder::take_tails(int number) {
  Order of_stream;
  of_stream.device = number;
  std::vector<TaskId> tails;
  for (const std::size_t each : device(of_stream).unsynchronised) {
    of_stream.stream = stream_of(each);
    arrive(of_stream);
    StreamState& state = stream(of_stream);
    tails.insert(tails.end(), state.tails.begin(), state.tails.end());
    state.unsynchronised = false;
  }
  device(of_stream).unsynchronised.clear();
  return tails;
}

// One device after the other. Where the host has to wait it comes back some time after the end;
// where a device has ended before, it needs only the look.
TaskId TimelineBuilder::synchronise_in_turn(const Order& order) {
  Order look = order;
  TaskId last = nothing;
  for (look.device = 0; index(look.device) < devices_.size(); ++look.device) {
    const DeviceState& on = device(look);
    last = host_task(look, ActivityKind::synchronise, pick(system_->synchronise, bound_, on_host));
    std::vector<Dependence> ends;
    for (const TaskId each : take_tails(look.device)) ends.push_back({each, Wait::data});
    if (ends.empty()) continue;
    Order seen = look;
    seen.after = {add({.engine = on.front, .latency = on.costs.synchronise, .share = no_share},
                      look, ActivityKind::synchronise, 0.0, ends)};
    last = host_task(seen, ActivityKind::synchronise, 0.0);
  }
  return last;
}

TaskId TimelineBuilder::synchronise(const Order& order, bool everything) {
  const bool in_turn = devices_.size() > 1 && threads_.size() == 1 && system_ != nullptr &&
                       system_->synchronise.is_known();
  if (everything && in_turn) return synchronise_in_turn(order);
  Order wait = order;
  if (!everything) {
    arrive(order);
    StreamState& state = stream(order);
    wait.after.insert(wait.after.end(), state.tails.begin(), state.tails.end());
    is_idle(order);
  } else {
    for (int number = 0; number < timeline_.devices; ++number) {
      const std::vector<TaskId> tails = take_tails(number);
      wait.after.insert(wait.after.end(), tails.begin(), tails.end());
    }
  }
  return host_task(wait, ActivityKind::synchronise, device(order).costs.synchronise);
}

std::span<const TaskId> TimelineBuilder::tails(int on, int number) const {
  return devices_[index(on)].streams[number_of(number)].tails;
}

TaskId TimelineBuilder::issue_send(const Order& order, int to) {
  const PeerLink& wires = *link(order.device, to);
  if (!wires.issue.is_known()) return issue(order);
  create_stream(order);
  return issue(order, pick(wires.issue, bound_, on_host));
}

void TimelineBuilder::issue_event(const Order& order, const Sourced<Seconds>& time) {
  if (time.is_known()) issue(order, pick(time, bound_, on_host));
}

void TimelineBuilder::issue_record(const Order& order, int to) {
  issue_event(order, link(order.device, to)->record);
}

void TimelineBuilder::issue_wait(const Order& order, int from) {
  issue_event(order, link(from, order.device)->wait);
}

// Whether a copy waits for work of another device.
bool TimelineBuilder::waits_for_others(const Order& order, std::span<const TaskId> after) const {
  return std::ranges::any_of(after, [&](TaskId task) {
    return task != nothing && timeline_.schedule.engine_of(task).kind != EngineKind::host &&
           timeline_.activities[index(task)].device != order.device;
  });
}

TaskId TimelineBuilder::send(const Order& order, int to, double bytes,
                             std::span<const TaskId> after) {
  const DeviceState& from = device(order);
  const PeerLink& wires = *link(order.device, to);
  const double seconds_per_byte = pick_inverse(wires.bandwidth, bound_, on_wires);
  const bool queued = wires.queued.is_known() && !waits_for_others(order, after);
  Task task{.engine = from.peers[index(to)],
            .latency = pick(queued ? wires.queued : wires.latency, bound_, on_wires),
            .work = bytes * seconds_per_byte,
            .demand = 1.0 / seconds_per_byte};
  task.lines = {from.egress, devices_[index(to)].ingress};
  std::vector<Dependence> dependences;
  for (const TaskId each : after) dependences.push_back({each, Wait::data});
  return add(task, order, ActivityKind::peer, bytes, dependences);
}

const AllReduce* TimelineBuilder::stated_all_reduce() const {
  if (system_ == nullptr) return nullptr;
  const auto found =
      std::ranges::find(system_->all_reduces, timeline_.devices, &AllReduce::devices);
  return found == system_->all_reduces.end() ? nullptr : &*found;
}

TaskId TimelineBuilder::issue_all_reduce(const Order& order) {
  const AllReduce* stated = stated_all_reduce();
  if (stated == nullptr || !stated->issue.is_known()) return issue(order);
  create_stream(order);
  return issue(order, pick(stated->issue, bound_, on_host) / stated->devices);
}

TaskId TimelineBuilder::all_reduce(const Order& order, double bytes,
                                   std::span<const TaskId> after) {
  const AllReduce& stated = *stated_all_reduce();
  if (collective_ == nothing) {
    collective_ = timeline_.schedule.add_engine({EngineKind::collective, order.device});
  }
  const Task task{.engine = collective_, .latency = seconds_of(stated, bytes, bound_)};
  std::vector<Dependence> dependences;
  for (const TaskId each : after) dependences.push_back({each, Wait::data});
  return add(task, order, ActivityKind::peer, bytes, dependences);
}

// As for any task, the rules of the default stream hold. Nothing to wait for: nothing happens.
void TimelineBuilder::join(int on, int number, std::vector<TaskId> tails) {
  if (tails.empty()) return;
  Order order;
  order.device = on;
  order.stream = number;
  stream_dependences(order);
  ends_with(order, std::move(tails));
}

}  // namespace gpumodel
