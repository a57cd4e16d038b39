#include "src/cli/validate/written.hpp"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "src/cli/measure/cuda_compiler.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/cli/measure/measuring_program.hpp"
#include "src/cli/validate/kept_points.hpp"
#include "src/cli/validate/progress.hpp"
#include "src/io/cuda/write_cuda.hpp"
#include "src/io/record/read_record.hpp"

namespace gpumodel {
namespace {

// Kernels that are compiled together.
struct Library {
  std::vector<std::size_t> cases;
  CompiledLibrary made{};
};

std::string text_of(const std::vector<WrittenCase>& all, const std::vector<std::size_t>& cases) {
  CudaLibrary library;
  for (const std::size_t i : cases) {
    try {
      library.add(all[i].file->kernel, all[i].values);
    } catch (const CannotWrite& fault) {
      throw to_input_error(fault, all[i].file->text);
    } catch (const FormulaError& error) {
      throw to_input_error(error, all[i].file->text);
    }
  }
  return library.text();
}

// Compiles ahead of what is measured, on all cores. A kernel that does not compile fails alone.
class Compiling {
 public:
  Compiling(const CudaCompiler& compiler, std::string capability,
            const std::vector<WrittenCase>& cases, std::vector<std::vector<std::size_t>> parts)
      : compiler_(compiler),
        capability_(std::move(capability)),
        cases_(cases),
        parts_(std::move(parts)),
        done_(parts_.size()) {
    const std::size_t threads =
        std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), parts_.size());
    for (std::size_t i = 0; i < threads; ++i) {
      workers_.emplace_back([this](const std::stop_token& stop) { work(stop); });
    }
  }

  std::size_t size() const { return parts_.size(); }
  // In their order; waits until they are compiled. Throws what compiling has thrown.
  std::vector<Library> take(std::size_t part) {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [&] { return done_[part].ready; });
    if (done_[part].fault) std::rethrow_exception(done_[part].fault);
    return std::move(done_[part].libraries);
  }

 private:
  struct Done {
    bool ready = false;
    std::vector<Library> libraries{};
    std::exception_ptr fault{};
  };

  void work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const std::size_t part = next_++;
      if (part >= parts_.size()) return;
      Done done{true};
      try {
        done.libraries = compiled(parts_[part]);
      } catch (...) {
        done.fault = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      done_[part] = std::move(done);
      ready_.notify_all();
    }
  }

  std::vector<Library> compiled(const std::vector<std::size_t>& part) const {
    const CompiledLibrary all = compiler_.compile(text_of(cases_, part), capability_);
    if (part.size() == 1 || !all.file.empty() || all.interrupted) return {{part, all}};
    std::vector<Library> alone;
    for (const std::size_t i : part) {
      alone.push_back({{i}, compiler_.compile(text_of(cases_, {i}), capability_)});
    }
    return alone;
  }

  const CudaCompiler& compiler_;
  std::string capability_;
  const std::vector<WrittenCase>& cases_;
  std::vector<std::vector<std::size_t>> parts_;
  std::vector<Done> done_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::vector<std::jthread> workers_;  // the last: they end before the rest goes
};

class WrittenMeasuring {
 public:
  WrittenMeasuring(const WrittenRun& run, const ValidateOptions& options, Console& console)
      : run_(run),
        options_(options),
        runner_("gpumodel-run-written", "it comes with gpumodel",
                "records can be compared all the same: gpumodel validate --replay PATH"),
        kept_(environment(), options, console),
        progress_(console.err, isatty(STDERR_FILENO) != 0 && !options.output.quiet, all_points(),
                  known_points()) {}

  std::optional<Record> measure() {
    const Interruption interruption;
    std::vector<std::vector<std::size_t>> parts;
    for (std::size_t i = 0; i < run_.cases.size(); ++i) {
      for (const CacheStart cache : run_.cases[i].caches) {
        if (const Point* known = earlier(i, cache)) kept_.add_earlier(*known);
      }
      if (left_of(i).empty()) continue;
      if (parts.empty() || parts.back().size() == run_.per_library) parts.emplace_back();
      parts.back().push_back(i);
    }
    Compiling compiling(compiler_, kept_.environment().device->compute_capability, run_.cases,
                        std::move(parts));
    for (std::size_t part = 0; part < compiling.size(); ++part) {
      for (const Library& library : compiling.take(part)) {
        if (Interruption::asked() || !measure(library)) return kept_.interrupted(all_points());
      }
    }
    return kept_.finish();
  }

 private:
  Environment environment() {
    const std::string question = "--environment";
    Environment environment;
    try {
      environment = read_environment(runner_.answer(question), runner_.path());
    } catch (const InputError& error) {
      runner_.fail("does not describe its device: " + error.found.front().message);
    }
    environment.compiler = compiler_.name();
    environment.generated = run_.generated;
    return environment;
  }

  std::size_t all_points() const {
    std::size_t all = 0;
    for (const WrittenCase& one : run_.cases) all += one.caches.size();
    return all;
  }
  std::size_t known_points() const {
    std::size_t known = all_points();
    for (std::size_t i = 0; i < run_.cases.size(); ++i) known -= left_of(i).size();
    return known;
  }

  Point blank_of(std::size_t i, CacheStart cache) const {
    Point point = run_.cases[i].blank;
    point.cache = cache;
    return point;
  }
  const Point* earlier(std::size_t i, CacheStart cache) const {
    return kept_.earlier(blank_of(i, cache));
  }
  std::vector<CacheStart> left_of(std::size_t i) const {
    std::vector<CacheStart> left;
    for (const CacheStart cache : run_.cases[i].caches) {
      if (earlier(i, cache) == nullptr) left.push_back(cache);
    }
    return left;
  }

  // False if the user interrupted.
  bool measure(const Library& library) {
    if (library.made.interrupted) return false;
    std::size_t first = 0;
    if (library.made.file.empty()) {
      for (const std::size_t i : library.cases) add_without_time(i, library.made.fault);
      first = library.cases.size();
    }
    // A process that ends early has failed at the case behind the last one it has printed.
    while (first < library.cases.size()) {
      const ProcessResult result = run_process(command(library, first), time_limit(library, first));
      if (result.interrupted) return false;
      first += take(library, first, result.out);
      if (first == library.cases.size()) break;
      std::string ending = how_it_ended(result, time_limit(library, first));
      if (ending.empty()) ending = "the runner printed less than it was asked for";
      add_without_time(library.cases[first], ending);
      ++first;
    }
    std::error_code ignored;
    if (!run_.keep_compiled) std::filesystem::remove(library.made.file, ignored);
    return true;
  }

  double time_limit(const Library& library, std::size_t first) const {
    return options_.limit_seconds * static_cast<double>(library.cases.size() - first);
  }

  std::vector<std::string> command(const Library& library, std::size_t first) const {
    std::vector<std::string> words = {runner_.path(), "--library", library.made.file, "--seconds",
                                      std::to_string(options_.seconds)};
    if (run_.counters) words.emplace_back("--counters");
    if (run_.one_timer) words.emplace_back("--one-timer");
    for (std::size_t i = first; i < library.cases.size(); ++i) {
      std::string caches;
      for (const CacheStart cache : left_of(library.cases[i])) {
        caches += (caches.empty() ? "" : ",") + std::string(to_string(cache));
      }
      words.emplace_back("--case");
      words.push_back(std::to_string(i) + ":" + caches);
    }
    return words;
  }

  // How many cases the lines hold, in the order they were asked for.
  std::size_t take(const Library& library, std::size_t first, const std::string& out) {
    std::istringstream lines(out);
    std::size_t taken = 0;
    for (std::string line; std::getline(lines, line); ++taken) {
      if (first + taken >= library.cases.size()) break;
      const std::size_t i = library.cases[first + taken];
      try {
        for (Point& point : read_runner_points(line, "the runner")) add(i, std::move(point));
      } catch (const InputError&) {
        break;
      }
    }
    return taken;
  }

  void add(std::size_t i, Point point) {
    point.parameters = run_.cases[i].blank.parameters;
    point.descriptor = run_.cases[i].blank.descriptor;
    progress_.point_done(point.kernel + " " + std::string(to_string(point.cache)),
                         status_text(point.time, point.status));
    kept_.add(std::move(point));
  }

  void add_without_time(std::size_t i, const std::string& reason) {
    for (const CacheStart cache : left_of(i)) {
      Point point = blank_of(i, cache);
      point.status = PointStatus::failed;
      point.reason = reason;
      add(i, std::move(point));
    }
  }

  const WrittenRun& run_;
  const ValidateOptions& options_;
  CudaCompiler compiler_;
  MeasuringProgram runner_;
  KeptPoints kept_;
  Progress progress_;
};

}  // namespace

std::optional<Record> measured_as_written(const WrittenRun& run, const ValidateOptions& options,
                                          Console& console) {
  return WrittenMeasuring(run, options, console).measure();
}

}  // namespace gpumodel
