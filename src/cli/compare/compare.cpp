// gpumodel compare: kernels, programs, devices and models side by side; two files of results.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "src/app/common/measured_points.hpp"
#include "src/app/common/model_choice.hpp"
#include "src/app/compare/compare.hpp"
#include "src/app/compare/files.hpp"
#include "src/app/compare/roofs.hpp"
#include "src/cli/common/cache_choice.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/common/replay.hpp"
#include "src/cli/compare/options.hpp"
#include "src/cli/library/set.hpp"
#include "src/cli/output/output.hpp"
#include "src/cli/program/options.hpp"
#include "src/diagnostics/all_faults.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/compare/html.hpp"
#include "src/view/compare/json.hpp"
#include "src/view/compare/page.hpp"

namespace gpumodel {
namespace {

bool names_result(const std::string& name) {
  return name.ends_with(".json") || name.ends_with(".jsonl");
}

class Compare : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("KERNEL", names_,
                   "Kernels and programs: names from the library or files; or two files of "
                   "results, the base and the new one")
        ->required();
    app.add_option("--device", device_, "GPUs: names or files with commas between, or all")
        ->type_name("DEVICES");
    app.add_option("--host", host_, "CPU to compare with: does offloading pay?")
        ->type_name("DEVICE");
    app.add_option("--model", model_, "Models, with commas between: " + model_names(" or "))
        ->type_name("MODELS");
    app.add_option("-D,--define", definitions_,
                   "Set a parameter of those kernels that have it, such as n=1Mi")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("--cache", cache_,
                   "What L2 holds before the launch: cold, nothing; warm, what the same launch "
                   "left; used, what others wrote (default cold)")
        ->type_name("STATE");
    set_.declare(app);
    app.add_option("--price", prices_, "What an hour of a device costs, such as h200=3.5")
        ->type_name("DEVICE=PRICE")
        ->allow_extra_args(false);
    app.add_option("--records", records_,
                   "Energy also by the power that was measured: a record, or a folder of them")
        ->type_name("FILE");
    app.add_flag("--terms", terms_, "Of two files: which term moved, and by how much");
    app.add_option("--fail-on", fail_on_,
                   "Of two files: exit with 1 if one is slower, any is not the same, or never "
                   "(default slower)")
        ->type_name("WHAT");
    app.add_flag("--strict", strict_,
                 "Of two files: exit with 6 if one is ambiguous or not comparable");
    app.add_option("--within", within_,
                   "Of two files: by how much times may differ that are the same (default 2 %)")
        ->type_name("SHARE");
    app.add_option("--allow", allow_,
                   "Of two files: compare although this differs: kernel, device, device-file, "
                   "system, model, parameters, cache or backend")
        ->type_name("WHAT")
        ->allow_extra_args(false);
    output_.declare(app);
    output_.declare_html(app, "Write tables and pictures as one page; works offline");
  }

  int run(Console& console) override {
    output_.check();
    const auto results = std::ranges::count_if(names_, names_result);
    if (results == 0) return compare_kernels(console);
    if (results != std::ssize(names_) || results != 2) {
      refuse_call("usage", "two files of results are compared, found " + counted_names(),
                  {"gpumodel compare base.json new.json"});
    }
    return compare_results(console);
  }

 private:
  std::string counted_names() const {
    std::string text;
    for (const std::string& each : names_) text += (text.empty() ? "'" : " '") + each + "'";
    return text;
  }

  void refuse_options(std::initializer_list<std::pair<bool, const char*>> given,
                      const char* about) const {
    for (const auto& [is_given, option] : given) {
      if (is_given) {
        refuse_call("usage", std::string(option) + " is about " + about,
                    {"found " + counted_names()});
      }
    }
  }

  int compare_kernels(Console& console) {
    refuse_options({{terms_, "--terms"},
                    {!fail_on_.empty(), "--fail-on"},
                    {strict_, "--strict"},
                    {!within_.empty(), "--within"},
                    {!allow_.empty(), "--allow"}},
                   "two files of results");
    CompareAsk ask;
    ask.models = chosen_models(model_);
    ask.cache = chosen_cache(cache_);
    ask.prices_per_hour = prices_of(prices_);
    ask.definitions = definitions_;
    ask.work = console.work;
    load(ask);
    output_.check();  // now that the inputs are read
    const CompareAnswer answer = compare(std::move(ask));
    const auto predicted = [](const CompareRow& row) { return row.time.has_value(); };
    if (std::ranges::none_of(answer.rows, predicted)) {
      throw InputError{answer.rows.front().why_none};
    }
    const Page page = compare_page(answer);
    write_results(
        console, output_, page, [&](std::ostream& out) { out << to_text(compare_json(answer)); },
        {}, [&](std::ostream& out) { compare_html(out, answer, roofs_of(answer), page); });
    return exit_code::done;
  }

  // All files are read before any fault is reported, so that one run shows them all.
  void load(CompareAsk& ask) const {
    AllFaults faults;
    for (const std::string& name : names_) {
      faults.attempt([&] {
        if (names_program(name)) {
          ask.what.emplace_back(std::make_shared<const ProgramFile>(load_program(name)));
        } else {
          ask.what.emplace_back(std::make_shared<const KernelFile>(load_kernel(name)));
        }
      });
    }
    faults.attempt([&] {
      for (DeviceFile& file : load_gpus(device_)) {
        ask.devices.push_back(std::make_shared<const DeviceFile>(set_.device(std::move(file))));
      }
    });
    ask.default_device = device_.empty() && choose_device(device_).is_default;
    if (!host_.empty()) {
      faults.attempt(
          [&] { ask.host = std::make_shared<const DeviceFile>(set_.host(load_cpu(host_))); });
    }
    if (!records_.empty()) faults.attempt([&] { load_records(ask); });
    faults.throw_if_any();
    set_.refuse_without(ask.host != nullptr, false);
  }

  // Of the kinds that are compared, of which a file holds one and a folder may hold both.
  void load_records(CompareAsk& ask) const {
    const auto is_program = [](const std::string& name) { return names_program(name); };
    const bool programs = std::ranges::any_of(names_, is_program);
    const bool kernels = !std::ranges::all_of(names_, is_program);
    const auto read = [&](auto load) {
      try {
        load();
      } catch (const InputError& error) {
        const bool other_kind = error.found.front().id == "record-kind";
        if (!other_kind || !(programs && kernels)) throw;
      }
    };
    if (kernels) read([&] { load_kernel_records(ask); });
    if (programs) read([&] { load_program_records(ask); });
  }

  void load_kernel_records(CompareAsk& ask) const {
    for (ValidateInput& input : replayed(records_)) {
      const std::optional<RecordedDevice>& device = input.record.environment.device;
      if (!device) continue;
      ask.records.push_back({described_device(*device), std::move(input.record.points)});
      ask.record_files.push_back(*input.file);
    }
  }

  void load_program_records(CompareAsk& ask) const {
    for (ProgramInput& input : replayed_programs(records_)) {
      ask.program_records.push_back({described_device(input.record.environment.devices.front()),
                                     std::move(input.record.points)});
      ask.record_files.push_back(*input.file);
    }
  }

  int compare_results(Console& console) {
    refuse_options({{!device_.empty(), "--device"},
                    {!host_.empty(), "--host"},
                    {!model_.empty(), "--model"},
                    {!definitions_.empty(), "--define"},
                    {!cache_.empty(), "--cache"},
                    {!set_.texts.empty(), "--set"},
                    {!prices_.empty(), "--price"},
                    {!records_.empty(), "--records"}},
                   "kernels and programs");
    FilesAsk ask{.base = names_[0], .now = names_[1], .allow = allow_};
    if (!within_.empty()) ask.within = share_of("--within", within_);
    check_words("--allow", allow_, differences_known);
    if (fail_on_.empty()) fail_on_ = "slower";
    constexpr std::string_view known[] = {"slower", "any", "never"};
    check_words("--fail-on", {fail_on_}, known);
    const FilesAnswer answer = compare_files(ask);
    const int code = exit_code_of(answer);
    const Page page = compare_files_page(answer, terms_);
    write_results(
        console, output_, page,
        [&](std::ostream& out) { out << to_text(compare_files_json(answer, code)); }, {},
        [&](std::ostream& out) { compare_files_html(out, answer, page); });
    return code;
  }

  int exit_code_of(const FilesAnswer& answer) const {
    const bool slower = answer.count(TimeChange::slower) > 0;
    const bool faster = answer.count(TimeChange::faster) > 0;
    if (fail_on_ != "never" && (slower || (fail_on_ == "any" && faster))) {
      return exit_code::check_failed;
    }
    const bool open = answer.count(TimeChange::ambiguous) + answer.not_comparable() > 0;
    return strict_ && open ? exit_code::inconclusive : exit_code::done;
  }

  std::vector<std::string> names_, definitions_, prices_, allow_;
  std::string device_, host_, model_, cache_, records_, fail_on_, within_;
  bool terms_ = false, strict_ = false;
  SetOption set_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_compare() {
  return std::make_unique<Compare>();
}

}  // namespace gpumodel
