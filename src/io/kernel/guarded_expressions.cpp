#include "src/io/kernel/guarded_expressions.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace gpumodel {
namespace {

constexpr char guarded_comma = '\x1D';
constexpr char guarded_open = '\x1E';
constexpr char guarded_close = '\x1F';

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class Guard {
 public:
  explicit Guard(std::string text) : text_(std::move(text)) {}

  std::string guard() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (starts_comment(at)) at = std::min(text_.find('\n', at), text_.size() - 1);
      look_at(at);
    }
    return std::move(text_);
  }

 private:
  enum class Kind { index, call, yaml };
  struct Open {
    Kind kind;
    std::size_t commas;  // before it
  };

  // Single brackets in a comment must not pair with those of the lines around it.
  bool starts_comment(std::size_t at) const {
    return text_[at] == '#' && (at == 0 || is_space(text_[at - 1]));
  }

  void look_at(std::size_t at) {
    switch (text_[at]) {
      case '[':
        open(behind_word(at) ? Kind::index : Kind::yaml);
        if (open_.back().kind == Kind::index) text_[at] = guarded_open;
        break;
      case '(':
        if (behind_word(at)) open(Kind::call);
        break;
      case '{':
        open(Kind::yaml);
        break;
      case ',':
        if (!open_.empty() && open_.back().kind == Kind::call) commas_.push_back(at);
        break;
      case ')':
        if (!open_.empty() && open_.back().kind == Kind::call) close_call();
        break;
      case ']':
        close_bracket(at);
        break;
      case '}':
        close_brace();
        break;
      default:
        break;
    }
  }

  bool behind_word(std::size_t at) const {
    return at > 0 && (is_word(text_[at - 1]) || text_[at - 1] == guarded_close);
  }
  void open(Kind kind) { open_.push_back({kind, commas_.size()}); }

  void close_call() {
    for (; commas_.size() > open_.back().commas; commas_.pop_back()) {
      text_[commas_.back()] = guarded_comma;
    }
    open_.pop_back();
  }

  // What is still open inside of a pair that ends will never be closed.
  void close_bracket(std::size_t at) {
    while (!open_.empty() && open_.back().kind == Kind::call) open_.pop_back();
    if (open_.empty()) return;
    if (open_.back().kind == Kind::index) text_[at] = guarded_close;
    open_.pop_back();
  }
  void close_brace() {
    while (!open_.empty() && open_.back().kind != Kind::yaml) open_.pop_back();
    if (!open_.empty()) open_.pop_back();
  }

  std::string text_;
  std::vector<Open> open_;
  std::vector<std::size_t> commas_;  // of calls that are open
};

}  // namespace

std::string guard_expressions(std::string text) {
  return Guard(std::move(text)).guard();
}

void unguard_expressions(std::string& text) {
  std::ranges::replace(text, guarded_comma, ',');
  std::ranges::replace(text, guarded_open, '[');
  std::ranges::replace(text, guarded_close, ']');
}

}  // namespace gpumodel
