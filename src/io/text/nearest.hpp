// The name a user probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

// The candidate with the fewest edits (insert, delete, replace, swap neighbours), if it is close
// enough to be a slip: at most a third of the word, at least one edit allowed. Empty otherwise.
std::string nearest_name(std::string_view word, std::span<const std::string> candidates);

// Whether two names differ in case only, or not at all.
bool same_but_for_case(std::string_view a, std::string_view b);

// "did you mean 'x'?" as zero or one hints: the names that go on where the word of two letters or
// more ends, else the nearest one.
std::vector<std::string> did_you_mean(std::string_view word,
                                      std::span<const std::string> candidates);

}  // namespace gpumodel
