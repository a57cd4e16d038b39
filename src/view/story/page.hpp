// Stories as pages: the list, one of them as it stands, and what replaying gives.
#pragma once

#include <span>

#include "src/app/story/story.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page story_list_page(const std::vector<StoryFile>& stories);
Page story_page(const StoryFile& story);
Page story_run_page(std::span<const StoryAnswer> answers);

}  // namespace gpumodel
