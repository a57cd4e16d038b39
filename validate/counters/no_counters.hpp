// Why there are no counters, in words for the user.
#pragma once

#include <string>

namespace gpumodel {

struct NoCounters {
  std::string why;
  // Not permitted, rather than not possible: an administrator can change that.
  bool denied = false;
};

// What a result code of CUPTI means for the user. `text` is CUPTI's own, for codes that say no
// more.
NoCounters explained_cupti_error(int code, const std::string& doing, const std::string& text);

}  // namespace gpumodel
