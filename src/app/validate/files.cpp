#include "src/app/validate/files.hpp"

#include "src/app/common/describing_file.hpp"

namespace gpumodel {

void KernelShelf::add(KernelFile file) {
  const std::string id = file.kernel.id;
  entries_[id] = {std::move(file), {}};
}

const KernelFile* KernelShelf::find(const std::string& id, std::string& why_not) {
  const auto [at, added] = entries_.try_emplace(id);
  Entry& entry = at->second;
  if (added) {
    try {
      entry.file = load_kernel(id);
    } catch (const InputError& error) {
      entry.why_not = error.found.front().message;
    }
  }
  why_not = entry.why_not;
  return entry.file ? &*entry.file : nullptr;
}

DeviceFile device_file_for(const RecordedDevice& device, const std::string& named) {
  if (const DeviceChoice choice = choose_device(named); !choice.is_default) {
    return load_gpu(choice.name);
  }
  std::optional<DeviceFile> best = describing_file(device);
  if (best) return std::move(*best);
  throw InputError{{{.id = "device-unknown",
                     .message = "no device file of the library describes '" + device.name +
                                "' (compute capability " + device.compute_capability + ", " +
                                std::to_string(device.sms) + " SMs)",
                     .hints = {"name the nearest with --device", "list them: gpumodel devices",
                               "or measure one: gpumodel calibrate --output device.yaml"}}}};
}

DeviceFile device_file_for(const RecordedHost& host, const std::string& named) {
  if (!named.empty()) return load_cpu(named);
  if (std::optional<DeviceFile> best = describing_file(host)) return std::move(*best);
  throw InputError{{{.id = "host-missing",
                     .message = "no device file of the library describes '" + host.cpu + "' (" +
                                std::to_string(host.cores) + " cores)",
                     .hints = {"name the nearest with --host", "list them: gpumodel devices",
                               "or measure one: gpumodel calibrate --host --output host.yaml"}}}};
}

}  // namespace gpumodel
