#include "src/cli/application/openacc.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>

#include "src/app/application/program_text.hpp"
#include "src/app/application/regions.hpp"
#include "src/cli/application/ending.hpp"
#include "src/cli/application/numbers_file.hpp"
#include "src/cli/application/openacc_build.hpp"
#include "src/cli/application/program_files.hpp"
#include "src/cli/application/setup.hpp"
#include "src/cli/describe/describer.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/diagnostics/all_faults.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/program/read_program.hpp"
#include "src/io/text/format.hpp"
#include "src/io/text/text_file.hpp"
#include "src/view/common/diagnostics_text.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_calls = 100'000;

bool has_directive(const std::string& source) {
  std::ifstream text(source);
  for (std::string line; std::getline(text, line);) {
    const std::vector<std::string> words = words_of(line);
    if (words.size() > 2 && words[0] == "#pragma" && words[1] == "acc") return true;
  }
  return false;
}

// What is asked about a kernel of a region, and what the answer is so far.
struct Draft {
  const RegionRecord* record = nullptr;  // its first launch
  SourceAsk ask;
  SourceAnswer answer;
};

// A kernel of a region, with the values of its first launch.
struct DescribedRegion {
  std::string name;
  const KernelFile* file = nullptr;
  std::map<std::string, std::int64_t> values{};
};

class RegionRecorder {
 public:
  RegionRecorder(const ApplicationAsk& what, const ProgramAsk& ask, Console& console)
      : what_(what), ask_(ask), console_(console) {
    if (what.options.warp) {
      refuse_call("usage", "--warp is for applications of CUDA",
                  {"clocks of one in OpenACC tell it the time that it takes here"});
    }
  }

  RecordedApplication run() {
    build();
    console_.out.flush();
    console_.err.flush();
    std::ofstream(setup()).flush();  // it asks for nothing: for what a judge does not allow
    end_ = run_program(what_.print_to_err ? Printed::to_err : Printed::usual,
                       [&](RegionRecord record) { take(std::move(record)); });
    refuse_end();
    RecordedApplication made{.cut_short = end_.timed_out || end_.signal != 0,
                             .exit_code = end_.exit_code,
                             .openacc = true};
    if (!what_.predicts) return made;
    describe();
    made.program = std::make_shared<const ProgramFile>(
        read_program(make_text_file(program_text(), id() + ".yaml"),
                     [&](const std::string& name) { return files_.at(name); }));
    made.notes = {run_note(ending())};
    for (const auto& [key, why] : left_out_)
      made.notes.push_back(left_out_note(regions_.at(key).front().name, launches_of(key)));
    made.left_out = all_reasons(left_out_);
    for (const SourcePlace& each : assumed_)
      render_diagnostic(console_.err, not_brought(each), console_.err_color);
    write_program_files({what_.options.folder, folder_, what_.force}, *made.program, files_,
                        numbers_);
    return made;
  }

 private:
  void build() {
    AllFaults faults;
    std::vector<std::string> objects;
    const std::vector<std::string>& sources = what_.options.sources;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      faults.attempt([&] {
        if (sources[i].ends_with(".cu") || sources[i].ends_with(".cuh")) {
          throw InputError{{{.id = "not-described",
                             .message = "an application in OpenACC with files of CUDA is not run",
                             .file = sources[i]}}};
        }
        OpenaccSource source{.shown = sources[i], .text = text_of(i)};
        AnnouncedSource made = announce_regions(sources[i], what_.compile, i, source.text);
        source.options = std::move(made.options);
        announced_[i] = std::move(made.regions);
        objects.push_back(folder_.file(std::to_string(i) + ".o"));
        compile_openacc(source, objects.back());
      });
    }
    faults.throw_if_any();
    link_openacc(objects, words_of(what_.options.link), program_);
  }

  template <class Take>
  RunEnd run_program(Printed printed, Take taken) const {
    return run_recorded(command_line(program_, what_.options), setup(), {},
                        limits_of(what_.options), printed, [&](const std::string& line) {
                          taken(read_region_record(line));
                          return std::nullopt;
                        });
  }

  // Sources are compiled as files of the folder.
  SourcePlace place_of(std::uint64_t address) const {
    SourcePlace place = place_in_program(program_, address);
    for (std::size_t i = 0; i < what_.options.sources.size(); ++i)
      if (place.file == text_of(i)) place.file = what_.options.sources[i];
    return place;
  }
  std::string setup() const { return folder_.file("setup"); }
  std::string text_of(std::size_t source) const {
    return folder_.file(std::to_string(source) + ".c");
  }

  void take(RegionRecord record) {
    if (record.what == "fault") {
      const SourcePlace place = place_of(record.at);
      throw InputError{{{.id = "application-failed",
                         .message = "the application cannot go on: " + record.fault,
                         .file = place.file,
                         .line = place.line}}};
    }
    if (record.what == "assumed") {
      assumed_.push_back(place_of(record.at));
      return;
    }
    if (record.line > 0 && record.file < what_.options.sources.size())
      last_ = {what_.options.sources[record.file], record.line};
    if (records_.size() == most_calls) {
      throw InputError{{{.id = "application-failed",
                         .message = "the application did more than " + std::to_string(most_calls) +
                                    " things on the device",
                         .hints = {"let it do less: fewer iterations say the same"}}}};
    }
    for (const RegionRecord::Clause& each : record.clauses) count(record, each);
    if (record.what == "region") ++launches_;
    records_.push_back(std::move(record));
  }
  void count(const RegionRecord& record, const RegionRecord::Clause& clause) {
    const auto bytes = static_cast<double>(clause.bytes);
    if (clause.name == "copyin" || clause.name == "copy") to_device_ += bytes;
    const bool comes = clause.name == "copyout" || clause.name == "copy";
    if (comes && record.what != "enter") to_host_ += bytes;
  }

  std::string behind() const {
    return last_.line > 0 ? ", after its region at " + to_string(last_) : "";
  }
  void refuse_end() const {
    const RunLimits limits = limits_of(what_.options);
    refuse_stopped(end_, limits, behind());
    if (launches_ > 0) return;
    throw InputError{{{.id = "application-failed",
                       .message = "the application came to no region: " +
                                  (end_.signal != 0 && !end_.timed_out
                                       ? "it crashed (" + name_of_signal(end_.signal) + ")"
                                       : ending_text(end_, limits, "")),
                       .hints = {"its arguments follow '--': gpumodel predict app.c -- 100"}}}};
  }
  std::string ending() const {
    return "application: " + ending_text(end_, limits_of(what_.options), behind()) + "; " +
           launches_text(launches_) + " of regions, which ran on the processor, copies " +
           format_quantity(to_device_, Bytes::dim) + " in, " +
           format_quantity(to_host_, Bytes::dim) + " out";
  }

  static Diagnostic not_brought(const SourcePlace& place) {
    return {
        .severity = Severity::warning,
        .id = "data-assumed",
        .message = "what is used here no data clause brings to the device: it is taken as there",
        .file = place.file,
        .line = place.line,
        .hints = {"its copies are not timed: copy(x[0:n]) and its like state them"}};
  }

  // Of a template each instance is one.
  using RegionKey = std::tuple<std::size_t, int, std::string>;
  static RegionKey key_of(const RegionRecord& record) {
    return {record.file, record.line, record.instance};
  }

  // Each region that ran, with the variables it had at first.
  void describe() {
    std::vector<Draft> drafts;
    const auto attempt = [&](const RegionRecord& record, const auto& how) {
      for (Diagnostic& why : faults_of(how)) left_out_[key_of(record)].push_back(std::move(why));
    };
    for (const RegionRecord& record : records_) {
      if (record.what != "region") continue;
      if (regions_.try_emplace(key_of(record)).second)
        attempt(record, [&] { add_drafts(record, drafts); });
    }
    fetch_contents(drafts);
    for (Draft& each : drafts) attempt(*each.record, [&] { finish(each); });
    leave_out();
  }

  // A region of which something cannot be described takes the time of a launch and no more.
  void leave_out() {
    if (left_out_.size() == regions_.size()) throw InputError{all_reasons(left_out_)};
    for (const auto& [key, why] : left_out_) {
      const std::string name = "region-" + std::to_string(std::get<int>(key));
      regions_[key] = {
          read({}, undescribed_kernel(name, "grid=[1] block=[32]", {}), RegionRecord{})};
    }
  }
  std::size_t launches_of(const RegionKey& key) const {
    return static_cast<std::size_t>(std::ranges::count_if(records_, [&](const auto& record) {
      return record.what == "region" && key_of(record) == key;
    }));
  }

  SourceAsk about(const RegionRecord& record) const {
    const std::vector<std::string>& sources = what_.options.sources;
    return about_one_of(sources, sources.at(record.file), what_.compile);
  }

  void add_drafts(const RegionRecord& record, std::vector<Draft>& drafts) {
    if (record.line == 0) {
      throw InputError{{{.id = "not-described",
                         .message = "a region that ran stands in a header, where it is not seen",
                         .hints = {"regions are read in the files that are given"}}}};
    }
    for (const std::string& name : kernels_at(record)) {
      SourceAsk ask = about(record);
      ask.kernels = {name};
      ask.known = what_.definitions;  // what the user says comes first
      ask.values = what_.values;
      for (const auto& [variable, value] : record.values)
        ask.known.push_back(variable + "=" + std::to_string(value));
      SourceAnswer answer = describe_source(ask);
      drafts.push_back({&record, std::move(ask), std::move(answer)});
    }
  }

  // Where arrays of whole numbers decide on indices, what stands in them is found in another run.
  void fetch_contents(std::vector<Draft>& drafts) {
    struct Fetched {
      Draft* of;
      std::string array, type, raw;
    };
    std::vector<Fetched> all;
    std::string asked;
    for (Draft& draft : drafts) {
      const RegionRecord& record = *draft.record;
      for (const Diagnostic& said : draft.answer.said) {
        const std::string array = array_asked(said);
        const auto type = record.types.find(array);
        if (type == record.types.end() || type->second.starts_with('f')) continue;
        all.push_back(
            {&draft, array, type->second, folder_.file("contents" + std::to_string(all.size()))});
        asked += std::to_string(record.file) + " " + std::to_string(record.line) + " " + array +
                 " " + all.back().raw + "\n";
      }
    }
    if (all.empty()) return;
    std::ofstream(setup()) << asked;
    run_program(Printed::nowhere, [](const RegionRecord&) {});
    for (const Fetched& each : all) {
      if (!fs::exists(each.raw)) continue;
      const std::string name =
          described_name(each.of->answer.descriptors.at(0)) + "." + each.array + ".txt";
      write_numbers_file(each.raw, each.type,
                         each.array + ", as it stood when the region of line " +
                             std::to_string(each.of->record->line) + " first ran",
                         folder_.file(name));
      each.of->ask.values.push_back(each.array + "=file: " + folder_.file(name));
      numbers_.push_back(name);
    }
    for (Draft& each : drafts)
      if (each.ask.values.size() > what_.values.size()) each.answer = describe_source(each.ask);
  }

  void finish(Draft& draft) {
    refuse_open(draft.answer);
    regions_.at(key_of(*draft.record))
        .push_back(read(draft.ask.file, draft.answer.descriptors.at(0), *draft.record));
  }

  // Of one construct several, where it has several nests.
  std::vector<std::string> kernels_at(const RegionRecord& record) {
    const std::string& source = what_.options.sources.at(record.file);
    const auto [found, is_new] = all_of_.try_emplace(record.file);
    if (is_new) found->second = describe_source(about(record));
    std::vector<std::string> names;
    const auto [first, last] = announced_[record.file].equal_range(record.line);
    for (const std::string& each : found->second.descriptors) {
      const int line = described_region(each);
      const bool here = std::any_of(first, last, [&](auto& at) { return at.second == line; });
      const std::string signature = described_signature(each);
      if (here && is_instance(signature, record.instance))
        names.push_back(signature.substr(0, signature.find('(')));
    }
    if (!names.empty()) return names;
    for (const Diagnostic& said : found->second.said)
      if (said.severity == Severity::error && said.line >= record.line) throw InputError{{said}};
    throw InputError{{{.id = "not-described",
                       .message = "the region cannot be described",
                       .file = source,
                       .line = record.line}}};
  }
  // "scale<float>:7(int n, float *p)" with "float".
  static bool is_instance(std::string signature, const std::string& arguments) {
    std::erase(signature, ' ');
    return arguments.empty() || signature.find("<" + arguments + ">") != std::string::npos;
  }

  DescribedRegion read(const std::string& source, const std::string& text,
                       const RegionRecord& record) {
    std::string name = described_name(text);
    std::string own = text;
    for (int again = 2; files_.contains(name); ++again) {  // of another file
      name = described_name(text) + "-" + std::to_string(again);
      const std::string key = "kernel: " + described_name(text) + "\n";
      own = text;
      own.replace(own.find(key), key.size(), "kernel: " + name + "\n");
    }
    const auto at = files_.emplace(name, read_described(own, name, source));
    return {name, &at.first->second, record.values};
  }

  std::string program_text() const {
    RegionProgram how{.id = id(), .summary = summary_of(what_.options)};
    how.kernels = [&](const RegionRecord& record) {
      std::vector<RegionKernel> launched;
      for (const DescribedRegion& each : regions_.at(key_of(record)))
        launched.push_back({each.name, changed(each, record)});
      return launched;
    };
    how.place = [&](const RegionRecord& record) {
      return to_string(SourcePlace{
          fs::path(what_.options.sources.at(record.file)).filename().string(), record.line});
    };
    how.host = what_.host_time;
    how.l2_bytes = l2_bytes(ask_);
    return region_program_text(records_, how);
  }
  // Parameters that are others than at its first launch.
  static std::string changed(const DescribedRegion& region, const RegionRecord& record) {
    std::string all;
    for (const Parameter& parameter : region.file->kernel.parameters) {
      const auto now = record.values.find(parameter.name);
      const auto first = region.values.find(parameter.name);
      if (now == record.values.end()) continue;
      if (first != region.values.end() && first->second == now->second) continue;
      all += (all.empty() ? "" : ", ") + parameter.name + ": " + std::to_string(now->second);
    }
    return all;
  }

  // Its file stands beside those of its kernels.
  std::string id() const {
    const std::string stem = fs::path(what_.options.sources.front()).stem().string();
    return files_.contains(stem) ? stem + "-program" : stem;
  }

  const ApplicationAsk& what_;
  const ProgramAsk& ask_;
  Console& console_;
  TemporaryFolder folder_;
  const std::string program_ = folder_.file("program");
  RunEnd end_;
  std::vector<RegionRecord> records_;
  SourcePlace last_;
  std::vector<SourcePlace> assumed_;  // where data was missing
  std::size_t launches_ = 0;
  double to_device_ = 0.0, to_host_ = 0.0;
  std::map<std::size_t, SourceAnswer> all_of_;  // descriptors of a source, with what they ask
  std::map<std::size_t, std::multimap<int, int>> announced_;  // lines of regions, by source
  std::map<RegionKey, std::vector<DescribedRegion>> regions_;
  std::map<RegionKey, std::vector<Diagnostic>> left_out_;
  std::map<std::string, KernelFile> files_;
  std::vector<std::string> numbers_;  // files that they name
};

}  // namespace

bool is_openacc_application(const std::vector<std::string>& sources) {
  return std::ranges::any_of(sources, [](const std::string& each) {
    return names_source(each) && !each.ends_with(".cu") && !each.ends_with(".cuh") &&
           has_directive(each);
  });
}

RecordedApplication record_openacc(const ApplicationAsk& what, const ProgramAsk& ask,
                                   Console& console) {
  return RegionRecorder(what, ask, console).run();
}

}  // namespace gpumodel
