#include "models/timeline/program/timeline_builder.hpp"

#include <algorithm>
#include <cmath>

#include "models/core/constants.hpp"
#include "models/core/index.hpp"

namespace gpumodel {
namespace {

constexpr double no_share = 1e-9;  // of an engine that takes any number of tasks
constexpr const Constant& on_host = constants::spread_of_host;
constexpr const Constant& on_wires = constants::spread_of_device;

Part all_of(Worked<Seconds> time) {
  return {time.id(), 1.0};
}

}  // namespace

double TimelineBuilder::at_bound(NodeId time) const {
  const Workings& w = timeline_.workings;
  return pick(Estimate<Seconds>{{w.value(time)}, {w.low(time)}, {w.high(time)}}, bound_).si;
}

TimelineBuilder::HostThread& TimelineBuilder::thread(const Order& order) {
  return threads_[program_.host_thread_per_device ? index(order.device) : 0];
}

TaskId TimelineBuilder::add(Task task, TaskCost cost, const Order& order, ActivityKind kind,
                            double bytes, std::span<const Dependence> dependences) {
  if (size() >= most_tasks_) throw TooManyTasks{};
  task.latency = seconds(cost.latency) + seconds(cost.turn);
  task.work = seconds(cost.work);
  for (Part* part : {&cost.latency, &cost.turn, &cost.work}) {
    if (seconds(*part) == 0.0) *part = {};
  }
  timeline_.costs.push_back(cost);
  timeline_.activities.push_back(
      {kind, order.step, order.device, order.stream, order.chunk, bytes});
  return timeline_.schedule.add(task, dependences);
}

TaskId TimelineBuilder::host_task(const Order& order, ActivityKind kind, const TaskCost& cost) {
  HostThread& host = thread(order);
  std::vector<Dependence> dependences{{host.last, Wait::stream}};
  for (const TaskId task : host.waits) dependences.push_back({task, Wait::data});
  for (const TaskId task : order.after) dependences.push_back({task, Wait::data});
  host.waits.clear();
  host.last = add({.engine = host.engine}, cost, order, kind, 0.0, dependences);
  return host.last;
}

TaskId TimelineBuilder::host_task(const Order& order, ActivityKind kind, Worked<Seconds> time) {
  return host_task(order, kind, TaskCost{.work = all_of(time)});
}

TaskId TimelineBuilder::host_work(const Order& order, const HostCost& cost, double weight) {
  return host_task(order, ActivityKind::host_work,
                   {.work = {times_.loop(cost).id(), weight},
                    .calls = {cost.from_memory.call, cost.from_caches.call}});
}

TaskId TimelineBuilder::host_work(const Order& order, Seconds stated, const Source& source) {
  return host_task(order, ActivityKind::host_work, times_.host(stated, source));
}

void TimelineBuilder::allocate(const Order& order, const ClauseMemory& memory) {
  if (ceiling_ == Ceiling::peak) return;
  Order plain = order;
  plain.after.clear();
  const Worked<Seconds> time = times_.clause_memory(*device(order).gpu, memory);
  if (time.value().si > 0.0) host_task(plain, ActivityKind::allocate, time);
}

void TimelineBuilder::create_stream(const Order& order) {
  StreamState& state = stream(order);
  if (state.created) return;
  state.created = true;
  if (!program_.creates_streams()) return;
  Order creation = order;
  creation.after.clear();
  host_task(creation, ActivityKind::create_stream, times_.stream_creation(*device(order).gpu));
}

TaskId TimelineBuilder::issue(const Order& order, Worked<Seconds> time) {
  if (graph_launch_ != nothing) return graph_launch_;
  Order plain = order;
  plain.after.clear();
  return host_task(plain, ActivityKind::issue, time);
}

TaskId TimelineBuilder::issue(const Order& order) {
  create_stream(order);
  return issue(order, device(order).costs.kernel_issue);
}

void TimelineBuilder::begin_graph(const Order& order) {
  graph_launch_ = issue(order, device(order).costs.graph_issue);
  const auto before = tails(order.device, order.stream);
  graph_before_.assign(before.begin(), before.end());
  graph_after_ = order.after;
  graph_stream_ = order.stream;
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
  for (const TaskId task : graph_after_) all.push_back({task, Wait::stream});
  if (graph_launch_ != nothing && order.stream != graph_stream_) {
    for (const TaskId task : graph_before_) all.push_back({task, Wait::stream});
  }
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
Part TimelineBuilder::hand_over(const Order& order, ActivityKind kind, double bytes,
                                std::vector<Dependence>& before) {
  if (order.blocking) return {};
  DeviceState& on = device(order);
  std::optional<Worked<Seconds>> longest;
  for (const Dependence& each : before) {
    if (each.on == nothing) continue;
    const auto alone = on.hand_overs.alone(timeline_.activities[index(each.on)], kind, bytes);
    if (alone && (!longest || alone->value() > longest->value())) longest = alone;
  }
  const HandOver found = on.hand_overs.among(on.unsynchronised.size(), longest, kind);
  if (seconds(found.wait) > 0.0) {
    const Task task{.engine = on.front, .share = no_share};
    const TaskCost cost{.latency = found.wait};
    before = {{add(task, cost, order, ActivityKind::hand_over, 0.0, before), Wait::stream}};
  }
  return found.on_engine;
}

// What the next task of the stream waits for, and of other streams if it is the default one.
void TimelineBuilder::ends_with(const Order& order, std::vector<TaskId> tails) {
  if (order.stream == nothing) device(order).last_default = std::ranges::max(tails);
  stream(order).tails = std::move(tails);
}

TaskId TimelineBuilder::submit(const Task& task, TaskCost cost, const Order& order,
                               ActivityKind kind, double bytes, Worked<Seconds> issued) {
  create_stream(order);
  arrive(order);
  std::vector<Dependence> dependences{{issue(order, issued), Wait::issue}};
  std::vector<Dependence> before = stream_dependences(order);
  cost.turn = hand_over(order, kind, bytes, before);
  dependences.insert(dependences.end(), before.begin(), before.end());
  for (const TaskId each : order.after) dependences.push_back({each, Wait::data});
  const TaskId added = add(task, cost, order, kind, bytes, dependences);
  ends_with(order, {added});
  if (order.blocking) thread(order).waits.push_back(added);
  return added;
}

TaskId TimelineBuilder::submit_copy(const Order& order, bool to_device, ActivityKind kind,
                                    double bytes, const CopyCosts& costs) {
  const DeviceState& on = device(order);
  const TaskCost cost{.latency = all_of(costs.latency), .work = all_of(costs.work)};
  const double work = seconds(cost.work);
  Task task{.engine = to_device ? on.in : on.out,
            .demand = work > 0.0 ? bytes / work : 0.0,
            .both_ways = costs.both_ways};
  task.lines[0] = to_device ? host_in_ : host_out_;
  return submit(task, cost, order, kind, bytes, costs.issue);
}

TaskId TimelineBuilder::pageable_copy(const Order& order, bool to_device, double bytes,
                                      bool again) {
  const ActivityKind kind = to_device ? ActivityKind::to_device : ActivityKind::to_host;
  Order asked = order;
  asked.blocking = true;
  const CopyCosts costs = times_.copy(*device(order).gpu, MemoryKind::pageable,
                                      {to_device, again, bytes, std::max(bytes, pageable_bytes_)});
  const TaskId seen = submit_copy(asked, to_device, kind, bytes, costs);
  stream(order).under_way = costs.tail.id();
  if (at_bound(costs.tail.id()) <= 0.0) is_idle(order);
  return seen;
}

// The host has come back from a copy before it has arrived: what follows in the stream waits.
void TimelineBuilder::arrive(const Order& order) {
  StreamState& own = stream(order);
  const TaskCost rest{.latency = {own.under_way, 1.0}};
  if (seconds(rest.latency) <= 0.0) return;
  const std::vector<Dependence> before{{own.tails.back(), Wait::stream}};
  own.under_way = {};
  const Task task{.engine = device(order).in};
  ends_with(order, {add(task, rest, order, ActivityKind::to_device, 0.0, before)});
}

TaskId TimelineBuilder::copy(const Order& order, bool to_device, double bytes, MemoryKind memory,
                             bool again) {
  if (memory == MemoryKind::staged) return staged_copy(order, to_device, bytes);
  if (memory == MemoryKind::pageable) return pageable_copy(order, to_device, bytes, again);
  const ActivityKind kind = to_device ? ActivityKind::to_device : ActivityKind::to_host;
  Order asked = order;
  const CopyCosts costs =
      times_.copy(*device(order).gpu, MemoryKind::pinned, {.to_device = to_device, .bytes = bytes});
  asked.blocking = false;
  const TaskId copied = submit_copy(asked, to_device, kind, bytes, costs);
  if (order.blocking) wait_for(order, copied, costs.back);
  return copied;
}

// The host comes back from a blocking call.
void TimelineBuilder::wait_for(const Order& order, TaskId task, Worked<Seconds> back) {
  Order wait = order;
  wait.after = {task};
  host_task(wait, ActivityKind::synchronise, back);
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
    moves.push_back(host_task(move, ActivityKind::staging, times_.staged_piece(piece)));
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
  const CopyCosts pages = times_.copy(*device(order).gpu, MemoryKind::managed,
                                      {.to_device = to_device, .bytes = bytes});
  return submit_copy(order, to_device, ActivityKind::migration, bytes, pages);
}

// Whether a region in a queue finds memory of arguments to give back, that of one that has ended:
// those that the host begins before the first of them ends find none.
bool TimelineBuilder::gives_back_memory(DeviceState& on, const KernelCost& cost) {
  if (!on.had_region) {
    on.none_ends_for = cost.body.value.si * cost.part;
    return false;
  }
  on.none_ends_for -= on.costs.region_queued.value().si;
  return on.none_ends_for <= 0.0;
}

// Before the body of a kernel begins.
Worked<Seconds> TimelineBuilder::queued_kernel(const Order& order, const KernelCost& cost,
                                               std::optional<ClauseMemory> memory) {
  DeviceState& on = device(order);
  if (graph_launch_ != nothing) {
    return graph_begins_ ? on.costs.first_in_graph : on.costs.kernel_in_graph;
  }
  if (!cost.region) return on.costs.kernel_queued;
  if (order.blocking) {
    return times_.blocking_region(on.costs, memory ? times_.clause_memory(*on.gpu, *memory)
                                                   : timeline_.workings.zero<Seconds>());
  }
  if (gives_back_memory(on, cost)) {
    for (const StreamState& stream : on.streams) {
      std::vector<TaskId>& waits = thread(order).waits;
      waits.insert(waits.end(), stream.tails.begin(), stream.tails.end());
    }
  }
  return on.costs.region_queued;
}

TaskId TimelineBuilder::kernel(const Order& order, const KernelCost& cost,
                               std::optional<ClauseMemory> memory) {
  DeviceState& on = device(order);
  const Worked<Seconds> queued = queued_kernel(order, cost, memory);
  graph_begins_ = false;
  const Worked<Seconds> body = times_.body(cost);
  const std::size_t own = program_.per_thread_default_stream ? 1 : 2;  // and the default stream
  const bool has_others = on.streams.size() > own;
  const double last = has_others ? cost.last_blocks : 0.0;
  const TaskCost first{.latency = all_of(queued),
                       .work = {body.id(), (1.0 - last) * cost.part},
                       .calls = {cost.call, nothing}};
  const Task task{.engine = on.compute, .share = cost.share, .drag = cost.drag, .use = cost.use};
  Order plain = order;
  plain.blocking = false;
  TaskId added = submit(task, first, plain, ActivityKind::kernel, 0.0, on.costs.kernel_issue);
  const TaskCost end{.work = {body.id(), last * cost.part}, .calls = first.calls};
  if (seconds(end.work) > 0.0) added = last_blocks(plain, end, added);
  if (cost.region) on.had_region = true;
  if (order.blocking) wait_for(order, added, on.costs.synchronise);
  return added;
}

// The end of a kernel, which holds up its stream but no other kernel.
TaskId TimelineBuilder::last_blocks(const Order& order, const TaskCost& cost, TaskId kernel) {
  DeviceState& on = device(order);
  const Task task{.engine = on.front, .share = no_share};
  const std::vector<Dependence> before{{kernel, Wait::stream}};
  const TaskId added = add(task, cost, order, ActivityKind::last_blocks, 0.0, before);
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
    last = host_task(look, ActivityKind::synchronise,
                     times_.number("t_look", system_->synchronise, on_host));
    std::vector<Dependence> ends;
    for (const TaskId each : take_tails(look.device)) ends.push_back({each, Wait::data});
    if (ends.empty()) continue;
    Order seen = look;
    seen.after = {add({.engine = on.front, .share = no_share},
                      {.latency = all_of(on.costs.synchronise)}, look, ActivityKind::synchronise,
                      0.0, ends)};
    last = host_task(seen, ActivityKind::synchronise, TaskCost{});
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
  return issue(order, times_.number("t_issue", wires.issue, on_host));
}

void TimelineBuilder::issue_event(const Order& order, const Sourced<Seconds>& time) {
  if (time.is_known()) issue(order, times_.number("t_event", time, on_host));
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
  const bool queued = wires.queued.is_known() && !waits_for_others(order, after);
  const TaskCost cost{
      .latency = all_of(times_.number("a", queued ? wires.queued : wires.latency, on_wires)),
      .work = all_of(times_.over_link(wires, bytes))};
  const double work = seconds(cost.work);
  Task task{.engine = from.peers[index(to)], .demand = work > 0.0 ? bytes / work : 0.0};
  task.lines = {from.egress, devices_[index(to)].ingress};
  std::vector<Dependence> dependences;
  for (const TaskId each : after) dependences.push_back({each, Wait::data});
  return add(task, cost, order, ActivityKind::peer, bytes, dependences);
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
  return issue(order, times_.all_reduce_issue(*stated));
}

TaskId TimelineBuilder::all_reduce(const Order& order, double bytes,
                                   std::span<const TaskId> after) {
  const AllReduce& stated = *stated_all_reduce();
  if (collective_ == nothing) {
    collective_ = timeline_.schedule.add_engine({EngineKind::collective, order.device});
  }
  const TaskCost cost{.latency = all_of(times_.all_reduce(stated, bytes))};
  const Task task{.engine = collective_};
  std::vector<Dependence> dependences;
  for (const TaskId each : after) dependences.push_back({each, Wait::data});
  return add(task, cost, order, ActivityKind::peer, bytes, dependences);
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
