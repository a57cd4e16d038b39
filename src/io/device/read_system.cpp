#include "src/io/device/read_system.hpp"

#include <algorithm>
#include <charconv>

#include "models/hardware/field_rows.hpp"
#include "src/io/device/read_sourced.hpp"
#include "src/io/kernel/expression_list.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_devices = 64;

constexpr std::array system_numbers = {
    number_row<System, &System::port>("port", optional,
                                      "of one device to all others together, each direction"),
    number_row<System, &System::synchronise>(
        "synchronise", optional, "of the host, to see that one of several devices is idle"),
};

template <auto Member>
constexpr auto of_link = number_row<PeerLink, Member>;
constexpr std::array link_numbers = {
    of_link<&PeerLink::bandwidth>("bandwidth", required, "one way"),
    of_link<&PeerLink::both_ways>("both_ways", optional, "of each direction while both are used"),
    of_link<&PeerLink::latency>("latency", required, "of a copy that waits for work elsewhere"),
    of_link<&PeerLink::queued>("queued", optional,
                               "of a copy right behind another one of its stream"),
    of_link<&PeerLink::issue>("issue", optional, "of the host, for each copy"),
    of_link<&PeerLink::record>("record", optional,
                               "of the host, for an event that another device waits for"),
    of_link<&PeerLink::wait>("wait", optional,
                             "of the host, to let a stream wait for an event of another device"),
};

template <auto Member>
constexpr auto of_sum = number_row<AllReduce, Member>;
constexpr std::array sum_by_parts = {
    of_sum<&AllReduce::latency>("latency", required, "of the whole"),
    of_sum<&AllReduce::bandwidth>("bandwidth", required, "bytes of the array over the time"),
};
constexpr std::array sum_numbers = {
    of_sum<&AllReduce::issue>("issue", optional, "of the host, on all devices together"),
};

constexpr ValueType two_devices{
    R"({"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2,
             "maxItems": 2, "uniqueItems": true})"};
constexpr KeyText between{"between", Key::required, two_devices, "two devices, counted from 0"};
constexpr ValueType taking_part{R"({"type": "integer", "minimum": 2, "maximum": 64})"};
constexpr KeyText sum_devices{"devices", Key::required, taking_part, "how many take part"};
constexpr KeyText by_size{"by_size", Key::optional, types::curve<Bytes, BytesPerSecond>,
                          "bytes of the array over the time it takes"};

constexpr ValueType device_list{
    R"({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 64})"};
constexpr ValueType shared_rate{[](SchemaWriter& writer) {
  return R"({"anyOf": [)" + writer.value(types::sourced<BytesPerSecond>) + ", " +
         writer.value(types::curve<Count, BytesPerSecond>) + "]}";
}};
constexpr ValueType links{[](SchemaWriter& writer) {
  SchemaWriter::Keys all, one;
  add_sourced<PeerLink>(link_numbers, writer, all);
  one.add(between, writer);
  add_sourced<PeerLink>(link_numbers, writer, one);
  return R"({"oneOf": [{"type": "object", "additionalProperties": false, "required": ["all"],
                        "properties": {"all": )" +
         all.schema() + R"(}}, {"type": "array", "items": )" + one.schema() + "}]}";
}};
constexpr ValueType all_reduces{[](SchemaWriter& writer) {
  SchemaWriter::Keys one;
  one.add(sum_devices, writer);
  one.add(by_size, writer);
  for (const auto& part : sum_by_parts) {
    one.add(part.key, Key::optional, described(part.summary, schema_of_value(writer, part.dim)));
  }
  add_sourced<AllReduce>(sum_numbers, writer, one);
  return R"({"type": "array", "items": )" +
         one.schema(R"(, "oneOf": [{"required": ["latency", "bandwidth"]},
             {"required": ["by_size"],
              "not": {"anyOf": [{"required": ["latency"]}, {"required": ["bandwidth"]}]}}])") +
         "}";
}};

class SystemReader {
 public:
  SystemReader(const Node& root, Problems& problems)
      : top_(root, "the system file", problems), problems_(problems) {}

  System read() {
    read_keys(rows(), top_, *this);
    read_sourced<System>(system_numbers, top_, "", system_);
    top_.reject_unknown_keys();
    return std::move(system_);
  }

  static std::string schema(SchemaWriter& writer) {
    SchemaWriter::Keys all;
    for (const KeyText& row : rows()) all.add(row, writer);
    add_sourced<System>(system_numbers, writer, all);
    return all.schema();
  }

 private:
  static std::span<const KeyRow<SystemReader>> rows() {
    static constexpr auto all = std::to_array<KeyRow<SystemReader>>({
        {{"system", Key::required, types::text, "name that finds the file: its stem"},
         read_text<&System::id>},
        {{"name", Key::optional, types::text, "shown instead"}, read_text<&System::name>},
        {{"summary", Key::optional, types::text, "one line"}, read_text<&System::summary>},
        {{"devices", Key::required, device_list, "device files by name"},
         [](auto& reader, const Node& node, auto) { reader.read_devices(node); }},
        {{"host", Key::optional, types::text, "a device file of a CPU"}, read_text<&System::host>},
        {{"host_to_devices", Key::optional, shared_rate,
          "all devices together: a number, or rows by how many copy"},
         read_shared<&System::host_to_devices>},
        {{"devices_to_host", Key::optional, shared_rate,
          "all devices together: a number, or rows by how many copy"},
         read_shared<&System::devices_to_host>},
        {{"links", Key::optional, links,
          "of all pairs, or pair by pair; each holds for both directions"},
         [](auto& reader, const Node& node, auto) { reader.read_links(node); }},
        {{"all_reduce", Key::optional, all_reduces,
          "the sum of an array over so many devices: latency + bytes / bandwidth, or by size"},
         [](auto& reader, const Node& node, auto) { reader.read_all_reduces(node); }},
    });
    return all;
  }

  template <auto member>
  static void read_text(SystemReader& reader, const Node& node, std::string_view key) {
    reader.system_.*member = line_of_text(node, key, reader.problems_);
  }

  void read_devices(const Node& node) {
    for (const Node& item : expression_list(node, problems_.file())) {
      if (auto text = scalar_text(item, "devices", problems_)) {
        system_.devices.push_back(std::move(*text));
      }
    }
    if (system_.devices.empty() || system_.devices.size() > most_devices) {
      problems_.add("type-wrong", node, "'devices' must be a list of 1 to 64 device files",
                    {"such as [h200, h200]"});
    }
  }

  // A number, or rows by how many devices copy.
  template <auto member>
  static void read_shared(SystemReader& reader, const Node& node, std::string_view key) {
    BandwidthByCount& into = reader.system_.*member;
    into.source.key = key;
    if (value_of(node, "rows") != nullptr) {
      return read_curve(node, key, Count::dim, BytesPerSecond::dim, into, reader.problems_);
    }
    Sourced<BytesPerSecond> rate;
    rate.source.key = key;
    read_value(node, key, BytesPerSecond::dim, rate, reader.problems_);
    if (!rate.is_known() || rate.si <= 0.0) return;
    into.points = {{1.0, rate.si}};
    into.source = rate.source;
  }

  // {all: {bandwidth, latency}}, or a list of {between: [0, 1], bandwidth, latency}.
  void read_links(const Node& node) {
    if (node.kind == Node::Kind::mapping) {
      Mapping fields(node, "'links'", problems_);
      if (const Node* all = fields.required("all")) {
        Mapping wires(*all, "'all'", problems_);
        PeerLink link;
        read_sourced<PeerLink>(link_numbers, wires, "links.", link);
        wires.reject_unknown_keys();
        for (int from = 0; from < count(); ++from) {
          for (int to = from + 1; to < count(); ++to) add(link, from, to);
        }
      }
      fields.reject_unknown_keys();
    } else if (node.kind == Node::Kind::sequence) {
      for (const Node& child : node.children) read_link(child);
    } else {
      problems_.add("type-wrong", node, "'links' must be {all: ...}, or a list of links",
                    {"such as - {between: [0, 1], bandwidth: ..., latency: ...}"});
    }
  }

  void read_link(const Node& node) {
    Mapping fields(node, "a link", problems_);
    const Node* pair = fields.required(between.key);
    PeerLink link;
    read_sourced<PeerLink>(link_numbers, fields, "links.", link);
    fields.reject_unknown_keys();
    if (pair == nullptr) return;
    const std::vector<Node> ends = expression_list(*pair, problems_.file());
    const int from = ends.size() == 2 ? device(ends[0]) : -1;
    const int to = ends.size() == 2 ? device(ends[1]) : -1;
    if (from < 0 || to < 0 || from == to) {
      problems_.add("type-wrong", *pair, "'between' must be two devices of the system",
                    {"counted from 0, such as [0, 1]"});
      return;
    }
    add(link, from, to);
  }

  // A list of {devices: 2, latency, bandwidth}, or {devices: 2, by_size}.
  void read_all_reduces(const Node& node) {
    if (node.kind != Node::Kind::sequence) {
      problems_.add("type-wrong", node, "'all_reduce' must be a list",
                    {"such as - {devices: 2, latency: ..., bandwidth: ...}"});
      return;
    }
    for (const Node& child : node.children) read_all_reduce(child);
  }

  void read_all_reduce(const Node& node) {
    Mapping fields(node, "an all-reduce", problems_);
    const Node* devices = fields.required(sum_devices.key);
    AllReduce sum;
    if (const Node* rows = fields.optional(by_size.key)) {
      sum.by_size.source.key = "all_reduce.by_size";
      read_curve(*rows, by_size.key, Bytes::dim, BytesPerSecond::dim, sum.by_size, problems_);
    } else {
      read_sourced<AllReduce>(sum_by_parts, fields, "all_reduce.", sum);
    }
    read_sourced<AllReduce>(sum_numbers, fields, "all_reduce.", sum);
    fields.reject_unknown_keys();
    if (devices == nullptr) return;
    sum.devices = number(*devices);
    if (sum.devices < 2 || sum.devices > count()) {
      problems_.add("type-wrong", *devices, "'devices' of an all-reduce is how many take part",
                    {"at least 2, at most as many as the system has"});
    } else if (std::ranges::count(system_.all_reduces, sum.devices, &AllReduce::devices) > 0) {
      problems_.add("type-wrong", *devices, "an all-reduce of as many devices is stated above");
    } else {
      system_.all_reduces.push_back(std::move(sum));
    }
  }

  int count() const { return static_cast<int>(system_.devices.size()); }
  static int number(const Node& node) {
    int number = -1;
    const char* end = node.text.data() + node.text.size();
    const auto [rest, error] = std::from_chars(node.text.data(), end, number);
    return error == std::errc{} && rest == end ? number : -1;
  }
  int device(const Node& node) const {
    const int device = number(node);
    return device < count() ? device : -1;
  }
  void add(PeerLink link, int from, int to) {
    link.from = from;
    link.to = to;
    system_.links.push_back(link);
    std::swap(link.from, link.to);
    system_.links.push_back(link);
  }

  Mapping top_;
  Problems& problems_;
  System system_;
};

template <class Of>
void add_assumable(std::span<const DeviceField<Of>> fields, const std::string& group, Of& of,
                   Assumable& all) {
  for (const DeviceField<Of>& field : fields) {
    all.numbers.push_back({group + std::string(field.key), field.dim, &field.of(of)});
  }
}

Assumable assumable(System& system) {
  Assumable all{"the system file", {}, {}};
  add_assumable<System>(system_numbers, "", system, all);
  all.curves.push_back({"host_to_devices", Dim{}, BytesPerSecond::dim, &system.host_to_devices});
  all.curves.push_back({"devices_to_host", Dim{}, BytesPerSecond::dim, &system.devices_to_host});
  for (PeerLink& link : system.links) add_assumable<PeerLink>(link_numbers, "links.", link, all);
  for (AllReduce& sum : system.all_reduces) {
    add_assumable<AllReduce>(sum_by_parts, "all_reduce.", sum, all);
    add_assumable<AllReduce>(sum_numbers, "all_reduce.", sum, all);
    all.curves.push_back({"all_reduce.by_size", Bytes::dim, BytesPerSecond::dim, &sum.by_size});
  }
  return all;
}

void assume(const AssumedNumbers& numbers, System& system) {
  if (numbers.empty()) return;
  Assumptions assumptions(numbers);
  const Assumable all = assumable(system);
  assumptions.make(all);
  assumptions.make_of_derived(all);  // nothing is
  assumptions.throw_if_any();
  system.name += " (assumed: " + assumptions.text() + ")";
}

}  // namespace

SystemFile read_system(TextFile text, const AssumedNumbers& assumed) {
  SystemFile file{{}, std::move(text), assumed.texts};
  const Node root = parse_yaml(file.text);
  Problems problems(file.text);
  file.system = SystemReader(root, problems).read();
  problems.throw_if_any();
  assume(assumed, file.system);
  return file;
}

std::string system_schema() {
  SchemaWriter writer;
  const std::string file = SystemReader::schema(writer);
  return writer.document(
      "system-file",
      "Devices of one host and what connects them; every number says where it comes from.", file);
}

}  // namespace gpumodel
