// Parts of documents that hold times.
#pragma once

#include <string_view>

#include "models/core/timed_term.hpp"
#include "src/io/text/json_file.hpp"

namespace gpumodel {

// Throw JsonFault.
Estimate<Seconds> estimate_of(JsonObject& fields, std::string_view time, std::string_view interval);
TimedTerm term_of(JsonObject fields);

}  // namespace gpumodel
