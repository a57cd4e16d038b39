#include "validate/runner/written_launch.hpp"

#include <dlfcn.h>

#include "validate/runner/count_launch.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

constexpr int warming_launches = 3;

int is_warm(CacheState state) {
  return state == CacheState::warm ? 1 : 0;
}

}  // namespace

const MeasuredLibrary& load_measured(const std::string& file) {
  void* loaded = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) {
    const char* why = dlerror();
    throw CaseError(file + " cannot be loaded: " + (why != nullptr ? why : "unknown"));
  }
  const auto get =
      reinterpret_cast<const MeasuredLibrary* (*)()>(dlsym(loaded, measured_library_symbol));
  if (get == nullptr || get()->version != measured_library_version) {
    throw CaseError(file + " is no library of this version of gpumodel");
  }
  return *get();
}

WrittenLaunch::WrittenLaunch(const MeasuredLibrary& library, const MeasuredCase& what,
                             DeviceWatch& watch)
    : library_(library), case_(what), watch_(watch) {
  case_.prepare();
  case_.facts(&facts_);
}

WrittenLaunch::~WrittenLaunch() {
  case_.clean_up();
}

MeasuredAnswer WrittenLaunch::check() {
  MeasuredAnswer answer{};
  case_.check(&answer);
  return answer;
}

Json WrittenLaunch::launch_facts() const {
  return {{"grid", facts_.grid},
          {"block", facts_.block},
          {"shared_bytes", facts_.shared_bytes},
          {"registers_per_thread", facts_.registers},
          {"local_bytes", facts_.local_bytes},
          {"static_shared_bytes", facts_.static_shared_bytes}};
}

double WrittenLaunch::once(CacheState state) {
  return library_.once(case_.queue, is_warm(state), 0);
}

std::optional<double> WrittenLaunch::once_from_host(CacheState state) {
  return library_.once(case_.queue, is_warm(state), 1);
}

std::optional<double> WrittenLaunch::in_graph(int launches) {
  return library_.in_graph(case_.queue, launches);
}

Json WrittenLaunch::watched() {
  Json result = watch_.stop();
  result["occupancy"] = {{"blocks_per_sm", facts_.blocks_per_sm}};
  return result;
}

// Between passes the profiler leaves dirty lines in L2 and takes room from what the launch before
// had left there.
void WrittenLaunch::prepare(CacheState state) {
  if (state == CacheState::warm) {
    library_.before(is_warm(CacheState::cold));
    for (int i = 0; i < warming_launches; ++i) case_.queue();
  }
  library_.before(is_warm(state));
}

Json WrittenLaunch::count(CacheState state, std::string& why_not) {
  library_.wait();
  return count_launch([&] { prepare(state); }, case_.queue, why_not);
}

}  // namespace gpumodel
