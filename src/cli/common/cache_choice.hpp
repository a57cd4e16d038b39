// What --cache says.
#pragma once

#include <string>

#include "models/analysis/traffic/cache_volumes.hpp"
#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {

inline CacheStart chosen_cache(const std::string& text) {
  for (const CacheStart state : cache_starts) {
    if (text.empty() || text == to_string(state)) return state;
  }
  refuse_call("usage", "--cache does not know '" + text + "'", {"known: cold warm used copied"});
}

}  // namespace gpumodel
