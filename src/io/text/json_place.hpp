// Where a member stands in the text of a JSON document, for messages: parsed values do not know.
#pragma once

#include <cstddef>
#include <string_view>

namespace gpumodel {

struct JsonPlace {
  std::size_t begin = 0, length = 1;  // bytes
};

// The member of a path such as points[3].time.median_s, from its key to the end of its value; of
// values that have parts, to where they begin. Where it is missing: the innermost part of the path
// that is there. `text` must be valid JSON.
JsonPlace json_place(std::string_view text, std::string_view path);

}  // namespace gpumodel
