#include "src/io/device/read_system.hpp"

#include <algorithm>
#include <charconv>

#include "src/io/device/read_sourced.hpp"
#include "src/io/kernel/expression_list.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_devices = 64;

class SystemReader {
 public:
  SystemReader(const Node& root, Problems& problems)
      : top_(root, "the system file", problems), problems_(problems) {}

  System read() {
    system_.id = top_.required_text("system");
    system_.name = top_.optional_text("name");
    system_.summary = top_.optional_text("summary");
    if (const Node* devices = top_.required("devices")) read_devices(*devices);
    system_.host = top_.optional_text("host");
    read(top_, "port", "", system_.port);
    read(top_, "synchronise", "", system_.synchronise);
    read_shared("host_to_devices", system_.host_to_devices);
    read_shared("devices_to_host", system_.devices_to_host);
    if (const Node* links = top_.optional("links")) read_links(*links);
    if (const Node* sums = top_.optional("all_reduce")) read_all_reduces(*sums);
    top_.reject_unknown_keys();
    return std::move(system_);
  }

 private:
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

  template <class Q>
  void read(Mapping& fields, std::string_view key, const std::string& group, Sourced<Q>& into,
            bool required = false) {
    into.source.key = group + std::string(key);
    const Node* node = required ? fields.required(key) : fields.optional(key);
    if (node != nullptr) read_value(*node, key, Q::dim, into, problems_);
  }

  // A number, or rows by how many devices copy.
  void read_shared(std::string_view key, BandwidthByCount& into) {
    into.source.key = key;
    const Node* node = top_.optional(key);
    if (node == nullptr) return;
    if (node->kind == Node::Kind::mapping &&
        std::ranges::find(node->keys, "rows", &Node::text) != node->keys.end()) {
      return read_curve(*node, key, Count::dim, BytesPerSecond::dim, into, problems_);
    }
    Sourced<BytesPerSecond> rate;
    rate.source.key = key;
    read_value(*node, key, BytesPerSecond::dim, rate, problems_);
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
        const PeerLink link = read_wires(wires);
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
    const Node* between = fields.required("between");
    const PeerLink link = read_wires(fields);
    fields.reject_unknown_keys();
    if (between == nullptr) return;
    const std::vector<Node> ends = expression_list(*between, problems_.file());
    const int from = ends.size() == 2 ? device(ends[0]) : -1;
    const int to = ends.size() == 2 ? device(ends[1]) : -1;
    if (from < 0 || to < 0 || from == to) {
      problems_.add("type-wrong", *between, "'between' must be two devices of the system",
                    {"counted from 0, such as [0, 1]"});
      return;
    }
    add(link, from, to);
  }

  PeerLink read_wires(Mapping& fields) {
    PeerLink link;
    read(fields, "bandwidth", "links.", link.bandwidth, true);
    read(fields, "both_ways", "links.", link.both_ways);
    read(fields, "latency", "links.", link.latency, true);
    read(fields, "queued", "links.", link.queued);
    read(fields, "issue", "links.", link.issue);
    read(fields, "record", "links.", link.record);
    read(fields, "wait", "links.", link.wait);
    return link;
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
    const Node* devices = fields.required("devices");
    AllReduce sum;
    if (const Node* by_size = fields.optional("by_size")) {
      sum.by_size.source.key = "all_reduce.by_size";
      read_curve(*by_size, "by_size", Bytes::dim, BytesPerSecond::dim, sum.by_size, problems_);
    } else {
      read(fields, "latency", "all_reduce.", sum.latency, true);
      read(fields, "bandwidth", "all_reduce.", sum.bandwidth, true);
    }
    read(fields, "issue", "all_reduce.", sum.issue);
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

}  // namespace

SystemFile read_system(TextFile text) {
  SystemFile file{{}, std::move(text)};
  const Node root = parse_yaml(file.text);
  Problems problems(file.text);
  file.system = SystemReader(root, problems).read();
  problems.throw_if_any();
  return file;
}

}  // namespace gpumodel
