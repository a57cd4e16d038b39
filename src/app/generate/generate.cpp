#include "src/app/generate/generate.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

constexpr double restricted_share = 0.6;  // of kernels, whose pointers are __restrict__

// The number behind the last `before` of the text, which is cut off there.
std::optional<std::uint64_t> number_behind(std::string_view& text, std::string_view before) {
  const std::size_t at = text.rfind(before);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(at + before.size());
  std::uint64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) {
    return std::nullopt;
  }
  text = text.substr(0, at);
  return value;
}

[[noreturn]] void refuse_name(const std::string& text, std::vector<std::string> hints) {
  throw InputError{{{.id = "generated-name",
                     .message = "'" + text + "' names no generated kernel",
                     .hints = std::move(hints)}}};
}

}  // namespace

std::string GeneratedName::text() const {
  std::string text = fmt::format("{}-{}", family->name, seed);
  if (shrunk > 0) text += fmt::format("-s{}", shrunk);
  return text;
}

GeneratedName parse_generated_name(const std::string& text) {
  std::string_view left = text;
  GeneratedName name;
  if (const auto shrunk = number_behind(left, "-s")) {
    if (*shrunk > most_shrunk) {
      refuse_name(text, {fmt::format("amounts are halved at most {} times", most_shrunk)});
    }
    name.shrunk = static_cast<int>(*shrunk);
  }
  const auto seed = number_behind(left, "-");
  if (!seed) refuse_name(text, {"expected FAMILY-SEED, such as stencil-2d-4821"});
  name.seed = *seed;
  const auto found = std::ranges::find(families(), left, &Family::name);
  if (found == families().end()) {
    std::vector<std::string> known;
    for (const Family& family : families()) known.emplace_back(family.name);
    std::vector<std::string> hints = did_you_mean(std::string(left), known);
    hints.emplace_back("families: gpumodel kernels generate");
    refuse_name(text, std::move(hints));
  }
  name.family = &*found;
  return name;
}

GeneratedKernel generated(const GeneratedName& name) {
  Choices choices(name.seed, name.shrunk);
  GeneratedKernel kernel{name, choices.chance(0.5) ? CacheStart::cold : CacheStart::warm, {}};
  const bool restricted = Choices(~name.seed).chance(restricted_share);
  kernel.descriptor =
      name.family->make(choices).text(name.text(), name.family->summary, restricted);
  return kernel;
}

}  // namespace gpumodel
