// A program, or a kernel whose transfers make one, as it is asked about: on which devices, with
// which choices that its file leaves open.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/app/program/answer.hpp"

namespace gpumodel {

// The rate of the host link both ways, and as the user wrote it.
struct HostLink {
  double rate = 0.0;
  std::string text;
};

struct ProgramAsk {
  // One of the two.
  std::shared_ptr<const ProgramFile> program{};
  std::shared_ptr<const KernelFile> kernel{};

  // The devices of the system by name; without a system one, and all are like it.
  std::map<std::string, DeviceFile> devices{};
  std::shared_ptr<const SystemFile> system{};
  std::shared_ptr<const DeviceFile> host{};
  bool default_device = false, default_host = false;  // nobody named one
  bool assumes_links = true;  // between several devices, where no system is named

  std::vector<std::string> definitions{};  // of parameters: "n=1Mi"
  std::optional<std::int64_t> gpus{};
  ExpandOptions options{};  // chunks, streams, order, and what its kernels are
  std::optional<HostLink> host_link{};
  bool scaling = false;
  const Model* model = &default_model();
};

inline constexpr std::int64_t most_devices = 64;

// What a program needs that nobody named: the devices of its system, that system's host, and a
// usual host for loops that run on it. Throws InputError with the faults of all files.
void add_files_of_machine(ProgramAsk& ask, const Shelves& library);

// The answer so far: what was read, nothing settled.
ProgramAnswer begin_answer(const ProgramAsk& ask);
// Throws UsageError: a choice that the program leaves no room for.
void refuse_idle_choices(const ProgramAsk& ask, const Program& program);
// Values of its parameters, and the devices it runs on; the answer stays where it is from now on.
// Throws InputError.
void settle(const ProgramAsk& ask, ProgramAnswer& answer);

}  // namespace gpumodel
