// `devices` for machines; the schema is `gpumodel schema devices`.
#pragma once

#include "src/io/device/read_device.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

struct DevicePair {
  const DeviceFile &a, &b;
};

const Document<std::vector<DeviceFile>>& device_list_document();
const Document<DeviceFile>& device_document();
const Document<DevicePair>& device_diff_document();

// `faults` are of the files that could not be read.
Json device_list_json(const std::vector<DeviceFile>& devices,
                      const std::vector<Diagnostic>& faults);
Json device_json(const DeviceFile& device);
Json device_diff_json(const DeviceFile& a, const DeviceFile& b);

}  // namespace gpumodel
