#include "models/validation/device_match.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace gpumodel {
namespace {

constexpr double memory_within = 0.1;  // ECC and the driver keep some; GB or GiB
constexpr double clock_within = 0.01;

// Words of letters and digits, in small letters: "Tesla V100-SXM2-16GB" has four.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) {
      words.back() += static_cast<char>(std::tolower(byte));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

class Matcher {
 public:
  void text(std::string field, const std::string& stated, const std::string& found) {
    all_.push_back({std::move(field), stated, found, stated == found});
  }
  void number(const SourcedValue& stated, std::optional<double> found, double within) {
    if (!stated.is_known() || !found) return;
    const bool matches = std::abs(stated.si - *found) <= within * stated.si;
    all_.push_back({stated.source.key, digits(stated.si), digits(*found), matches});
  }
  std::vector<FieldMatch> take() { return std::move(all_); }

 private:
  static std::string digits(double value) {
    return to_string(value == std::floor(value) && value < 0x1p53
                         ? Number::integer(static_cast<std::int64_t>(value))
                         : Number::real(value));
  }
  std::vector<FieldMatch> all_;
};

// What the operating system counts may be hardware threads, two of each core.
std::int64_t cores_of(const RecordedHost& host, const Cpu& cpu) {
  const bool threads =
      cpu.cores.is_known() && 2.0 * cpu.cores.si == static_cast<double>(host.cores);
  return threads ? host.cores / 2 : host.cores;
}

std::string link_text(const RecordedDevice& device) {
  return "PCIe " + std::to_string(*device.pcie_generation) + ".0 x" +
         std::to_string(*device.pcie_width);
}

}  // namespace

std::vector<FieldMatch> match_device(const Gpu& gpu, const RecordedDevice& device) {
  Matcher matcher;
  matcher.text("compute_capability", to_string(gpu.compute_capability), device.compute_capability);
  matcher.number(gpu.sms, static_cast<double>(device.sms), 0.0);
  matcher.number(gpu.dram_capacity, device.memory_bytes, memory_within);
  matcher.number(gpu.l2_capacity, device.l2_bytes, 0.0);
  matcher.number(gpu.clock, device.max_sm_clock_hz, clock_within);
  // HBM transfers twice per clock; what clock is reported for GDDR differs.
  if (device.max_memory_clock_hz && gpu.memory_type.starts_with("HBM")) {
    matcher.number(gpu.dram_data_rate, 2.0 * *device.max_memory_clock_hz, clock_within);
  }
  if (device.pcie_generation && device.pcie_width && gpu.link_type.starts_with("PCIe")) {
    matcher.text("link_type", gpu.link_type, link_text(device));
  }
  return matcher.take();
}

bool same_kind(const Gpu& gpu, const RecordedDevice& device) {
  return to_string(gpu.compute_capability) == device.compute_capability && gpu.sms.is_known() &&
         gpu.sms.si == static_cast<double>(device.sms);
}

std::vector<FieldMatch> match_device(const Cpu& cpu, const RecordedHost& host) {
  Matcher matcher;
  matcher.text("name", cpu.name, host.cpu);
  matcher.number(cpu.cores, static_cast<double>(cores_of(host, cpu)), 0.0);
  return matcher.take();
}

bool describes(const Cpu& cpu, const RecordedHost& host) {
  const std::vector<FieldMatch> fields = match_device(cpu, host);
  return fields.size() == 2 && std::ranges::all_of(fields, &FieldMatch::matches);
}

int common_words(const Gpu& gpu, const RecordedDevice& device) {
  std::vector<std::string> stated = words_of(gpu.name + " " + gpu.id);
  std::ranges::sort(stated);
  stated.erase(std::ranges::unique(stated).begin(), stated.end());
  const std::vector<std::string> found = words_of(device.name);
  return static_cast<int>(std::ranges::count_if(stated, [&](const std::string& word) {
    return word != "nvidia" && std::ranges::find(found, word) != found.end();
  }));
}

}  // namespace gpumodel
