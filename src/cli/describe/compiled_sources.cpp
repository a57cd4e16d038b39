#include "src/cli/describe/compiled_sources.hpp"

#include <algorithm>
#include <list>

#include "src/cli/measure/serving_process.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_sources = 6;  // each takes about 100 MB

struct CompiledSource {
  CompiledSource(std::vector<std::string> named, const std::vector<std::string>& command)
      : key(std::move(named)), process(command) {}
  std::vector<std::string> key;
  ServingProcess process;
};

}  // namespace

ProcessResult ask_about_source(const std::string& program, const std::vector<std::string>& source,
                               const std::vector<std::string>& ask, double limit_seconds) {
  thread_local std::list<CompiledSource> sources;  // the one that was asked last in front
  std::vector<std::string> key = {program};
  key.insert(key.end(), source.begin(), source.end());
  const auto found = std::ranges::find(sources, key, &CompiledSource::key);
  if (found != sources.end()) {
    sources.splice(sources.begin(), sources, found);
  } else {
    std::vector<std::string> command = key;
    command.emplace_back("--serve");
    sources.emplace_front(key, command);
    if (sources.size() > most_sources) sources.pop_back();
  }
  std::vector<std::string> words = {program};
  words.insert(words.end(), ask.begin(), ask.end());
  ProcessResult result = sources.front().process.ask(words, limit_seconds);
  if (!sources.front().process.is_there()) sources.pop_front();  // the next one finds a new one
  return result;
}

}  // namespace gpumodel
