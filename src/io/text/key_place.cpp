#include "src/io/text/key_place.hpp"

#include <algorithm>

namespace gpumodel {

Node key_place(const TextFile& file, std::string_view key) {
  const Node root = parse_yaml(file);
  const Node* found = root.keys.empty() ? &root : &root.keys.front();
  for (const Node* mapping = &root; !key.empty();) {
    const std::string_view name = key.substr(0, key.find('.'));
    const auto at = std::ranges::find(mapping->keys, name, &Node::text);
    if (at == mapping->keys.end()) break;
    found = &*at;
    mapping = &mapping->children[static_cast<std::size_t>(at - mapping->keys.begin())];
    key.remove_prefix(std::min(name.size() + 1, key.size()));
  }
  return *found;
}

}  // namespace gpumodel
