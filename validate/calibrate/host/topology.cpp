#include "validate/calibrate/host/topology.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gpumodel::calibrate {
namespace {

const std::string cpus_folder = "/sys/devices/system/cpu/cpu";

std::vector<int> usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(static_cast<int>(cpu));
  }
  return cpus;
}

std::string first_line(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::optional<double> number_in(const std::string& file) {
  double value = 0.0;
  if (std::ifstream in(file); in >> value) return value;
  return std::nullopt;
}

// "32K", "36864K", "30M".
double bytes_of(const std::string& size) {
  if (size.empty()) return 0.0;
  const double value = std::strtod(size.c_str(), nullptr);
  return size.back() == 'K' ? 1024.0 * value : size.back() == 'M' ? 1048576.0 * value : value;
}

// The caches of the highest level that any CPU has; those that CPUs share count once.
std::optional<double> llc_bytes(const std::vector<int>& cpus) {
  double highest = 0.0, bytes = 0.0;
  std::set<std::string> seen;
  for (const int cpu : cpus) {
    for (int index = 0; index < 8; ++index) {
      const std::string folder =
          cpus_folder + std::to_string(cpu) + "/cache/index" + std::to_string(index) + "/";
      const double level = number_in(folder + "level").value_or(0.0);
      if (level < highest || level == 0.0) continue;
      if (level > highest) {
        highest = level;
        bytes = 0.0;
        seen.clear();
      }
      if (seen.insert(first_line(folder + "shared_cpu_list")).second) {
        bytes += bytes_of(first_line(folder + "size"));
      }
    }
  }
  if (bytes > 0.0) return bytes;
  const long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE), l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  const long known = std::max(l3, l2);
  return known > 0 ? std::optional<double>(static_cast<double>(known)) : std::nullopt;
}

// "... CPU @ 2.30GHz" states the base clock; "cpu MHz" is what it runs at now.
std::optional<double> clock_hz() {
  if (const auto base = number_in(cpus_folder + "0/cpufreq/base_frequency")) return 1e3 * *base;
  std::ifstream info("/proc/cpuinfo");
  std::optional<double> now;
  for (std::string line; std::getline(info, line);) {
    const std::size_t at = line.find("@ ");
    if (line.starts_with("model name") && at != std::string::npos) {
      return 1e9 * std::strtod(line.c_str() + at + 2, nullptr);
    }
    if (line.starts_with("cpu MHz") && !now) {
      now = 1e6 * std::strtod(line.c_str() + line.find(':') + 1, nullptr);
    }
  }
  return now;
}

}  // namespace

Topology topology() {
  const std::vector<int> cpus = usable_cpus();
  std::set<std::string> sockets;
  std::set<std::pair<std::string, std::string>> cores;
  for (const int cpu : cpus) {
    const std::string folder = cpus_folder + std::to_string(cpu) + "/topology/";
    const std::string socket = first_line(folder + "physical_package_id");
    const std::string core = first_line(folder + "core_id");
    sockets.insert(socket);
    cores.insert({socket, core.empty() ? std::to_string(cpu) : core});
  }
  Topology result;
  result.sockets = std::max(1, static_cast<int>(sockets.size()));
  result.cores = std::max(1, static_cast<int>(cores.size()));
  result.clock_hz = clock_hz();
  result.llc_bytes = llc_bytes(cpus);
  return result;
}

}  // namespace gpumodel::calibrate
