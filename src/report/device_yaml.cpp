#include "src/report/device_yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "models/device_fields.hpp"
#include "src/report/exact_quantity.hpp"

namespace gpumodel {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

constexpr std::size_t line_width = 100;
constexpr char kept_space = '\x1f';  // a space where no line breaks

// A line of the file.
void put(std::ostream& out, std::string line) {
  std::ranges::replace(line, kept_space, ' ');
  out << line << '\n';
}

// Words behind `head`; further lines are indented as far.
void write_wrapped(std::ostream& out, const std::string& head,
                   const std::vector<std::string>& words) {
  std::string line = head;
  for (const std::string& word : words) {
    const bool first = line.size() == head.size();
    if (!first && line.size() + 1 + word.size() > line_width) {
      put(out, line);
      line.assign(head.size(), ' ');
    } else if (!first) {
      line += ' ';
    }
    line += word;
  }
  put(out, line);
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

// "key: text" that no line break divides.
std::string item(std::string_view key, std::string text) {
  text = std::string(key) + ": " + text;
  std::ranges::replace(text, ' ', kept_space);
  return text;
}

std::string source_text(const Source& source) {
  std::string text = item("from", std::string(to_string(source.from)));
  if (source.factor != 1.0) text += ", " + item("factor", fmt::format("{}", source.factor));
  if (!source.note.empty()) text += ", note: " + quoted(source.note);
  return text;
}

std::string value_text(std::string_view key, const SourcedValue& value, Dim dim) {
  if (!value.is_known()) return "unknown";
  if (key == "dram.bus_width") return fmt::format("{} bit", 8.0 * value.si);
  return exact_quantity(value.si, dim);
}

// "name: {value: ..., from: ...}" in a mapping that starts at `indent`.
void write_entry(std::ostream& out, std::size_t indent, std::string_view name,
                 const std::string& inside) {
  const std::string head = std::string(indent, ' ') + std::string(name) + ": {";
  write_wrapped(out, head, words_of(inside + "}"));
}

void write_curve(std::ostream& out, std::string_view name, const SourcedCurve& curve, Dim x,
                 Dim y) {
  std::string rows;
  for (const CurvePoint& point : curve.points) {
    std::string row = "[" + exact_quantity(point.x, x) + ", " + exact_quantity(point.y, y) + "]";
    std::ranges::replace(row, ' ', kept_space);
    rows += (rows.empty() ? "" : ", ") + row;
  }
  write_entry(out, 2, name, "rows: [" + rows + "], " + source_text(curve.source));
}

// What the file states: known or declared unknown, and not derived from the rest.
bool is_stated(const SourcedValue& value) {
  return value.is_known() ? value.source.from != Provenance::derived || value.source.line > 0
                          : value.source.line > 0;
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
      if (group_of(curve.key) != group || !curve.value(device_).is_known()) continue;
      open_group(group);
      write_curve(out_, name_of(curve.key), curve.value(device_), curve.x, curve.y);
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
  std::size_t begin = 0;
  while (begin < comment.size()) {
    const std::size_t end = std::min(comment.find('\n', begin), comment.size());
    out << "# " << comment.substr(begin, end - begin) << '\n';
    begin = end + 1;
  }
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
