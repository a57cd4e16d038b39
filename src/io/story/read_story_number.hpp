// A number that a document prints, and tables of them.
#pragma once

#include <optional>
#include <vector>

#include "src/io/ask/read_ask.hpp"
#include "src/io/story/read_story.hpp"

namespace gpumodel {

// "2.86 us", "66.67 %", "27.30x", "549 GB/s", "0.32". Nothing (with a fault) for anything else.
std::optional<StoryPrinted> read_printed(const Node& node, std::string_view key,
                                         Problems& problems);

std::optional<StoryNumber> read_story_number(const Node& node, Problems& problems);

// Versions of a code in configurations: an ask and a number for each pair, `version_configuration`.
void read_story_table(const Node& node, Problems& problems, StoryFile& into);

std::string schema_of_story_numbers(SchemaWriter& writer);
std::string schema_of_story_tables(SchemaWriter& writer);

}  // namespace gpumodel
