#include "src/app/advise/edits/named_sum.hpp"

#include <algorithm>
#include <cmath>

namespace gpumodel {
namespace {

using Op = Expression::Op;

struct OpText {
  Op op;
  const char *before, *between;
};
constexpr OpText op_texts[] = {{Op::divide, "(", " / "},
                               {Op::c_divide, "(", " / "},
                               {Op::modulo, "(", " % "},
                               {Op::c_modulo, "(", " % "},
                               {Op::power, "(", " ^ "},
                               {Op::less, "(", " < "},
                               {Op::less_equal, "(", " <= "},
                               {Op::greater, "(", " > "},
                               {Op::greater_equal, "(", " >= "},
                               {Op::equal, "(", " == "},
                               {Op::not_equal, "(", " != "},
                               {Op::logical_and, "(", " && "},
                               {Op::logical_or, "(", " || "},
                               {Op::min, "min(", ", "},
                               {Op::max, "max(", ", "},
                               {Op::ceil_div, "ceil_div(", ", "},
                               {Op::floor_div, "floor_div(", ", "}};

std::optional<NamedSum> apply_to_sums(Op op, const NamedSum& a, const NamedSum& b,
                                      const std::function<bool(const std::string&)>& varies) {
  if (op == Op::add) return a + b;
  if (op == Op::subtract) return a - b;
  if (op == Op::multiply) return a * b;
  if (a.has(varies) || b.has(varies)) return std::nullopt;
  for (const OpText& each : op_texts) {
    if (each.op == op)
      return NamedSum::name(each.before + a.text() + each.between + b.text() + ")");
  }
  return std::nullopt;
}

// Products of two of these are whole numbers still.
bool is_small(const NamedSum& sum) {
  constexpr std::int64_t most = std::int64_t{1} << 31;
  return sum.terms().size() <= 64 && std::ranges::all_of(sum.terms(), [](const auto& term) {
           return term.second <= most && term.second >= -most && term.first.size() <= 8;
         });
}

}  // namespace

NamedSum NamedSum::number(std::int64_t value) {
  NamedSum sum;
  if (value != 0) sum.terms_[{}] = value;
  return sum;
}

NamedSum NamedSum::name(std::string name) {
  NamedSum sum;
  sum.terms_[{std::move(name)}] = 1;
  return sum;
}

NamedSum NamedSum::plus(const NamedSum& other, std::int64_t times) const {
  NamedSum sum = *this;
  for (const auto& [product, count] : other.terms_) {
    std::int64_t& own = sum.terms_[product];
    own += times * count;
    if (own == 0) sum.terms_.erase(product);
  }
  return sum;
}

NamedSum NamedSum::operator*(const NamedSum& other) const {
  NamedSum all;
  for (const auto& [a, count_a] : terms_) {
    for (const auto& [b, count_b] : other.terms_) {
      Product product = a;
      product.insert(product.end(), b.begin(), b.end());
      std::ranges::sort(product);
      NamedSum one;
      one.terms_[std::move(product)] = count_a * count_b;
      all = all + one;
    }
  }
  return all;
}

std::optional<std::int64_t> NamedSum::as_number() const {
  if (terms_.empty()) return 0;
  if (terms_.size() > 1 || !terms_.begin()->first.empty()) return std::nullopt;
  return terms_.begin()->second;
}

std::int64_t NamedSum::times(const std::string& name) const {
  const auto found = terms_.find({name});
  return found == terms_.end() ? 0 : found->second;
}

NamedSum NamedSum::part(const std::function<bool(const std::string&)>& chosen) const {
  NamedSum sum;
  for (const auto& [product, count] : terms_) {
    if (std::ranges::any_of(product, chosen)) sum.terms_[product] = count;
  }
  return sum;
}

// The number last, and what is subtracted behind what is added.
std::string NamedSum::text() const {
  std::string text;
  const auto add = [&](const Product& product, std::int64_t count) {
    text += text.empty() ? (count < 0 ? "-" : "") : (count < 0 ? " - " : " + ");
    const std::int64_t size = std::abs(count);
    if (size != 1 || product.empty()) text += std::to_string(size);
    for (std::size_t i = 0; i < product.size(); ++i) {
      text += (i > 0 || size != 1 ? " * " : "") + product[i];
    }
  };
  for (const bool negative : {false, true}) {
    for (const auto& [product, count] : terms_) {
      if (!product.empty() && (count < 0) == negative) add(product, count);
    }
    const auto alone = terms_.find({});
    if (alone != terms_.end() && (alone->second < 0) == negative) add({}, alone->second);
  }
  return text.empty() ? "0" : text;
}

std::optional<NamedSum> named_sum(const Expression& expression, const NameMeaning& meaning,
                                  const std::function<bool(const std::string&)>& varies) {
  std::vector<NamedSum> stack;
  for (const Expression::Instruction& each : expression.code()) {
    if (each.op == Op::constant) {
      const Number value = expression.constants()[each.operand];
      if (!value.is_integer()) return std::nullopt;
      stack.push_back(NamedSum::number(value.integer()));
      if (!is_small(stack.back())) return std::nullopt;
    } else if (each.op == Op::name) {
      auto sum = meaning(expression.names()[each.operand].text);
      if (!sum) return std::nullopt;
      stack.push_back(std::move(*sum));
    } else if (Expression::is_unary(each.op)) {
      if (each.op != Op::negate) return std::nullopt;
      stack.back() = NamedSum() - stack.back();
    } else {
      const NamedSum b = std::move(stack.back());
      stack.pop_back();
      auto sum = apply_to_sums(each.op, stack.back(), b, varies);
      if (!sum || !is_small(*sum)) return std::nullopt;
      stack.back() = std::move(*sum);
    }
  }
  if (stack.size() != 1) return std::nullopt;
  return std::move(stack.back());
}

}  // namespace gpumodel
