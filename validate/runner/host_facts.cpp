#include "validate/runner/host_facts.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

namespace gpumodel {
namespace {

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

nlohmann::ordered_json host_facts() {
  utsname system{};
  uname(&system);
  std::string version = system.release;
  version.resize(std::min(version.find('-'),
                          version.size()));  // what the builder of the kernel adds says nothing
  return {{"cpu", cpu_name()},
          {"cores", std::thread::hardware_concurrency()},
          {"system", std::string(system.sysname) + " " + version}};
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 16> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &utc)};
}

std::size_t last_level_cache_bytes() {
  long largest = 0;
  for (const int level : {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE}) {
    largest = std::max(largest, sysconf(level));
  }
  return largest > 0 ? static_cast<std::size_t>(largest) : std::size_t{32} << 20U;
}

std::size_t free_host_bytes() {
  std::ifstream info("/proc/meminfo");
  std::string word;
  for (std::size_t kilobytes = 0; info >> word;) {
    if (word == "MemAvailable:" && info >> kilobytes) return kilobytes * 1024;
  }
  return static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace gpumodel
