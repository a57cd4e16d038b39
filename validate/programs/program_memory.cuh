// The buffers of a program: on the host, and on every device that a step names them on.
#pragma once

#include <map>
#include <vector>

#include "validate/programs/program_case.hpp"
#include "validate/runner/cuda_memory.cuh"

namespace gpumodel {

class HostBuffer {
 public:
  // Pinned, or as malloc gives it. Throws CaseError where there is not enough.
  HostBuffer(std::size_t bytes, bool pinned);
  ~HostBuffer();
  HostBuffer(HostBuffer&& other) noexcept;
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
  void* get() const { return at_; }

 private:
  void* at_ = nullptr;
  bool pinned_;
};

class ProgramMemory {
 public:
  // Places the arrays of all calls as well.
  explicit ProgramMemory(ProgramCase& program);

  // Everything as it was before the program ran.
  void restart();
  char* host(const ScriptStep::Part& part) const;
  char* device(const ScriptStep::Part& part, int device) const;
  // Some scalars of every buffer, wherever it is.
  std::vector<double> sampled() const;

 private:
  void place_on(std::size_t buffer, int device);
  void place_arrays(ProgramCall& call);

  ProgramCase& program_;
  std::vector<HostBuffer> host_;
  std::map<std::pair<std::size_t, int>, DeviceMemory> device_;
  // Arrays that are no buffers, by kernel, name, size and device.
  std::map<std::string, DeviceMemory> own_;
  std::vector<HostBuffer> own_on_host_;
};

}  // namespace gpumodel
