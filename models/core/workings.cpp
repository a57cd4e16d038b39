#include "models/core/workings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gpumodel {
namespace {

std::string plain(double value) {
  char digits[32];
  const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), value);
  return std::string(std::begin(digits), end);
}

}  // namespace

void Workings::clear() {
  nodes_.clear();
  operands_.clear();
}

void Workings::forget_since(Mark mark) {
  nodes_.resize(mark.nodes);
  operands_.resize(mark.operands);
}

NodeId Workings::add(const Node& node) {
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId Workings::given(Values values, const Operand& operand) {
  operands_.push_back(operand);
  return add({values, Op::given, static_cast<std::uint32_t>(operands_.size() - 1), 0});
}

NodeId Workings::literal_node(double value) {
  return add({{value, value, value}, Op::literal, 0, 0});
}

Worked<Count> Workings::literal(double value) {
  return {*this, literal_node(value)};
}

Worked<Count> Workings::asked(Symbol symbol, Count value, std::string_view option) {
  return {*this, given({value.si, value.si, value.si}, {.symbol = symbol, .from = From::asked,
                                                        .what = option})};
}

NodeId Workings::name(NodeId of, const Operand& operand) {
  operands_.push_back(operand);
  return add({node(of).value, Op::named, static_cast<std::uint32_t>(operands_.size() - 1),
              static_cast<std::uint32_t>(of)});
}

NodeId Workings::make(Op op, NodeId first, NodeId second) {
  const Values a = node(first).value, b = node(second).value;
  const auto each = [&](auto f) {
    return Values{f(a.middle, b.middle), f(a.low, b.low), f(a.high, b.high)};
  };
  Values v{};
  switch (op) {
    case Op::add:
      v = each([](double x, double y) { return x + y; });
      break;
    case Op::subtract:
      v = each([](double x, double y) { return x - y; });
      v = {v.middle, std::min({v.low, v.middle, v.high}), std::max({v.low, v.middle, v.high})};
      break;
    case Op::within:
      v = {a.middle, a.low * b.low, a.high * b.high};
      break;
    case Op::multiply:
      v = each([](double x, double y) { return x * y; });
      break;
    case Op::divide:
      v = {a.middle / b.middle, a.low / b.high, a.high / b.low};
      break;
    case Op::max:
      v = each([](double x, double y) { return std::max(x, y); });
      break;
    case Op::min:
      v = each([](double x, double y) { return std::min(x, y); });
      break;
    case Op::hypot:
      v = each([](double x, double y) { return std::hypot(x, y); });
      break;
    case Op::ceil:
      v = each([](double x, double) { return std::ceil(x); });
      break;
    case Op::given:
    case Op::literal:
    case Op::named:
      v = a;
      break;
  }
  return add({v, op, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second)});
}

std::string Workings::symbol(NodeId id) const {
  const Symbol& symbol = operand(id).symbol;
  std::string text(symbol.text);
  if (symbol.number > 0) text += "_" + std::to_string(symbol.number);
  return text;
}

std::string Workings::text(NodeId id) const {
  return text(id, [this](NodeId operand) { return symbol(operand); });
}

std::string Workings::text(NodeId id, const Shown& shown) const {
  std::string text;
  write(id, shown, text);
  return text;
}

int Workings::rank(NodeId id) const {
  switch (node(id).op) {
    case Op::add:
    case Op::subtract:
      return 1;
    case Op::multiply:
    case Op::divide:
      return 2;
    case Op::within:
      return rank(NodeId{node(id).a});
    default:
      return 3;
  }
}

// What is nested in the same function, max in max, is written as one list.
void Workings::write_list(NodeId id, Op op, const Shown& shown, std::string& text) const {
  const Node& one = node(id);
  if (one.op != op || op == Op::hypot) {
    write(id, shown, text);
    return;
  }
  write_list(NodeId{one.a}, op, shown, text);
  text += ", ";
  write_list(NodeId{one.b}, op, shown, text);
}

void Workings::write(NodeId id, const Shown& shown, std::string& text) const {
  const Node& one = node(id);
  const NodeId a{one.a}, b{one.b};
  const auto part = [&](NodeId of, int least) {
    const bool enclosed = rank(of) < least;
    if (enclosed) text += '(';
    write(of, shown, text);
    if (enclosed) text += ')';
  };
  const auto infix = [&](std::string_view sign, int left, int right) {
    part(a, left);
    text += sign;
    part(b, right);
  };
  const auto list = [&](std::string_view name) {
    text += name;
    text += '(';
    if (one.op == Op::hypot) {
      write(a, shown, text);
      text += ", ";
      write(b, shown, text);
    } else if (one.op == Op::ceil) {
      write(a, shown, text);
    } else {
      write_list(id, one.op, shown, text);
    }
    text += ')';
  };
  switch (one.op) {
    case Op::given:
    case Op::named:
      text += shown(id);
      break;
    case Op::literal:
      text += plain(one.value.middle);
      break;
    case Op::within:
      write(a, shown, text);
      break;
    case Op::add:
      return infix(" + ", 1, 1);
    case Op::subtract:
      return infix(" - ", 1, 2);
    case Op::multiply:
      return infix(" * ", 2, 2);
    case Op::divide:
      return infix(" / ", 2, 3);
    case Op::max:
      return list("max");
    case Op::min:
      return list("min");
    case Op::hypot:
      return list("hypot");
    case Op::ceil:
      return list("ceil");
  }
}

void Workings::collect(NodeId id, Operands& found, bool in_text) const {
  const Node& one = node(id);
  if (one.op == Op::literal) return;
  if (one.op == Op::given || one.op == Op::named) {
    std::vector<NodeId>& list = in_text ? found.in_text : found.of_ends;
    const Symbol& symbol = operand(id).symbol;
    const bool known = std::ranges::any_of(list, [&](NodeId other) {
      const Symbol& its = operand(other).symbol;
      return its.text == symbol.text && its.number == symbol.number &&
             operand(other).constant == operand(id).constant;
    });
    if (!known) list.push_back(id);
    return;
  }
  collect(NodeId{one.a}, found, in_text);
  if (one.op == Op::ceil) return;
  collect(NodeId{one.b}, found, in_text && one.op != Op::within);
}

Workings::Operands Workings::operands(NodeId id) const {
  Operands found;
  collect(id, found, true);
  return found;
}

std::vector<Workings::Influence> Workings::influences(NodeId id) const {
  const auto root = static_cast<std::size_t>(id);
  std::vector<double> by(root + 1, 0.0);  // d value / d node
  by[root] = 1.0;
  std::vector<Influence> found;
  for (std::size_t i = root + 1; i-- > 0;) {
    const Node& one = nodes_[i];
    const double d = by[i];
    if (d == 0.0) continue;
    if (one.op == Op::given) {
      found.push_back({static_cast<NodeId>(i), d * one.value.middle / value(id)});
      continue;
    }
    if (one.op == Op::named) {
      by[one.b] += d;
      continue;
    }
    if (one.op == Op::literal || one.op == Op::ceil) continue;
    const double a = nodes_[one.a].value.middle, b = nodes_[one.b].value.middle;
    switch (one.op) {
      case Op::add:
        by[one.a] += d;
        by[one.b] += d;
        break;
      case Op::subtract:
        by[one.a] += d;
        by[one.b] -= d;
        break;
      case Op::multiply:
        by[one.a] += d * b;
        by[one.b] += d * a;
        break;
      case Op::divide:
        by[one.a] += d / b;
        by[one.b] -= d * a / (b * b);
        break;
      case Op::max:
        by[a >= b ? one.a : one.b] += d;
        break;
      case Op::min:
        by[a <= b ? one.a : one.b] += d;
        break;
      case Op::hypot:
        if (one.value.middle > 0.0) {
          by[one.a] += d * a / one.value.middle;
          by[one.b] += d * b / one.value.middle;
        }
        break;
      default:  // within
        by[one.a] += d;
        break;
    }
  }
  std::ranges::reverse(found);
  return found;
}

}  // namespace gpumodel
