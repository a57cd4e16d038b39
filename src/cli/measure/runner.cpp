#include "src/cli/measure/runner.hpp"

#include "src/app/common/how_to_build.hpp"
#include "src/cli/common/console.hpp"
#include "src/io/record/read_record.hpp"

namespace gpumodel {
namespace {

const char* how_to_build(BackendKind backend) {
  return backend == BackendKind::cuda      ? build_for_cuda
         : backend == BackendKind::openacc ? build_for_openacc
                                           : build_for_host;
}

std::vector<Point> without_time(const RunnerCase& c, PointStatus status,
                                const std::string& reason) {
  std::vector<Point> points;
  for (const CacheStart cache : c.caches) {
    points.push_back(c.blank);
    points.back().cache = cache;
    points.back().status = status;
    points.back().reason = reason;
  }
  return points;
}

bool are_those_asked_for(const std::vector<Point>& points, const RunnerCase& c) {
  if (points.size() != c.caches.size()) return false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    if (point.kernel != c.blank.kernel || point.backend != c.blank.backend ||
        point.cache != c.caches[i] || parameter_text(point) != parameter_text(c.blank)) {
      return false;
    }
  }
  return true;
}

std::vector<std::string> command_line(const std::string& program, const RunnerCase& c,
                                      const RunnerOptions& options) {
  std::vector<std::string> words = {program, "--kernel", c.kernel_path};
  for (const std::string& definition : c.definitions) {
    words.emplace_back("-D");
    words.push_back(definition);
  }
  std::string caches;
  for (const CacheStart cache : c.caches) {
    caches += (caches.empty() ? "" : ",") + std::string(to_string(cache));
  }
  words.insert(words.end(), {"--cache", caches, "--seconds", std::to_string(options.seconds)});
  if (options.counters) words.emplace_back("--counters");
  return words;
}

}  // namespace

Runner::Runner(BackendKind backend)
    : backend_(backend),
      program_("gpumodel-run-" + std::string(to_string(backend)), how_to_build(backend),
               "records can be compared all the same: gpumodel validate --replay PATH") {}

Environment Runner::environment() const {
  Environment environment;
  try {
    environment = read_environment(program_.answer("--environment"), program_.path());
  } catch (const InputError& error) {
    program_.fail("does not describe its device: " + error.found.front().message);
  }
  if (environment.backend != backend_) {
    program_.fail("is a runner for " + std::string(to_string(environment.backend)));
  }
  return environment;
}

std::vector<Point> Runner::measure(const RunnerCase& c, const RunnerOptions& options) const {
  const ProcessResult result =
      run_process(command_line(program_.path(), c, options), options.limit_seconds);
  if (result.interrupted) return {};
  const std::string ending = how_it_ended(result, options.limit_seconds);
  // Of a process that ended by itself; a wrong answer is in its output.
  const int code = result.exit_code;
  if (code == exit_code::bad_input) return without_time(c, PointStatus::skipped, ending);
  if (!ending.empty() && code != exit_code::check_failed) {
    return without_time(c, PointStatus::failed, ending);
  }
  try {
    std::vector<Point> points = read_runner_output(result.out, "the runner").points;
    if (are_those_asked_for(points, c)) return points;
    return without_time(c, PointStatus::failed, "the runner measured other points");
  } catch (const InputError& error) {
    return without_time(c, PointStatus::failed,
                        "the runner printed no record: " + error.found.front().message);
  }
}

}  // namespace gpumodel
