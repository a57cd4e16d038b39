// A descriptor by its lines: statements that move, with the comments between them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

// The line behind all that belongs to a key of this mapping, at the top of a file or within
// `mapping_end`, the line behind the mapping itself. Empty lines at the end are not its own.
int line_behind(const Node& mapping, std::string_view key, const TextFile& file, int mapping_end);
int line_behind(const Node& root, std::string_view key, const TextFile& file);

class Lines {
 public:
  // A text with as many lines as the file; nodes of the file say which.
  explicit Lines(std::string_view text);

  // A scalar that stands as it reads, in one line or folded over several. False, and no change: it
  // does not.
  [[nodiscard]] bool replace(const Node& scalar, const std::string& text);
  void drop(int from, int before);
  void indent(int from, int before, int by);
  void insert(int before, std::string_view text);  // whole lines; further ones go behind them
  std::string apply() const;

 private:
  std::vector<std::string> lines_;
  std::vector<bool> dropped_;
  std::map<int, std::string> inserted_;
};

// A list such as `- load: a[i], b[i]` in lines of at most 100 characters; `first` begins it, and
// further lines are indented by 4 more.
std::string folded(std::string first, std::string_view text, std::string_view break_behind);

}  // namespace gpumodel
