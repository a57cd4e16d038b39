// gpumodel sweep: one kernel at all combinations of values, on several devices.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <memory>
#include <ostream>
#include <thread>

#include "src/app/sweep/run.hpp"
#include "src/app/sweep/summary.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/measure/process.hpp"
#include "src/cli/output/file.hpp"
#include "src/cli/output/output.hpp"
#include "src/cli/sweep/line_file.hpp"
#include "src/cli/sweep/options.hpp"
#include "src/cli/sweep/progress.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/amount.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/sweep/json.hpp"
#include "src/view/sweep/lines.hpp"
#include "src/view/sweep/page.hpp"
#include "src/view/sweep/picture.hpp"

namespace gpumodel {
namespace {

// One way to write lines, and where to.
struct LineOutput {
  const char* option;
  std::string path;
  std::string (*head)(const SweepPlan&);
  void (*append)(std::string&, const SweepPlan&, const SweepPoint&);
  std::unique_ptr<LineFile> file{};  // null: standard output
  std::uint64_t points = 0;          // that were written before

  bool to_stdout() const { return path == "-"; }
};

class Sweep : public Command {
 public:
  void declare(CLI::App& app) override {
    options_.declare(app);
    app.add_option("--jobs", jobs_text_, "Threads that predict (default: one for each processor)")
        ->type_name("N");
    output_.declare(app);
    app.add_option("--jsonl", lines_path_,
                   "Write the points as JSON Lines while they are predicted; the first line says "
                   "what of")
        ->type_name("FILE")
        ->group("Output");
    app.add_flag("--resume", resume_, "Go on with the files of --csv and --jsonl")->group("Output");
    output_.declare_svg(app, "Draw the times, their intervals as bands");
    app.get_option("--csv")->description("Write the points as CSV while they are predicted");
  }

  int run(Console& console) override {
    OutputOptions rest = output_;  // what is written at the end, whole
    rest.csv.clear();
    const SweepRanks& ranks = sweep_ranks();
    if (ranks.rank == 0) rest.check();
    refuse_twice();
    const std::size_t jobs = chosen_jobs();
    const SweepPlan plan(options_.ask(console.work));
    for (const auto& device : plan.ask().devices) {
      for (const Diagnostic& d : device->warnings)
        render_diagnostic(console.err, d, console.err_color);
    }
    const bool in_document = !rest.json.empty() || !rest.svg.empty();
    if (in_document && plan.points() > most_points_of_document) {
      refuse_call("usage",
                  (rest.json.empty() ? "--svg" : "--json") +
                      std::string(" holds all points at once: ") + std::to_string(plan.points()) +
                      " are too many",
                  {"--jsonl and --csv write any number; up to 100000 otherwise"});
    }
    name_outputs();
    if (ranks.rank > 0) return help(plan, jobs);
    open_outputs();
    const std::uint64_t skipped = resume_ ? continue_from(plan) : begin_all(console, plan);
    return sweep(console, plan, rest, jobs, skipped);
  }

 private:
  std::size_t chosen_jobs() const {
    if (jobs_text_.empty()) return std::max(1U, std::thread::hardware_concurrency());
    const auto jobs = parse_amounts("--jobs", jobs_text_, AmountKind::count);
    if (jobs.size() == 1 && jobs.front() >= 1 && jobs.front() <= 1024) {
      return static_cast<std::size_t>(jobs.front());
    }
    refuse_call("usage", "--jobs " + jobs_text_ + " is no number of threads", {"1 to 1024"});
  }

  void refuse_twice() const {
    const int to_stdout = (output_.json == "-") + (output_.csv == "-") + (lines_path_ == "-") +
                          (output_.markdown == "-");
    if (to_stdout > 1) {
      refuse_call("output-file", "two options ask for standard output",
                  {"give one of them another file"});
    }
    if (!output_.csv.empty() && output_.csv != "-" && output_.csv == lines_path_) {
      refuse_call("output-file", "--csv and --jsonl both ask for " + lines_path_,
                  {"give one of them another file"});
    }
    const bool to_file = (!output_.csv.empty() && output_.csv != "-") ||
                         (!lines_path_.empty() && lines_path_ != "-");
    if (resume_ && !to_file) {
      refuse_call("usage", "--resume goes on with a file", {"name it: --csv FILE or --jsonl FILE"});
    }
    if (resume_ && (!output_.json.empty() || !output_.svg.empty())) {
      refuse_call("usage", "--json and --svg need all points, and --resume leaves out the first",
                  {"leave out --resume"});
    }
  }

  // What another process than the first does: its share of the points, for that one to write.
  int help(const SweepPlan& plan, std::size_t jobs) {
    const SweepRanks& ranks = sweep_ranks();
    run_sweep(plan, {.threads = jobs,
                     .from = plan.after(ranks.begin(0)),
                     .prepare = [&](SweepGroup& group) { prepare(plan, group); },
                     .take = {}});
    ranks.end();
    return exit_code::done;
  }

  void name_outputs() {
    if (!output_.csv.empty()) outputs_.push_back({"--csv", output_.csv, csv_head, append_csv});
    if (!lines_path_.empty()) outputs_.push_back({"--jsonl", lines_path_, json_head, append_json});
  }

  void open_outputs() {
    const LineFile::How how = resume_         ? LineFile::How::go_on
                              : output_.force ? LineFile::How::replace
                                              : LineFile::How::begin;
    for (LineOutput& output : outputs_) {
      if (output.to_stdout()) continue;
      output.file = std::make_unique<LineFile>(output.option, output.path, how);
    }
  }

  static void write(Console& console, LineOutput& output, std::string_view text) {
    if (output.file) {
      output.file->append(text);
    } else if (!(console.out << text)) {
      cannot_write("standard output", errno);
    }
  }

  std::uint64_t begin_all(Console& console, const SweepPlan& plan) {
    for (LineOutput& output : outputs_) write(console, output, output.head(plan));
    return 0;
  }

  // Combinations that every file holds already. They must be those of this sweep: the head and the
  // last of them are made again.
  std::uint64_t continue_from(const SweepPlan& plan) {
    const std::uint64_t devices = plan.ask().devices.size();
    std::uint64_t least = plan.points() / devices;
    for (LineOutput& output : outputs_) {
      if (!output.file) continue;
      LineFile& file = *output.file;
      const std::string head = output.head(plan);
      if (file.lines() == 0) {
        file.append(head);
        file.flush();
      } else if (file.line(0) + "\n" != head || file.lines() - 1 > plan.points()) {
        refuse_other(output);
      }
      least = std::min(least, (file.lines() - 1) / devices);
    }
    for (LineOutput& output : outputs_) {
      if (!output.file) continue;
      output.file->cut(1 + least * devices);
      if (least > 0) require_same(plan, output, least);
    }
    return least;
  }

  static void require_same(const SweepPlan& plan, const LineOutput& output, std::uint64_t kept) {
    const std::uint64_t devices = plan.ask().devices.size();
    std::uint64_t last = plan.after(kept - 1);
    while (!plan.counts(last)) ++last;
    SweepPredictor predictor(plan);
    std::vector<SweepPoint> points;
    predictor.add(last, points);
    for (std::uint64_t i = 0; i < devices; ++i) {
      std::string text;
      output.append(text, plan, points[i]);
      if (output.file->line(1 + (kept - 1) * devices + i) + "\n" != text) refuse_other(output);
    }
  }

  [[noreturn]] static void refuse_other(const LineOutput& output) {
    throw InputError{
        {{.id = "sweep-differs",
          .message = std::string(output.option) + " " + output.path + " was begun by another sweep",
          .file = output.path,
          .hints = {"give the same values, files and version as before",
                    "--force in place of --resume begins anew"}}}};
  }

  int sweep(Console& console, const SweepPlan& plan, const OutputOptions& rest, std::size_t jobs,
            std::uint64_t skipped) {
    SweepSummary summary(plan);
    SweepAnswer answer{plan, summary};
    const bool keeps = !rest.json.empty() || !rest.svg.empty() || plan.points() <= 40;
    const std::uint64_t before = skipped * plan.ask().devices.size();
    bool interrupted = false;
    const SweepRanks& ranks = sweep_ranks();
    if (ranks.size > 1) skipped = ranks.begin(skipped);
    {
      const Interruption interruption;
      SweepProgress progress(console, plan.points() - before);
      run_sweep(plan, {.threads = jobs,
                       .from = plan.after(skipped),
                       .prepare = [&](SweepGroup& group) { prepare(plan, group); },
                       .take =
                           [&](const SweepGroup& group) {
                             for (std::size_t i = 0; i < outputs_.size(); ++i) {
                               write(console, outputs_[i], group.texts[i]);
                             }
                             for (const SweepPoint& point : group.points) summary.look_at(point);
                             if (keeps) {
                               answer.points.insert(answer.points.end(), group.points.begin(),
                                                    group.points.end());
                             }
                             progress.show(summary.seen());
                             return !(interrupted = Interruption::asked());
                           }});
      for (LineOutput& output : outputs_) {
        if (output.file) output.file->flush();
      }
    }
    if (ranks.size > 1 && before + summary.seen() == plan.points()) ranks.end();
    if (before > 0) {
      tell(console, std::to_string(before) + " points were there; what follows is of the others");
    }
    if (interrupted && before + summary.seen() < plan.points()) {
      tell(console, "stopped after " + std::to_string(before + summary.seen()) + " of " +
                        std::to_string(plan.points()) + " points; --resume goes on");
      return exit_code::inconclusive;
    }
    return finish(console, rest, answer);
  }

  void prepare(const SweepPlan& plan, SweepGroup& group) const {
    group.texts.resize(outputs_.size());
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      group.texts[i].clear();
      for (const SweepPoint& point : group.points) {
        outputs_[i].append(group.texts[i], plan, point);
      }
    }
  }

  int finish(Console& console, const OutputOptions& rest, SweepAnswer& answer) {
    const SweepSummary& summary = answer.summary;
    int code = exit_code::done;
    if (summary.without_time() > 0) {
      const bool none = summary.without_time() == summary.seen();
      if (none) code = exit_code::bad_input;
      answer.notes.push_back(
          {.severity = none ? Severity::error : Severity::warning,
           .id = "point-without-time",
           .message = std::to_string(summary.without_time()) + " of " +
                      std::to_string(summary.seen()) +
                      " points have no time; the first: " + summary.first_reason()});
    }
    for (const std::size_t axis : summary.not_followed()) {
      answer.notes.push_back({.severity = Severity::note,
                              .id = "point-without-time",
                              .message = "limits were not compared along " +
                                         answer.plan.axes()[axis].name +
                                         ": too many combinations lie between its values"});
    }
    for (const Diagnostic& note : answer.notes)
      render_diagnostic(console.err, note, console.err_color);
    OutputOptions written = rest;
    for (const LineOutput& output : outputs_) written.quiet |= output.to_stdout();
    write_results(
        console, written, sweep_page(answer),
        [&](std::ostream& out) { out << to_text(sweep_json(answer, code)); },
        [&](std::ostream& out) { sweep_svg(out, answer); });
    return code;
  }

  SweepOptions options_;
  OutputOptions output_;
  std::string lines_path_, jobs_text_;
  bool resume_ = false;
  std::vector<LineOutput> outputs_;
};

}  // namespace

std::unique_ptr<Command> make_sweep() {
  return std::make_unique<Sweep>();
}

}  // namespace gpumodel
