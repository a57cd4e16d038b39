#include "models/program/data_state.hpp"

namespace gpumodel {

DataState::DataState(const Program& program, std::size_t devices)
    : buffers_(program.buffers.size()),
      places_(devices * program.buffers.size()),
      by_copy_(program.buffers.size()) {
  for (std::size_t device = 0; device < devices; ++device) {
    for (std::size_t buffer = 0; buffer < buffers_; ++buffer) {
      if (program.buffers[buffer].resident) put(buffer, static_cast<int>(device), {});
    }
  }
}

void DataState::leave_region(std::size_t buffer, int device) {
  Place& place = at(buffer, device);
  if (--place.regions == 0) place.parts.clear();
}

void DataState::note(TaskId task, std::size_t buffer, int device, BufferSpan span, bool writes) {
  if (!keep_) return;
  accesses_.push_back(
      {task, static_cast<std::uint32_t>(buffer), device, span.begin, span.end, writes});
}

}  // namespace gpumodel
