#include "src/app/application/regions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view known_records[] = {"data", "end",    "region", "enter",
                                              "exit", "update", "wait",   "fault"};
constexpr std::string_view known_clauses[] = {"create", "copyin", "copyout", "copy"};
constexpr const char* nothing_done = "{host: nothing, time: 0 s}";

[[noreturn]] void refuse_record(const std::string& line) {
  throw InputError{{{.id = "application-record",
                     .message = "what the program did: '" + line + "' is no line of its runtime"}}};
}

std::uint64_t record_number(std::string_view text, const std::string& line) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) refuse_record(line);
  return number;
}

RegionRecord::Clause read_clause(const std::string& text, const std::string& line) {
  const std::size_t first = text.find(':'), second = text.find(':', first + 1);
  if (second == std::string::npos) refuse_record(line);
  RegionRecord::Clause clause{text.substr(0, first)};
  if (std::ranges::find(known_clauses, clause.name) == std::end(known_clauses)) refuse_record(line);
  clause.host = record_number(std::string_view(text).substr(first + 1, second - first - 1), line);
  clause.bytes = record_number(std::string_view(text).substr(second + 1), line);
  return clause;
}

class RegionWriter {
 public:
  RegionWriter(const std::vector<RegionRecord>& records,
               const std::function<std::string(std::uint64_t at)>& kernel)
      : records_(records), kernel_(kernel) {}

  std::string text(const std::string& id) {
    steps(1);
    std::string text = "program: " + id + "\napi: openacc\n";
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
  void steps(std::size_t depth) {
    const std::size_t before = out_.size();
    for (; next_ < records_.size() && records_[next_].what != "end"; ++next_) step(depth);
    if (out_.size() == before) line(depth, nothing_done);
  }

  void step(std::size_t depth) {
    const RegionRecord& record = records_[next_];
    if (record.what == "data") {
      const std::string clauses = clauses_of(record);
      if (!clauses.empty()) {
        line(depth, "data: {" + clauses + "}");
        out_ += std::string(4 * depth, ' ') + "steps:\n";
      }
      ++next_;
      const std::size_t outer = returned_.size();
      add_returned(record, returned_);
      steps(clauses.empty() ? depth : depth + 1);
      returned_.resize(outer);
    } else if (record.what == "region") {
      const std::string clauses = clauses_of(record);
      // Which of its arrays a region reads and writes is not told; what comes back was written.
      std::vector<std::string> written = returned_;
      add_returned(record, written);
      line(depth, fmt::format("{{kernel: {}, reads: [], writes: [{}]{}{}{}}}", kernel_(record.at),
                              fmt::join(written, ", "), clauses.empty() ? "" : ", ", clauses,
                              stream_of(record)));
    } else if (record.what == "wait") {
      line(depth, "{synchronise: all}");
    } else {
      for (const RegionRecord::Clause& each : record.clauses) copy(depth, record, each);
    }
  }

  void copy(std::size_t depth, const RegionRecord& record, const RegionRecord::Clause& clause) {
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
    line(depth,
         fmt::format("{{{}: {}{}{}}}", goes ? "to_device" : "to_host", buffer.name,
                     is_part ? fmt::format(", bytes: {}", clause.bytes) : "", stream_of(record)));
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

  void line(std::size_t depth, const std::string& text) {
    out_ += std::string(4 * depth - 2, ' ') + "- " + text + "\n";
  }

  const std::vector<RegionRecord>& records_;
  const std::function<std::string(std::uint64_t at)>& kernel_;
  std::size_t next_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Buffer> buffers_;
  std::map<std::string, std::size_t> queues_;
  std::vector<std::string> returned_;  // by the data regions that are open
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
  record.at = record_number(at, line);
  if (record.queue == "-") record.queue.clear();
  if (record.what == "fault") {
    std::getline(words >> std::ws, record.fault);
    return record;
  }
  while (words >> word) record.clauses.push_back(read_clause(word, line));
  return record;
}

std::string region_program_text(const std::string& id, const std::vector<RegionRecord>& records,
                                const std::function<std::string(std::uint64_t at)>& kernel) {
  return RegionWriter(records, kernel).text(id);
}

}  // namespace gpumodel
