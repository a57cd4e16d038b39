// What the names in the expressions of a story mean.
#pragma once

#include <string>
#include <string_view>

#include "src/io/story/read_story.hpp"

namespace gpumodel {

// One of them; nothing: the name is not known.
struct StoryName {
  const StoryGiven* given = nullptr;     // that has a value
  const StoryNumber* number = nullptr;   // stated before, and predicted
  const StoryNumber* printed = nullptr;  // printed.NAME
  const EngineAsk* ask = nullptr;        // ask.field
  std::string field{};

  bool known() const {
    return given != nullptr || number != nullptr || printed != nullptr || ask != nullptr;
  }
};

class StoryNames {
 public:
  explicit StoryNames(const StoryFile& story) : story_(story) {}

  const StoryGiven* given(std::string_view name) const;
  // In an expression of this number.
  StoryName find(std::string_view name, const StoryNumber& of) const;
  // All that it may name, for messages.
  std::vector<std::string> all(const StoryNumber& of) const;

 private:
  const StoryFile& story_;
};

}  // namespace gpumodel
