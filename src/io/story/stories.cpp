#include "src/io/story/stories.hpp"

#include <algorithm>
#include <filesystem>

#include "src/io/library/folders.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

const std::string stories_folder = "examples/stories";

std::string story_part(const std::string& name) {
  return stories_folder + "/" + name + "/story.yaml";
}

}  // namespace

std::vector<std::string> story_names() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& each :
       fs::directory_iterator(fs::path(shipped_folder()) / stories_folder, ignored)) {
    if (is_file((each.path() / "story.yaml").string())) {
      names.push_back(each.path().filename().string());
    }
  }
  std::ranges::sort(names);
  return names;
}

StoryFile load_story(const std::string& name) {
  std::error_code ignored;
  if (name.ends_with(".yaml") || fs::is_regular_file(name, ignored)) {
    return read_story(read_text_file(name, name));
  }
  const std::vector<std::string> known = story_names();
  if (std::ranges::find(known, name) != known.end()) {
    const Located file = locate_part(story_part(name));
    return read_story(read_text_file(file.path, file.shown));
  }
  Diagnostic fault{.id = "story-unknown", .message = "no story '" + name + "'"};
  fault.hints = did_you_mean(name, known);
  fault.hints.emplace_back("list them: gpumodel story list");
  throw InputError{{std::move(fault)}};
}

}  // namespace gpumodel
