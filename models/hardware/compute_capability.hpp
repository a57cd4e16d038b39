// A compute capability: which generation of streaming multiprocessor (SM) a device has.
//
// Two spellings are read: "7.0" (guides, cudaGetDeviceProperties) and "sm_70", "sm_90a", "sm_103f"
// (compilers). In the second the last digit is the minor number, and a letter marks
// architecture-specific code, which does not change any limit.
#pragma once

#include <charconv>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace gpumodel {

struct ComputeCapability {
  int major{};
  int minor{};
  auto operator<=>(const ComputeCapability&) const = default;
};

namespace detail {

// A run of one to three decimal digits and nothing else.
inline std::optional<int> small_number(std::string_view text) {
  int value = 0;
  if (text.empty() || text.size() > 3 || text.front() < '0' || text.front() > '9') return {};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

}  // namespace detail

// "7.0" -> {7, 0}; nothing for any other spelling.
inline std::optional<ComputeCapability> parse_compute_capability(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return {};
  const auto major = detail::small_number(text.substr(0, dot));
  const auto minor = detail::small_number(text.substr(dot + 1));
  if (!major || !minor) return {};
  return ComputeCapability{*major, *minor};
}

// A number as the compiler writes it: 70 -> {7, 0}, 121 -> {12, 1}.
constexpr ComputeCapability from_sm_number(int number) {
  return {number / 10, number % 10};
}

// "sm_70", "sm_90a" -> the capability; nothing for any other spelling.
inline std::optional<ComputeCapability> parse_sm_architecture(std::string_view text) {
  if (!text.starts_with("sm_")) return {};
  text.remove_prefix(3);
  if (text.ends_with('a') || text.ends_with('f')) text.remove_suffix(1);
  const auto number = detail::small_number(text);
  if (!number || *number < 10) return {};
  return from_sm_number(*number);
}

inline std::string to_string(ComputeCapability capability) {
  return std::to_string(capability.major) + '.' + std::to_string(capability.minor);
}

}  // namespace gpumodel
