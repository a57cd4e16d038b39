// Copies between devices, halo exchange and all-reduce; see expander.hpp.
//
// A device exchanges the edges of what it holds, be it a part of the buffer; a device that holds
// nothing of it is a fault. Of one device, or over links that are not there, nothing is sent.
//
// What a device sends starts when its stream has come to it, one copy after the other: together
// they would share its port. The next task of the stream waits for them, and for what its
// neighbours sent: an event of each of their streams. An all-reduce is one task where the system
// states what it takes on so many devices (then the library chooses its algorithm); else it is made
// of copies, and its sums take no time of their own: they are done while data passes.
#include <algorithm>
#include <set>

#include "models/timeline/program/expander.hpp"

namespace gpumodel {
namespace {

Order on_device(Order order, int device) {
  order.device = device;
  return order;
}

// First the pairs 0 and 1, 2 and 3, ..., then those between: at any time a device sends to one and
// gets from one (of an odd ring, all but one do).
std::vector<ScriptStep::PeerCopy> halo_copies(const ProgramStep& step, int devices) {
  const int pairs = step.ring && devices > 2 ? devices : devices - 1;
  std::vector<ScriptStep::PeerCopy> copies;
  for (const int first : {0, 1}) {
    for (int i = first; i < pairs; i += 2) {
      copies.push_back({i, (i + 1) % devices});
      copies.push_back({(i + 1) % devices, i});
    }
  }
  return copies;
}

}  // namespace

bool Expander::expect_link(const ProgramStep& step, int from, int to) {
  if (builder_.has_link(from, to)) return true;
  fault("link-missing", step,
        "there is no link from device " + std::to_string(from) + " to device " + std::to_string(to),
        {machine_.system == nullptr
             ? "give a system whose file states links, such as --system h200-x4"
             : "system '" + machine_.system->id + "' has none"});
  return false;
}

void Expander::run_peer_copy(const ProgramStep& step, const Order& order, const Scope& scope) {
  const auto to = static_cast<int>(values_.whole(*step.peer, 0, 65535));
  if (to >= static_cast<int>(machine_.gpus.size()) || to == order.device) {
    fault("device-missing", step,
          "device " + std::to_string(to) + " is " +
              (to == order.device ? "the one copied from" : "not there"));
    return;
  }
  if (!expect_link(step, order.device, to)) return;
  for (const std::size_t buffer : step.buffers) {
    expect_on_device(step, buffer, order.device, scope);
    std::vector<TaskId> after = order.after;
    const auto tails = builder_.tails(order.device, order.stream);
    after.insert(after.end(), tails.begin(), tails.end());
    after.push_back(builder_.issue_send(order, to));
    const TaskId task = builder_.send(order, to, copied_bytes(step, buffer, scope), after);
    builder_.join(order.device, order.stream, {task});
    if (script_) {
      script_->exchange({&task, 1}, order, copied_part(step, buffer, scope), {{order.device, to}});
    }
    data_.note(task, buffer, order.device, span_of(buffer, scope), false);
    data_.note(task, buffer, to, span_of(buffer, scope), true);
    data_.put(buffer, to, span_of(buffer, scope));
    hold(buffer, to, scope);
    record(step, scope, task);
  }
}

void Expander::run_halo(const ProgramStep& step, const Order& order, const Scope& scope) {
  const auto devices = static_cast<int>(machine_.gpus.size());
  std::vector<std::vector<TaskId>> tails;
  for (int from = 0; from < devices; ++from) {
    tails.push_back(order.after);
    const auto before = builder_.tails(from, order.stream);
    tails.back().insert(tails.back().end(), before.begin(), before.end());
  }
  const std::size_t buffer = step.buffers.front();
  for (int device = 0; device < devices; ++device) {
    if (!data_.is_partly_on(buffer, device)) report_missing(step, buffer, device);
  }
  const double bytes = copied_bytes(step, buffer, scope);
  std::vector<TaskId> sent;
  std::vector<ScriptStep::PeerCopy> peers;
  for (const auto& [from, to] : halo_copies(step, devices)) {
    if (!expect_link(step, from, to)) continue;
    const Order own = on_device(order, from);
    std::vector<TaskId>& before = tails[static_cast<std::size_t>(from)];
    before.push_back(builder_.issue_send(own, to));
    before = {builder_.send(own, to, bytes, before)};
    sent.push_back(before.front());
    peers.push_back({from, to});
    record(step, scope, sent.back());
  }
  meet(order, peers, tails);
  if (script_) {
    script_->exchange(sent, order, copied_part(step, buffer, scope), std::move(peers));
  }
  for (int device = 0; device < devices; ++device) {
    builder_.join(device, order.stream, std::move(tails[static_cast<std::size_t>(device)]));
  }
}

// Streams that got something wait for the event of its sender's stream, one for all that it sent.
void Expander::meet(const Order& order, const std::vector<ScriptStep::PeerCopy>& peers,
                    std::vector<std::vector<TaskId>>& tails) {
  const std::vector<std::vector<TaskId>> ends = tails;
  std::set<int> recorded;
  for (const auto& [from, to] : peers) {
    if (recorded.insert(from).second) builder_.issue_record(on_device(order, from), to);
  }
  for (const auto& [from, to] : peers) {
    builder_.issue_wait(on_device(order, to), from);
    std::vector<TaskId>& of_receiver = tails[static_cast<std::size_t>(to)];
    const std::vector<TaskId>& end = ends[static_cast<std::size_t>(from)];
    of_receiver.insert(of_receiver.end(), end.begin(), end.end());
  }
}

// All pairs, unless the system states the whole operation.
bool Expander::expect_links(const ProgramStep& step) {
  if (builder_.stated_all_reduce() != nullptr) return true;
  const auto devices = static_cast<int>(machine_.gpus.size());
  for (int from = 0; from < devices; ++from) {
    for (int to = 0; to < devices; ++to) {
      if (from != to && !expect_link(step, from, to)) return false;
    }
  }
  return true;
}

void Expander::run_all_reduce(const ProgramStep& step, const Order& order, const Scope& scope) {
  const std::size_t devices = machine_.gpus.size();
  if (!expect_links(step)) return;
  const std::size_t buffer = step.buffers.front();
  std::vector<std::vector<TaskId>> tails(devices);
  for (std::size_t device = 0; device < devices; ++device) {
    const Order own = on_device(order, static_cast<int>(device));
    expect_on_device(step, buffer, own.device, scope);
    const auto before = builder_.tails(own.device, order.stream);
    tails[device] = order.after;
    tails[device].insert(tails[device].end(), before.begin(), before.end());
    tails[device].push_back(builder_.issue_all_reduce(own));
  }
  const double bytes = copied_bytes(step, buffer, scope);
  if (builder_.stated_all_reduce() != nullptr) {
    reduce_at_once(order, bytes, tails);
  } else if (step.algorithm == Algorithm::ring) {
    reduce_in_ring(order, bytes, tails);
  } else {
    reduce_in_tree(order, bytes, tails);
  }
  if (script_) {
    std::vector<TaskId> ends;
    for (const auto& tasks : tails) ends.insert(ends.end(), tasks.begin(), tasks.end());
    script_->all_reduce(ends, order, copied_part(step, buffer, scope));
  }
  for (std::size_t device = 0; device < devices; ++device) {
    for (const TaskId task : tails[device]) recent_.push_back(task);
    record(step, scope, tails[device].back());
    builder_.join(static_cast<int>(device), order.stream, std::move(tails[device]));
  }
}

void Expander::reduce_at_once(const Order& order, double bytes,
                              std::vector<std::vector<TaskId>>& tails) {
  std::vector<TaskId> after;
  for (const auto& tasks : tails) after.insert(after.end(), tasks.begin(), tasks.end());
  const TaskId task = builder_.all_reduce(order, bytes, after);
  for (auto& tasks : tails) tasks = {task};
}

// 2 (P - 1) rounds; in each every device passes 1 / P of the data to the next one.
void Expander::reduce_in_ring(const Order& order, double bytes,
                              std::vector<std::vector<TaskId>>& tails) {
  const std::size_t devices = tails.size();
  for (std::size_t round = 0; round + 2 < 2 * devices; ++round) {
    std::vector<std::vector<TaskId>> next(devices);
    for (std::size_t from = 0; from < devices; ++from) {
      const std::size_t to = (from + 1) % devices;
      const Order own = on_device(order, static_cast<int>(from));
      const TaskId task = builder_.send(own, static_cast<int>(to),
                                        bytes / static_cast<double>(devices), tails[from]);
      next[from].push_back(task);
      next[to].push_back(task);
    }
    tails = std::move(next);
  }
}

// Sums move to device 0 in log2 P rounds, and the result back the same way, all of it each time.
void Expander::reduce_in_tree(const Order& order, double bytes,
                              std::vector<std::vector<TaskId>>& tails) {
  const std::size_t devices = tails.size();
  const auto send = [&](std::size_t from, std::size_t to) {
    const Order own = on_device(order, static_cast<int>(from));
    std::vector<TaskId> after = tails[from];
    after.insert(after.end(), tails[to].begin(), tails[to].end());
    const TaskId task = builder_.send(own, static_cast<int>(to), bytes, after);
    tails[from] = {task};
    tails[to] = {task};
  };
  std::size_t distance = 1;
  for (; distance < devices; distance *= 2) {
    for (std::size_t to = 0; to + distance < devices; to += 2 * distance) send(to + distance, to);
  }
  for (distance /= 2; distance > 0; distance /= 2) {
    for (std::size_t from = 0; from + distance < devices; from += 2 * distance) {
      send(from, from + distance);
    }
  }
}

}  // namespace gpumodel
