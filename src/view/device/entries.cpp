#include "src/view/device/entries.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {
namespace {

std::string format_rate(double per_second) {
  std::string text = format_quantity(per_second, PerSecond::dim);
  text.erase(text.size() - 3, 1);  // "80 GT/s" without the transfers
  return text;
}

std::string formatted_at(double si, Dim dim) {
  if (dim == PerSecond::dim) return format_rate(si);
  return dim == Bytes::dim ? format_capacity(Bytes{si}) : format_stated(si, dim);
}

}  // namespace

std::vector<CurveEntry> curve_entries(const Device& device) {
  std::vector<CurveEntry> all;
  std::visit(
      [&all](const auto& d) {
        for (const auto& row : curves_of<std::decay_t<decltype(d)>>()) {
          all.push_back({row.key, row.summary, row.x, row.y, &row.value(d)});
        }
      },
      device);
  return all;
}

std::vector<DeviceEntry> entries(const Device& device) {
  std::vector<DeviceEntry> all;
  std::visit(
      [&all](const auto& d) {
        for (const auto& field : fields_of<std::decay_t<decltype(d)>>()) {
          all.push_back({field.key, field.summary, field.dim, &field.value(d), field.detail});
        }
      },
      device);
  return all;
}

Headline headline(const Device& device) {
  if (const auto* gpu = std::get_if<Gpu>(&device)) {
    return {gpu->sms, gpu->peak_fp64, gpu->peak_fp32, gpu->dram_bandwidth};
  }
  const Cpu& cpu = std::get<Cpu>(device);
  return {cpu.cores, cpu.peak_fp64, cpu.peak_fp32, cpu.memory_bandwidth};
}

std::optional<double> Difference::ratio() const {
  const bool comparable = a.value->is_known() && b.value->is_known() && a.value->si > 0.0;
  return comparable ? std::optional(b.value->si / a.value->si) : std::nullopt;
}

std::vector<Difference> differences(const Device& a, const Device& b) {
  std::vector<Difference> all;
  if (a.index() != b.index()) return all;
  const std::vector<DeviceEntry> left = entries(a);
  const std::vector<DeviceEntry> right = entries(b);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool same = left[i].value->is_known() == right[i].value->is_known() &&
                      left[i].value->si == right[i].value->si;
    if (!same) all.push_back({left[i], right[i]});
  }
  return all;
}

std::string_view kind(const Device& device) {
  return std::holds_alternative<Gpu>(device) ? "gpu" : "cpu";
}

const std::string& id(const Device& device) {
  return std::visit([](const auto& d) -> const std::string& { return d.id; }, device);
}
const std::string& name(const Device& device) {
  return std::visit([](const auto& d) -> const std::string& { return d.name; }, device);
}
const std::string& summary(const Device& device) {
  return std::visit([](const auto& d) -> const std::string& { return d.summary; }, device);
}

std::string formatted(const DeviceEntry& entry) {
  if (!entry.value->is_known()) return "n/a (not known)";
  const double si = entry.value->si;
  if (entry.key == "dram.bus_width") return fmt::format("{:g} bit", 8.0 * si);
  // Only what goes over pins is a transfer.
  if (entry.dim == PerSecond::dim && entry.key != "dram.data_rate") return format_rate(si);
  const bool cache = entry.key.ends_with("capacity") && entry.key != "dram.capacity";
  return cache ? format_capacity(Bytes{si}) : format_stated(si, entry.dim);
}

std::string formatted(const CurvePoint& point, const CurveEntry& entry) {
  return formatted_at(point.x, entry.x) + ": " + formatted_at(point.y, entry.y);
}

std::string raw_value(const SourcedValue& value) {
  return value.is_known() ? raw_number(value.si) : std::string("unknown");
}

}  // namespace gpumodel
