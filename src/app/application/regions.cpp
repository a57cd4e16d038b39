#include "src/app/application/regions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "src/app/application/fold.hpp"
#include "src/app/application/l2_history.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view known_records[] = {"data",   "end",  "region", "enter",   "exit",
                                              "update", "wait", "host",   "assumed", "fault"};
constexpr std::string_view known_clauses[] = {"create", "copyin", "copyout", "copy"};
constexpr const char* nothing_done = "{host: nothing, time: 0 s}";

[[noreturn]] void refuse_record(const std::string& line) {
  throw InputError{{{.id = "application-record",
                     .message = "what the program did: '" + line + "' is no line of its runtime"}}};
}

template <class Number>
Number record_number(std::string_view text, const std::string& line) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) refuse_record(line);
  return number;
}

// "KIND:A:B"
void take_word(const std::string& word, const std::string& line, RegionRecord& record) {
  const std::size_t first = word.find(':'), second = word.rfind(':');
  if (first == std::string::npos || second == first) refuse_record(line);
  const std::string kind = word.substr(0, first);
  const std::string middle = word.substr(first + 1, second - first - 1);
  const std::string_view last = std::string_view(word).substr(second + 1);
  const auto number = [&](std::string_view text) {
    return record_number<std::uint64_t>(text, line);
  };
  if (kind == "region") {
    record.file = number(middle);
    record.line = record_number<int>(last, line);
  } else if (kind == "value" || kind == "array") {
    const std::string name = kind == "array" ? middle + "_elements" : middle;
    record.values[name] = record_number<std::int64_t>(last, line);
  } else if (kind == "instance") {
    record.instance = middle;
  } else if (kind == "type") {
    record.types[middle] = last;
  } else if (kind == "used") {
    record.used.emplace_back(number(middle), number(last));
  } else {
    if (std::ranges::find(known_clauses, kind) == std::end(known_clauses)) refuse_record(line);
    record.clauses.push_back({kind, number(middle), number(last)});
  }
}

class RegionWriter {
 public:
  RegionWriter(const std::vector<RegionRecord>& records, const RegionProgram& how)
      : records_(records), how_(how), l2_(how.l2_bytes) {}

  std::string text() {
    const FoldedSteps all = folded(steps());
    for (const StepLine& each : all.lines) write(each, 2);
    std::string text = "program: " + how_.id + "\n";
    if (!how_.summary.empty()) text += "summary: \"" + how_.summary + "\"\n";
    text += "api: openacc\n";
    if (!queues_.empty()) text += fmt::format("streams: {}\n", queues_.size());
    if (!buffers_.empty()) text += "buffers:\n";
    for (const auto& [key, buffer] : buffers_) {
      text += fmt::format("  {}: {{type: i8, shape: [{}], memory: pageable{}}}\n", buffer.name,
                          key.second, buffer.made ? ", starts_on: device" : "");
    }
    return text + "steps:\n" + out_;
  }

 private:
  struct Buffer {
    std::string name;
    bool made = false;  // on the device, by no copy
  };

  // Up to the end of the data region they stand in.
  std::vector<StepLine> steps() {
    std::vector<StepLine> all;
    for (; next_ < records_.size() && records_[next_].what != "end"; ++next_) {
      const std::size_t before = all.size();
      const HostPause pause(std::exchange(pause_, 0.0));
      step(all);
      if (all.size() > before) {
        all[before].pause = pause;
      } else {
        pause_ += pause.sum;  // of what follows
      }
    }
    if (pause_ > 0.0) all.push_back({.pause = HostPause(std::exchange(pause_, 0.0))});
    if (all.empty()) all.push_back({.text = nothing_done});
    return all;
  }

  void step(std::vector<StepLine>& into) {
    const RegionRecord& record = records_[next_];
    for (const RegionRecord::Clause& each : record.clauses) copied(record, each);
    if (record.what == "host") {
      if (how_.host) pause_ += record.seconds;
    } else if (record.what == "data") {
      data(record, into);
    } else if (record.what == "region") {
      region(record, into);
    } else if (record.what == "wait") {
      into.push_back({.text = "{synchronise: all}"});
    } else {
      for (const RegionRecord::Clause& each : record.clauses) copy(into, record, each);
    }
  }

  void data(const RegionRecord& record, std::vector<StepLine>& into) {
    const std::string clauses = clauses_of(record);
    ++next_;
    const std::size_t outer = returned_.size();
    add_returned(record, returned_);
    std::vector<StepLine> inner = steps();
    returned_.resize(outer);
    if (clauses.empty()) {
      into.insert(into.end(), inner.begin(), inner.end());
    } else {
      into.push_back({.text = "data: {" + clauses + "}", .inner = std::move(inner)});
    }
  }

  void region(const RegionRecord& record, std::vector<StepLine>& into) {
    const std::string clauses = clauses_of(record);
    // Which of its arrays a region reads and writes is not told; what comes back was written.
    std::vector<std::string> written = returned_;
    add_returned(record, written);
    std::vector<StepLine> launches;
    const std::vector<RegionKernel> kernels = how_.kernels(record);
    const bool alone = kernels.size() == 1;
    for (const RegionKernel& each : kernels) {
      std::string text = "{kernel: " + each.name;
      if (!each.with.empty()) text += ", with: {" + each.with + "}";
      text += fmt::format(", reads: [], writes: [{}]", fmt::join(written, ", "));
      if (alone && !clauses.empty()) text += ", " + clauses;
      if (const CacheStart cache = cache_of(record); cache != CacheStart::cold)
        text += ", cache: " + std::string(to_string(cache));
      launches.push_back({.text = text + stream_of(record) + "}",
                          .place = how_.place ? how_.place(record) : std::string()});
    }
    if (alone || clauses.empty()) {
      into.insert(into.end(), launches.begin(), launches.end());
    } else {
      into.push_back({.text = "data: {" + clauses + "}", .inner = std::move(launches)});
    }
  }

  CacheStart cache_of(const RegionRecord& record) {
    if (how_.l2_bytes == 0.0) return CacheStart::cold;
    std::vector<std::size_t> pieces;
    for (const auto& [host, bytes] : record.used) pieces.push_back(piece_of(host, bytes));
    return pieces.empty() ? CacheStart::cold : l2_.use(pieces);
  }
  std::size_t piece_of(std::uint64_t host, std::uint64_t bytes) {
    const auto [at, is_new] = pieces_.try_emplace({host, bytes}, pieces_.size());
    if (is_new) l2_.add(static_cast<double>(bytes), true);
    return at->second;
  }
  void copied(const RegionRecord& record, const RegionRecord::Clause& clause) {
    const bool goes = clause.name == "copyin" || clause.name == "copy";
    if (!goes) return;
    const auto whole = std::ranges::find_if(pieces_, [&](const auto& each) {
      const auto [host, bytes] = each.first;
      return record.what == "update" && host <= clause.host &&
             clause.host + clause.bytes <= host + bytes;
    });
    l2_.copied_from_host(whole != pieces_.end() ? whole->second
                                                : piece_of(clause.host, clause.bytes));
  }

  void copy(std::vector<StepLine>& into, const RegionRecord& record,
            const RegionRecord::Clause& clause) {
    const bool enters = record.what == "enter";
    const bool goes = clause.name == "copyin" || clause.name == "copy";
    const bool comes = clause.name == "copyout" && !enters;
    const auto whole = enters ? buffers_.end() : std::ranges::find_if(buffers_, [&](auto& each) {
      const auto [host, bytes] = each.first;
      return host <= clause.host && clause.host + clause.bytes <= host + bytes;
    });
    const bool is_part = whole != buffers_.end() && whole->first.second != clause.bytes;
    Buffer& buffer = whole != buffers_.end() ? whole->second : buffer_of(clause);
    if (!goes && !comes) {
      buffer.made = true;
      return;
    }
    into.push_back(
        {.text = fmt::format("{{{}: {}{}{}}}", goes ? "to_device" : "to_host", buffer.name,
                             is_part ? fmt::format(", bytes: {}", clause.bytes) : "",
                             stream_of(record))});
  }

  void add_returned(const RegionRecord& record, std::vector<std::string>& into) {
    for (const RegionRecord::Clause& each : record.clauses) {
      if (each.name == "copyout") into.push_back(buffer_of(each).name);
    }
  }

  std::string clauses_of(const RegionRecord& record) {
    std::map<std::string, std::vector<std::string>> by_name;
    for (const RegionRecord::Clause& each : record.clauses) {
      Buffer& buffer = buffer_of(each);
      by_name[each.name].push_back(buffer.name);
      if (each.name == "create") buffer.made = true;
    }
    std::vector<std::string> all;
    for (const auto& [name, buffers] : by_name) {
      all.push_back(fmt::format("{}: [{}]", name, fmt::join(buffers, ", ")));
    }
    return fmt::format("{}", fmt::join(all, ", "));
  }

  std::string stream_of(const RegionRecord& record) {
    if (record.queue.empty()) return "";
    return fmt::format(", stream: {}",
                       queues_.try_emplace(record.queue, queues_.size()).first->second);
  }

  Buffer& buffer_of(const RegionRecord::Clause& clause) {
    const auto [at, is_new] = buffers_.try_emplace({clause.host, clause.bytes});
    if (is_new) at->second.name = fmt::format("data_{}", buffers_.size());
    return at->second;
  }

  void write(const StepLine& line, std::size_t indent) {
    const std::string margin(indent, ' ');
    if (line.pause.sum > 0.0) out_ += margin + "- " + pause_text(line.pause) + "\n";
    if (line.times > 1 || !line.inner.empty()) {
      out_ += margin + "- " +
              (line.times > 1 ? "repeat: " + std::to_string(line.times) : line.text) + "\n" +
              margin + "  steps:\n";
      for (const StepLine& inner : line.inner) write(inner, indent + 4);
    } else if (!line.text.empty()) {
      out_ += margin + "- " + line.text + (line.place.empty() ? "" : "  # " + line.place) + "\n";
    }
  }

  const std::vector<RegionRecord>& records_;
  const RegionProgram& how_;
  std::size_t next_ = 0;
  double pause_ = 0.0;  // of the host, before the next step
  std::map<std::pair<std::uint64_t, std::uint64_t>, Buffer> buffers_;
  std::map<std::string, std::size_t> queues_;
  std::vector<std::string> returned_;  // by the data regions that are open
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> pieces_;  // of the device
  L2History l2_;
  std::string out_;
};

}  // namespace

RegionRecord read_region_record(const std::string& line) {
  std::istringstream words(line);
  RegionRecord record;
  std::string at, word;
  if (!(words >> record.what >> at >> record.queue)) refuse_record(line);
  if (std::ranges::find(known_records, record.what) == std::end(known_records)) {
    refuse_record(line);
  }
  record.at = record_number<std::uint64_t>(at, line);
  if (record.queue == "-") record.queue.clear();
  if (record.what == "fault") {
    std::getline(words >> std::ws, record.fault);
    return record;
  }
  if (record.what == "host") {
    if (!(words >> word)) refuse_record(line);
    record.seconds = 1e-9 * static_cast<double>(record_number<std::uint64_t>(word, line));
    return record;
  }
  while (words >> word) take_word(word, line, record);
  return record;
}

std::string region_program_text(const std::vector<RegionRecord>& records,
                                const RegionProgram& how) {
  return RegionWriter(records, how).text();
}

}  // namespace gpumodel
