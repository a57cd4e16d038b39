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

Workings::Values Workings::again(const Node& one) const {
  const Values& a = nodes_[one.a].value;
  const Values& b = nodes_[one.b].value;
  switch (one.op) {
    case Op::add:
      return joined<Op::add>(a, b);
    case Op::subtract:
      return joined<Op::subtract>(a, b);
    case Op::multiply:
      return joined<Op::multiply>(a, b);
    case Op::divide:
      return joined<Op::divide>(a, b);
    case Op::max:
      return joined<Op::max>(a, b);
    case Op::min:
      return joined<Op::min>(a, b);
    case Op::hypot:
      return joined<Op::hypot>(a, b);
    case Op::geometric:
      return joined<Op::geometric>(a, b);
    case Op::ceil:
      return joined<Op::ceil>(a, b);
    case Op::log:
      return joined<Op::log>(a, b);
    case Op::within:
      return joined<Op::within>(a, b);
    case Op::about:
      return joined<Op::about>(a, b);
    case Op::named:
      return b;
    case Op::given:
    case Op::literal:
      break;
  }
  return one.value;
}

void Workings::replace(NodeId count, double value, NodeId last) {
  const auto first = static_cast<std::size_t>(count), end = static_cast<std::size_t>(last) + 1;
  nodes_[first].value = {value, value, value};
  for (std::size_t i = first + 1; i < end; ++i) {
    if (nodes_[i].op != Op::given && nodes_[i].op != Op::literal) {
      nodes_[i].value = again(nodes_[i]);
    }
  }
}

Worked<Count> Workings::literal(double value) {
  return {*this, add({value, value, value}, Op::literal, 0, 0)};
}

Worked<Count> Workings::asked(Symbol symbol, Count value, const char* option) {
  return {*this, given({value.si, value.si, value.si}, {symbol, {}, {}, From::asked, option})};
}

NodeId Workings::name(NodeId of, const Operand& operand) {
  return add(node(of).value, Op::named, add(operand), static_cast<std::uint32_t>(of));
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
    case Op::about:
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
    } else if (one.op == Op::geometric) {
      part(a, 2);
      text += " * ";
      part(b, 2);
    } else if (one.op == Op::ceil || one.op == Op::log) {
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
    case Op::about:
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
    case Op::geometric:
      return list("sqrt");
    case Op::ceil:
      return list("ceil");
    case Op::log:
      return list("log");
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
      return std::string_view(its.text) == symbol.text && its.number == symbol.number &&
             operand(other).constant() == operand(id).constant();
    });
    if (!known) list.push_back(id);
    return;
  }
  collect(NodeId{one.a}, found, in_text);
  if (one.op == Op::ceil) return;
  collect(NodeId{one.b}, found, in_text && one.op != Op::within && one.op != Op::about);
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
      case Op::geometric:
        if (one.value.middle > 0.0) {
          by[one.a] += d * b / (2.0 * one.value.middle);
          by[one.b] += d * a / (2.0 * one.value.middle);
        }
        break;
      case Op::log:
        by[one.a] += d / a;
        break;
      default:  // within, about
        by[one.a] += d;
        break;
    }
  }
  std::ranges::reverse(found);
  return found;
}

}  // namespace gpumodel
