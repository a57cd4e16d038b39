// Devices for people: the library's list, one device with the source of each number,
// the differences of two.
#pragma once

#include "src/io/device/read_device.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page device_list_page(const std::vector<DeviceFile>& devices);
Page device_page(const DeviceFile& device);

// Only what differs; devices of different kinds have no numbers in common.
Page device_diff_page(const DeviceFile& a, const DeviceFile& b);

}  // namespace gpumodel
