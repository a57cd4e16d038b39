// The stories that come with the program, by name.
#pragma once

#include <string>
#include <vector>

#include "src/io/story/read_story.hpp"

namespace gpumodel {

std::vector<std::string> story_names();  // sorted

// One of them, or a file. Throws InputError: there is none such, or it has faults.
StoryFile load_story(const std::string& name);

}  // namespace gpumodel
