// Numbers of a story as people read them.
#pragma once

#include <string>
#include <vector>

#include "src/app/story/story.hpp"

namespace gpumodel {

// In the unit in which the number is printed, which is left out: three digits, of arithmetic one
// more than is printed.
std::string story_value_text(double value, const StoryNumber& number);
// "exact", "within", "fitted", "disputed", ...
std::string story_standing_text(const StoryResult& result);
// Why a number is not within 25 %, not exact, or does not count; empty: nothing is to be said.
std::string story_reason(const StoryResult& result);
// A line to each group: how many count, and how far off they are.
std::vector<std::string> story_sums_lines(const StorySums& sums);
std::string story_document_text(const StoryDocument& document);

}  // namespace gpumodel
