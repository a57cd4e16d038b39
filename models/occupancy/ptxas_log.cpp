#include "models/occupancy/ptxas_log.hpp"

#include <charconv>
#include <optional>

namespace gpumodel {
namespace {

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

// What follows `marker`, or nothing if the line does not have it.
std::optional<std::string_view> after(std::string_view line, std::string_view marker) {
  const std::size_t at = line.find(marker);
  if (at == std::string_view::npos) return {};
  return line.substr(at + marker.size());
}

std::optional<std::int64_t> number(std::string_view digits) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return {};
  return value;
}

// The number written just before `unit`: 12 for " registers" in "Used 12 registers".
std::optional<std::int64_t> amount_of(std::string_view line, std::string_view unit) {
  const std::size_t end = line.find(unit);
  if (end == std::string_view::npos) return {};
  std::size_t begin = end;
  while (begin > 0 && is_digit(line[begin - 1])) --begin;
  const auto value = number(line.substr(begin, end - begin));
  if (!value || begin == 0 || line[begin - 1] != '+') return value;
  const auto summand = amount_of(line.substr(0, begin), "+");
  return summand && *summand < (std::int64_t{1} << 60) ? *value + *summand : value;
}

std::optional<int> small_amount_of(std::string_view line, std::string_view unit) {
  const auto value = amount_of(line, unit);
  if (!value || *value > 1'000'000) return {};
  return static_cast<int>(*value);
}

std::string_view quoted(std::string_view text) {
  return text.substr(0, text.find('\''));
}

// "Compiling entry function 'NAME' for 'sm_90'"
std::optional<KernelResources> entry_line(std::string_view line) {
  const auto named = after(line, "Compiling entry function '");
  if (!named) return {};
  const auto target = after(*named, "' for '");
  const auto capability = target ? parse_sm_architecture(quoted(*target)) : std::nullopt;
  if (!capability || quoted(*named).empty()) return {};
  return KernelResources{.name = std::string(quoted(*named)), .capability = *capability};
}

void frame_line(KernelResources& kernel, std::string_view line) {
  const auto frame = amount_of(line, " bytes stack frame");
  if (!frame) return;
  kernel.stack_frame = *frame;
  kernel.spill_stores = amount_of(line, " bytes spill stores");
  kernel.spill_loads = amount_of(line, " bytes spill loads");
}

// The line that completes a kernel.
bool used_line(KernelResources& kernel, std::string_view line) {
  const auto used = after(line, "Used ");
  const auto registers = used ? small_amount_of(*used, " registers") : std::nullopt;
  if (!registers) return false;
  kernel.registers = *registers;
  kernel.barriers = small_amount_of(*used, " barriers");
  kernel.static_shared_memory = amount_of(*used, " bytes smem").value_or(0);
  return true;
}

// The next line without its ending; advances `rest`.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// "Function properties for NAME": the frame that follows may belong to a device function.
bool other_function(const KernelResources& kernel, std::string_view line) {
  const auto name = after(line, "Function properties for ");
  return name && *name != kernel.name;
}

}  // namespace

std::vector<KernelResources> read_ptxas_log(std::string_view log) {
  std::vector<KernelResources> kernels;
  std::optional<KernelResources> open;
  bool frame_is_ours = true;
  while (!log.empty()) {
    const std::string_view line = take_line(log);
    if (auto entry = entry_line(line)) {
      open = std::move(entry);
      frame_is_ours = true;
    }
    if (!open) continue;
    if (after(line, "Function properties for ")) frame_is_ours = !other_function(*open, line);
    if (frame_is_ours) frame_line(*open, line);
    if (!used_line(*open, line)) continue;
    kernels.push_back(*open);
    open.reset();
  }
  return kernels;
}

}  // namespace gpumodel
