#include "src/app/common/describing_file.hpp"

#include <filesystem>

#include "models/validation/device_match.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/locate.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

// The file with the most points; nothing where no file has any. `score` gets devices of its kind.
// `left_out` is not looked at.
template <class D, class Score>
std::optional<DeviceFile> best_file(Score score, const std::string& left_out = {}) {
  std::optional<DeviceFile> best;
  int most = 0;
  for (const Listed& listed : list(Shelf::devices)) {
    std::error_code ignored;
    if (fs::equivalent(locate(Shelf::devices, listed.name).path, left_out, ignored)) continue;
    try {
      DeviceFile file = load_device(listed.name);
      const auto* device = std::get_if<D>(&file.device);
      const int points = device == nullptr ? 0 : score(*device);
      if (points <= most) continue;
      most = points;
      best = std::move(file);
    } catch (const InputError&) {
      continue;  // a broken file in the library is reported by `devices` and `check`
    }
  }
  return best;
}

}  // namespace

std::optional<DeviceFile> describing_file(const RecordedDevice& device,
                                          const std::string& left_out) {
  return best_file<Gpu>(
      [&](const Gpu& gpu) { return same_kind(gpu, device) ? common_words(gpu, device) : 0; },
      left_out);
}

std::optional<DeviceFile> describing_file(const RecordedHost& host) {
  return best_file<Cpu>([&](const Cpu& cpu) { return describes(cpu, host) ? 1 : 0; });
}

}  // namespace gpumodel
