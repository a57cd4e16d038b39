// The numbers and curves of a device, of either kind, as rows for pages and documents.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/hardware/device_fields.hpp"

namespace gpumodel {

struct DeviceEntry {
  std::string_view key, summary;
  Dim dim;
  const SourcedValue* value;
  bool detail;  // only the detailed time model needs it
};

struct CurveEntry {
  std::string_view key, summary;
  Dim x, y;
  const SourcedCurve* curve;
};

// In the order of the tables; they point into the device.
std::vector<DeviceEntry> entries(const Device& device);
std::vector<CurveEntry> curve_entries(const Device& device);

// What a list shows of a device beside its name.
struct Headline {
  const SourcedValue &units, &fp64, &fp32, &bandwidth;
  bool lacks_any() const { return !fp64.is_known() || !fp32.is_known() || !bandwidth.is_known(); }
};
Headline headline(const Device& device);

// A number that two devices do not share.
struct Difference {
  DeviceEntry a, b;

  // b / a
  std::optional<double> ratio() const;
};
// Of devices of one kind: others have no numbers in common.
std::vector<Difference> differences(const Device& a, const Device& b);

std::string_view kind(const Device& device);
const std::string& id(const Device& device);
const std::string& name(const Device& device);
const std::string& summary(const Device& device);

// For people: "840 GB/s", "n/a (not known)".
std::string formatted(const DeviceEntry& entry);
std::string formatted(const CurvePoint& point, const CurveEntry& entry);
// For machines: the number in base units, or "unknown".
std::string raw_value(const SourcedValue& value);

}  // namespace gpumodel
