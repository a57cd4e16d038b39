#include "src/io/application/read_records.hpp"

#include <algorithm>
#include <charconv>

#include "src/io/text/json_file.hpp"

namespace gpumodel {
namespace {

using What = ApplicationRecord::What;

constexpr std::int64_t most_bytes = std::int64_t{1} << 50;
constexpr std::int64_t most_count = 1'000'000'000;
constexpr std::size_t longest_text = 4096;  // names of templates are long
constexpr double longest_wait = 1e6;

struct WhatName {
  std::string_view name;
  What what;
};
constexpr auto names = std::to_array<WhatName>({{"symbol", What::symbol},
                                                {"allocate", What::allocate},
                                                {"free", What::free},
                                                {"copy", What::copy},
                                                {"fill", What::fill},
                                                {"launch", What::launch},
                                                {"refused", What::refused},
                                                {"full", What::full},
                                                {"stream", What::stream},
                                                {"event", What::event},
                                                {"wait", What::wait},
                                                {"synchronise", What::synchronise},
                                                {"capture", What::capture},
                                                {"captured", What::captured},
                                                {"node", What::node},
                                                {"depend", What::depend},
                                                {"graph", What::graph},
                                                {"clock", What::clock},
                                                {"registers", What::registers},
                                                {"occupancy", What::occupancy},
                                                {"executed", What::executed},
                                                {"counted", What::counted},
                                                {"untimed", What::untimed},
                                                {"unstated", What::unstated},
                                                {"library", What::library},
                                                {"elapsed", What::elapsed},
                                                {"end", What::end}});

std::int64_t bounded(JsonObject& object, std::string_view key, std::int64_t most) {
  const std::int64_t value = object.integer(key);
  if (value < 0 || value > most) object.fail(key, "out of range");
  return value;
}

std::string short_text(JsonObject& object, std::string_view key) {
  std::string text = object.text(key);
  if (text.size() > longest_text) object.fail(key, "too long");
  return text;
}

std::string one_of(JsonObject& object, std::string_view key,
                   std::initializer_list<std::string_view> known) {
  std::string text = object.text(key);
  if (std::ranges::find(known, text) == known.end()) object.fail(key, "unknown word");
  return text;
}

std::array<std::int64_t, 3> extents(JsonObject& object, std::string_view key) {
  std::array<std::int64_t, 3> all{};
  const std::string text = object.text(key);
  const char *at = text.data(), *end = at + text.size();
  for (std::int64_t& extent : all) {
    const auto read = std::from_chars(at, end, extent);
    if (read.ec != std::errc{} || extent < 1 || extent > 0x7fffffff) object.fail(key, "no extents");
    at = read.ptr + (read.ptr != end ? 1 : 0);
  }
  if (at != end) object.fail(key, "no extents");
  return all;
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// "0001 00ff": two arguments of two bytes each.
std::vector<std::string> arguments(JsonObject& object) {
  constexpr std::size_t most_digits = 64UL * 1024;  // kernels take 32764 bytes
  const std::string text = object.text("arguments");
  if (text.size() > 2 * most_digits) object.fail("arguments", "too long");
  std::vector<std::string> all;
  for (std::size_t i = 0; i < text.size();) {
    std::string bytes;
    for (; i < text.size() && text[i] != ' '; i += 2) {
      const int high = digit(text[i]), low = i + 1 < text.size() ? digit(text[i + 1]) : -1;
      if (high < 0 || low < 0) object.fail("arguments", "no bytes");
      bytes += static_cast<char>(high * 16 + low);
    }
    all.push_back(std::move(bytes));
    if (i < text.size()) ++i;
  }
  return all;
}

std::vector<std::int64_t> numbers(JsonObject& object, std::string_view key) {
  constexpr std::size_t most = 1UL << 16;
  std::vector<std::int64_t> all;
  for (const auto& each : object.array(key)) {
    const bool fits = each.is_number_unsigned() && each.get<std::uint64_t>() <= most_count;
    if (!fits || all.size() >= most) object.fail(key, "no numbers of nodes");
    all.push_back(each.get<std::int64_t>());
  }
  return all;
}

void read_copy(JsonObject& object, ApplicationRecord& record) {
  record.way = one_of(object, "way", {"to_device", "to_host", "on_device", "on_host"});
  record.memory = one_of(object, "memory", {"pinned", "pageable", "managed"});
  record.to = object.integer("to");
  record.from = object.integer("from");
  record.bytes = bounded(object, "bytes", most_bytes);
  record.reach_to = bounded(object, "reach_to", most_bytes);
  record.reach_from = bounded(object, "reach_from", most_bytes);
  record.waits = bounded(object, "waits", 1) == 1;
  record.from_device = static_cast<int>(bounded(object, "from_device", 63));
}

// " 0@0=1 3@16=2": what stood where argument 0 points to is in file 1, where the member at byte 16
// of argument 3 does in file 2.
std::vector<ApplicationRecord::Contents> contents(JsonObject& object, std::size_t arguments) {
  std::vector<ApplicationRecord::Contents> all;
  const std::string text = short_text(object, "contents");
  const char *at = text.data(), *end = at + text.size();
  while (at != end) {
    ApplicationRecord::Contents each;
    const auto take = [&](char before, auto& number) {
      if (at == end || *at != before) object.fail("contents", "no numbers of arguments and files");
      const auto read = std::from_chars(at + 1, end, number);
      if (read.ec != std::errc{}) object.fail("contents", "no numbers of arguments and files");
      at = read.ptr;
    };
    take(' ', each.argument);
    take('@', each.offset);
    take('=', each.file);
    if (each.argument >= arguments || each.offset < 0 || each.file < 0)
      object.fail("contents", "no numbers of arguments and files");
    all.push_back(each);
  }
  return all;
}

// A percentage as text; empty where nothing is preferred.
std::optional<std::int64_t> carveout(JsonObject& object) {
  const std::string text = short_text(object, "carveout");
  if (text.empty()) return std::nullopt;
  std::int64_t percent = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, percent);
  if (read.ec != std::errc{} || read.ptr != end || percent < 0 || percent > 100)
    object.fail("carveout", "no percentage");
  return percent;
}

void read_launch(JsonObject& object, ApplicationRecord& record) {
  record.name = short_text(object, "kernel");
  record.grid = extents(object, "grid");
  record.block = extents(object, "block");
  record.shared = bounded(object, "shared", std::int64_t{1} << 30);
  record.carveout = carveout(object);
  record.arguments = arguments(object);
  record.contents = contents(object, record.arguments.size());
}

// "share 400 100 13 4", "rounds 1:300 2:100", "warps 2:10", "number 0:7", "range 3 9000",
// "nothing".
CountedNumber counted_number(JsonObject& object, std::string_view text) {
  using Kind = CountedNumber::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 6> kinds = {{{"nothing", Kind::unreached},
                                                                       {"share", Kind::share},
                                                                       {"rounds", Kind::rounds},
                                                                       {"warps", Kind::warps},
                                                                       {"number", Kind::number},
                                                                       {"range", Kind::range}}};
  const auto fail = [&] { object.fail("numbers", "no counts"); };
  const std::size_t space = std::min(text.find(' '), text.size());
  const auto kind =
      std::ranges::find(kinds, text.substr(0, space), &std::pair<std::string_view, Kind>::first);
  if (kind == kinds.end()) fail();
  CountedNumber counted{kind->second, {}};
  const bool pair = counted.kind == Kind::share || counted.kind == Kind::range;
  const char *at = text.data() + space, *end = text.data() + text.size();
  while (at != end) {
    std::int64_t first = 0, second = 0;
    const auto one = std::from_chars(at + 1, end, first);
    if (one.ec != std::errc{} || one.ptr == end || *one.ptr != (pair ? ' ' : ':')) fail();
    const auto other = std::from_chars(one.ptr + 1, end, second);
    if (other.ec != std::errc{} || counted.values.size() == CountedNumber::most_values) fail();
    if (!pair && second < 1) fail();
    counted.values.emplace_back(first, second);
    at = other.ptr;
  }
  const std::size_t count = counted.values.size();
  const bool fits = counted.kind == Kind::unreached ? count == 0
                    : counted.kind == Kind::share   ? count == 2
                    : counted.kind == Kind::range   ? count == 1
                                                    : count > 0;
  if (!fits) fail();
  for (const auto& [first, second] : counted.values) {
    if (counted.kind == Kind::share && (first < 1 || second < 0 || second > first)) fail();
    if (counted.kind == Kind::range && second < first) fail();
  }
  return counted;
}

void read_counted(JsonObject& object, ApplicationRecord& record) {
  constexpr std::size_t longest = 1UL << 18;
  constexpr std::int64_t most_across = 65535;
  record.name = short_text(object, "kernel");
  record.grid = extents(object, "grid");
  record.block = extents(object, "block");
  if (std::max(record.grid[1], record.grid[2]) > most_across) object.fail("grid", "no extents");
  record.launch = bounded(object, "launch", most_count);
  record.number = bounded(object, "blocks", most_bytes);
  record.waiting = bounded(object, "waiting", most_count);
  record.why = short_text(object, "why");
  record.writer = short_text(object, "unknown");
  const std::string numbers = object.text("numbers");
  if (numbers.size() > longest) object.fail("numbers", "too long");
  for (std::size_t at = 0; at < numbers.size();) {
    const std::size_t end = std::min(numbers.find(';', at), numbers.size());
    record.counts.push_back(counted_number(object, std::string_view(numbers).substr(at, end - at)));
    at = end + 1;
  }
}

void read_rest(JsonObject& object, ApplicationRecord& record) {
  const auto stream_and_device = [&] {
    record.stream = bounded(object, "stream", most_count);
    record.device = static_cast<int>(bounded(object, "device", 63));
  };
  switch (record.what) {
    case What::symbol:
      record.at = object.integer("at");
      record.bytes = bounded(object, "bytes", most_bytes);
      record.name = short_text(object, "name");
      return;
    case What::allocate:
      record.memory = one_of(object, "memory", {"device", "pinned", "managed"});
      [[fallthrough]];
    case What::full:
      if (record.what == What::allocate) record.at = object.integer("at");
      record.bytes = bounded(object, "bytes", most_bytes);
      record.device = static_cast<int>(bounded(object, "device", 63));
      return;
    case What::free:
      record.at = object.integer("at");
      return;
    case What::copy:
      read_copy(object, record);
      return stream_and_device();
    case What::fill:
      record.to = object.integer("to");
      record.bytes = bounded(object, "bytes", most_bytes);
      record.reach_to = bounded(object, "reach_to", most_bytes);
      return stream_and_device();
    case What::launch:
      read_launch(object, record);
      return stream_and_device();
    case What::refused:
      record.name = short_text(object, "kernel");
      record.why = short_text(object, "why");
      return;
    case What::stream:
      record.number = bounded(object, "number", most_count);
      record.alone = bounded(object, "alone", 1) == 1;
      record.device = static_cast<int>(bounded(object, "device", 63));
      return;
    case What::event:
      record.number = bounded(object, "number", most_count);
      return stream_and_device();
    case What::wait:
      record.event = bounded(object, "event", most_count);
      record.stream = bounded(object, "stream", most_count);
      return;
    case What::synchronise:
      record.kind = one_of(object, "what", {"device", "stream", "event"});
      record.number = bounded(object, "number", most_count);
      record.device = static_cast<int>(bounded(object, "device", 63));
      return;
    case What::node:
    case What::depend:
      record.number = bounded(object, "number", most_count);
      record.nodes = numbers(object, "nodes");
      return;
    case What::capture:
    case What::captured:
      record.graph = bounded(object, "graph", most_count);
      return;
    case What::graph:
      record.graph = bounded(object, "graph", most_count);
      return stream_and_device();
    case What::occupancy:
      record.shared = bounded(object, "shared", std::int64_t{1} << 30);
      record.carveout = carveout(object);
      record.alone = bounded(object, "opt_in", 1) == 1;
      [[fallthrough]];
    case What::registers:
      record.name = short_text(object, "kernel");
      record.number = bounded(object, "threads", 1024);
      return;
    case What::untimed:
      record.name = short_text(object, "kernel");
      return;
    case What::library:
      record.name = short_text(object, "call");
      record.to = object.integer("first");
      record.from = object.integer("second");
      record.number = bounded(object, "done", 1);
      return;
    case What::executed:
      record.number = bounded(object, "launches", most_count);
      return;
    case What::counted:
      return read_counted(object, record);
    case What::unstated:
      record.name = short_text(object, "attribute");
      return;
    case What::elapsed:
      record.from = bounded(object, "from", most_count);
      record.to = bounded(object, "to", most_count);
      return;
    case What::clock:
    case What::end:
      return;
  }
}

template <class Read>
auto read_line(const std::string& line, const char* from, Read read) {
  const nlohmann::ordered_json json = parse_json(line, from);
  try {
    JsonObject object(json, "");
    auto made = read(object);
    object.reject_unknown();
    return made;
  } catch (const JsonFault& fault) {
    throw InputError{{{.id = "application-record",
                       .message = std::string(from) + ": " + fault.path + ": " + fault.message,
                       .hints = {"found " + line.substr(0, 100)}}}};
  }
}

SourcePlace place_of(JsonObject& object) {
  SourcePlace place;
  place.file = object.optional_text("file").value_or("");
  if (place.file.size() > longest_text) object.fail("file", "too long");
  const std::int64_t line = object.optional_integer("line").value_or(0);
  if (line < 0 || line > most_count) object.fail("line", "out of range");
  place.line = static_cast<int>(line);
  return place;
}

}  // namespace

std::string to_string(const SourcePlace& place) {
  const std::size_t folder = place.file.rfind('/');
  const std::string file = folder == std::string::npos ? place.file : place.file.substr(folder + 1);
  return file + ":" + std::to_string(place.line);
}

ApplicationRecord read_recorded_line(const std::string& line) {
  return read_line(line, "what the application did", [](JsonObject& object) {
    ApplicationRecord record;
    const std::string what = object.text("do");
    const auto found = std::ranges::find(names, what, &WhatName::name);
    if (found == names.end()) object.fail("do", "unknown word");
    record.what = found->what;
    record.between = object.any_number("between");
    if (!(record.between >= 0.0 && record.between < longest_wait))
      object.fail("between", "out of range");
    record.place = place_of(object);
    read_rest(object, record);
    return record;
  });
}

namespace {

using Taken = LaunchableKernel::Parameter;

Taken read_parameter(const nlohmann::ordered_json& json, const Taken* in) {
  JsonObject object(json, "parameters");
  Taken parameter;
  parameter.name = object.text("name");
  parameter.bytes = bounded(object, "bytes", in != nullptr ? in->bytes : most_count);
  const std::string kind = one_of(object, "kind", {"pointer", "integer", "unsigned", "other"});
  parameter.kind = kind == "pointer"    ? Taken::Kind::pointer
                   : kind == "integer"  ? Taken::Kind::integer
                   : kind == "unsigned" ? Taken::Kind::unsigned_integer
                                        : Taken::Kind::other;
  parameter.element_bytes = bounded(object, "element_bytes", most_count);
  parameter.whole =
      one_of(object, "whole", {"", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "i16", "u16"});
  parameter.written = object.boolean("written");
  parameter.offset = bounded(object, "offset", in != nullptr ? in->bytes - parameter.bytes : 0);
  for (const auto& each : object.array("members")) {
    if (in != nullptr) object.fail("members", "a member has none of its own");
    parameter.members.push_back(read_parameter(each, &parameter));
  }
  return parameter;
}

}  // namespace

const Taken* LaunchableKernel::at(std::size_t argument, std::int64_t offset) const {
  if (argument >= parameters.size()) return nullptr;
  const Taken& whole = parameters[argument];
  if (whole.kind != Taken::Kind::other) return offset == 0 ? &whole : nullptr;
  const auto member = std::ranges::find(whole.members, offset, &Taken::offset);
  return member == whole.members.end() ? nullptr : &*member;
}

LaunchableKernel read_launchable(const std::string& line) {
  return read_line(line, "gpumodel-describe", [](JsonObject& object) {
    LaunchableKernel kernel;
    kernel.name = object.text("kernel");
    kernel.mangled = object.text("mangled");
    kernel.place = place_of(object);
    kernel.shared = bounded(object, "shared", most_bytes);
    kernel.max_threads = bounded(object, "max_threads", most_count);
    kernel.why_not = short_text(object, "why_not");
    for (const auto& each : object.array("parameters"))
      kernel.parameters.push_back(read_parameter(each, nullptr));
    return kernel;
  });
}

}  // namespace gpumodel
