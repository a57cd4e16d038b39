#include "validate/device/clock_events.hpp"

#include <array>

namespace gpumodel {
namespace {

struct Event {
  std::uint64_t bit;
  const char* word;
};
constexpr std::uint64_t gpu_idle = 0x1;
constexpr std::array<Event, 8> events = {{
    {0x2, "applications_clocks_setting"},
    {0x4, "sw_power_cap"},
    {0x8, "hw_slowdown"},
    {0x10, "sync_boost"},
    {0x20, "sw_thermal_slowdown"},
    {0x40, "hw_thermal_slowdown"},
    {0x80, "hw_power_brake_slowdown"},
    {0x100, "display_clock_setting"},
}};

}  // namespace

std::vector<std::string> clock_event_words(std::uint64_t mask) {
  std::vector<std::string> words;
  mask &= ~gpu_idle;
  for (const Event& event : events) {
    if ((mask & event.bit) != 0) words.emplace_back(event.word);
    mask &= ~event.bit;
  }
  if (mask != 0) words.emplace_back("other");  // of a newer driver
  return words;
}

}  // namespace gpumodel
