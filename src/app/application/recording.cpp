#include "src/app/application/recording.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>
#include <utility>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

using What = ApplicationRecord::What;
using Kind = RecordedStep::Kind;
using Taken = LaunchableKernel::Parameter;

constexpr std::size_t bytes_of_pointer = 8;
// What the host does in less time between two calls is what issuing them takes by the model.
constexpr double least_between = 20e-6;

std::int64_t number_in(const std::string& bytes, bool is_signed) {
  std::uint64_t value = 0;
  const std::size_t count = std::min(bytes.size(), sizeof value);
  std::memcpy(&value, bytes.data(), count);
  if (is_signed && count > 0 && count < sizeof value && (bytes[count - 1] & 0x80) != 0) {
    value |= ~std::uint64_t{0} << (8 * count);
  }
  return static_cast<std::int64_t>(value);
}

// "ns::stencil<2, float>" -> "stencil-2-float".
std::string descriptor_name(const std::string& kernel) {
  const std::size_t arguments = kernel.find('<');
  const std::size_t scope = kernel.rfind("::", arguments);
  std::string name;
  for (const char c : kernel.substr(scope == std::string::npos ? 0 : scope + 2)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name;
}

std::size_t axes_of(const std::array<std::int64_t, 3>& extents) {
  return extents[2] > 1 ? 3 : extents[1] > 1 ? 2 : 1;
}

std::string block_text(const std::array<std::int64_t, 3>& block, const char* between) {
  std::string text = std::to_string(block[0]);
  for (std::size_t i = 1; i < axes_of(block); ++i) text += between + std::to_string(block[i]);
  return text;
}

// "grid_x"; "blocks_x" where the kernel has a value of such a name, like member x of `grid`.
std::string grid_name(const LaunchableKernel& kernel, std::size_t axis) {
  const auto is_taken = [&](const std::string& stem) {
    const auto has_name = [&](const Taken& each) {
      return each.name.size() == stem.size() + 2 && each.name.starts_with(stem + "_");
    };
    return std::ranges::any_of(kernel.parameters, [&](const Taken& each) {
      return has_name(each) || std::ranges::any_of(each.members, has_name);
    });
  };
  std::string stem = "grid";
  while (is_taken(stem)) stem = stem == "grid" ? "blocks" : "of_" + stem;
  return stem + "_" + "xyz"[axis];
}

}  // namespace

RecordedRun::RecordedRun(std::vector<LaunchableKernel> kernels, double l2_bytes, bool executes)
    : executes_(executes), l2_(l2_bytes) {
  for (LaunchableKernel& kernel : kernels) {
    std::string name = kernel.mangled;
    kernels_.emplace(std::move(name), std::move(kernel));
  }
}

void RecordedRun::fail(const std::string& what) {
  throw InputError{{{.id = "application-record",
                     .message = "what the application did does not fit together: " + what}}};
}

void RecordedRun::add(const ApplicationRecord& record) {
  pending_ += record.between;
  if (capturing_ && record.what != What::captured)
    return add_to_graph(graphs_[*capturing_], record);
  switch (record.what) {
    case What::symbol:
      return allocate(record, true);
    case What::allocate:
      return allocate(record, false);
    case What::free:
      if (const auto piece = piece_at(record.at)) {
        pieces_[*piece].alive = false;
        by_address_.erase(pieces_[*piece].begin);
      }
      return;
    case What::copy:
      return copy(record);
    case What::fill:
      return fill(record);
    case What::launch:
      return launch(record);
    case What::refused: {
      const auto kernel = kernels_.find(record.name);
      const std::string name = kernel == kernels_.end() ? record.name : kernel->second.name;
      refused_.push_back({record.place, name + ": " + record.why});
      return;
    }
    case What::full:
      refused_.push_back({record.place, "an allocation of " + std::to_string(record.bytes) +
                                            " bytes, which the device has not left"});
      return;
    case What::stream:
      streams_.push_back({.number = record.number, .alone = record.alone});
      return;
    case What::event:
      return record_event(record);
    case What::wait: {
      const Event& event = this->event(record.event);
      const auto stream = stream_of(record.stream);
      auto& waits = stream ? streams_[*stream].waits : default_waits_;
      waits.insert(waits.end(), event.after.begin(), event.after.end());
      return;
    }
    case What::synchronise:
      return synchronise(record);
    case What::capture:
      capturing_ = record.graph;
      return;
    case What::captured:
      if (capturing_) graphs_[*capturing_].open.reset();
      capturing_.reset();
      return;
    case What::node:
    case What::depend:
      fail("a node of no graph");
    case What::graph:
      return launch_graph(record);
    case What::unstated:
      refused_.push_back(
          {record.place, "a question for " + record.name + ", which its file does not state"});
      return;
    case What::untimed:  // what it writes is not known: it may be anything
      ++untimed_[record.name];
      for (Piece& piece : pieces_) written_unseen(piece, record.name);
      return;
    case What::library:
      return call_library(record);
    case What::executed:
      counts_.executed += static_cast<std::size_t>(record.number);
      return;
    case What::clock:
    case What::counted:
    case What::elapsed:
    case What::registers:
    case What::occupancy:
      return;
    case What::end:
      flush_host();
      ended_ = true;
      return;
  }
}

void RecordedRun::written_unseen(Piece& piece, const std::string& by) {
  if (!piece.alive) return;
  piece.written_by = by;
}

void RecordedRun::call_library(const ApplicationRecord& record) {
  ++library_calls_[record.name];
  if (record.number != 0) return;  // what it writes is there
  if (record.to == 0 && record.from == 0) {
    for (Piece& piece : pieces_) written_unseen(piece, record.name);
    return;
  }
  for (const std::int64_t address : {record.to, record.from})
    if (address != 0) written_unseen(pieces_[device_piece(address)], record.name);
}

void RecordedRun::allocate(const ApplicationRecord& record, bool symbol) {
  if (record.bytes == 0) return;
  const std::string memory = symbol ? "device" : record.memory;
  const auto same = std::ranges::find_if(pieces_, [&](const Piece& piece) {
    return !piece.alive && piece.bytes == record.bytes && piece.memory == memory;
  });
  if (same == pieces_.end()) {
    pieces_.push_back({.begin = record.at, .bytes = record.bytes, .memory = memory});
    l2_.add(static_cast<double>(record.bytes), memory == "device");
    if (symbol) pieces_.back().name = record.name;
    by_address_[record.at] = pieces_.size() - 1;
    return;
  }
  same->begin = record.at;
  same->alive = true;
  same->there = false;
  same->written_by.clear();
  by_address_[record.at] = static_cast<std::size_t>(same - pieces_.begin());
}

std::optional<std::size_t> RecordedRun::piece_at(std::int64_t address) const {
  auto after = by_address_.upper_bound(address);
  if (after == by_address_.begin()) return std::nullopt;
  const std::size_t piece = (--after)->second;
  if (address - pieces_[piece].begin >= pieces_[piece].bytes) return std::nullopt;
  return piece;
}

std::size_t RecordedRun::device_piece(std::int64_t address) const {
  const auto piece = piece_at(address);
  if (!piece) fail("an address that was never allocated");
  return *piece;
}

std::optional<std::size_t> RecordedRun::stream_of(std::int64_t number) const {
  if (number == 0) return std::nullopt;
  const auto found = std::ranges::find(streams_, number, &Stream::number);
  if (found == streams_.end()) fail("a stream that was never created");
  return static_cast<std::size_t>(found - streams_.begin());
}

bool RecordedRun::streams_alone() const {
  return !streams_.empty() && std::ranges::all_of(streams_, &Stream::alone);
}

std::size_t RecordedRun::buffer_of(std::size_t piece, const std::string& memory) {
  for (const std::size_t buffer : pieces_[piece].buffers) {
    std::string& known = buffers_[buffer].memory;
    if (known.empty()) known = memory;
    if (memory.empty() || known == memory) return buffer;
  }
  buffers_.push_back({.piece = piece, .bytes = pieces_[piece].bytes, .memory = memory});
  pieces_[piece].buffers.push_back(buffers_.size() - 1);
  return buffers_.size() - 1;
}

void RecordedRun::name_piece(std::size_t piece, const std::string& name) {
  if (pieces_[piece].name.empty()) pieces_[piece].name = name;
}

std::vector<std::string> RecordedRun::buffer_names() const {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const RecordedBuffer& buffer : buffers_) {
    const std::string& known = pieces_[buffer.piece].name;
    const std::string stem = known.empty() ? "memory" : known;
    std::string name = stem;
    for (int i = 2; !taken.insert(name).second; ++i) name = stem + "_" + std::to_string(i);
    names.push_back(std::move(name));
  }
  return names;
}

RecordedStep RecordedRun::step_of(Kind kind, const ApplicationRecord& record) {
  RecordedStep step{.kind = kind, .place = record.place};
  step.stream = stream_of(record.stream);
  step.device = record.device;
  step.unverified = first_read_.has_value();
  devices_ = std::max({devices_, record.device + 1, record.from_device + 1});
  return step;
}

void RecordedRun::flush_host() {
  if (pending() > 0.0) steps_.push_back({.kind = Kind::host, .seconds = pending()});
  pending_ = 0.0;
}

double RecordedRun::pending() const {
  return pending_ >= least_between ? pending_ : 0.0;
}

void RecordedRun::push(RecordedStep step) {
  if (into_ != nullptr) {
    into_->push_back(std::move(step));
    return;
  }
  flush_host();
  auto& waits = step.stream ? streams_[*step.stream].waits : default_waits_;
  step.after.insert(step.after.end(), waits.begin(), waits.end());
  std::ranges::sort(step.after);
  const auto [first, last] = std::ranges::unique(step.after);
  step.after.erase(first, last);
  waits.clear();
  (step.stream ? streams_[*step.stream].last : last_default_[step.device]) = steps_.size();
  steps_.push_back(std::move(step));
}

void RecordedRun::copy(const ApplicationRecord& record) {
  if (record.way == "on_host") return;
  const bool peer = record.way == "on_device" && record.from_device != record.device;
  const Kind kind = record.way == "to_device" ? Kind::to_device
                    : record.way == "to_host" ? Kind::to_host
                    : peer                    ? Kind::peer
                                              : Kind::on_device;
  RecordedStep step = step_of(kind, record);
  step.bytes = record.bytes;
  step.waits = record.waits;
  step.from_device = record.from_device;
  const std::string memory = kind == Kind::to_device || kind == Kind::to_host ? record.memory : "";
  ++counts_.copies;
  if (kind != Kind::to_device) {
    const std::size_t from = device_piece(record.from);
    const std::size_t known = buffers_.size();
    step.from_buffer = step.buffer = buffer_of(from, memory);
    step.whole = record.bytes == pieces_[from].bytes;
    // Of another kind of the host's memory than what was sent: nothing before sends or writes it.
    const bool other = step.buffer == known && pieces_[from].buffers.size() > 1;
    if (other || !pieces_[from].there) buffers_[step.buffer].resident = true;
  }
  if (kind == Kind::to_host) {
    counts_.to_host += record.bytes;
    step.offset = record.from - pieces_[device_piece(record.from)].begin;
    read_by_host(device_piece(record.from), record.place, record.waits);
  } else {
    const std::size_t to = device_piece(record.to);
    step.buffer = buffer_of(to, memory);
    step.whole = record.bytes == pieces_[to].bytes;
    Piece& piece = pieces_[to];
    step.offset = record.to - piece.begin;
    piece.there = true;
    (kind == Kind::to_device ? counts_.to_device : counts_.on_device) += record.bytes;
    const std::string* writer = nullptr;
    if (kind != Kind::to_device) writer = &pieces_[device_piece(record.from)].written_by;
    if (writer != nullptr && !writer->empty()) {
      piece.written_by = *writer;
    } else if (step.whole) {
      piece.written_by.clear();
    }
    if (kind == Kind::on_device) step.cache = l2_.use({device_piece(record.from), to});
    if (kind == Kind::to_device) l2_.copied_from_host(to);
  }
  push(std::move(step));
}

void RecordedRun::fill(const ApplicationRecord& record) {
  RecordedStep step = step_of(Kind::fill, record);
  const std::size_t piece = device_piece(record.to);
  step.buffer = buffer_of(piece, "");
  step.bytes = record.bytes;
  step.whole = record.bytes == pieces_[piece].bytes;
  if (step.whole) pieces_[piece].written_by.clear();
  pieces_[piece].there = true;
  step.cache = l2_.use({piece});
  push(std::move(step));
}

void RecordedRun::read_by_host(std::size_t piece, const SourcePlace& place, bool at_once) {
  if (first_read_ || pieces_[piece].written_by.empty()) return;
  auto& read = at_once ? first_read_ : copied_;
  if (read) return;
  read = Read{place, pieces_[piece].written_by, {}};
  for (const auto& [mangled, kernel] : kernels_) {
    if (executes_ && kernel.name == read->writer) read->why_not = kernel.why_not;
  }
}

// From now on the host may read what was copied, and memory of its own, and nobody sees it.
void RecordedRun::host_waits(const SourcePlace& place) {
  if (!first_read_) first_read_ = copied_;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (pieces_[i].memory != "device") read_by_host(i, place, true);
  }
}

void RecordedRun::each_launch(const std::function<void(const RecordedStep&)>& visit) const {
  const auto visit_kernel = [&](const RecordedStep& step) {
    if (step.kind == Kind::kernel) visit(step);
  };
  for (const RecordedStep& step : steps_) {
    visit_kernel(step);
    std::ranges::for_each(step.steps, visit_kernel);
  }
}

std::size_t RecordedRun::called_kernel(const ApplicationRecord& record,
                                       const LaunchableKernel& kernel, RecordedStep& step) {
  const std::size_t axes = std::max(axes_of(record.grid), axes_of(record.block));
  std::string grid;
  for (std::size_t i = 0; i < axes; ++i) {
    const std::string name = grid_name(kernel, i);
    step.values[name] = std::to_string(record.grid[i]);
    grid += (i == 0 ? "" : ", ") + name;
  }
  std::string launch = "grid=[" + grid + "] block=[" + block_text(record.block, ", ") + "]";
  if (record.shared > 0) launch += " shared=" + std::to_string(record.shared);
  if (record.carveout) launch += " carveout=" + std::to_string(*record.carveout);
  const std::string key = record.name + " " + launch;
  const auto [at, is_new] = called_by_key_.try_emplace(key, called_.size());
  if (!is_new) return at->second;
  const auto taken = [&](const std::string& name) {
    return std::ranges::find(called_, name, &CalledKernel::name) != called_.end();
  };
  const std::string stem = descriptor_name(kernel.name);
  std::string name = stem;
  if (taken(name)) name = stem + "-" + block_text(record.block, "x");
  for (int i = 2; taken(name); ++i) name = stem + "-" + std::to_string(i);
  called_.push_back({.kernel = &kernel,
                     .name = std::move(name),
                     .launch = std::move(launch),
                     .grid = record.grid,
                     .block = record.block});
  return called_.size() - 1;
}

// Not of what a kernel should have written that did not run.
std::map<std::string, CalledKernel::Contents> RecordedRun::contents_of(
    const ApplicationRecord& record, const LaunchableKernel& kernel) const {
  std::map<std::string, CalledKernel::Contents> all;
  for (const auto& [argument, offset, file] : record.contents) {
    const Taken* parameter = kernel.at(argument, offset);
    const std::string& bytes = record.arguments[argument];
    const auto at = static_cast<std::size_t>(offset);
    if (parameter == nullptr || at + bytes_of_pointer > bytes.size())
      fail("contents of no argument");
    const auto piece = piece_at(number_in(bytes.substr(at, bytes_of_pointer), false));
    if (parameter->whole.empty() || !piece || !pieces_[*piece].written_by.empty()) continue;
    all[parameter->name] = {file, parameter->whole};
  }
  return all;
}

void RecordedRun::add_arguments(const ApplicationRecord& record, const LaunchableKernel& kernel,
                                RecordedStep& step) {
  if (record.arguments.size() != kernel.parameters.size()) {
    fail(kernel.name + " has other parameters than arguments");
  }
  std::map<std::size_t, bool> used;  // pieces, and whether they are written
  const auto use = [&](std::size_t piece, bool written) { used[piece] = used[piece] || written; };
  const auto take = [&](const Taken& parameter, const std::string& bytes) {
    if (parameter.kind != Taken::Kind::pointer) {
      const bool is_signed = parameter.kind == Taken::Kind::integer;
      step.values[parameter.name] = std::to_string(number_in(bytes, is_signed));
      return;
    }
    const std::int64_t address = number_in(bytes, false);
    step.values[parameter.name + "_given"] = address != 0 ? "1" : "0";
    const auto piece = piece_at(address);
    if (!piece) return;
    step.values[parameter.name + "_before"] = std::to_string(address - pieces_[*piece].begin);
    if (parameter.element_bytes > 0) {
      const std::int64_t left = pieces_[*piece].begin + pieces_[*piece].bytes - address;
      step.values[parameter.name + "_elements"] = std::to_string(left / parameter.element_bytes);
    }
    name_piece(*piece, parameter.name);
    const std::pair held{*piece, pieces_[*piece].times_written};
    const auto [first, is_new] = called_[step.called].held.emplace(parameter.name, held);
    if (!is_new && first->second != held && held.second > 0)
      called_[step.called].changing.insert(parameter.name);
    use(*piece, parameter.written);
  };
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Taken& parameter = kernel.parameters[i];
    const std::string& bytes = record.arguments[i];
    if (static_cast<std::int64_t>(bytes.size()) != parameter.bytes) {
      fail(kernel.name + " has other parameters than arguments");
    }
    if (parameter.kind != Taken::Kind::other) {
      take(parameter, bytes);
      continue;
    }
    std::set<std::size_t> known;
    for (const Taken& member : parameter.members) {
      const auto at = static_cast<std::size_t>(member.offset);
      take(member, bytes.substr(at, static_cast<std::size_t>(member.bytes)));
      if (member.kind == Taken::Kind::pointer) known.insert(at);
    }
    // Others may stand where nothing is known of the structure.
    for (std::size_t at = 0; at + bytes_of_pointer <= bytes.size(); at += bytes_of_pointer) {
      const auto piece = piece_at(number_in(bytes.substr(at, bytes_of_pointer), false));
      if (piece && !known.contains(at)) use(*piece, true);
    }
  }
  // Who should have written what it writes: itself, or whose results it needs.
  std::string writer = executes_ && kernel.why_not.empty() ? "" : kernel.name;
  for (const auto& [number, written] : used) {
    if (writer.empty()) writer = pieces_[number].written_by;
  }
  std::vector<std::size_t> touched;
  for (const auto& [number, written] : used) {
    Piece& piece = pieces_[number];
    touched.push_back(number);
    buffer_of(number, piece.memory == "managed" ? "managed" : "");
    for (const std::size_t buffer : piece.buffers) {
      if (piece.there || piece.memory == "managed") step.reads.push_back(buffer);
      if (written) step.writes.push_back(buffer);
    }
    if (!written) continue;
    piece.there = true;
    piece.written_by = writer;
    ++piece.times_written;
  }
  step.cache = l2_.use(touched);
}

void RecordedRun::launch(const ApplicationRecord& record) {
  const auto kernel = kernels_.find(record.name);
  if (kernel == kernels_.end()) fail("a kernel that is in no file: " + record.name);
  RecordedStep step = step_of(Kind::kernel, record);
  step.called = called_kernel(record, kernel->second, step);
  auto contents = contents_of(record, kernel->second);
  add_arguments(record, kernel->second, step);
  CalledKernel& called = called_[step.called];
  if (called.known.empty()) {
    called.known = step.values;
    called.contents = std::move(contents);
  }
  step.launch = launches_[{record.name, record.block}]++;
  ++counts_.launches;
  if (step.unverified) ++counts_.unverified;
  push(std::move(step));
}

void RecordedRun::add_to_graph(Graph& graph, const ApplicationRecord& record) {
  const auto append = [](std::vector<std::size_t>& to, const std::vector<std::size_t>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  const auto known = [&](const std::vector<std::int64_t>& numbers) {
    std::vector<std::size_t> nodes;
    for (const std::int64_t number : numbers) {
      const auto found = graph.by_number.find(number);
      if (found == graph.by_number.end()) fail("a node of another graph");
      nodes.push_back(found->second);
    }
    return nodes;
  };
  switch (record.what) {
    case What::node:
      if (const auto again = graph.by_number.find(record.number); again != graph.by_number.end()) {
        graph.open = again->second;  // it is changed
        return;
      }
      graph.nodes.push_back({std::nullopt, known(record.nodes)});
      graph.open = graph.nodes.size() - 1;
      graph.by_number[record.number] = *graph.open;
      return;
    case What::depend:
      append(graph.nodes[known({record.number}).front()].after, known(record.nodes));
      return;
    case What::event:
      graph.events[record.number] = graph.tails[record.stream];
      return;
    case What::wait:
      append(graph.tails[record.stream], graph.events[record.event]);
      return;
    case What::copy:
    case What::fill:
    case What::launch:
      break;
    case What::capture:
    case What::graph:
      fail("a graph within a graph");
    case What::symbol:
    case What::allocate:
    case What::free:
    case What::stream:
    case What::refused:
    case What::full:
    case What::executed:
    case What::library:
    case What::untimed:
    case What::unstated: {
      const auto graph_number = std::exchange(capturing_, std::nullopt);
      ApplicationRecord later = record;
      later.between = 0.0;
      add(later);
      capturing_ = graph_number;
      return;
    }
    default:
      return;
  }
  if (graph.open) {
    graph.nodes[*std::exchange(graph.open, std::nullopt)].record = record;
    return;
  }
  std::vector<std::size_t>& tails = graph.tails[record.stream];
  graph.nodes.push_back({record, tails});
  tails = {graph.nodes.size() - 1};
}

// Streams for what a graph does beside its first chain, shared by all graphs.
std::size_t RecordedRun::lane_stream(std::size_t lane, bool alone) {
  while (lanes_.size() <= lane) {
    lanes_.push_back(streams_.size());
    streams_.push_back({.number = -1 - static_cast<std::int64_t>(lanes_.size()), .alone = true});
  }
  streams_[lanes_[lane]].alone = streams_[lanes_[lane]].alone && alone;
  return lanes_[lane];
}

// Chains of nodes in streams: the first in the graph's, but where that is the default one, for what
// is in it waits for all others.
void RecordedRun::place_nodes(const Graph& graph, const std::vector<std::size_t>& order,
                              RecordedStep& step) {
  std::vector<std::vector<std::size_t>> waits(graph.nodes.size());  // for nodes that do something
  std::vector<std::size_t> place(graph.nodes.size()), lane(graph.nodes.size()), ends;
  std::size_t made = 0;
  for (const std::size_t i : order) {
    std::set<std::size_t> all;
    for (const std::size_t on : graph.nodes[i].after) {
      if (graph.nodes[on].record) all.insert(on);
      if (!graph.nodes[on].record) all.insert(waits[on].begin(), waits[on].end());
    }
    waits[i].assign(all.begin(), all.end());
    if (!graph.nodes[i].record) continue;
    const auto chain =
        std::ranges::find_if(ends, [&](std::size_t end) { return all.contains(end); });
    lane[i] = static_cast<std::size_t>(chain - ends.begin());
    if (chain == ends.end()) ends.push_back(i);
    const std::size_t before = std::exchange(ends[lane[i]], i);
    place[i] = made++;
    RecordedStep& node = step.steps[place[i]];
    for (const std::size_t on : all) {
      if (on != before) node.after.push_back(place[on]);
    }
  }
  for (const std::size_t i : order) {
    if (!graph.nodes[i].record) continue;
    RecordedStep& node = step.steps[place[i]];
    node.stream = step.stream;
    if (ends.size() == 1) continue;
    if (!step.stream) node.stream = lane_stream(lane[i], false);
    if (step.stream && lane[i] > 0) node.stream = lane_stream(lane[i] - 1, true);
  }
}

void RecordedRun::launch_graph(const ApplicationRecord& record) {
  const auto found = graphs_.find(record.graph);
  if (found == graphs_.end()) fail("a graph that was never captured");
  const Graph& graph = found->second;
  std::vector<std::size_t> order;  // each behind those it waits for
  std::vector<bool> done(graph.nodes.size());
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const auto& after = graph.nodes[i].after;
      if (done[i] || !std::ranges::all_of(after, [&](std::size_t on) { return done[on]; }))
        continue;
      done[i] = more = true;
      order.push_back(i);
    }
  }
  if (order.size() != graph.nodes.size()) fail("nodes of a graph wait for each other");
  RecordedStep step = step_of(Kind::graph, record);
  into_ = &step.steps;
  for (const std::size_t i : order) {
    if (!graph.nodes[i].record) continue;
    ApplicationRecord node = *graph.nodes[i].record;
    node.between = 0.0;
    node.stream = record.stream;
    add(node);
  }
  into_ = nullptr;
  ++counts_.graphs;
  if (step.steps.empty()) return;
  place_nodes(graph, order, step);
  const bool joins = step.stream && std::ranges::any_of(step.steps, [&](const RecordedStep& each) {
                       return each.stream != step.stream;
                     });
  const std::optional<std::size_t> stream = step.stream;
  push(std::move(step));
  if (joins) streams_[*stream].waits.push_back(steps_.size() - 1);
}

void RecordedRun::record_event(const ApplicationRecord& record) {
  flush_host();  // it comes behind what the host did
  Event event{.before = steps_.size()};
  event.stream = stream_of(record.stream);
  event.device = record.device;
  const auto add = [&](const std::optional<std::size_t>& step) {
    if (step) event.after.push_back(*step);
  };
  add(last_default_[record.device]);
  if (event.stream) {
    add(streams_[*event.stream].last);
  } else {
    for (const Stream& stream : streams_) {
      if (!stream.alone) add(stream.last);
    }
  }
  events_[record.number] = std::move(event);
}

const RecordedRun::Event& RecordedRun::event(std::int64_t number) const {
  const auto found = events_.find(number);
  if (found == events_.end()) fail("an event that was never recorded");
  return found->second;
}

void RecordedRun::synchronise(const ApplicationRecord& record) {
  RecordedStep step{.kind = Kind::synchronise, .place = record.place};
  step.device = record.device;
  const auto push_wait = [&](RecordedStep made) {
    flush_host();
    steps_.push_back(std::move(made));
  };
  host_waits(record.place);
  if (record.kind == "stream") {
    step.stream = stream_of(record.number);
    step.everything = !step.stream;
    return push_wait(std::move(step));
  }
  if (record.kind == "device") {
    step.everything = true;
    return push_wait(std::move(step));
  }
  const Event event = this->event(record.number);
  if (event.after.empty()) return;
  // Nothing was issued in its stream since: the host waits for the stream.
  const std::size_t latest = *std::ranges::max_element(event.after);
  const bool last =
      event.stream
          ? streams_[*event.stream].last == latest
          : std::ranges::none_of(steps_.begin() + static_cast<std::ptrdiff_t>(event.before),
                                 steps_.end(), [](const RecordedStep& each) {
                                   return each.kind != Kind::host && each.kind != Kind::wait &&
                                          each.kind != Kind::synchronise;
                                 });
  if (last) {
    step.stream = event.stream;
    step.everything = !step.stream;
  } else {
    step.kind = Kind::wait;
    step.after = event.after;
  }
  push_wait(std::move(step));
}

}  // namespace gpumodel
