#include "src/io/device/read_device.hpp"

#include <cmath>
#include <map>

#include "models/hardware/consistency.hpp"
#include "models/hardware/derive.hpp"
#include "models/hardware/device_fields.hpp"
#include "models/occupancy/sm_limits.hpp"
#include "src/io/device/read_sourced.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/read_word.hpp"

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

void read_compute_capability(Gpu& gpu, const Node& node, Problems& problems) {
  const auto text = scalar_text(node, "compute_capability", problems);
  if (!text) return;
  if (const auto capability = parse_compute_capability(*text)) {
    gpu.compute_capability = *capability;
    if (find_limits(*capability) == nullptr) {
      problems.warn("capability-unknown", node.line,
                    "compute capability " + *text + " is not known",
                    {"there will be no occupancy and fewer derived values"});
    }
  } else {
    problems.add("value-wrong", node, "'" + *text + "' is no compute capability",
                 {"expected major.minor, for example 7.0"});
  }
}

template <class D>
struct DeviceReader {
  D& device;
  Problems& problems;
};

template <class D, auto member>
void read_text(DeviceReader<D>& reader, const Node& node, std::string_view key) {
  reader.device.*member = line_of_text(node, key, reader.problems);
}

constexpr ValueType capability{R"({"anyOf": [{"type": "number", "minimum": 1},
                       {"type": "string", "pattern": "^[0-9]{1,3}\\.[0-9]{1,3}$"}]})"};
constexpr auto kinds = std::to_array<Word<bool>>({{"gpu", true}, {"cpu", false}});

// What is no number; `kind` is read before.
template <class D>
constexpr KeyRow<DeviceReader<D>> kind_row{{"kind", Key::required, types::one_of<kinds>, ""}};
template <class D>
constexpr auto text_rows = std::to_array<KeyRow<DeviceReader<D>>>({
    {{"device", Key::required, types::text, "name that finds the file: its stem"},
     read_text<D, &D::id>},
    {{"name", Key::required, types::text, "name of the product"}, read_text<D, &D::name>},
    {{"summary", Key::optional, types::text, "one line"}, read_text<D, &D::summary>},
});
constexpr auto gpu_rows = std::to_array<KeyRow<DeviceReader<Gpu>>>({
    {{"memory_type", Key::optional, types::text, "such as HBM2"},
     read_text<Gpu, &Gpu::memory_type>},
    {{"link_type", Key::optional, types::text, "such as PCIe 3.0 x16"},
     read_text<Gpu, &Gpu::link_type>},
    {{"compute_capability", Key::required, capability, "major.minor, such as 7.0"},
     [](auto& reader, const Node& node, auto) {
       read_compute_capability(reader.device, node, reader.problems);
     }},
});
constexpr std::array<KeyRow<DeviceReader<Cpu>>, 0> cpu_rows;

template <class D>
D read_device(Mapping& top, std::span<const KeyRow<DeviceReader<D>>> own) {
  D device;
  Problems& problems = top.problems();
  DeviceReader<D> reader{device, problems};
  read_keys(own, top, reader);
  read_keys(text_rows<D>, top, reader);
  Groups groups(top);
  for (const DeviceField<D>& field : fields_of<D>()) {
    const Node* node = groups.find(field.key, field.required);
    if (node != nullptr) read_value(*node, field.key, field.dim, field.of(device), problems);
  }
  for (const CurveField<D>& curve : curves_of<D>()) {
    const Node* node = groups.find(curve.key, false);
    if (node != nullptr) read_curve(*node, curve.key, curve.x, curve.y, curve.of(device), problems);
  }
  groups.reject_unknown_keys();
  return device;
}

// Two-level keys become mappings of their groups, where the first of a group stood.
class GroupedKeys {
 public:
  void add(std::string_view key, Key presence, std::string schema) {
    const std::size_t dot = key.find('.');
    if (dot == std::string_view::npos) {
      all_.push_back({std::string(key), presence, std::move(schema), {}});
      return;
    }
    const auto group = std::ranges::find(all_, key.substr(0, dot), &Entry::key);
    Entry& entry = group != all_.end()
                       ? *group
                       : all_.emplace_back(std::string(key.substr(0, dot)), Key::optional);
    if (presence == Key::required) entry.presence = presence;
    entry.members.add(key.substr(dot + 1), presence, schema);
  }

  std::string schema() const {
    SchemaWriter::Keys keys;
    for (const Entry& entry : all_) {
      keys.add(entry.key, entry.presence,
               entry.schema.empty() ? entry.members.schema() : entry.schema);
    }
    return keys.schema();
  }

 private:
  struct Entry {
    std::string key;
    Key presence;
    std::string schema{};
    SchemaWriter::Keys members{};
  };
  std::vector<Entry> all_;
};

template <class D>
std::string schema_of_device(SchemaWriter& writer, std::span<const KeyRow<DeviceReader<D>>> own) {
  GroupedKeys keys;
  const auto add = [&](const KeyText& row) {
    keys.add(row.key, row.presence, writer.value(row.type, row.summary));
  };
  add(kind_row<D>);
  for (const KeyText& row : own) add(row);
  for (const KeyText& row : text_rows<D>) add(row);
  for (const DeviceField<D>& field : fields_of<D>()) {
    keys.add(field.key, field.required ? Key::required : Key::optional,
             described(field.summary, schema_of_value(writer, field.dim)));
  }
  for (const CurveField<D>& curve : curves_of<D>()) {
    keys.add(curve.key, Key::optional,
             described(curve.summary, schema_of_curve(writer, curve.x, curve.y)));
  }
  return keys.schema();
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
Assumable assumable(D& device) {
  Assumable all{"the device file", {}, {}};
  for (const DeviceField<D>& field : fields_of<D>()) {
    all.numbers.push_back({std::string(field.key), field.dim, &field.of(device)});
  }
  for (const CurveField<D>& curve : curves_of<D>()) {
    all.curves.push_back({std::string(curve.key), curve.x, curve.y, &curve.of(device)});
  }
  return all;
}

// The file as it stands, or with numbers assumed in place of its own.
template <class D>
void derive_missing(D& device, const AssumedNumbers& numbers) {
  if (numbers.empty()) return derive_missing(device);
  Assumptions assumptions(numbers);
  const Assumable all = assumable(device);
  assumptions.make(all);
  derive_missing(device);
  assumptions.make_of_derived(all);
  assumptions.throw_if_any();
  device.name += " (assumed: " + assumptions.text() + ")";
}

template <class D>
Device finished(D device, std::span<const DeviceField<D>> fields, const AssumedNumbers& assumed,
                Problems& problems) {
  if (!problems.has_errors()) {
    derive_missing(device, assumed);
    check(device, problems);
    check_consistency(device, fields, problems);
  }
  return device;
}

}  // namespace

DeviceFile read_device(TextFile text, const AssumedNumbers& assumed) {
  DeviceFile result{{}, std::move(text), {}, assumed.texts};
  const Node root = parse_yaml(result.text);
  Problems problems(result.text);
  Mapping top(root, "the device file", problems);
  const std::string kind = top.required_text("kind");
  if (kind == "gpu") {
    result.device = finished(read_device<Gpu>(top, gpu_rows), gpu_fields(), assumed, problems);
  } else if (kind == "cpu") {
    result.device = finished(read_device<Cpu>(top, cpu_rows), cpu_fields(), assumed, problems);
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

DeviceFile with_assumed(DeviceFile file, const AssumedNumbers& assumed) {
  return assumed.empty() ? file : read_device(std::move(file.text), assumed);
}

std::string device_schema() {
  SchemaWriter writer;
  const std::string gpu =
      writer.reference("gpu", [](auto& w) { return schema_of_device<Gpu>(w, gpu_rows); });
  const std::string cpu =
      writer.reference("cpu", [](auto& w) { return schema_of_device<Cpu>(w, cpu_rows); });
  return writer.document(
      "device",
      "One GPU or CPU as a flat mapping; every number says where it comes from. What is left out "
      "is "
      "derived from the compute capability where a rule exists. The program also checks what a "
      "schema cannot: zero and negative values, duplicate keys, peaks against their parts.",
      R"({"type": "object", "required": ["kind"], "properties": {"kind": )" +
          writer.value(types::one_of<kinds>) +
          R"(}, "if": {"properties": {"kind": {"const": "gpu"}}}, "then": )" + gpu +
          R"(, "else": )" + cpu + "}");
}

}  // namespace gpumodel
