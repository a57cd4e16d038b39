#include "src/cli/library/target.hpp"

#include "src/io/library/load.hpp"

namespace gpumodel {
namespace {

ComputeCapability parsed(const std::string& text) {
  if (const auto capability = parse_compute_capability(text)) return *capability;
  throw UsageError{{.id = "usage",
                    .message = "--cc " + text + " is no compute capability",
                    .hints = {"expected major.minor, for example 7.0"}}};
}

}  // namespace

Target choose_target(const std::string& device, const std::string& capability,
                     const SetOption& set) {
  if (!device.empty() && !capability.empty()) {
    throw UsageError{{.id = "usage",
                      .message = "--device and --cc are two ways to say the same",
                      .hints = {"give one"}}};
  }
  set.refuse_without(false, false);
  if (!capability.empty() && !set.texts.empty()) {
    throw UsageError{{.id = "usage",
                      .message = "--set assumes a number of a device, and --cc names none",
                      .hints = {"name one: --device"}}};
  }
  if (!capability.empty()) return {parsed(capability), {}, {}, false, {}};
  const DeviceChoice choice = choose_device(device);
  return target_of(set.device(load_gpu(choice.name)), choice.is_default);
}

}  // namespace gpumodel
