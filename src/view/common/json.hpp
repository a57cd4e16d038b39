// Machine-readable documents: base SI units with the unit in the key, fixed per field; numbers are
// numbers; what does not apply is null with a reason in `diagnostics`.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "models/core/expression/number.hpp"

namespace gpumodel {

using Json = nlohmann::ordered_json;

// A whole number as such, so that 64-bit counts keep every digit.
Json json_number(Number value);

// Two-space indentation and a final newline.
std::string to_text(const Json& document);
// The same in one line, without its end.
std::string to_line(const Json& value);

}  // namespace gpumodel
