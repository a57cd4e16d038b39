#include "models/access/access_expression.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace gpumodel {
namespace {

class AccessParser {
 public:
  explicit AccessParser(std::string_view text) : text_(text) {
    if (text.size() > max_length) {
      fail("the access is longer than 4096 characters", 0, text.size());
    }
    result_.text = std::string(text);
  }

  AccessExpression parse() {
    skip_space();
    result_.array = name("the name of an array");
    skip_space();
    while (here() == '[') parse_index();
    if (result_.indices.empty()) fail("expected '[' and an index", at_, 1, "for example x[2*i]");
    if (here() == '.') parse_member();
    if (at_ < text_.size()) fail("expected the end of the access", at_, text_.size() - at_);
    return std::move(result_);
  }

 private:
  static constexpr std::size_t max_length = 4096;

  [[noreturn]] static void fail(std::string message, std::size_t column, std::size_t length,
                                std::string hint = {}) {
    throw ExpressionError{std::move(message), std::move(hint), column, length};
  }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (std::isspace(static_cast<unsigned char>(here())) != 0) ++at_;
  }

  std::string name(const char* what) {
    const auto is_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    const std::size_t begin = at_;
    while (is_word(here())) ++at_;
    const bool digit = at_ > begin && std::isdigit(static_cast<unsigned char>(text_[begin])) != 0;
    if (at_ == begin || digit) {
      fail(std::string("expected ") + what, begin, std::max<std::size_t>(1, at_ - begin));
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  // The text between the '[' at at_ and the next ']'.
  std::string_view bracketed() {
    const std::size_t open = at_++;
    const std::size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] != ']'; ++at_) {
      if (text_[at_] == '[') {
        fail("an index cannot hold another access", at_, 1,
             "data-dependent indices are not known without the data");
      }
    }
    if (at_ == text_.size()) fail("expected ']'", open, text_.size() - open);
    return text_.substr(begin, at_++ - begin);
  }

  void parse_index() {
    if (result_.indices.size() == max_dimensions) fail("more than 8 indices", at_, 1);
    const std::size_t column = at_ + 1;
    const std::string_view text = bracketed();
    try {
      result_.indices.push_back({Expression::parse(text, Arithmetic::index), column});
    } catch (ExpressionError& error) {
      error.column += column;
      throw;
    }
    skip_space();
  }

  void parse_member() {
    ++at_;
    result_.member_column = at_;
    result_.member = name("the name of a member");
    skip_space();
    if (here() != '[') return;
    const std::size_t column = at_ + 1;
    const std::string_view text = bracketed();
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, result_.member_index);
    if (parsed.ec != std::errc{} || parsed.ptr != end || result_.member_index < 0) {
      fail("the index of a member must be a whole number", column,
           std::max<std::size_t>(1, text.size()), "for example s[i].v[1]");
    }
    skip_space();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  AccessExpression result_;
};

}  // namespace

AccessExpression parse_access(std::string_view text) {
  return AccessParser(text).parse();
}

}  // namespace gpumodel
