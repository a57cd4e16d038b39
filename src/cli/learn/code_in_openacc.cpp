// OpenACC as GCC compiles it for the processor, on a runtime that keeps the device's memory apart:
// src/record/openacc. Regions are timed as described from the source.
#include <fmt/format.h>

#include <charconv>
#include <map>
#include <set>
#include <sstream>

#include "src/app/application/regions.hpp"
#include "src/cli/application/build.hpp"
#include "src/cli/describe/describer.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/cli/learn/judged_code.hpp"
#include "src/cli/measure/find_program.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/cli/measure/process.hpp"
#include "src/cli/program/options.hpp"
#include "src/io/program/read_program.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {
namespace {

constexpr double seconds_of_gcc = 120.0;
constexpr std::size_t most_region_records = 100'000;

std::string tool(const char* name, const char* what_for) {
  if (const auto path = find_on_path(name)) return *path;
  throw MachineError{{.id = "runner-missing",
                      .message = std::string(name) + " is missing, " + what_for,
                      .hints = {"it comes with GCC: apt-get install g++"}},
                     exit_code::no_device};
}

int leading_number(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// "jacobi.c:12:9: error: expected ';'" as it stands in the file.
[[noreturn]] void refuse_gcc(const std::string& file, const ProcessResult& result) {
  Diagnostic d{.id = "source-error", .message = "GCC: " + result.last_words(), .file = file};
  std::istringstream lines(result.err);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(" error: ");
    if (!line.starts_with(file + ":") || at == std::string::npos) continue;
    d.message = line.substr(at + 8);
    d.line = leading_number(std::string_view(line).substr(file.size() + 1));
    d.source_line = read_text_file(file, file).line(d.line);
    const std::size_t column = line.find(':', file.size() + 1);
    d.column = leading_number(std::string_view(line).substr(column + 1));
    break;
  }
  throw InputError{{std::move(d)}};
}

// "openacc:      # as in jacobi.c:12" of a descriptor: the line of the directive.
int line_of_region(const std::string& descriptor) {
  constexpr std::string_view key = "\nopenacc:";
  const std::size_t at = descriptor.find(key);
  if (at == std::string::npos) return 0;
  const std::string line = descriptor.substr(at + 1, descriptor.find('\n', at + 1) - at - 1);
  return leading_number(std::string_view(line).substr(line.rfind(':') + 1));
}

class CodeInOpenacc : public PredictedCode {
 public:
  CodeInOpenacc(const CodeExercise& exercise, const std::string& file)
      : exercise_(exercise), file_(file), program_(folder_.file("code")) {
    ProgramOptions options;
    options.device = exercise.device;
    options.backend = "openacc";
    machine_ = options.ask([](ProgramAsk&) {});
    build();
  }

  std::string fault(const JudgeCall& call) override {
    records_.clear();
    recorded_ = call.size;
    std::string why;
    std::vector<std::string> command = {program_};
    for (std::string& each : call.arguments()) command.push_back(std::move(each));
    const RunEnd end = run_recorded(
        command, {}, {}, limits_of_code(), Printed::to_err, [&](const std::string& line) {
          RegionRecord record = read_region_record(line);
          if (record.what == "fault") {
            why = fmt::format("line {}: {}", line_at(record.at), record.fault);
          } else if (records_.size() < most_region_records) {
            records_.push_back(std::move(record));
          } else {
            why = fmt::format("it did more than {} things on the device", most_region_records);
          }
          return std::nullopt;
        });
    return why.empty() ? fault_of(end, call) : why;
  }
  bool runs_timed() const override { return true; }

  CodeDemand demand(std::int64_t size) override {
    if (recorded_ != size) fault({size, 1, 0});
    if (records_.empty()) return {};  // it did nothing on a device
    describe(size);
    const auto name = [&](std::uint64_t at) {
      const auto found = by_line_.find(line_at(at));
      if (found != by_line_.end()) return found->second;
      throw InputError{{{.id = "not-described",
                         .message = "a region that ran is not the one described there",
                         .file = file_,
                         .line = line_at(at)}}};
    };
    const TextFile text =
        make_text_file(region_program_text(exercise_.id, records_, name), exercise_.id + ".yaml");
    return demand_of(machine_,
                     std::make_shared<const ProgramFile>(read_program(
                         text, [&](const std::string& kernel) { return kernels_.at(kernel); })));
  }

 private:
  void build() {
    const std::string gcc = tool("g++", "which compiles OpenACC");
    std::vector<std::string> link = {gcc, "-pie", "-foffload=disable", "-o", program_};
    int number = 0;
    for (const std::string& source : {file_, exercise_.judge}) {
      link.push_back(folder_.file(std::to_string(number++) + ".o"));
      std::vector<std::string> compile = {gcc,     "-g",        "-O2",
                                          "-fPIE", "-fopenacc", "-foffload=disable"};
      if (exercise_.ending() == ".c") compile.insert(compile.end(), {"-x", "c"});
      compile.insert(compile.end(), {"-c", source, "-o", link.back()});
      const ProcessResult result = run_process(compile, seconds_of_gcc);
      if (result.exit_code != 0) refuse_gcc(source, result);
    }
    link.insert(link.end(), {runtime_beside_describer("libgpumodel-record-openacc.a"), "-lm"});
    const ProcessResult result = run_process(link, seconds_of_gcc);
    if (result.exit_code != 0) refuse_link(result);
  }

  int line_at(std::uint64_t address) {
    const auto [at, is_new] = lines_.try_emplace(address, 0);
    if (is_new) {
      const ProcessResult result = run_process({tool("addr2line", "which finds lines of programs"),
                                                "-e", program_, fmt::format("{:x}", address)},
                                               seconds_of_gcc);
      at->second = leading_number(std::string_view(result.out).substr(result.out.rfind(':') + 1));
    }
    return at->second;
  }

  void describe(std::int64_t size) {
    SourceAsk ask{.file = file_};
    for (const std::string& each : exercise_.sized) {
      ask.known.push_back(each + "=" + std::to_string(size));
    }
    SourceAnswer answer = describe_source(ask);
    std::vector<Diagnostic> open;
    for (Diagnostic& said : answer.said) {
      if (said.id != "value-asked" && said.severity != Severity::error) continue;
      said.severity = Severity::error;
      open.push_back(std::move(said));
    }
    if (!open.empty()) throw InputError{std::move(open)};
    for (const std::string& each : answer.descriptors) {
      const std::string name = described_name(each);
      const TextFile text = make_text_file(each, name + ".yaml");
      by_line_[line_of_region(each)] = name;
      kernels_.insert_or_assign(name,
                                with_source_places(file_, text, [&] { return read_kernel(text); }));
    }
  }

  const CodeExercise& exercise_;
  std::string file_;
  TemporaryFolder folder_;
  std::string program_;
  ProgramAsk machine_;
  std::vector<RegionRecord> records_;
  std::int64_t recorded_ = 0;  // the size
  std::map<std::uint64_t, int> lines_;
  std::map<int, std::string> by_line_;
  std::map<std::string, KernelFile> kernels_;
};

}  // namespace

std::unique_ptr<PredictedCode> code_in_openacc(const CodeExercise& exercise,
                                               const std::string& file) {
  return std::make_unique<CodeInOpenacc>(exercise, file);
}

}  // namespace gpumodel
