#include "src/input/read_device.hpp"

#include <array>
#include <cmath>
#include <map>

#include "models/consistency.hpp"
#include "models/derive.hpp"
#include "models/device_fields.hpp"
#include "models/occupancy/sm_limits.hpp"
#include "src/input/mapping.hpp"
#include "src/input/nearest.hpp"
#include "src/input/quantity.hpp"

namespace gpumodel {
namespace {

constexpr std::array provenances = {Provenance::measured, Provenance::datasheet,
                                    Provenance::derived, Provenance::assumed, Provenance::unknown};

std::optional<Provenance> read_provenance(Mapping& fields) {
  const Node* node = fields.required("from");
  if (node == nullptr) return std::nullopt;
  const std::optional<std::string> text = scalar_text(*node, "from", fields.problems());
  if (!text) return std::nullopt;
  std::vector<std::string> names;
  for (const Provenance from : provenances) {
    if (to_string(from) == *text) return from;
    names.emplace_back(to_string(from));
  }
  std::vector<std::string> hints = did_you_mean(*text, names);
  if (hints.empty()) hints = {"known: measured, datasheet, derived, assumed, unknown"};
  fields.problems().add("value-unknown", *node, "unknown provenance '" + *text + "'", hints);
  return std::nullopt;
}

// Nothing in SI units lies outside, and no quotient of such numbers leaves the range of a double.
constexpr double smallest = 1e-15;
constexpr double largest = 1e30;

// A quantity of the dimension, within the range its use allows: only latencies may be zero.
void read_quantity(const Node& node, Dim dim, std::string_view key, SourcedValue& into,
                   Problems& problems) {
  const std::optional<std::string> text = scalar_text(node, "value", problems);
  if (!text) return;
  try {
    const ParsedQuantity quantity = parse_quantity(*text);
    const bool latency = dim == Seconds::dim || dim == Cycles::dim;
    if (quantity.dim != dim) {
      problems.add("unit-wrong", node, "'" + std::string(key) + "' has the wrong unit",
                   {"expected " + describe(dim)});
    } else if (quantity.si < 0.0) {
      problems.add("value-negative", node, "'" + std::string(key) + "' must not be negative");
    } else if (quantity.si == 0.0 && !latency) {
      problems.add("value-zero", node, "'" + std::string(key) + "' must not be zero",
                   {"if it is not known, write {value: unknown, from: unknown}"});
    } else if (quantity.si != 0.0 && (quantity.si < smallest || quantity.si > largest)) {
      problems.add("value-range", node, "'" + std::string(key) + "' is not plausible",
                   {"expected " + describe(dim)});
    } else {
      into.si = quantity.si;
    }
  } catch (const ExpressionError& error) {
    problems.add("value-wrong", node, error, {"expected " + describe(dim)});
  }
}

void read_factor(Mapping& fields, Source& source) {
  const Node* node = fields.optional("factor");
  if (node == nullptr) return;
  const std::optional<std::string> text = scalar_text(*node, "factor", fields.problems());
  if (!text) return;
  try {
    const ParsedQuantity factor = parse_quantity(*text);
    if (factor.dim != Dim{} || factor.si < 1.0 || factor.si > 100.0) {
      fields.problems().add("value-range", *node, "a factor of uncertainty is between 1 and 100",
                            {"the true value lies in [value / factor, value * factor]"});
    } else {
      source.factor = factor.si;
    }
  } catch (const ExpressionError& error) {
    fields.problems().add("value-wrong", *node, error, {"expected a factor, for example 1.05"});
  }
}

void read_value(const Node& node, std::string_view key, Dim dim, SourcedValue& into,
                Problems& problems) {
  into.source.line = node.line;
  into.source.file = problems.file().shown;
  if (node.kind != Node::Kind::mapping) {
    problems.add("type-wrong", node, "'" + std::string(key) + "' must say where it comes from",
                 {"write {value: " + (node.kind == Node::Kind::scalar ? node.text : "...") +
                  ", from: datasheet, note: \"which one\"}"});
    return;
  }
  Mapping fields(node, "'" + std::string(key) + "'", problems);
  const Node* value = fields.required("value");
  const std::optional<Provenance> from = read_provenance(fields);
  into.source.note = fields.optional_text("note");
  read_factor(fields, into.source);
  fields.reject_unknown_keys();
  const bool says_unknown =
      value != nullptr && value->kind == Node::Kind::scalar && value->text == "unknown";
  if (value == nullptr) return;
  if (!from) {  // its value may be wrong as well
    if (!says_unknown) read_quantity(*value, dim, key, into, problems);
    return;
  }
  if (says_unknown != (*from == Provenance::unknown)) {
    problems.add("value-unknown", *value, "an unknown value is {value: unknown, from: unknown}");
    return;
  }
  into.source.from = *from;
  if (!says_unknown) read_quantity(*value, dim, key, into, problems);
}

// The two-level keys of the table ("dram.bandwidth") as nested mappings.
class Groups {
 public:
  explicit Groups(Mapping& top) : top_(top) {}

  void read(std::string_view key, Dim dim, bool required, SourcedValue& into) {
    const std::size_t dot = key.find('.');
    Mapping* mapping = &top_;
    if (dot != std::string_view::npos) {
      mapping = group(std::string(key.substr(0, dot)), required);
      if (mapping == nullptr) return;
    }
    const std::string_view name = dot == std::string_view::npos ? key : key.substr(dot + 1);
    const Node* node = required ? mapping->required(name) : mapping->optional(name);
    if (node != nullptr) read_value(*node, key, dim, into, top_.problems());
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
void read_fields(D& device, std::span<const DeviceField<D>> fields, Mapping& top) {
  device.id = top.required_text("device");
  device.name = top.required_text("name");
  device.summary = top.optional_text("summary");
  Groups groups(top);
  for (const DeviceField<D>& field : fields) {
    groups.read(field.key, field.dim, field.required, field.of(device));
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
  read_fields(gpu, gpu_fields(), top);
  return gpu;
}

Cpu read_cpu(Mapping& top) {
  Cpu cpu;
  read_fields(cpu, cpu_fields(), top);
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
