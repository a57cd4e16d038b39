#include "src/io/cuda/expression_text.hpp"

#include <optional>
#include <vector>

namespace gpumodel {
namespace {

using Op = Expression::Op;

struct InfixOperator {
  std::string_view sign;
  int binds;
  bool chains = true;  // a - (b - c) needs its brackets, a + (b + c) does not
};

std::optional<InfixOperator> infix_of(Op op) {
  switch (op) {
    case Op::logical_or:
      return InfixOperator{" || ", 1};
    case Op::logical_and:
      return InfixOperator{" && ", 2};
    case Op::equal:
      return InfixOperator{" == ", 3, false};
    case Op::not_equal:
      return InfixOperator{" != ", 3, false};
    case Op::less:
      return InfixOperator{" < ", 4, false};
    case Op::less_equal:
      return InfixOperator{" <= ", 4, false};
    case Op::greater:
      return InfixOperator{" > ", 4, false};
    case Op::greater_equal:
      return InfixOperator{" >= ", 4, false};
    case Op::add:
      return InfixOperator{" + ", binds_sum};
    case Op::subtract:
      return InfixOperator{" - ", binds_sum, false};
    case Op::multiply:
      return InfixOperator{" * ", binds_product, false};  // a * (b / c)
    case Op::divide:
    case Op::c_divide:
      return InfixOperator{" / ", binds_product, false};
    case Op::c_modulo:
      return InfixOperator{" % ", binds_product, false};
    default:
      return std::nullopt;
  }
}

std::string_view function_of(Op op) {
  switch (op) {
    case Op::min:
      return "min_of";
    case Op::max:
      return "max_of";
    case Op::ceil_div:
      return "ceil_div";
    case Op::floor_div:
      return "floor_div";
    case Op::modulo:
      return "modulo";
    case Op::abs:
      return "absolute";
    default:
      return {};
  }
}

}  // namespace

std::string cuda_number(std::int64_t value) {
  const bool fits = value >= INT32_MIN && value <= INT32_MAX;
  return std::to_string(value) + (fits ? "" : "LL");
}

ExpressionText cuda_text(const Formula& formula, const NameText& name) {
  return cuda_text(formula.expression, formula, name);
}

ExpressionText cuda_text(const Expression& expression, const Formula& place, const NameText& name) {
  struct Part : ExpressionText {
    std::optional<Number> number{};
  };
  std::vector<Part> parts;
  const auto push_number = [&](Number value) {
    if (!value.is_integer())
      fail(place, "'" + to_string(value) + "' is no whole number, as C++ indices are");
    const std::int64_t n = value.integer();
    parts.push_back({{cuda_number(n), n < 0 ? 7 : binds_all}, value});
  };
  for (const Expression::Instruction& at : expression.code()) {
    if (at.op == Op::constant) {
      push_number(expression.constants()[at.operand]);
      continue;
    }
    if (at.op == Op::name) {
      parts.push_back({{name(expression.names()[at.operand]), binds_all}, {}});
      continue;
    }
    const Part b = parts.back();
    parts.pop_back();
    if (Expression::is_unary(at.op)) {
      if (b.number) {
        push_number(Expression::apply(at.op, *b.number));
      } else if (at.op == Op::negate || at.op == Op::logical_not) {
        parts.push_back({{(at.op == Op::negate ? "-" : "!") + b.inside(8), 7}, {}});
      } else if (at.op == Op::floor || at.op == Op::ceil) {
        parts.push_back(b);  // of whole numbers
      } else if (const std::string_view call = function_of(at.op); !call.empty()) {
        parts.push_back({{std::string(call) + "(" + b.text + ")", binds_all}, {}});
      } else {
        fail(place, "roots and logarithms of what the kernel computes are not written");
      }
      continue;
    }
    const Part a = parts.back();
    parts.pop_back();
    if (a.number && b.number && at.op == Op::power) {
      push_number(Expression::apply(at.op, *a.number, *b.number));
    } else if (const auto infix = infix_of(at.op)) {
      std::string text = a.inside(infix->binds);
      text += infix->sign;
      text += b.inside(infix->binds + (infix->chains ? 0 : 1));
      parts.push_back({{std::move(text), infix->binds}, {}});
    } else if (const std::string_view call = function_of(at.op); !call.empty()) {
      parts.push_back({{std::string(call) + "(" + a.text + ", " + b.text + ")", binds_all}, {}});
    } else {
      fail(place, "powers of what the kernel computes are not written");
    }
  }
  if (parts.empty()) return {"0", binds_all};
  return parts.back();
}

}  // namespace gpumodel
