// Stories as documents.
#pragma once

#include <span>

#include "src/app/story/story.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

struct StoryReplay {
  std::span<const StoryAnswer> answers;
  StorySums sums;
};

const Document<std::vector<StoryFile>>& story_list_document();
const Document<StoryFile>& story_show_document();
const Document<StoryReplay>& story_run_document();

// `faults` are of the files that could not be read.
Json story_list_json(const std::vector<StoryFile>& stories, const std::vector<Diagnostic>& faults);
Json story_json(const StoryFile& story);
Json story_run_json(std::span<const StoryAnswer> answers, int exit_code);

}  // namespace gpumodel
