#include "src/describe/formula/parse.hpp"

#include <cctype>
#include <charconv>

namespace gpumodel::describe {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::optional<Formula> whole() {
    const auto result = sum();
    skip();
    return at_ == text_.size() ? result : std::nullopt;
  }

 private:
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool eat(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<Formula> sum() {
    auto result = term();
    while (result) {
      const bool plus = eat('+');
      if (!plus && !eat('-')) break;
      const auto next = term();
      if (!next) return std::nullopt;
      result = plus ? *result + *next : *result - *next;
    }
    return result;
  }

  std::optional<Formula> term() {
    auto result = factor();
    while (result) {
      const char sign = eat('*') ? '*' : eat('/') ? '/' : eat('%') ? '%' : ' ';
      if (sign == ' ') break;
      const auto next = factor();
      if (!next) return std::nullopt;
      result = sign == '*'   ? *result * *next
               : sign == '/' ? quotient(*result, *next)
                             : remainder(*result, *next);
    }
    return result;
  }

  std::optional<Formula> factor() {
    if (eat('-')) {
      const auto next = factor();
      return next ? std::optional(Formula(0) - *next) : next;
    }
    auto base = primary();
    if (!base || !eat('^')) return base;
    const auto exponent = factor();
    const auto times = exponent ? exponent->constant() : std::nullopt;
    if (!times || *times < 0 || *times > 62) return std::nullopt;
    Formula result(1);
    for (std::int64_t i = 0; i < *times; ++i) result = result * *base;
    return result;
  }

  std::optional<Formula> primary() {
    if (eat('(')) {
      const auto inner = sum();
      return inner && eat(')') ? inner : std::nullopt;
    }
    skip();
    const std::size_t from = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '_' || text_[at_] == '.'))
      ++at_;
    const std::string_view word = text_.substr(from, at_ - from);
    if (word.empty()) return std::nullopt;
    if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) return number(word);
    if (!eat('(')) return name(word);
    const auto a = sum();
    if (!a || !eat(',')) return std::nullopt;
    const auto b = sum();
    if (!b || !eat(')')) return std::nullopt;
    if (word == "min") return minimum(*a, *b);
    if (word == "max") return maximum(*a, *b);
    if (word == "floor_div") return quotient(*a, *b);
    if (word == "ceil_div") return quotient(*a + *b - Formula(1), *b);
    return std::nullopt;
  }

  static Formula name(std::string_view word) {
    if (word.starts_with("block.") || word.starts_with("grid.")) return coordinate(word);
    return parameter(word);
  }

  static std::optional<Formula> number(std::string_view word) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc()) return std::nullopt;
    std::string_view suffix(end, static_cast<std::size_t>(word.data() + word.size() - end));
    const bool binary = suffix.ends_with('i');
    if (binary) suffix.remove_suffix(1);
    constexpr std::string_view letters = "KMGTP";
    if (suffix.empty()) return binary ? std::nullopt : std::optional(Formula(value));
    const std::size_t power = letters.find(suffix == "k" ? 'K' : suffix[0]);
    if (suffix.size() != 1 || power == std::string_view::npos) return std::nullopt;
    for (std::size_t i = 0; i <= power; ++i) value *= binary ? 1024 : 1000;
    return Formula(value);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<Formula> parse_formula(std::string_view text) {
  return Parser(text).whole();
}

std::vector<std::string> split_list(std::string_view text) {
  const auto trim = [](std::string_view s) {
    while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
    while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
    return s;
  };
  text = trim(text);
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size()) {
      const bool opens = text[i] == '(' || text[i] == '[',
                 closes = text[i] == ')' || text[i] == ']';
      depth += opens ? 1 : closes ? -1 : 0;
    }
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    const std::string_view part = trim(text.substr(from, i - from));
    if (!part.empty()) parts.emplace_back(part);
    from = i + 1;
  }
  return parts;
}

}  // namespace gpumodel::describe
