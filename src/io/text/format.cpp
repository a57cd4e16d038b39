#include "src/io/text/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/io/text/unit_names.hpp"

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
  const double shown = time.si / prefix.factor;
  return std::abs(shown) < 999.95 ? fmt::format("{:#.4g} {}s", shown, prefix.text)
                                  : fmt::format("{:.0f} {}s", shown, prefix.text);
}

std::string format_exact_time(Seconds time) {
  if (time.si == 0.0) return "0 s";
  const Prefix prefix = time_prefix(time.si);
  return fmt::format("{:.3f} {}s", time.si / prefix.factor, prefix.text);
}

namespace {

// What the last digit of a number with an uncertainty is worth: as many digits of the uncertainty
// as the Particle Data Group gives, two where they are 10 to 35, one above (Review of Particle
// Physics, introduction, "Rounding"); and two to four digits of the number.
double last_digit(double value, double uncertainty) {
  const double tens = std::pow(10.0, std::floor(std::log10(uncertainty)));
  const double leading = uncertainty / tens;
  const double by_uncertainty = leading < 3.545 || leading >= 9.495 ? tens / 10.0 : tens;
  const double first = std::pow(10.0, std::floor(std::log10(value)));
  return std::clamp(by_uncertainty, first / 1000.0, first / 10.0);
}

std::string rounded(double value, double step) {
  const int decimals = std::max(0, static_cast<int>(std::lround(-std::log10(step))));
  return fmt::format("{:.{}f}", std::round(value / step) * step, decimals);
}

}  // namespace

std::string format_estimate(const Estimate<Seconds>& time) {
  if (time.low == time.high || time.value.si <= 0.0) return format_exact_time(time.value);
  const Prefix prefix = time_prefix(time.value.si);
  const double step = last_digit(time.value.si, (time.high.si - time.low.si) / 2.0);
  return rounded(time.value.si / prefix.factor, step / prefix.factor) + " " + prefix.text + "s";
}

std::string format_beside(Seconds part, const Estimate<Seconds>& time) {
  if (time.low == time.high || time.value.si <= 0.0) return format_exact_time(part);
  if (part.si <= 0.0) return format_time(part);
  const auto first_digit = [](double value) {
    return std::pow(10.0, std::floor(std::log10(value)));
  };
  const double step = last_digit(time.value.si, (time.high.si - time.low.si) / 2.0);
  const double least = std::min(step / first_digit(time.value.si), 0.01);
  const Prefix prefix = time_prefix(part.si);
  return rounded(part.si / prefix.factor, first_digit(part.si) * least / prefix.factor) + " " +
         prefix.text + "s";
}

std::string format_estimate_and_interval(const Estimate<Seconds>& time) {
  std::string text = format_estimate(time);
  if (time.low == time.high || time.value.si <= 0.0) return text;
  const Prefix prefix = time_prefix(time.value.si);
  const double step = last_digit(time.value.si, (time.high.si - time.low.si) / 2.0) / prefix.factor;
  return text + "  (" + rounded(time.low.si / prefix.factor, step) + " ... " +
         rounded(time.high.si / prefix.factor, step) + " " + prefix.text + "s)";
}

std::string format_quantity(double si, Dim dim) {
  const std::string unit = base_unit(dim);
  const bool plain = dim == Dim{} || dim == Cycles::dim;
  const bool whole = si == std::floor(si) && std::abs(si) < 1e15;  // counts keep every digit
  if (plain) {
    const std::string digits =
        whole || std::abs(si) >= 9999.5 ? fmt::format("{:.0f}", si) : fmt::format("{:.4g}", si);
    return digits + (unit.empty() ? "" : " " + unit);
  }
  const Prefix prefix = prefix_for(si, dim == Seconds::dim);
  return fmt::format("{:.4g} {}{}", si / prefix.factor, prefix.text, unit);
}

std::string format_stated(double si, Dim dim) {
  const bool plain = dim == Dim{} || dim == Cycles::dim;
  if (!plain && dim != Seconds::dim) return format_quantity(si, dim);
  const Prefix prefix = plain || si == 0.0 ? Prefix{"", 1.0} : time_prefix(si);
  const std::string unit = prefix.text + base_unit(dim);
  return fmt::format("{:.6g}{}{}", si / prefix.factor, unit.empty() ? "" : " ", unit);
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
