#include "src/io/text/mapping.hpp"

#include <algorithm>
#include <map>

#include "src/io/text/nearest.hpp"

namespace gpumodel {

std::string_view to_string(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::null:
      return "nothing";
    case Node::Kind::scalar:
      return "a single value";
    case Node::Kind::sequence:
      return "a list";
    case Node::Kind::mapping:
      return "a mapping";
  }
  return "nothing";
}

std::optional<std::string> scalar_text(const Node& node, std::string_view key, Problems& problems) {
  if (node.kind == Node::Kind::scalar) return node.text;
  problems.add("type-wrong", node,
               "'" + std::string(key) + "' must be a single value, found " +
                   std::string(to_string(node.kind)));
  return std::nullopt;
}

std::string line_of_text(const Node& node, std::string_view key, Problems& problems) {
  std::string text = scalar_text(node, key, problems).value_or("");
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

Mapping::Mapping(const Node& node, std::string what, Problems& problems)
    : node_(node), what_(std::move(what)), problems_(problems) {
  if (!is_mapping()) {
    problems_.add(
        "type-wrong", node_,
        what_ + " must be a mapping (key: value), found " + std::string(to_string(node_.kind)));
    return;
  }
  std::map<std::string_view, int> first_lines;
  for (const Node& key : node_.keys) {
    if (key.kind != Node::Kind::scalar) {
      problems_.add("type-wrong", key,
                    "a key must be a name, found " + std::string(to_string(key.kind)));
      continue;
    }
    const auto [first, added] = first_lines.try_emplace(key.text, key.line);
    if (!added) {
      problems_.add("key-duplicate", key, "key '" + key.text + "' appears twice",
                    {"first in line " + std::to_string(first->second)});
    }
  }
}

const Node* Mapping::key_node(std::string_view key) const {
  const auto found = std::ranges::find_if(node_.keys, [&](const Node& node) {
    return node.kind == Node::Kind::scalar && node.text == key;
  });
  return found == node_.keys.end() ? nullptr : &*found;
}

const Node* Mapping::value_of(std::string_view key) {
  if (std::ranges::find(asked_, key) == asked_.end()) asked_.emplace_back(key);
  const Node* found = key_node(key);
  return found == nullptr ? nullptr
                          : &node_.children[static_cast<std::size_t>(found - node_.keys.data())];
}

const Node* Mapping::optional(std::string_view key) {
  const Node* value = value_of(key);
  return value == nullptr || value->kind == Node::Kind::null ? nullptr : value;
}

const Node* Mapping::required(std::string_view key) {
  const Node* value = value_of(key);
  if (value != nullptr && value->kind != Node::Kind::null) return value;
  if (value != nullptr) {
    problems_.add("key-missing", *key_node(key),
                  what_ + " needs the key '" + std::string(key) + "'",
                  {"the key is there, its value is not"});
  } else if (is_mapping()) {
    missing_.emplace_back(key);
  }
  return nullptr;
}

std::string Mapping::required_text(std::string_view key) {
  const Node* node = required(key);
  return node == nullptr ? std::string{} : line_of_text(*node, key, problems_);
}

std::string Mapping::optional_text(std::string_view key) {
  const Node* node = optional(key);
  return node == nullptr ? std::string{} : line_of_text(*node, key, problems_);
}

std::vector<Mapping::Entry> Mapping::entries() {
  std::vector<Entry> all;
  for (std::size_t i = 0; i < node_.keys.size(); ++i) {
    if (node_.keys[i].kind != Node::Kind::scalar) continue;
    asked_.push_back(node_.keys[i].text);
    all.push_back({&node_.keys[i], &node_.children[i]});
  }
  return all;
}

void Mapping::reject_unknown_keys() {
  for (const Node& key : node_.keys) {
    if (key.kind != Node::Kind::scalar || std::ranges::find(asked_, key.text) != asked_.end()) {
      continue;
    }
    // Among equally near names the missing one is meant.
    std::string meant = nearest_name(key.text, missing_);
    std::erase(missing_, meant);
    if (meant.empty()) meant = nearest_name(key.text, asked_);
    std::string hint = "did you mean '" + meant + "'?";
    if (meant.empty()) {
      hint = "known here:";
      for (const std::string& name : asked_) hint += " " + name;
    }
    problems_.add("key-unknown", key, "unknown key '" + key.text + "' in " + what_, {hint});
  }
  report_missing_keys();
}

void Mapping::report_missing_keys() {
  for (const std::string& key : missing_) {
    problems_.add("key-missing", node_, what_ + " needs the key '" + key + "'");
  }
  missing_.clear();
}

}  // namespace gpumodel
