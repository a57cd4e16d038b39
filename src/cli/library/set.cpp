#include "src/cli/library/set.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view of_host = "host.", of_system = "system.";

AssumedNumbers chosen_numbers(const std::vector<std::string>& texts, std::string_view prefix) {
  AssumedNumbers chosen{std::string(prefix)};
  for (const std::string& text : texts) {
    const bool elsewhere = text.starts_with(of_host) || text.starts_with(of_system);
    if (prefix.empty() ? !elsewhere : text.starts_with(prefix)) chosen.texts.push_back(text);
  }
  return chosen;
}

}  // namespace

void SetOption::declare(CLI::App& app) {
  app.add_option("--set", texts,
                 "What if: a number of the device in place of its own, such as "
                 "dram.copy_bandwidth=171GB/s or l2.capacity=2x; of others host.KEY, system.KEY")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

DeviceFile SetOption::device(DeviceFile file) const {
  return with_assumed(std::move(file), chosen_numbers(texts, {}));
}

DeviceFile SetOption::host(DeviceFile file) const {
  return with_assumed(std::move(file), chosen_numbers(texts, of_host));
}

SystemFile SetOption::system(SystemFile file) const {
  const AssumedNumbers numbers = chosen_numbers(texts, of_system);
  return numbers.empty() ? file : read_system(std::move(file.text), numbers);
}

void SetOption::refuse_without(bool has_host, bool has_system) const {
  const auto refuse = [&](bool there, std::string_view prefix, const char* what, const char* hint) {
    const AssumedNumbers numbers = chosen_numbers(texts, prefix);
    if (there || numbers.empty()) return;
    refuse_call("usage", "--set " + numbers.texts.front() + ": there is no " + what, {hint});
  };
  refuse(has_host, of_host, "host", "name one: --host");
  refuse(has_system, of_system, "system", "name one: --system");
}

}  // namespace gpumodel
