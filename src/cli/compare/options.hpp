// Values of options of `compare` and `gate`. All throw UsageError.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/time/predict.hpp"

namespace gpumodel {

// "machine,textbook"; empty: the default one.
std::vector<const Model*> chosen_models(const std::string& names);
// "h200=3.5" each.
std::map<std::string, double> prices_of(const std::vector<std::string>& texts);
// "2 %", "2%", "0.02".
double share_of(const char* option, const std::string& text);
void check_words(const char* option, const std::vector<std::string>& given,
                 std::span<const std::string_view> known);

}  // namespace gpumodel
