#include "src/cli/common/missing_number.hpp"

#include <algorithm>

#include "src/io/text/key_place.hpp"
#include "src/io/text/problems.hpp"
#include "src/view/device/entries.hpp"

namespace gpumodel {
namespace {

bool lacks(const DeviceFile& file, const std::string& key) {
  return std::ranges::any_of(entries(file.device),
                             [&](const DeviceEntry& entry) {
                               return entry.key == key && !entry.value->is_known();
                             }) ||
         std::ranges::any_of(curve_entries(file.device), [&](const CurveEntry& entry) {
           return entry.key == key && !entry.curve->is_known();
         });
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

}  // namespace gpumodel
