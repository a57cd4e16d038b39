#include "src/cli/compare/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "src/app/common/model_choice.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

// The number at the begin of a text, and what stands behind it.
std::pair<double, std::string_view> number_at_begin(std::string_view text) {
  double value = std::nan("");
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return {std::nan(""), text};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  while (text.starts_with(' ')) text.remove_prefix(1);
  return {value, text};
}

}  // namespace

std::vector<const Model*> chosen_models(const std::string& names) {
  if (names.empty()) return {&default_model()};
  std::vector<const Model*> all;
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ',');) {
    const Model* model = name.empty() ? nullptr : &chosen_model(name);
    if (model == nullptr || std::ranges::find(all, model) != all.end()) {
      refuse_call("usage", "--model '" + names + "' is no list of models",
                  {"expected each once, with commas between them: " + model_names(",")});
    }
    all.push_back(model);
  }
  return all;
}

std::map<std::string, double> prices_of(const std::vector<std::string>& texts) {
  std::map<std::string, double> prices;
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    const auto [price, rest] = number_at_begin(
        equals == std::string::npos ? "" : std::string_view(text).substr(equals + 1));
    if (!(price > 0.0) || !std::isfinite(price) || !rest.empty() || equals == 0) {
      refuse_call("usage", "--price '" + text + "' is no price of a device",
                  {"expected a device and what an hour of it costs, such as h200=3.5"});
    }
    if (!prices.emplace(text.substr(0, equals), price).second) {
      refuse_call("usage", "--price names '" + text.substr(0, equals) + "' twice",
                  {"give each once"});
    }
  }
  return prices;
}

double share_of(const char* option, const std::string& text) {
  const auto [value, rest] = number_at_begin(text);
  const double share = rest == "%" ? value / 100.0 : value;
  if (share >= 0.0 && share < 1.0 && (rest.empty() || rest == "%")) return share;
  refuse_call("usage", std::string(option) + " cannot be '" + text + "'",
              {"expected a share from 0 to 1, such as 2% or 0.02"});
}

void check_words(const char* option, const std::vector<std::string>& given,
                 std::span<const std::string_view> known) {
  std::string list = "known:";
  std::vector<std::string> words;
  for (const std::string_view word : known) {
    list += " " + std::string(word);
    words.emplace_back(word);
  }
  for (const std::string& each : given) {
    if (std::ranges::find(known, each) != known.end()) continue;
    std::vector<std::string> hints = did_you_mean(each, words);
    hints.push_back(list);
    refuse_call("usage", std::string(option) + " does not know '" + each + "'", std::move(hints));
  }
}

}  // namespace gpumodel
