#include "src/report/format.hpp"

#include <fmt/format.h>

#include <cmath>

#include "src/report/unit_names.hpp"

namespace gpumodel {
namespace {

// Prefixes below one make sense for times only: there is no milli-byte.
Prefix prefix_for(double value, bool small_allowed) {
  for (const Prefix& prefix : decimal_prefixes) {
    // Rounding to four digits may carry into the next prefix: 999.96 us is 1 ms.
    if (std::abs(value) >= prefix.factor * 0.99995) return prefix;
    if (prefix.factor == 1.0 && !small_allowed) return prefix;
  }
  return decimal_prefixes.back();
}

Prefix time_prefix(double seconds) {
  const Prefix prefix = prefix_for(seconds, true);
  return prefix.factor > 1.0 ? Prefix{"", 1.0} : prefix;
}

}  // namespace

std::string format_time(Seconds time) {
  if (time.si == 0.0) return "0 s";
  const Prefix prefix = time_prefix(time.si);
  return fmt::format("{:.3f} {}s", time.si / prefix.factor, prefix.text);
}

std::string format_interval(Seconds low, Seconds high) {
  if (low == high) return format_time(high);
  const Prefix prefix = time_prefix(high.si);
  return fmt::format("{:.3f} ... {:.3f} {}s", low.si / prefix.factor, high.si / prefix.factor,
                     prefix.text);
}

std::string format_quantity(double si, Dim dim) {
  const std::string unit = base_unit(dim);
  const bool plain = dim == Dim{} || dim == Cycles::dim;
  const bool whole = si == std::floor(si) && std::abs(si) < 1e15;  // counts keep every digit
  if (plain) {
    return fmt::format("{:.{}f}{}{}", si, whole ? 0 : 3, unit.empty() ? "" : " ", unit);
  }
  const Prefix prefix = prefix_for(si, dim == Seconds::dim);
  return fmt::format("{:.4g} {}{}", si / prefix.factor, prefix.text, unit);
}

std::string format_capacity(Bytes bytes) {
  for (const Prefix& prefix :
       {Prefix{"GiB", 0x1p30}, Prefix{"MiB", 0x1p20}, Prefix{"KiB", 0x1p10}}) {
    const double count = bytes.si / prefix.factor;
    if (count >= 1.0 && count * 8.0 == std::floor(count * 8.0)) {
      return fmt::format("{:g} {}", count, prefix.text);
    }
  }
  return format_quantity(bytes.si, Bytes::dim);
}

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string device_and_capability(const std::string& device, ComputeCapability capability) {
  std::string text = "compute capability " + to_string(capability);
  if (device.empty()) return text;
  return device + " (" + text + ")";
}

std::string format_percent(double fraction) {
  const double percent = 100.0 * fraction;
  return percent >= 9.95 || percent == 0.0 ? fmt::format("{:.0f} %", percent)
                                           : fmt::format("{:.1f} %", percent);
}

std::string format_tenths(double fraction) {
  return fmt::format("{:.1f} %", std::round(1000.0 * fraction) / 10.0);
}

std::string format_error(double fraction) {
  const double percent = 100.0 * fraction;
  if (std::abs(percent) < 0.05) return "0.0 %";
  return fmt::format("{:+.{}f} %", percent, std::abs(percent) < 9.95 ? 1 : 0);
}

std::string format_shared(std::int64_t bytes) {
  if (bytes != 0 && bytes % 1024 == 0) return fmt::format("{} KiB", bytes / 1024);
  return fmt::format("{} B", bytes);
}

std::string format_ratio(double ratio) {
  return ratio < 100.0 ? fmt::format("{:.4f}", ratio) : fmt::format("{:.4g}", ratio);
}

std::string unit_name(Dim dim) {
  if (dim == PerSecond::dim) return "1/s";
  const std::string unit = base_unit(dim);
  return unit.empty() ? "1" : unit;
}

}  // namespace gpumodel
