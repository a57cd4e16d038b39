// Random expressions against a reference that shares no code with the library: trees are rendered
// with only the parentheses that the precedence table asks for, and evaluated in 128 bits.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <random>
#include <string>

#include "models/core/expression/expression.hpp"

namespace gpumodel {
namespace {

__extension__ typedef __int128 Wide;
using Value = std::optional<Wide>;  // nothing: an error is expected

struct Tree {
  std::string op;  // empty: a number
  std::int64_t number = 0;
  std::unique_ptr<Tree> left{}, right{};
};

constexpr int atom = 9;

int level(const Tree& tree) {
  const std::string& op = tree.op;
  if (op.empty() || op == "min" || op == "ceil_div") return atom;
  if (op == "^") return 7;
  if (op == "neg") return 6;
  if (op == "*" || op == "%") return 5;
  if (op == "+" || op == "-") return 4;
  if (op == "<" || op == "==") return 3;
  return op == "&&" ? 2 : 1;
}

std::string render(const Tree& tree, int at_least) {
  std::string text;
  const int own = level(tree);
  if (tree.op.empty())
    text = std::to_string(tree.number);
  else if (tree.op == "neg")
    text = "-" + render(*tree.left, own);
  else if (own == atom)
    text = tree.op + "(" + render(*tree.left, 0) + "," + render(*tree.right, 0) + ")";
  else if (tree.op == "^")
    text = render(*tree.left, atom) + "^" + render(*tree.right, 6);
  else
    text = render(*tree.left, own) + " " + tree.op + " " + render(*tree.right, own + 1);
  return own < at_least ? "(" + text + ")" : text;
}

Value in_range(Wide value) {
  if (value > INT64_MAX || value < INT64_MIN) return {};
  return value;
}

Value floor_quotient(Wide a, Wide b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

Value evaluate(const Tree& tree) {
  if (tree.op.empty()) return tree.number;
  const Value a = evaluate(*tree.left);
  if (!a) return {};
  if (tree.op == "neg") return in_range(-*a);
  const Value b = evaluate(*tree.right);
  if (!b) return {};
  if (tree.op == "+") return in_range(*a + *b);
  if (tree.op == "-") return in_range(*a - *b);
  if (tree.op == "*") return in_range(*a * *b);
  if (tree.op == "<") return *a < *b;
  if (tree.op == "==") return *a == *b;
  if (tree.op == "&&") return *a != 0 && *b != 0;
  if (tree.op == "||") return *a != 0 || *b != 0;
  if (tree.op == "min") return *a < *b ? *a : *b;
  if (tree.op == "%" || tree.op == "ceil_div") {
    if (*b == 0) return {};
    if (tree.op == "%") return *a - *floor_quotient(*a, *b) * *b;
    return in_range(-*floor_quotient(-*a, *b));
  }
  Value power = 1;  // "^" with an exponent that is not negative
  for (Wide i = 0; i < *b && power; ++i) power = in_range(*power * *a);
  return power;
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::unique_ptr<Tree> tree(int depth) {
    auto made = std::make_unique<Tree>();
    if (depth == 0 || below(5) == 0) {
      made->number = number();
      return made;
    }
    static const char* const ops[] = {"+", "-",  "*",  "%",  "^",   "neg",
                                      "<", "==", "&&", "||", "min", "ceil_div"};
    made->op = ops[below(12)];
    made->left = tree(depth - 1);
    if (made->op == "neg") return made;
    made->right = made->op == "^" ? exponent() : tree(depth - 1);
    return made;
  }

 private:
  int below(int n) { return std::uniform_int_distribution(0, n - 1)(random_); }
  std::int64_t number() {
    if (below(4) > 0) return below(20);
    return std::uniform_int_distribution<std::int64_t>(0, INT64_MAX)(random_) >> below(63);
  }
  std::unique_ptr<Tree> exponent() {
    auto made = std::make_unique<Tree>();
    made->number = below(8);
    return made;
  }

  std::mt19937 random_;
};

TEST(RandomExpressions, AgreeWithTheReference) {
  Generator generator(2024);
  int errors = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::unique_ptr<Tree> tree = generator.tree(5);
    const std::string text = render(*tree, 0);
    const Value expected = evaluate(*tree);
    try {
      const Number value = Expression::parse(text).evaluate({});
      ASSERT_TRUE(expected) << text << " gave " << to_string(value) << ", expected an error";
      ASSERT_TRUE(value.is_integer()) << text;
      ASSERT_EQ(value.integer(), static_cast<std::int64_t>(*expected)) << text;
    } catch (const ExpressionError& error) {
      ASSERT_FALSE(expected) << text << ": " << error.message;
      ++errors;
    }
  }
  EXPECT_GT(errors, 100);
  EXPECT_LT(errors, 15000) << "most expressions should have a value";
}

}  // namespace
}  // namespace gpumodel
