#include "src/cli/application/sandbox.hpp"

#include "src/cli/measure/find_program.hpp"
#include "src/cli/measure/process.hpp"

namespace gpumodel {
namespace {

constexpr double seconds_of_tool = 10.0;

bool works(std::vector<std::string> words, const std::string& quiet) {
  words.push_back(quiet);
  const ProcessResult result = run_process(words, seconds_of_tool);
  return result.exit_code == 0 && !result.timed_out;
}

Sandbox found() {
  Sandbox result;
  const auto quiet = find_on_path("true");
  const auto add = [&](const char* tool, std::vector<std::string> words) {
    const auto path = find_on_path(tool);
    if (!path || !quiet) return false;
    words.insert(words.begin(), *path);
    words.insert(words.begin(), result.words.begin(), result.words.end());
    if (!works(words, *quiet)) return false;
    result.words = std::move(words);
    return true;
  };
  // Of threads, too, of which a driver starts some.
  add("prlimit", {"--core=0", "--fsize=67108864", "--nproc=4096"});
  result.without_network = add("unshare", {"--user", "--map-current-user", "--net"});
  return result;
}

}  // namespace

const Sandbox& sandbox() {
  static const Sandbox all = found();
  return all;
}

}  // namespace gpumodel
