#include "src/app/application/program_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "src/app/application/fold.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

using Kind = RecordedStep::Kind;

constexpr std::size_t column_of_places = 60;

class Writer {
 public:
  Writer(const RecordedRun& recording, const ProgramText& how)
      : recording_(recording), how_(how), names_(recording.buffer_names()) {
    end_ = std::min(how.end, recording.steps().size());
    for (std::size_t i = how.first; i < end_; ++i) {
      for (const std::size_t on : recording.steps()[i].after) {
        if (on >= how.first) named_.insert(on);
      }
    }
  }

  std::string text() {
    FoldedSteps steps = folded(lines());
    if (steps.lines.empty()) steps.lines.push_back({.text = "{host: nothing, time: 0 s}"});
    head(steps);
    out_ += "steps:\n";
    for (const StepLine& line : steps.lines) write(line, 2);
    return std::move(out_);
  }

 private:
  void head(const FoldedSteps& steps) {
    if (!how_.part) {
      out_ += "# What the application did when it was run on the host, its kernels left out.\n";
      const auto& read = recording_.first_read();
      if (read && recording_.counts().unverified > 0) {
        out_ += fmt::format(
            "# At {} the host reads what {} should have written: what follows is\n"
            "# unverified, for it may depend on that.\n",
            to_string(read->place), read->writer);
      }
      if (steps.means) {
        out_ +=
            "# Rounds that differ in nothing but the host's time between two calls are repeated, "
            "with the\n# mean of it";
        out_ += steps.alike
                    ? fmt::format(", where it is no further apart than {:g} ms, or than half.\n",
                                  *steps.alike * 1e3)
                    : ": that of all of them together is what it was.\n";
      }
    }
    out_ += "program: " + how_.id + "\n";
    if (!how_.summary.empty()) out_ += "summary: \"" + how_.summary + "\"\n";
    if (recording_.devices() > 1) out_ += fmt::format("devices: {}\n", recording_.devices());
    if (recording_.streams() > 0) out_ += fmt::format("streams: {}\n", recording_.streams());
    if (recording_.streams_alone()) out_ += "default_stream: per_thread\n";
    if (used_.empty() && parts_.empty()) return;
    out_ += "buffers:\n";
    for (const std::size_t i : used_) {
      RecordedBuffer used = recording_.buffers()[i];
      // What kernels write is not stated: nothing else says that it came there.
      used.resident = used.resident || (!how_.accesses && used.memory != "managed");
      buffer(names_[i], used);
    }
    for (const auto& [name, part] : parts_) buffer(name, part);
  }

  void buffer(const std::string& name, const RecordedBuffer& buffer) {
    out_ += fmt::format("  {}: {{type: i8, shape: [{}]", name, buffer.bytes);
    if (buffer.memory == "pageable" || buffer.memory == "managed") {
      out_ += ", memory: " + buffer.memory;
    }
    if (buffer.resident || (how_.part && buffer.memory != "managed")) {
      out_ += ", starts_on: device";
    }
    out_ += "}\n";
  }

  std::vector<StepLine> lines() {
    std::vector<StepLine> all;
    double pause = 0.0;
    auto probe = how_.probes.begin();
    const auto add = [&](StepLine line) {
      line.pause = HostPause(std::exchange(pause, 0.0));
      all.push_back(std::move(line));
    };
    const auto add_probe = [&](std::size_t number) {
      add({.text = "{host: probe, time: 0 s}", .asked = number});
    };
    for (std::size_t i = how_.first; i <= end_; ++i) {
      for (; probe != how_.probes.end() && probe->second == i; ++probe)
        add_probe(first_probe + probe->first);
      if (i == end_) break;
      const RecordedStep& step = recording_.steps()[i];
      if (step.kind == Kind::host) {
        if (how_.host) pause += step.seconds;
        continue;
      }
      StepLine line = line_of(step);
      line.number = i;
      std::ranges::copy_if(step.after, std::back_inserter(line.after),
                           [&](std::size_t on) { return on >= how_.first; });
      if (how_.asked.contains(i)) line.asked = i;
      add(std::move(line));
    }
    if (how_.part) add_probe(last_probe);
    if (pause > 0.0) add({});
    return all;
  }

  StepLine line_of(const RecordedStep& s) {
    StepLine line{.text = step(s)};
    if (!how_.part && s.place.line > 0) {
      line.place = to_string(s.place);
      if (s.kind == Kind::kernel && s.unverified) line.place += ", unverified";
    }
    std::set<std::size_t> awaited;
    for (const RecordedStep& each : s.steps) awaited.insert(each.after.begin(), each.after.end());
    for (std::size_t i = 0; i < s.steps.size(); ++i)
      line.inner.push_back(node(s.steps[i], i, awaited));
    return line;
  }

  StepLine node(const RecordedStep& s, std::size_t number, const std::set<std::size_t>& awaited) {
    const auto name = [](std::size_t i) { return "node " + std::to_string(i + 1); };
    StepLine line = line_of(s);
    std::string more;
    if (awaited.contains(number)) more += ", name: " + name(number);
    std::vector<std::string> after;
    for (const std::size_t on : s.after) after.push_back(name(on));
    if (!after.empty()) more += fmt::format(", after: [{}]", fmt::join(after, ", "));
    line.text.insert(line.text.size() - 1, more);
    return line;
  }

  std::string name_of(std::size_t buffer) {
    used_.insert(buffer);
    return names_[buffer];
  }
  // Where several streams work on parts of one allocation, each part is a buffer.
  std::string name_of_part(const RecordedStep& s) {
    const auto key = std::tuple(s.buffer, s.offset, s.bytes);
    const auto [at, is_new] = part_of_.try_emplace(key, parts_.size());
    if (is_new) {
      const std::string name = names_[s.buffer] + "_part_" + std::to_string(parts_.size() + 1);
      const bool resident = s.kind == Kind::to_host;
      parts_.emplace_back(
          name, RecordedBuffer{0, s.bytes, recording_.buffers()[s.buffer].memory, resident});
    }
    return parts_[at->second].first;
  }
  std::string list(const std::vector<std::size_t>& buffers) {
    std::vector<std::string> all;
    for (const std::size_t buffer : buffers) all.push_back(name_of(buffer));
    return fmt::format("[{}]", fmt::join(all, ", "));
  }

  std::string step(const RecordedStep& s) {
    std::string text = "{";
    const auto add = [&](const std::string& key, const std::string& value) {
      text += (text.size() > 1 ? ", " : "") + key + ": " + value;
    };
    what(s, add);
    return text + "}";
  }

  template <class Add>
  void what(const RecordedStep& s, const Add& add) {
    const bool copies = s.kind == Kind::to_device || s.kind == Kind::to_host;
    const bool queued = copies || s.kind == Kind::kernel || s.kind == Kind::fill ||
                        s.kind == Kind::on_device || s.kind == Kind::peer;
    switch (s.kind) {
      case Kind::to_device:
      case Kind::to_host:
        add(s.kind == Kind::to_device ? "to_device" : "to_host",
            how_.accesses || s.whole ? name_of(s.buffer) : name_of_part(s));
        if (!s.whole && how_.accesses) add("bytes", std::to_string(s.bytes));
        break;
      case Kind::peer:
        add("peer", name_of(s.from_buffer));
        add("bytes", std::to_string(s.bytes));
        add("from", std::to_string(s.from_device));
        add("to", std::to_string(s.device));
        break;
      case Kind::kernel:
        kernel(s, add);
        break;
      case Kind::fill:
      case Kind::on_device:
        add("kernel", s.kind == Kind::fill ? fill_kernel : copy_kernel);
        add("with", fmt::format("{{bytes: {}}}", s.bytes));
        accesses(s.kind == Kind::fill ? std::vector<std::size_t>{} : std::vector{s.from_buffer},
                 {s.buffer}, add);
        begins(s, add);
        break;
      case Kind::host:  // stands before the step that follows
        break;
      case Kind::wait:
        add("host", "wait for an event");
        add("time", "0 s");
        break;
      case Kind::synchronise:
        add("synchronise", s.stream ? std::to_string(*s.stream) : "all");
        break;
      case Kind::graph:
        add("graph", "graph");
        break;
    }
    if (recording_.devices() > 1 && s.kind != Kind::host && s.kind != Kind::peer &&
        s.kind != Kind::wait) {
      add("device", std::to_string(s.device));
    }
    if ((queued || s.kind == Kind::graph) && s.stream) add("stream", std::to_string(*s.stream));
    if (copies && !s.stream && !s.waits) add("stream", "default");
    if (copies && s.stream && s.waits) add("blocking", "true");
  }

  template <class Add>
  void kernel(const RecordedStep& s, const Add& add) {
    const CalledKernel& called = recording_.called()[s.called];
    const Kernel& described = how_.kernel(called.name);
    add("kernel", called.name);
    std::vector<std::string> with;
    const auto* counted = how_.counted ? how_.counted(called.name, s.launch) : nullptr;
    for (const Parameter& parameter : described.parameters) {
      if (counted != nullptr && counted->contains(parameter.name))
        with.push_back(parameter.name + ": " + counted->at(parameter.name));
      const auto value = s.values.find(parameter.name);
      const auto first = called.known.find(parameter.name);
      if (value == s.values.end()) continue;
      if (first != called.known.end() && first->second == value->second) continue;
      with.push_back(parameter.name + ": " + value->second);
    }
    if (!with.empty()) add("with", fmt::format("{{{}}}", fmt::join(with, ", ")));
    accesses(s.reads, s.writes, add);
    begins(s, add);
  }

  template <class Add>
  void begins(const RecordedStep& s, const Add& add) {
    if (s.cache != CacheStart::cold) add("cache", std::string(to_string(s.cache)));
  }

  template <class Add>
  void accesses(const std::vector<std::size_t>& reads, const std::vector<std::size_t>& writes,
                const Add& add) {
    add("reads", how_.accesses ? list(reads) : "[]");
    add("writes", how_.accesses ? list(writes) : "[]");
  }

  std::string step_name(std::size_t number) const {
    const RecordedStep& s = recording_.steps()[number];
    const std::string what = s.kind == Kind::kernel      ? recording_.called()[s.called].name
                             : s.kind == Kind::to_device ? "to_device " + names_[s.buffer]
                             : s.kind == Kind::to_host   ? "to_host " + names_[s.buffer]
                                                         : "step";
    return what + " " + std::to_string(number - how_.first + 1);
  }

  // A step with its name, where others wait for it, and those that it waits for.
  std::string with_order(const StepLine& line, std::string text) const {
    std::string order;
    if (named_.contains(line.number)) order += ", name: " + step_name(line.number);
    std::vector<std::string> after;
    for (const std::size_t on : line.after) after.push_back(step_name(on));
    if (!after.empty()) order += fmt::format(", after: [{}]", fmt::join(after, ", "));
    return text.insert(text.size() - 1, order);
  }

  void write(const StepLine& line, std::size_t indent) {
    const std::string margin(indent, ' ');
    if (line.pause.sum > 0.0) {
      out_ += margin + "- " + pause_text(line.pause) + "\n";
      ++number_;
    }
    if (line.asked && how_.numbers != nullptr) how_.numbers->emplace(*line.asked, number_);
    ++number_;
    if (line.times > 1) {
      out_ += fmt::format("{}- repeat: {}\n{}  steps:\n", margin, line.times, margin);
      for (const StepLine& inner : line.inner) write(inner, indent + 4);
      return;
    }
    if (line.text.empty()) return;
    if (!line.inner.empty()) {  // a graph: keys of its own, then its nodes
      std::string keys = with_order(line, line.text);
      keys = keys.substr(1, keys.size() - 2);
      for (std::size_t at = 0; (at = keys.find(", ", at)) != std::string::npos; ++at) {
        const std::size_t open = keys.rfind('[', at), closed = keys.rfind(']', at);
        const bool inside =
            open != std::string::npos && (closed == std::string::npos || closed < open);
        if (!inside) keys.replace(at, 2, "\n" + margin + "  ");
      }
      out_ += margin + "- " + keys + "\n";
      out_ += margin + "  steps:\n";
      for (const StepLine& inner : line.inner) write(inner, indent + 4);
      return;
    }
    std::string text = margin + "- " + with_order(line, line.text);
    if (!line.place.empty()) {
      text.resize(std::max(text.size() + 2, column_of_places), ' ');
      text += "# " + line.place;
    }
    out_ += text + "\n";
  }

  const RecordedRun& recording_;
  const ProgramText& how_;
  std::vector<std::string> names_;
  std::set<std::size_t> used_, named_;
  std::map<std::tuple<std::size_t, std::int64_t, std::int64_t>, std::size_t> part_of_;
  std::vector<std::pair<std::string, RecordedBuffer>> parts_;
  std::size_t end_ = 0;
  std::size_t number_ = 0;  // of steps that were written
  std::string out_;
};

}  // namespace

std::string driver_kernel(const std::string& name) {
  const bool fills = name == fill_kernel;
  const std::string load = fills ? "" : "    - load: from[i]\n";
  const std::string from = fills ? "" : "  from: {type: i32x4, shape: [\"ceil_div(bytes, 16)\"]}\n";
  return "kernel: " + name + "\nsummary: \"" +
         (fills ? "cudaMemset, 16 bytes a thread" : "cudaMemcpy on the device, 16 bytes a thread") +
         "\"\nparameters: {bytes: 1Mi}\narrays:\n" + from +
         "  to: {type: i32x4, shape: [\"ceil_div(bytes, 16)\"]}\n"
         "launch:\n  block: [256]\n  grid: [\"ceil_div(bytes, 4096)\"]\n"
         "  registers_per_thread: 16\n"
         "thread:\n  let: {i: global.x}\n  where: i < ceil_div(bytes, 16)\n  do:\n" +
         load + "    - store: to[i]\n";
}

std::string undescribed_kernel(const std::string& name, const std::string& launch,
                               const std::map<std::string, std::string>& known) {
  const auto list = [&](const std::string& key) {
    const std::size_t from = launch.find('[', launch.find(key + "="));
    return launch.substr(from, launch.find(']', from) + 1 - from);
  };
  const std::string grid = list("grid");
  std::vector<std::string> parameters;
  for (const auto& [parameter, value] : known) {
    for (const char* before : {"[", ", "})
      for (const char* behind : {"]", ", "})
        if (grid.find(before + parameter + behind) != std::string::npos)
          parameters.push_back(parameter + ": " + value);
  }
  std::string text = "kernel: " + name +
                     "\nsummary: \"Not described: it takes the time of its launch, and no more\"\n";
  if (!parameters.empty()) text += fmt::format("parameters: {{{}}}\n", fmt::join(parameters, ", "));
  return text + "launch:\n  grid: " + grid + "\n  block: " + list("block") +
         "\nthread:\n  do:\n    - int: 1\n";
}

std::string program_text(const RecordedRun& recording, const ProgramText& how) {
  return Writer(recording, how).text();
}

}  // namespace gpumodel
