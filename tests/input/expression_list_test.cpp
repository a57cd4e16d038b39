// The spellings of a list of expressions, and the places of its parts.
#include "src/io/kernel/expression_list.hpp"

#include <gtest/gtest.h>

namespace gpumodel {
namespace {

std::vector<Node> list_of(const std::string& yaml) {
  const TextFile file = make_text_file(yaml, "f");
  return expression_list(parse_yaml(file).children.front(), file);
}

std::vector<std::string> texts_in(const std::string& yaml) {
  std::vector<std::string> all;
  for (const Node& node : list_of(yaml)) all.push_back(node.text);
  return all;
}

using Texts = std::vector<std::string>;

TEST(ExpressionList, Spellings) {
  EXPECT_EQ(texts_in("k: n"), Texts{"n"});
  EXPECT_EQ(texts_in("k: n, m"), (Texts{"n", "m"}));
  EXPECT_EQ(texts_in("k: ceil_div(n, 2), min(a, b, c)"), (Texts{"ceil_div(n, 2)", "min(a, b, c)"}));
  EXPECT_EQ(texts_in("k: [n, m]"), (Texts{"n", "m"}));
  EXPECT_EQ(texts_in("k: [ceil_div(n, 2), min(a, min(b,  c)), d]"),
            (Texts{"ceil_div(n, 2)", "min(a, min(b,  c))", "d"}));
  EXPECT_EQ(texts_in("k:\n  - ceil_div(n, 2)\n  - m\n"), (Texts{"ceil_div(n, 2)", "m"}));
  EXPECT_EQ(texts_in("k: ['ceil_div(n, 2)', \"m\"]"), (Texts{"ceil_div(n, 2)", "m"}));
  EXPECT_EQ(texts_in("k: [ceil_div(n,\n  2), m]"), (Texts{"ceil_div(n, 2)", "m"}));
  EXPECT_TRUE(texts_in("k: {a: 1}").empty());
  EXPECT_TRUE(texts_in("k: []").empty());
}

TEST(ExpressionList, BrokenCallsStayTogether) {
  EXPECT_EQ(texts_in("k: [min(a, b, c]"), (Texts{"min(a, b, c"}));
  EXPECT_EQ(texts_in("k: [a), b]"), (Texts{"a)", "b"}));
  EXPECT_EQ(texts_in("k: a,, b"), (Texts{"a", "", "b"}));
}

TEST(ExpressionList, PartsKnowTheirColumns) {
  const std::vector<Node> split = list_of("k: ceil_div(n, 2),  m");
  EXPECT_EQ(split[0].column, 4);
  EXPECT_EQ(split[1].column, 21);
  const std::vector<Node> joined = list_of("k: [ceil_div(n, 2),  m]");
  EXPECT_EQ(joined[0].column, 5);
  EXPECT_EQ(joined[1].column, 22);
}

}  // namespace
}  // namespace gpumodel
