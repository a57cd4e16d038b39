// The engines and wires of a timeline; see timeline_builder.hpp.
#include <algorithm>

#include "models/core/constants.hpp"
#include "models/core/index.hpp"
#include "models/timeline/program/timeline_builder.hpp"

namespace gpumodel {
TimelineBuilder::TimelineBuilder(const Program& program, const Machine& machine,
                                 std::size_t streams, Ceiling ceiling, Bound bound)
    : program_(program),
      system_(machine.system),
      ceiling_(ceiling),
      bound_(bound),
      times_(timeline_.workings, program, ceiling) {
  timeline_.workings.zero<Seconds>();  // the first node: see Part
  const std::size_t count = machine.gpus.size();
  timeline_.devices = static_cast<int>(count);
  timeline_.stream_count = streams;
  for (std::size_t i = 0; i < (program.host_thread_per_device ? count : 1); ++i) {
    const auto number = static_cast<std::int32_t>(i);
    threads_.push_back(
        {timeline_.schedule.add_engine({EngineKind::host, number, nothing, true}), nothing, {}});
  }
  if (system_ != nullptr) {
    host_in_ = add_shared(system_->host_to_devices);
    host_out_ = add_shared(system_->devices_to_host);
  }
  for (std::size_t i = 0; i < count; ++i) {
    add_device(static_cast<int>(i), machine, streams);
  }
  add_peers();
}

// What the devices of the timeline get together. One alone has what its own link gives.
LineId TimelineBuilder::add_shared(const BandwidthByCount& rates) {
  if (!rates.is_known() || timeline_.devices < 2) return nothing;
  const Sourced<BytesPerSecond> rate{rates.at(Count{static_cast<double>(timeline_.devices)}).si,
                                     rates.source};
  return add_line(rate);
}

LineId TimelineBuilder::add_line(const Sourced<BytesPerSecond>& rate) {
  const Worked<Seconds> of_byte =
      at_rate(timeline_.workings, 1.0, rate, constants::spread_of_device);
  return timeline_.schedule.add_line(1.0 / at_bound(of_byte.id()));
}

void TimelineBuilder::add_device(int number, const Machine& machine, std::size_t streams) {
  Workings& w = timeline_.workings;
  const Gpu& gpu = *machine.gpus[index(number)];
  DeviceState state(device_costs(w, gpu, ceiling_));
  state.gpu = &gpu;
  if (ceiling_ != Ceiling::peak) state.hand_overs = HandOvers(w, gpu);
  state.streams.resize(streams + 1);
  state.streams.front().created = true;
  const auto first = static_cast<EngineId>(timeline_.schedule.engines().size());
  const bool in_order = state.costs.in_order;
  const bool one = state.costs.one_copy_engine;
  state.in =
      timeline_.schedule.add_engine({EngineKind::to_device, number, nothing, in_order,
                                     one ? nothing : first + 2, state.costs.both_ways_to_device});
  state.compute = timeline_.schedule.add_engine({EngineKind::compute, number, nothing, in_order});
  state.out = one ? state.in
                  : timeline_.schedule.add_engine({EngineKind::to_host, number, nothing, in_order,
                                                   first, state.costs.both_ways_to_host});
  state.front = timeline_.schedule.add_engine({EngineKind::front, number});
  devices_.push_back(std::move(state));
}

// An engine for each direction of each link, beside the one that copies the other way.
void TimelineBuilder::add_peers() {
  auto next = static_cast<EngineId>(timeline_.schedule.engines().size());
  for (int number = 0; number < timeline_.devices; ++number) {
    DeviceState& state = devices_[index(number)];
    state.peers.assign(devices_.size(), nothing);
    for (int to = 0; to < timeline_.devices; ++to) {
      if (has_link(number, to)) state.peers[index(to)] = next++;
    }
  }
  if (system_ == nullptr) return;
  for (int number = 0; number < timeline_.devices; ++number) {
    add_port(devices_[index(number)]);
    for (int to = 0; to < timeline_.devices; ++to) {
      if (has_link(number, to)) add_peer(number, to);
    }
  }
}

void TimelineBuilder::add_port(DeviceState& state) {
  if (!system_->port.is_known()) return;
  state.egress = add_line(system_->port);
  state.ingress = add_line(system_->port);
}

void TimelineBuilder::add_peer(int from, int to) {
  const PeerLink& wires = *link(from, to);
  timeline_.schedule.add_engine({EngineKind::peer, from, to, devices_[index(from)].costs.in_order,
                                 devices_[index(to)].peers[index(from)],
                                 share_left(wires.both_ways, wires.bandwidth)});
}

const PeerLink* TimelineBuilder::link(int from, int to) const {
  if (system_ == nullptr) return nullptr;
  const auto found = std::ranges::find_if(
      system_->links, [&](const PeerLink& l) { return l.from == from && l.to == to; });
  return found == system_->links.end() ? nullptr : &*found;
}

}  // namespace gpumodel
