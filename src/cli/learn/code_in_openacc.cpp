// OpenACC as GCC compiles it for the processor, on a runtime that keeps the device's memory apart:
// src/record/openacc. Regions are timed as described from the source.
#include <fmt/format.h>

#include <map>

#include "src/app/application/regions.hpp"
#include "src/cli/application/build.hpp"
#include "src/cli/application/openacc_build.hpp"
#include "src/cli/describe/describer.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/cli/learn/judged_code.hpp"
#include "src/cli/program/options.hpp"
#include "src/io/program/read_program.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_region_records = 100'000;

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
    RegionProgram how{.id = exercise_.id};
    how.kernels = [&](const RegionRecord& record) {
      const auto found = by_line_.find(line_at(record.at));
      if (found != by_line_.end()) return std::vector<RegionKernel>{{found->second}};
      throw InputError{{{.id = "not-described",
                         .message = "a region that ran is not the one described there",
                         .file = file_,
                         .line = line_at(record.at)}}};
    };
    const TextFile text =
        make_text_file(region_program_text(records_, how), exercise_.id + ".yaml");
    return demand_of(machine_,
                     std::make_shared<const ProgramFile>(read_program(
                         text, [&](const std::string& kernel) { return kernels_.at(kernel); })));
  }

 private:
  void build() {
    std::vector<std::string> objects;
    for (const std::string& source : {file_, exercise_.judge}) {
      objects.push_back(folder_.file(std::to_string(objects.size()) + ".o"));
      compile_openacc({.shown = source, .text = source}, objects.back());
    }
    link_openacc(objects, {}, program_);
  }

  int line_at(std::uint64_t address) {
    const auto [at, is_new] = lines_.try_emplace(address, 0);
    if (is_new) at->second = place_in_program(program_, address).line;
    return at->second;
  }

  void describe(std::int64_t size) {
    SourceAsk ask{.file = file_};
    for (const std::string& each : exercise_.sized) {
      ask.known.push_back(each + "=" + std::to_string(size));
    }
    SourceAnswer answer = describe_source(ask);
    refuse_open(answer);
    for (const std::string& each : answer.descriptors) {
      const std::string name = described_name(each);
      by_line_[described_region(each)] = name;
      kernels_.insert_or_assign(name, read_described(each, name, file_));
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
