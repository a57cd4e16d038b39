#include "src/commands/describing_file.hpp"

#include "models/validation/device_match.hpp"
#include "src/commands/load.hpp"

namespace gpumodel {

std::optional<DeviceFile> describing_file(const RecordedDevice& device) {
  std::optional<DeviceFile> best;
  int most = 0;
  for (const Listed& listed : list(Library::devices)) {
    try {
      DeviceFile file = load_device(listed.name);
      const auto* gpu = std::get_if<Gpu>(&file.device);
      if (gpu == nullptr || !same_kind(*gpu, device)) continue;
      const int words = common_words(*gpu, device);
      if (words <= most) continue;
      most = words;
      best = std::move(file);
    } catch (const InputError&) {
      continue;  // a broken file in the library is reported by `devices` and `check`
    }
  }
  return best;
}

}  // namespace gpumodel
