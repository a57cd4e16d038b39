#include "src/app/common/missing_number.hpp"

#include <algorithm>

#include "models/hardware/device_fields.hpp"
#include "src/io/text/key_place.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

bool lacks(const DeviceFile& file, std::string_view key) {
  return std::visit(
      [&](const auto& device) {
        using D = std::decay_t<decltype(device)>;
        const auto unknown = [&](const auto& row) {
          return row.key == key && !row.value(device).is_known();
        };
        return std::ranges::any_of(fields_of<D>(), unknown) ||
               std::ranges::any_of(curves_of<D>(), unknown);
      },
      file.device);
}

}  // namespace

InputError missing_number(const UnknownInput& unknown, std::string needs,
                          std::span<const DeviceFile* const> files, std::string hint) {
  const auto found = std::ranges::find_if(
      files, [&](const DeviceFile* file) { return lacks(*file, unknown.key); });
  const DeviceFile& file = found == files.end() ? *files.front() : **found;
  Problems problems(file.text);
  problems.add("input-unknown", key_place(file.text, unknown.key),
               std::move(needs) + ", which the device does not state", {std::move(hint)});
  return {problems.sorted()};
}

InputError missing_number(const UnknownInput& unknown, const Model& model,
                          std::span<const DeviceFile* const> files) {
  return missing_number(unknown,
                        "the model '" + std::string(model.name) + "' needs '" + unknown.key + "'",
                        files, "state it in the device file, or choose another model");
}

}  // namespace gpumodel
