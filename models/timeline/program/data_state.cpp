#include "models/timeline/program/data_state.hpp"

namespace gpumodel {

DataState::DataState(const Program& program, std::size_t devices)
    : buffers_(program.buffers.size()),
      places_(devices * program.buffers.size()),
      held_(devices),
      most_(devices),
      by_copy_(program.buffers.size()) {
  for (std::size_t device = 0; device < devices; ++device) {
    for (std::size_t buffer = 0; buffer < buffers_; ++buffer) {
      if (program.buffers[buffer].resident) put(buffer, static_cast<int>(device), {});
    }
  }
}

void DataState::leave_region(std::size_t buffer, int device) {
  Place& place = at(buffer, device);
  if (--place.regions > 0) return;
  place.parts.clear();
  release(buffer, device);
}

void DataState::hold(std::size_t buffer, int device, BufferSpan span, double whole) {
  Place& place = at(buffer, device);
  if (place.held.covers(span)) return;
  place.held.add(span);
  const double parts = static_cast<double>(place.held.size());
  const double bytes = whole * parts / static_cast<double>(BufferSpan::whole);
  double& held = held_[static_cast<std::size_t>(device)];
  held += bytes - place.bytes;
  place.bytes = bytes;
  MemoryUse& most = most_[static_cast<std::size_t>(device)];
  if (held <= most.bytes) return;
  most = {held, buffer};
  for (std::size_t other = 0; other < buffers_; ++other) {
    if (at(other, device).bytes > at(most.largest, device).bytes) most.largest = other;
  }
}

void DataState::release(std::size_t buffer, int device) {
  Place& place = at(buffer, device);
  place.held.clear();
  held_[static_cast<std::size_t>(device)] -= place.bytes;
  place.bytes = 0.0;
}

void DataState::note(TaskId task, std::size_t buffer, int device, BufferSpan span, bool writes) {
  if (!keep_) return;
  accesses_.push_back(
      {task, static_cast<std::uint32_t>(buffer), device, span.begin, span.end, writes});
}

}  // namespace gpumodel
