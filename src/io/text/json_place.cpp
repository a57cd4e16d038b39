#include "src/io/text/json_place.hpp"

#include <algorithm>
#include <charconv>

namespace gpumodel {
namespace {

class Walk {
 public:
  Walk(std::string_view text, std::string_view path) : text_(text), path_(path) {}

  JsonPlace run() {
    skip_space();
    place_ = {at_, 1};
    while (!path_.empty() && at_ < text_.size()) {
      const bool entered = text_[at_] == '{' ? enter_member() : enter_element();
      if (!entered) break;
    }
    return place_;
  }

 private:
  // Goes to the value of the member that the path begins with. Names may hold dots: the longest one
  // that fits is meant.
  bool enter_member() {
    std::size_t value = 0, longest = 0;
    JsonPlace place;
    for (next_part(); at_ < text_.size() && text_[at_] == '"'; next_part()) {
      const std::size_t key = at_;
      skip_text();
      const std::string_view name = text_.substr(key + 1, at_ - key - 2);
      next_part();  // the colon
      const std::size_t begin = at_;
      skip_value();
      if (name.size() < longest || !begins_with(name)) continue;
      longest = name.size();
      value = begin;
      place = {key, is_open(begin) ? begin + 1 - key : at_ - key};
    }
    if (value == 0) return false;
    path_.remove_prefix(longest);
    if (path_.starts_with('.')) path_.remove_prefix(1);
    at_ = value;
    place_ = place;
    return true;
  }

  // Of a list, the element that "[3]" at the begin of the path means.
  bool enter_element() {
    if (text_[at_] != '[' || !path_.starts_with('[')) return false;
    std::size_t left = 0;
    std::from_chars(path_.data() + 1, path_.data() + path_.size(), left);
    next_part();
    for (; left > 0 && at_ < text_.size(); --left) {
      skip_value();
      next_part();
    }
    const std::size_t begin = at_;
    skip_value();
    place_ = {begin, is_open(begin) ? 1 : at_ - begin};
    at_ = begin;
    path_.remove_prefix(path_.find(']') + 1);
    if (path_.starts_with('.')) path_.remove_prefix(1);
    return true;
  }

  bool begins_with(std::string_view name) const {
    if (!path_.starts_with(name)) return false;
    const std::string_view rest = path_.substr(name.size());
    return rest.empty() || rest.front() == '.' || rest.front() == '[';
  }

  bool is_open(std::size_t at) const { return text_[at] == '{' || text_[at] == '['; }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  // Over the sign that stands here or behind spaces, and the spaces around it.
  void next_part() {
    skip_space();
    if (at_ < text_.size()) ++at_;
    skip_space();
  }

  void skip_text() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  void skip_value() {
    std::size_t depth = 0;
    do {
      const char c = text_[at_];
      if (c == '"') {
        skip_text();
      } else if (c == '{' || c == '[') {
        ++depth;
        ++at_;
      } else if (c == '}' || c == ']') {
        --depth;
        ++at_;
      } else if (depth > 0) {
        ++at_;
      } else {
        at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
      }
    } while (depth > 0 && at_ < text_.size());
  }

  std::string_view text_, path_;
  std::size_t at_ = 0;
  JsonPlace place_;
};

}  // namespace

JsonPlace json_place(std::string_view text, std::string_view path) {
  return Walk(text, path).run();
}

}  // namespace gpumodel
