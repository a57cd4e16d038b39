// Recursive descent from text to postfix code.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "models/core/expression/expression.hpp"

namespace gpumodel {
namespace {

constexpr int max_nesting = 100;          // parentheses, calls and operator chains on the right
constexpr std::size_t max_length = 4096;  // bytes of text
constexpr int any_number = -1;            // of arguments, two or more

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

}  // namespace

class ExpressionCompiler {
 public:
  ExpressionCompiler(std::string_view text, Arithmetic arithmetic)
      : text_(text), arithmetic_(arithmetic) {
    if (text.size() > max_length) {
      fail("the expression is longer than 4096 characters", 0, text.size());
    }
    result_.text_ = std::string(text);
  }

  Expression compile() {
    parse_binary(0);
    skip_space();
    if (at_ < text_.size()) fail_at_token("expected an operator or the end");
    return std::move(result_);
  }

 private:
  using Op = Expression::Op;
  struct Binary {
    std::string_view text;
    Op op;
    int level;
  };
  struct Function {
    std::string_view name;
    Op op;
    int arguments;
  };
  // Longer spellings first within a first character.
  static constexpr std::array<Binary, 13> binaries = {{{"||", Op::logical_or, 0},
                                                       {"&&", Op::logical_and, 1},
                                                       {"==", Op::equal, 2},
                                                       {"!=", Op::not_equal, 2},
                                                       {"<=", Op::less_equal, 2},
                                                       {">=", Op::greater_equal, 2},
                                                       {"<", Op::less, 2},
                                                       {">", Op::greater, 2},
                                                       {"+", Op::add, 3},
                                                       {"-", Op::subtract, 3},
                                                       {"*", Op::multiply, 4},
                                                       {"/", Op::divide, 4},
                                                       {"%", Op::modulo, 4}}};
  static constexpr int unary_level = 5;
  static constexpr std::array<Function, 9> functions = {{{"min", Op::min, any_number},
                                                         {"max", Op::max, any_number},
                                                         {"ceil_div", Op::ceil_div, 2},
                                                         {"floor_div", Op::floor_div, 2},
                                                         {"log2", Op::log2, 1},
                                                         {"floor", Op::floor, 1},
                                                         {"ceil", Op::ceil, 1},
                                                         {"sqrt", Op::sqrt, 1},
                                                         {"abs", Op::abs, 1}}};

  [[noreturn]] static void fail(std::string message, std::size_t column, std::size_t length = 1,
                                std::string hint = {}) {
    throw ExpressionError{std::move(message), std::move(hint), column, length};
  }
  [[noreturn]] void fail_at_token(std::string message) {
    if (at_ >= text_.size()) fail(message + ", found the end", text_.size());
    const std::string_view found = character();
    const bool letter = static_cast<unsigned char>(found[0]) >= 0x80;
    fail(message + ", found '" + std::string(found) + "'", at_, found.size(),
         letter ? "names are made of the letters a to z and A to Z, digits and _" : "");
  }
  // All bytes of the UTF-8 character at at_.
  std::string_view character() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    return text_.substr(at_, end - at_);
  }

  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool accept(std::string_view token) {
    skip_space();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) fail_at_token("expected '" + std::string(token) + "'");
  }
  void emit(Op op, std::size_t column, std::size_t operand = 0) {
    result_.code_.push_back(
        {op, static_cast<std::uint16_t>(operand), static_cast<std::uint16_t>(column)});
    if (op == Op::constant || op == Op::name) {
      result_.stack_depth_ = std::max(result_.stack_depth_, ++pending_);
    } else if (!Expression::is_unary(op)) {
      --pending_;
    }
  }

  // RAII count of the recursion, so that "((((..." is an error and not a stack overflow.
  struct Nesting {
    explicit Nesting(ExpressionCompiler& c) : compiler(c) {
      if (++compiler.depth_ > max_nesting) {
        fail("the expression is nested more than 100 deep", compiler.at_);
      }
    }
    ~Nesting() { --compiler.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ExpressionCompiler& compiler;
  };

  std::optional<Binary> binary_at(int level) {
    skip_space();
    for (const Binary& binary : binaries) {
      if (binary.level == level && text_.substr(at_).starts_with(binary.text)) return binary;
    }
    return std::nullopt;
  }

  Op in_arithmetic(Op op) const {
    if (arithmetic_ == Arithmetic::exact) return op;
    return op == Op::divide ? Op::c_divide : op == Op::modulo ? Op::c_modulo : op;
  }

  void parse_binary(int level) {
    if (level == unary_level) return parse_unary();
    parse_binary(level + 1);
    while (const std::optional<Binary> binary = binary_at(level)) {
      const std::size_t column = at_;
      at_ += binary->text.size();
      parse_binary(level + 1);
      emit(in_arithmetic(binary->op), column);
    }
  }

  void parse_unary() {
    const Nesting nesting(*this);
    skip_space();
    const std::size_t column = at_;
    if (accept("-")) {
      parse_unary();
      emit(Op::negate, column);
    } else if (accept("!")) {
      parse_unary();
      emit(Op::logical_not, column);
    } else {
      parse_power();
    }
  }

  void parse_power() {
    const std::size_t base = result_.code_.size();
    parse_primary();
    const std::size_t exponent = result_.code_.size();
    skip_space();
    const std::size_t column = at_;
    if (!accept("^")) return;
    parse_unary();  // to the right: 2^3^2 is 2^9, and 2^-1 is allowed
    const bool literals = is_literal(base, exponent) && is_literal(exponent, result_.code_.size());
    if (arithmetic_ == Arithmetic::index && !literals) {
      fail("'^' is not supported in an index", column, 1,
           "^ is exclusive or in C; write a power out: i*i");
    }
    emit(Op::power, column);
  }

  // Whether the code from `begin` to `end` is one number literal.
  bool is_literal(std::size_t begin, std::size_t end) const {
    return end == begin + 1 && result_.code_[begin].op == Op::constant;
  }

  void parse_primary() {
    const Nesting nesting(*this);
    skip_space();
    if (accept("(")) {
      parse_binary(0);
      expect(")");
    } else if (at_ < text_.size() &&
               (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.')) {
      parse_number();
    } else if (at_ < text_.size() && starts_name(text_[at_])) {
      parse_name_or_call();
    } else {
      fail_at_token("expected a number, a name or '('");
    }
  }

  void parse_number() {
    const std::size_t column = at_;
    const NumberLiteral literal = number_at(column);
    if (literal.length == 0) fail_at_token("expected a number");
    at_ += literal.length;
    result_.constants_.push_back(literal.value);
    emit(Op::constant, column, result_.constants_.size() - 1);
  }

  NumberLiteral number_at(std::size_t column) const {
    try {
      return parse_number_literal(text_.substr(column));
    } catch (ExpressionError& error) {
      error.column += column;
      throw;
    }
  }

  void parse_name_or_call() {
    const std::size_t column = at_;
    while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(column, at_ - column);
    if (accept("(")) return parse_call(name, column);
    emit(Op::name, column, name_index(name, column));
  }

  std::size_t name_index(std::string_view name, std::size_t column) {
    for (std::size_t i = 0; i < result_.names_.size(); ++i) {
      if (result_.names_[i].text == name) return i;
    }
    result_.names_.push_back({std::string(name), column});
    return result_.names_.size() - 1;
  }

  void parse_call(std::string_view name, std::size_t column) {
    for (const Function& function : functions) {
      if (function.name == name) return parse_arguments(function, column);
    }
    fail("unknown function '" + std::string(name) + "'", column, name.size(),
         "known: min max ceil_div floor_div log2 floor ceil sqrt abs");
  }

  void parse_arguments(const Function& function, std::size_t column) {
    int count = 0;
    do {
      parse_binary(0);
      ++count;
      if (function.arguments == any_number && count > 1) emit(function.op, column);
    } while (accept(","));
    expect(")");
    const bool enough = function.arguments == any_number ? count >= 2 : count == function.arguments;
    if (!enough) {
      const std::string needs = function.arguments == any_number
                                    ? "two or more arguments"
                                    : std::to_string(function.arguments) +
                                          (function.arguments == 1 ? " argument" : " arguments");
      fail(std::string(function.name) + " takes " + needs + ", found " + std::to_string(count),
           column, function.name.size());
    }
    if (function.arguments != any_number) emit(function.op, column);
  }

  std::string_view text_;
  Arithmetic arithmetic_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::size_t pending_ = 0;  // operands on the stack after the code emitted so far
  Expression result_;
};

Expression Expression::parse(std::string_view text, Arithmetic arithmetic) {
  return ExpressionCompiler(text, arithmetic).compile();
}

}  // namespace gpumodel
