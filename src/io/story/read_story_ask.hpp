// A question of a story to the engine.
#pragma once

#include <optional>

#include "src/io/fields/schema_writer.hpp"
#include "src/io/story/read_story.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// An expression with its faults of syntax reported; its names are bound by whoever knows them.
std::optional<StoryFormula> read_story_formula(const Node& node, std::string_view key,
                                               Problems& problems);
// One text, or a list of them.
std::vector<std::string> read_texts(const Node& node, std::string_view key, Problems& problems);

// Nothing (with a fault) where it is not said what is asked.
std::optional<StoryAsk> read_story_ask(const Node& name, const Node& body, Problems& problems);

std::string schema_of_story_ask(SchemaWriter& writer);
inline constexpr ValueType story_ask{"ask", schema_of_story_ask};

}  // namespace gpumodel
