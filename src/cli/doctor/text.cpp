#include "src/cli/doctor/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <sstream>

namespace gpumodel {
namespace {

// What follows `key` in its line, without blanks before it.
std::optional<std::string_view> value_of(std::string_view text, std::string_view key) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.starts_with(key)) {
      line.remove_prefix(key.size());
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      return line;
    }
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace

std::string nvcc_version(std::string_view text) {
  // "Cuda compilation tools, release 13.0, V13.0.88"
  constexpr std::string_view mark = ", V";
  const std::size_t release = text.find("release ");
  if (release == std::string_view::npos) return {};
  const std::size_t at = text.find(mark, release);
  return at == std::string_view::npos ? "" : version_in(text.substr(at + mark.size()));
}

std::vector<ComputeCapability> nvcc_targets(std::string_view text) {
  constexpr std::string_view prefix = "compute_";
  std::vector<ComputeCapability> all;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (!word.starts_with(prefix)) continue;
    const auto target = parse_sm_architecture(word.replace(0, prefix.size(), "sm_"));
    if (target) all.push_back(*target);
  }
  std::ranges::sort(all);
  return all;
}

std::string version_in(std::string_view text) {
  return std::string(text.substr(0, text.find_first_not_of("0123456789.")));
}

std::optional<bool> counters_admin_only(std::string_view params) {
  const auto value = value_of(params, "RmProfilingAdminOnly:");
  if (!value || value->empty()) return std::nullopt;
  return value->front() != '0';
}

bool may_administer(std::string_view status) {
  constexpr unsigned sys_admin = 21;  // CAP_SYS_ADMIN
  const auto value = value_of(status, "CapEff:");
  std::uint64_t effective = 0;
  if (value) std::from_chars(value->data(), value->data() + value->size(), effective, 16);
  return (effective >> sys_admin & 1U) != 0;
}

}  // namespace gpumodel
