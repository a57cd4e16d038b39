// Changes of a descriptor, kept as places that are replaced: comments and layout stay.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

// Refers to the file.
class TextEdit {
 public:
  explicit TextEdit(const TextFile& file) : file_(file) {}

  // The text of a scalar or a key. False, and no change: it does not stand in the file as it reads,
  // in one piece (folded lines, escapes).
  [[nodiscard]] bool replace(const Node& scalar, std::string text);
  // `key: value` behind an entry of a mapping whose value is a scalar, in the same style.
  [[nodiscard]] bool add_entry(const Node& mapping, std::string_view behind, std::string_view key,
                               std::string_view value);

  // Whole lines, before this one or behind the last. False: the last line has no end.
  [[nodiscard]] bool insert(int line, std::string text);

  bool is_empty() const { return places_.empty(); }
  std::string apply() const;

 private:
  struct Place {
    std::size_t length = 0;
    std::string text;
  };
  std::size_t offset(int line, int column) const;

  const TextFile& file_;
  std::map<std::size_t, Place> places_;  // by byte of the content
};

// What a program such as patch makes `after` of `before` with; empty where they are the same.
std::string unified_diff(std::string_view before, std::string_view after, std::string_view old_name,
                         std::string_view new_name);

}  // namespace gpumodel
