// Descriptors of the kernels that an application launches, each made when it is first needed.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/app/application/recording.hpp"
#include "src/cli/application/build.hpp"
#include "src/cli/application/counting.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {

class ApplicationKernels {
 public:
  // All must outlive this. `scout`: another run of the application, ahead of this one.
  ApplicationKernels(const RecordedRun& recording, const BuiltApplication& built,
                     const std::string& compile, const std::vector<std::string>& definitions,
                     const std::vector<std::string>& values, const TemporaryFolder& folder,
                     Counting& counting, std::function<std::unique_ptr<const RecordedRun>()> scout)
      : recording_(recording),
        built_(built),
        compile_(compile),
        definitions_(definitions),
        values_(values),
        folder_(folder),
        counting_(counting),
        scout_(std::move(scout)) {}

  // Of a kernel that was launched, or of the driver. What the source refuses, or leaves open though
  // nobody answered, is left out: it takes the time of a launch.
  const KernelFile& file(const std::string& name);
  // Of all that were launched, so that one run shows everything that is open. Throws InputError
  // where nothing of them is described.
  void describe_all();
  // What is left out, by its name, and why.
  const std::map<std::string, std::vector<Diagnostic>>& left_out() const { return left_out_; }
  const std::map<std::string, KernelFile>& all() const { return files_; }
  // Of which kernels what was counted: "filter: taken_3, in all 4 blocks of its first launch".
  const std::vector<std::string>& counted() const { return counted_; }
  // What was counted of parameters at a launch of a kernel, by how many came before it; null: as at
  // its first.
  using Values = std::map<std::string, std::string>;
  const Values* counted_at(const std::string& name, std::size_t launch) const;
  // Files of numbers that descriptors name, in the folder.
  const std::vector<std::string>& data() const { return data_; }
  // As estimated, of a kernel that may never be launched with as many threads. Throws InputError.
  int registers(const std::string& mangled, std::int64_t threads);
  const LaunchableKernel& launchable(const std::string& mangled) const;

 private:
  struct Draft {
    const CalledKernel* called = nullptr;
    SourceAsk ask{};
    SourceAnswer answer{};
    std::map<std::string, std::string> not_counted{};  // by names: why
  };
  using Key = std::pair<std::string, std::array<std::int64_t, 3>>;  // the kernel, its block
  static Key key_of(const CalledKernel& called) { return {called.kernel->mangled, called.block}; }
  // `alone`: others will follow while the application runs.
  void describe(const std::vector<const CalledKernel*>& called, bool alone);
  void leave_out(const CalledKernel& called, std::vector<Diagnostic> why);
  SourceAsk ask_of(const CalledKernel& called) const;
  Draft draft(const CalledKernel& called);
  std::size_t launches_of(const Key& key) const;
  void count(std::vector<Draft>& drafts, bool alone);
  const CountedKernel* counted_ahead(const CalledKernel& called, const OpenKernel& open) const;
  void see_ahead();
  bool may_change(const CalledKernel& called) const;
  std::vector<OpenKernel> still_to_come(const std::vector<Draft>& drafts);
  void answer(Draft& draft, const CountedKernel& counted);
  template <class Text>
  void state(Draft& draft, const CountedKernel& counted, const std::string& name,
             const std::string& parameter, const Text& text);
  void answer_parameter(Draft& draft, const CountedKernel& counted, const std::string& name);
  void answer_draw(Draft& draft, const CountedKernel& counted, const std::string& name);
  KernelFile finish(Draft& draft) const;
  void keep_within(const CalledKernel& called);
  std::string file_of_data(const CalledKernel& called, const std::string& array,
                           const std::string& raw);
  std::vector<std::string> answers_of_data(const CalledKernel& called,
                                           const std::vector<Diagnostic>& said);

  const RecordedRun& recording_;
  const BuiltApplication& built_;
  const std::string& compile_;
  const std::vector<std::string>& definitions_;
  const std::vector<std::string>& values_;
  const TemporaryFolder& folder_;
  Counting& counting_;
  std::function<std::unique_ptr<const RecordedRun>()> scout_;
  std::unique_ptr<const RecordedRun> scouted_;
  bool looked_ahead_ = false;
  std::map<Key, CountedKernel> ahead_;  // of kernels that the scout saw
  std::vector<std::string> counted_;
  std::map<std::string, std::map<std::size_t, Values>> of_launches_;
  std::map<std::string, KernelFile> files_;
  std::map<std::string, SourceAsk> asked_;  // that files are the answers to
  std::map<std::string, std::vector<Diagnostic>> left_out_;
  std::vector<std::string> data_;
  std::map<std::pair<std::string, std::int64_t>, int> registers_;
};

}  // namespace gpumodel
