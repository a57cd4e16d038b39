#include "validate/programs/program_memory.cuh"

#include <cstdlib>
#include <cstring>
#include <set>

#include "validate/runner/host_facts.hpp"
#include "validate/runner/host_memory.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_sampled = 1 << 14;  // scalars of a buffer

CaseArray at(CaseArray array, void* where) {
  array.at = where;
  return array;
}

}  // namespace

HostBuffer::HostBuffer(std::size_t bytes, bool pinned) : pinned_(pinned) {
  if (bytes > free_host_bytes()) {
    throw CaseError("the host has no memory for " + std::to_string(bytes) + " B");
  }
  constexpr std::size_t page = 4096;
  if (pinned) {
    must(cudaMallocHost(&at_, std::max<std::size_t>(bytes, 1)), "allocating pinned memory");
  } else {
    at_ = std::aligned_alloc(page, (bytes / page + 1) * page);
    if (at_ == nullptr) throw CaseError("the host has no memory for " + std::to_string(bytes));
  }
  std::memset(at_, 0, bytes);
}

HostBuffer::~HostBuffer() {
  if (pinned_) {
    cudaFreeHost(at_);
  } else {
    std::free(at_);
  }
}

HostBuffer::HostBuffer(HostBuffer&& other) noexcept
    : at_(std::exchange(other.at_, nullptr)), pinned_(other.pinned_) {}

ProgramMemory::ProgramMemory(ProgramCase& program) : program_(program) {
  for (const Script::Array& buffer : program.script.buffers) {
    if (buffer.memory == MemoryKind::staged || buffer.memory == MemoryKind::managed) {
      throw CaseError("buffer '" + buffer.name + "' is " +
                      (buffer.memory == MemoryKind::staged ? "staged" : "managed memory") +
                      ", which is modelled only");
    }
    host_.emplace_back(static_cast<std::size_t>(buffer.bytes), buffer.memory == MemoryKind::pinned);
  }
  for (const ScriptStep& step : program.script.steps) {
    if (step.kind == ScriptStep::Kind::host_kernel) continue;
    const bool everywhere = step.kind == ScriptStep::Kind::all_reduce || !step.peers.empty();
    for (const ScriptStep::Part& part : step.parts) {
      if (!everywhere) place_on(part.buffer, step.device);
      for (int d = 0; everywhere && d < program.script.devices; ++d) place_on(part.buffer, d);
    }
  }
  for (ProgramCall& call : program.calls) place_arrays(call);
}

void ProgramMemory::place_on(std::size_t buffer, int device) {
  if (device_.contains({buffer, device})) return;
  must(cudaSetDevice(device), "choosing a device");
  const auto bytes = static_cast<std::size_t>(program_.script.buffers[buffer].bytes);
  device_.emplace(std::pair{buffer, device}, DeviceMemory(std::max<std::size_t>(bytes, 1)));
}

void ProgramMemory::place_arrays(ProgramCall& call) {
  KernelCase& c = *call.kernel_case;
  for (std::size_t i = 0; i < c.arrays.size(); ++i) {
    CaseArray& array = c.arrays[i];
    const ProgramCall::Place& place = call.places[i];
    if (place.of_buffer) {
      const ScriptStep::Part part{place.buffer, place.first_byte, 0};
      array.at = call.on_host ? host(part) : device(part, call.device);
    } else if (call.on_host) {
      own_on_host_.emplace_back(array.bytes(), false);
      array.at = own_on_host_.back().get();
      fill_on_host(array);
    } else {
      const std::string key = c.kernel + "/" + array.name + "/" + std::to_string(array.bytes()) +
                              "/" + std::to_string(call.device);
      must(cudaSetDevice(call.device), "choosing a device");
      const auto [found, is_new] = own_.try_emplace(key);
      if (is_new) found->second = DeviceMemory(array.bytes());
      array.at = found->second.get();
      if (is_new) fill_on_device(array, nullptr);
    }
  }
}

void ProgramMemory::restart() {
  for (std::size_t i = 0; i < host_.size(); ++i) {
    fill_on_host(at(program_.buffers[i], host_[i].get()));
  }
  for (auto& [place, memory] : device_) {
    must(cudaSetDevice(place.second), "choosing a device");
    CaseArray array = at(program_.buffers[place.first], memory.get());
    if (!program_.script.buffers[place.first].resident) array.start = Start::poison;
    fill_on_device(array, nullptr);
    must(cudaDeviceSynchronize(), "filling the buffers");
  }
}

char* ProgramMemory::host(const ScriptStep::Part& part) const {
  return static_cast<char*>(host_[part.buffer].get()) + part.first_byte;
}

char* ProgramMemory::device(const ScriptStep::Part& part, int device) const {
  return static_cast<char*>(device_.at({part.buffer, device}).get()) + part.first_byte;
}

std::vector<double> ProgramMemory::sampled() const {
  std::vector<double> all;
  const auto places = [&](std::size_t buffer) {
    const std::int64_t scalars = program_.buffers[buffer].scalars;
    std::vector<std::int64_t> chosen;
    const std::int64_t step = std::max<std::int64_t>(1, scalars / most_sampled);
    for (std::int64_t i = 0; i < scalars; i += step) chosen.push_back(i);
    return chosen;
  };
  const auto add = [&](const std::vector<double>& values) {
    all.insert(all.end(), values.begin(), values.end());
  };
  for (std::size_t i = 0; i < host_.size(); ++i) {
    add(read_on_host(program_.buffers[i], host_[i].get(), places(i)));
  }
  for (const auto& [place, memory] : device_) {
    must(cudaSetDevice(place.second), "choosing a device");
    add(read_on_device(at(program_.buffers[place.first], memory.get()), places(place.first),
                       nullptr));
  }
  return all;
}

}  // namespace gpumodel
