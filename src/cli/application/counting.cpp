#include "src/cli/application/counting.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "src/cli/application/counted_number.hpp"
#include "src/cli/application/run.hpp"
#include "src/cli/application/setup.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string name_asked(const Diagnostic& said) {
  constexpr std::string_view definition = "-D ", values = "--values '";
  if (said.id != "value-asked" || said.hints.empty()) return {};
  const std::string& hint = said.hints.front();
  for (const std::string_view option : {definition, values}) {
    if (hint.starts_with(option)) {
      return hint.substr(option.size(), hint.find('=') - option.size());
    }
  }
  return {};
}

// One further run, for some kernels.
class Counting::Session {
 public:
  Session(Counting& of, const std::vector<OpenKernel>& open)
      : of_(of),
        open_(open),
        stem_("count" + std::to_string(++of.runs_) + "-"),
        counted_(open.size()),
        blocks_(open.size()),
        sites_(open.size()) {}

  std::vector<CountedKernel> run() {
    for (std::size_t i = 0; i < open_.size(); ++i) compile(i);
    if (!objects_.empty()) {
      try {
        run_application();
      } catch (const InputError& error) {
        not_at_all("it was not run once more: " + error.found.front().message);
      }
    }
    return std::move(counted_);
  }

 private:
  std::string file(const std::string& name) const { return of_.folder_.file(stem_ + name); }

  // The kernel with counters, as far as there can be some. They are numbered as their names are
  // sorted.
  void compile(std::size_t i) {
    const std::string object = file(std::to_string(i) + ".o");
    const SourceAnswer answer = describe_source(open_[i].ask, object);
    std::set<std::string> names;
    for (const Diagnostic& said : answer.said) {
      constexpr std::string_view not_counted = "not counted: ";
      const std::string name = name_asked(said);
      if (name.empty()) continue;
      if (said.hints.size() < 2) {
        names.insert(name);
      } else {
        counted_[i].why_not_name[name] = said.hints.back().substr(not_counted.size());
      }
    }
    std::error_code ignored;
    if (!fs::is_regular_file(object, ignored)) return;
    objects_.push_back(object);
    sites_[i].assign(names.begin(), names.end());
  }

  const std::vector<std::string>& application_objects() {
    if (of_.built_.executes) return of_.built_.objects;
    if (of_.objects_.empty()) {
      const ApplicationOptions& options = of_.what_.options;
      of_.objects_ =
          compile_application(options.sources, of_.what_.compile, true, of_.folder_, "execute-")
              .objects;
    }
    return of_.objects_;
  }

  // What stands in their arrays is wanted of these kernels alone.
  std::vector<LaunchableKernel> kernels() const {
    std::vector<LaunchableKernel> all = of_.built_.kernels;
    for (LaunchableKernel& kernel : all) {
      for (auto& parameter : kernel.parameters) {
        if (!is_asked(kernel.mangled, parameter.name)) parameter.whole.clear();
        for (auto& member : parameter.members) {
          if (!is_asked(kernel.mangled, member.name)) member.whole.clear();
        }
      }
    }
    return all;
  }
  bool is_asked(const std::string& mangled, const std::string& name) const {
    return std::ranges::any_of(open_, [&](const OpenKernel& each) {
      return each.kernel->mangled == mangled &&
             std::ranges::find(each.names, name) != each.names.end();
    });
  }

  void run_application() {
    const std::string program = file("program"), setup = file("setup");
    std::vector<std::string> objects = application_objects();
    objects.insert(objects.end(), objects_.begin(), objects_.end());
    const ApplicationOptions& options = of_.what_.options;
    link_application(objects, options.link, program);
    const RunLimits limits = limits_of(options);
    std::vector<CountedLaunches> launches;
    for (const OpenKernel& each : open_)
      launches.push_back({each.kernel->mangled, each.block, each.launches});
    write_setup({.path = setup,
                 .data = file("data"),
                 .executes = true,
                 .seconds = limits.seconds,
                 .counted = std::move(launches)},
                of_.ask_, kernels());
    const std::vector<std::string> command = command_line(program, options);
    const RunEnd end = run_recorded(command, setup, {}, limits, Printed::nowhere,
                                    [&](const std::string& line) { return take(line); });
    if (end.interrupted) {
      throw InputError{{{.id = "application-failed", .message = "interrupted"}}};
    }
    not_at_all(end.timed_out
                   ? "it was not launched within the time limit: --time-limit SECONDS allows more"
               : end.too_big     ? "the application takes more than the memory limit there"
               : end.signal != 0 ? "the application crashes where its kernels are executed"
                                 : "it is not launched where kernels are executed");
  }

  void not_at_all(const std::string& why) {
    for (CountedKernel& each : counted_) {
      if (each.why_not.empty() && each.where.empty()) each.why_not = why;
    }
  }

  std::optional<std::string> take(const std::string& line) {
    using What = ApplicationRecord::What;
    const ApplicationRecord record = read_recorded_line(line);
    if (record.what == What::elapsed || record.what == What::clock) return seconds_without_model;
    if (record.what == What::launch) note_contents(record);
    if (record.what == What::counted) note(record);
    return of_.answer_(record);
  }

  std::optional<std::size_t> index_of(const ApplicationRecord& record) const {
    const auto found = std::ranges::find_if(open_, [&](const OpenKernel& each) {
      return each.kernel->mangled == record.name && each.block == record.block;
    });
    if (found == open_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - open_.begin());
  }

  void note_contents(const ApplicationRecord& record) {
    const auto i = index_of(record);
    if (!i || !counted_[*i].contents.empty()) return;
    for (const auto& [argument, offset, number] : record.contents) {
      if (const auto* parameter = open_[*i].kernel->at(argument, offset))
        counted_[*i].contents[parameter->name] = file("data" + std::to_string(number));
    }
  }

  void note(const ApplicationRecord& record) {
    const auto i = index_of(record);
    if (!i) return;
    CountedKernel& counted = counted_[*i];
    if (record.launch > 0) return note_later(*i, record);
    counted.why_not = record.why;
    if (!record.writer.empty()) {
      counted.why_not = "it reads what " + readable(record.writer) +
                        " should have written, which cannot be executed";
    }
    if (!counted.why_not.empty()) {
      counted.contents.clear();
      return;
    }
    counted.numbers = counted.of_all = numbers_of(*i, record);
    add_blocks(*i, record);
    counted.where = where(*i) + " of its first launch";
    if (record.waiting > 0) {
      counted.where += ", without what " + std::to_string(record.waiting) +
                       (record.waiting == 1 ? " launch" : " launches") +
                       " before it would have written: that takes too long here";
    }
    counted.where_all = counted.where;
  }

  // What was not counted, or without what others should have written, is as the launches before.
  void note_later(std::size_t i, const ApplicationRecord& record) {
    CountedKernel& counted = counted_[i];
    if (counted.numbers.empty() || record.counts.empty() || record.waiting > 0) return;
    auto& later = counted.later[static_cast<std::size_t>(record.launch)];
    later = numbers_of(i, record);
    for (auto& [name, number] : counted.of_all) number = together(number, later.at(name));
    add_blocks(i, record);
    counted.where_all =
        where(i) + " of its first " + std::to_string(counted.later.size() + 1) + " launches";
  }

  std::map<std::string, CountedNumber> numbers_of(std::size_t i,
                                                  const ApplicationRecord& record) const {
    if (record.counts.size() != sites_[i].size()) {
      throw InputError{{{.id = "application-record",
                         .message = "what was counted does not fit " + open_[i].kernel->name}}};
    }
    std::map<std::string, CountedNumber> numbers;
    for (std::size_t k = 0; k < record.counts.size(); ++k) numbers[sites_[i][k]] = record.counts[k];
    return numbers;
  }

  void add_blocks(std::size_t i, const ApplicationRecord& record) {
    blocks_[i].ran += record.number;
    blocks_[i].all += record.grid[0] * record.grid[1] * record.grid[2];
  }
  std::string where(std::size_t i) const {
    const auto& [ran, all] = blocks_[i];
    const std::string of = std::to_string(all);
    return ran < all  ? std::to_string(ran) + " of " + of + " blocks"
           : all == 1 ? "the one block"
                      : "all " + of + " blocks";
  }

  std::string readable(const std::string& mangled) const {
    const auto& all = of_.built_.kernels;
    const auto found = std::ranges::find(all, mangled, &LaunchableKernel::mangled);
    return found == all.end() ? mangled : found->name;
  }

  Counting& of_;
  const std::vector<OpenKernel>& open_;
  std::string stem_;
  std::vector<CountedKernel> counted_;
  struct Blocks {
    std::int64_t ran = 0, all = 0;
  };
  std::vector<Blocks> blocks_;  // of launches that were counted
  std::vector<std::vector<std::string>> sites_;
  std::vector<std::string> objects_;
};

std::vector<CountedKernel> Counting::count(const std::vector<OpenKernel>& open) {
  return Session(*this, open).run();
}

}  // namespace gpumodel
