#include "src/io/device/read_device.hpp"

#include <cmath>
#include <map>

#include "models/hardware/consistency.hpp"
#include "models/hardware/derive.hpp"
#include "models/hardware/device_fields.hpp"
#include "models/occupancy/sm_limits.hpp"
#include "src/io/device/read_sourced.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {
namespace {

// The two-level keys of the table ("dram.bandwidth") as nested mappings.
class Groups {
 public:
  explicit Groups(Mapping& top) : top_(top) {}

  // What stands behind a key, or nothing.
  const Node* find(std::string_view key, bool required) {
    const std::size_t dot = key.find('.');
    Mapping* mapping = &top_;
    if (dot != std::string_view::npos) {
      mapping = group(std::string(key.substr(0, dot)), required);
      if (mapping == nullptr) return nullptr;
    }
    const std::string_view name = dot == std::string_view::npos ? key : key.substr(dot + 1);
    return required ? mapping->required(name) : mapping->optional(name);
  }

  void reject_unknown_keys() {
    for (auto& [name, mapping] : groups_) {
      if (mapping) mapping->reject_unknown_keys();
    }
  }

 private:
  Mapping* group(const std::string& name, bool required) {
    auto [found, added] = groups_.try_emplace(name);
    if (added) {
      const Node* node = required ? top_.required(name) : top_.optional(name);
      if (node != nullptr) found->second.emplace(*node, "'" + name + "'", top_.problems());
    }
    return found->second ? &*found->second : nullptr;
  }

  Mapping& top_;
  std::map<std::string, std::optional<Mapping>> groups_;
};

template <class D>
void read_fields(D& device, Mapping& top) {
  device.id = top.required_text("device");
  device.name = top.required_text("name");
  device.summary = top.optional_text("summary");
  Groups groups(top);
  Problems& problems = top.problems();
  for (const DeviceField<D>& field : fields_of<D>()) {
    const Node* node = groups.find(field.key, field.required);
    if (node != nullptr) read_value(*node, field.key, field.dim, field.of(device), problems);
  }
  for (const CurveField<D>& curve : curves_of<D>()) {
    const Node* node = groups.find(curve.key, false);
    if (node != nullptr) read_curve(*node, curve.key, curve.x, curve.y, curve.of(device), problems);
  }
  groups.reject_unknown_keys();
}

void read_compute_capability(Gpu& gpu, Mapping& top) {
  const Node* node = top.required("compute_capability");
  if (node == nullptr) return;
  const auto text = scalar_text(*node, "compute_capability", top.problems());
  if (!text) return;
  if (const auto capability = parse_compute_capability(*text)) {
    gpu.compute_capability = *capability;
    if (find_limits(*capability) == nullptr) {
      top.problems().warn("capability-unknown", node->line,
                          "compute capability " + *text + " is not known",
                          {"there will be no occupancy and fewer derived values"});
    }
  } else {
    top.problems().add("value-wrong", *node, "'" + *text + "' is no compute capability",
                       {"expected major.minor, for example 7.0"});
  }
}

Gpu read_gpu(Mapping& top) {
  Gpu gpu;
  gpu.memory_type = top.optional_text("memory_type");
  gpu.link_type = top.optional_text("link_type");
  read_compute_capability(gpu, top);
  read_fields(gpu, top);
  return gpu;
}

Cpu read_cpu(Mapping& top) {
  Cpu cpu;
  read_fields(cpu, top);
  return cpu;
}

// A sustained rate above the peak by more than its uncertainty: one of the two numbers is wrong.
template <class D>
void check_ceilings(const Sourced<D>& sustained, const Sourced<D>& peak, Problems& problems) {
  if (!sustained.is_known() || !peak.is_known()) return;
  if (sustained.si / sustained.source.factor <= peak.si * peak.source.factor) return;
  const int line = sustained.source.line > 0 ? sustained.source.line : peak.source.line;
  problems.warn("above-peak", line,
                "'" + sustained.source.key + "' is above '" + peak.source.key + "'",
                {"a sustained rate cannot exceed the peak: check both numbers"});
}

void check(const Gpu& gpu, Problems& problems) {
  check_ceilings(gpu.sustained_fp64, gpu.peak_fp64, problems);
  check_ceilings(gpu.sustained_fp32, gpu.peak_fp32, problems);
  check_ceilings(gpu.sustained_fp16, gpu.peak_fp16, problems);
  check_ceilings(gpu.dram_copy_bandwidth, gpu.dram_bandwidth, problems);
  check_ceilings(gpu.dram_read_bandwidth, gpu.dram_bandwidth, problems);
  check_ceilings(gpu.dram_write_bandwidth, gpu.dram_bandwidth, problems);
  check_ceilings(gpu.h2d_sustained, gpu.h2d_bandwidth, problems);
  check_ceilings(gpu.d2h_sustained, gpu.d2h_bandwidth, problems);
}

void check(const Cpu& cpu, Problems& problems) {
  check_ceilings(cpu.sustained_fp64, cpu.peak_fp64, problems);
  check_ceilings(cpu.sustained_fp32, cpu.peak_fp32, problems);
  check_ceilings(cpu.memory_sustained, cpu.memory_bandwidth, problems);
}

template <class D>
void check_consistency(const D& device, std::span<const DeviceField<D>> fields,
                       Problems& problems) {
  for (const ConsistencyCheck& row : consistency_checks(device)) {
    if (std::abs(row.relative_error()) <= consistency_tolerance) continue;
    int line = 1;
    for (const DeviceField<D>& field : fields) {
      if (field.key == row.key) line = field.value(device).source.line;
    }
    const int percent = static_cast<int>(std::lround(100.0 * row.relative_error()));
    problems.warn("peak-mismatch", line,
                  "'" + std::string(row.key) + "' is " + std::to_string(percent) +
                      " % off what its parts give",
                  {"expected " + std::string(row.formula) + ": a wrong clock or another board?"});
  }
}

template <class D>
Device finished(D device, std::span<const DeviceField<D>> fields, Problems& problems) {
  if (!problems.has_errors()) {
    derive_missing(device);
    check(device, problems);
    check_consistency(device, fields, problems);
  }
  return device;
}

}  // namespace

DeviceFile read_device(TextFile text) {
  DeviceFile result{{}, std::move(text), {}};
  const Node root = parse_yaml(result.text);
  Problems problems(result.text);
  Mapping top(root, "the device file", problems);
  const std::string kind = top.required_text("kind");
  if (kind == "gpu") {
    result.device = finished(read_gpu(top), gpu_fields(), problems);
  } else if (kind == "cpu") {
    result.device = finished(read_cpu(top), cpu_fields(), problems);
  } else if (!kind.empty()) {
    problems.add("value-unknown", *top.optional("kind"), "unknown kind of device '" + kind + "'",
                 {"known: gpu, cpu"});
    problems.throw_if_any();  // which keys are right depends on the kind
  }
  if (kind.empty()) {
    top.report_missing_keys();
  } else {
    top.reject_unknown_keys();
  }
  problems.throw_if_any();
  result.warnings = problems.sorted();
  return result;
}

}  // namespace gpumodel
