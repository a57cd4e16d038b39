#include "src/view/device/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "models/hardware/device_fields.hpp"
#include "src/view/common/exact_quantity.hpp"
#include "src/view/common/yaml_text.hpp"

namespace gpumodel {
namespace {

std::string value_text(std::string_view key, const SourcedValue& value, Dim dim) {
  if (!value.is_known()) return "unknown";
  if (key == "dram.bus_width") return fmt::format("{} bit", 8.0 * value.si);
  return exact_quantity(value.si, dim);
}

// What the file states: known or declared unknown, and not derived from the rest.
template <class Value>  // a number or a curve
bool is_stated(const Value& value) {
  const bool derived = value.source.from == Provenance::derived;
  return value.source.line > 0 || (value.is_known() && !derived);
}

std::string_view group_of(std::string_view key) {
  const std::size_t dot = key.find('.');
  return dot == std::string_view::npos ? std::string_view{} : key.substr(0, dot);
}
std::string_view name_of(std::string_view key) {
  const std::size_t dot = key.find('.');
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

template <class D>
class Writer {
 public:
  Writer(std::ostream& out, const D& device) : out_(out), device_(device) {}

  void write() {
    for (const DeviceField<D>& field : fields_of<D>()) {
      const std::string_view group = group_of(field.key);
      if (group.empty()) {
        write_number(0, field);
      } else {
        write_group(group);
      }
    }
    for (const CurveField<D>& curve : curves_of<D>()) write_group(group_of(curve.key));
  }

 private:
  void write_number(std::size_t indent, const DeviceField<D>& field) {
    const SourcedValue& value = field.value(device_);
    if (!is_stated(value) && !field.required) return;
    open_group(group_of(field.key));
    write_entry(
        out_, indent, name_of(field.key),
        "value: " + value_text(field.key, value, field.dim) + ", " + source_text(value.source));
  }

  void write_group(std::string_view group) {
    if (!done_.insert(group).second) return;
    for (const DeviceField<D>& field : fields_of<D>()) {
      if (group_of(field.key) == group) write_number(2, field);
    }
    for (const CurveField<D>& curve : curves_of<D>()) {
      const SourcedCurve& rows = curve.value(device_);
      if (group_of(curve.key) != group || !rows.is_known() || !is_stated(rows)) continue;
      open_group(group);
      write_curve(out_, 2, name_of(curve.key), rows, curve.x, curve.y);
    }
  }

  void open_group(std::string_view group) {
    if (!group.empty() && open_ != group) out_ << group << ":\n";
    open_ = group;
  }

  std::ostream& out_;
  const D& device_;
  std::set<std::string_view> done_;
  std::string_view open_;
};

template <class D>
void write_heads(std::ostream& out, const D& device, std::string_view kind) {
  out << "device: " << device.id << "\nkind: " << kind << "\nname: " << quoted(device.name) << '\n';
  if (!device.summary.empty()) out << "summary: " << quoted(device.summary) << '\n';
}

}  // namespace

void write_device_yaml(std::ostream& out, const Device& device, const std::string& comment) {
  write_comment(out, comment);
  if (const auto* gpu = std::get_if<Gpu>(&device)) {
    write_heads(out, *gpu, "gpu");
    out << "compute_capability: " << quoted(to_string(gpu->compute_capability)) << '\n';
    if (!gpu->memory_type.empty()) out << "memory_type: " << quoted(gpu->memory_type) << '\n';
    if (!gpu->link_type.empty()) out << "link_type: " << quoted(gpu->link_type) << '\n';
    out << '\n';
    Writer<Gpu>(out, *gpu).write();
  } else {
    const Cpu& cpu = std::get<Cpu>(device);
    write_heads(out, cpu, "cpu");
    out << '\n';
    Writer<Cpu>(out, cpu).write();
  }
}

}  // namespace gpumodel
