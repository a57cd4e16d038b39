// Numbers that show how they were worked out: one expression is value, interval, equation, operands
// and derivatives.
//
//   Workings w;
//   const auto bytes = w.count("V", Bytes{2.4e6}, "accesses");
//   const auto rate = w.number("b", gpu.dram_bandwidth);
//   const Worked<Seconds> t = bytes / rate;  // 2.857 us, 2.72 to 3.0 us, "V / b"
//
// Nodes lie in flat arrays that are reused; each is evaluated when it is made, at its value and at
// both ends. All quantities are non-negative and every operation is monotone in each operand, so
// the ends of a result follow from the ends of its operands: the slowest time is the most bytes
// over the least bandwidth. The ends are worst cases, not standard deviations. Where a number is
// taken from another of the same calibration, both err alike, so a difference goes from end to end.
//
// What stands behind a symbol is a number of a file, a curve at a place, a formula of a descriptor,
// a count of the analysis, a constant of the models, another term, or a named expression with
// operands of its own. Sources are referred to and must live as long.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/constant.hpp"
#include "models/core/curve.hpp"
#include "models/core/estimate.hpp"

namespace gpumodel {

enum class NodeId : std::uint32_t {};

// "V", or "r_2": one of several that are alike.
struct Symbol {
  std::string_view text;
  int number = 0;  // 0: the only one
  constexpr Symbol(const char* name) : text(name) {}
  constexpr Symbol(std::string_view name) : text(name) {}
  constexpr Symbol(std::string_view name, std::size_t index)
      : text(name), number(static_cast<int>(index) + 1) {}
};

enum class From : std::uint8_t {
  number,    // a line of a device's file
  curve,     // the curve of that line, at a place
  place,     // where the curve of that line begins
  formula,   // a line of a descriptor, at the parameters asked for
  analysis,  // a count of what the launch does
  constant,  // a row of models/core/constants.hpp
  term,      // the time of another term
  asked,     // by the user
  worked,    // from operands of its own
};

// What stands behind a symbol.
struct Operand {
  Symbol symbol{""};
  Dim dim{};
  From from = From::worked;
  const Source* source = nullptr;      // number, curve, place, formula
  const Constant* constant = nullptr;  // constant
  std::string_view what{};             // analysis: of what; term: its name; asked: the option
  double at = 0.0;                     // curve
  Dim at_dim{};
};

template <class Q>
class Worked;

class Workings {
 public:
  void clear();
  // To try something and forget it: what was made since `mark` goes.
  struct Mark {
    std::size_t nodes, operands;
  };
  Mark mark() const { return {nodes_.size(), operands_.size()}; }
  void forget_since(Mark mark);

  template <class Q>
  Worked<Q> number(Symbol symbol, const Sourced<Q>& value) {
    const Q known = value.known();
    const double f = value.source.factor;
    return {*this, given({known.si, known.si / f, known.si * f},
                         {.symbol = symbol, .dim = Q::dim, .from = From::number,
                          .source = &value.source})};
  }
  template <class X, class Y>
  Worked<Y> read(Symbol symbol, const Curve<X, Y>& curve, X at) {
    const double y = curve.at(at).si, f = curve.source.factor;
    return {*this, given({y, y / f, y * f}, {.symbol = symbol, .dim = Y::dim, .from = From::curve,
                                             .source = &curve.source, .at = at.si,
                                             .at_dim = X::dim})};
  }
  // The first place of a known curve.
  template <class X, class Y>
  Worked<X> begin_of(Symbol symbol, const Curve<X, Y>& curve) {
    const double x = curve.points.front().x;
    return {*this, given({x, x, x}, {.symbol = symbol, .dim = X::dim, .from = From::place,
                                     .source = &curve.source})};
  }
  template <class Q>
  Worked<Q> formula(Symbol symbol, Q value, const Source& source) {
    return {*this, given({value.si, value.si, value.si}, {.symbol = symbol, .dim = Q::dim,
                                                          .from = From::formula,
                                                          .source = &source})};
  }
  // A count of the analysis; `of` says of what.
  template <class Q>
  Worked<Q> count(Symbol symbol, Q value, std::string_view of) {
    return count(symbol, exact(value), of);
  }
  template <class Q>
  Worked<Q> count(Symbol symbol, Estimate<Q> value, std::string_view of) {
    return {*this, given({value.value.si, value.low.si, value.high.si},
                         {.symbol = symbol, .dim = Q::dim, .from = From::analysis, .what = of})};
  }
  template <class Q>
  Worked<Q> constant(Symbol symbol, const Constant& row) {
    return {*this, given({row.value, row.low, row.high}, {.symbol = symbol, .dim = Q::dim,
                                                          .from = From::constant,
                                                          .constant = &row})};
  }
  template <class Q>
  Worked<Q> term(Symbol symbol, Estimate<Q> value, std::string_view name) {
    return {*this, given({value.value.si, value.low.si, value.high.si},
                         {.symbol = symbol, .dim = Q::dim, .from = From::term, .what = name})};
  }
  Worked<Count> asked(Symbol symbol, Count value, std::string_view option);
  Worked<Count> literal(double value);
  // Nothing, of any dimension.
  template <class Q>
  Worked<Q> zero() {
    return {*this, literal_node(0.0)};
  }

  // Shown by its symbol; its equation and operands come with it.
  template <class Q>
  Worked<Q> named(Symbol symbol, Worked<Q> value) {
    return {*this, name(value.id(), {.symbol = symbol, .dim = Q::dim})};
  }
  // The same with its ends moved by those of `error`, which is 1.
  template <class Q>
  Worked<Q> within(Worked<Q> value, Worked<Count> error);
  template <class Q>
  Worked<Q> within(Worked<Q> value, const Constant& error);

  double value(NodeId id) const { return node(id).value.middle; }
  double low(NodeId id) const { return node(id).value.low; }
  double high(NodeId id) const { return node(id).value.high; }

  // "n * t_wait + t_empty": in symbols, or as `shown` writes each operand.
  std::string text(NodeId id) const;
  using Shown = std::function<std::string(NodeId)>;
  std::string text(NodeId id, const Shown& shown) const;
  std::string symbol(NodeId operand) const;
  const Operand& operand(NodeId id) const { return operands_[node(id).a]; }
  // The expression behind an operand that is `worked`.
  NodeId behind(NodeId operand) const { return NodeId{node(operand).b}; }
  // Those whose symbols the text of `id` holds, each once, in its order; then those that only move
  // its ends.
  struct Operands {
    std::vector<NodeId> in_text, of_ends;
  };
  Operands operands(NodeId id) const;

  // d ln(value) / d ln(operand) for all that no other number is behind, through named expressions.
  struct Influence {
    NodeId operand;
    double elasticity;
  };
  std::vector<Influence> influences(NodeId id) const;

  enum class Op : std::uint8_t {
    given, literal, named, within, add, subtract, multiply, divide, max, min, hypot, ceil
  };
  NodeId make(Op op, NodeId a, NodeId b);

 private:
  struct Values {
    double middle, low, high;
  };
  struct Node {
    Values value;
    Op op;
    std::uint32_t a, b;  // nodes; of `given` and `named` a is the operand
  };
  const Node& node(NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  NodeId add(const Node& node);
  NodeId given(Values values, const Operand& operand);
  NodeId literal_node(double value);
  NodeId name(NodeId of, const Operand& operand);
  void collect(NodeId id, Operands& found, bool in_text) const;
  int rank(NodeId id) const;
  void write(NodeId id, const Shown& shown, std::string& text) const;
  void write_list(NodeId id, Op op, const Shown& shown, std::string& text) const;

  std::vector<Node> nodes_;
  std::vector<Operand> operands_;
};

template <class Q>
class Worked {
 public:
  Worked(Workings& in, NodeId id) : in_(&in), id_(id) {}

  NodeId id() const { return id_; }
  Workings& in() const { return *in_; }
  Q value() const { return {in_->value(id_)}; }
  Estimate<Q> estimate() const { return {value(), {in_->low(id_)}, {in_->high(id_)}}; }
  // The same number where a file counts "per cycle", "per SM" as a plain number.
  template <class R>
  Worked<R> as() const {
    return {*in_, id_};
  }

 private:
  Workings* in_;
  NodeId id_;
};

namespace worked {
template <class R, class A, class B>
Worked<R> make(Workings::Op op, Worked<A> a, Worked<B> b) {
  return {a.in(), a.in().make(op, a.id(), b.id())};
}
}  // namespace worked

template <class Q>
Worked<Q> operator+(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q>(Workings::Op::add, a, b);
}
template <class Q>
Worked<Q> operator-(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q>(Workings::Op::subtract, a, b);
}
template <class A, class B>
Worked<Quantity<A::dim + B::dim>> operator*(Worked<A> a, Worked<B> b) {
  return worked::make<Quantity<A::dim + B::dim>>(Workings::Op::multiply, a, b);
}
template <class A, class B>
Worked<Quantity<A::dim - B::dim>> operator/(Worked<A> a, Worked<B> b) {
  return worked::make<Quantity<A::dim - B::dim>>(Workings::Op::divide, a, b);
}
template <class Q>
Worked<Q> operator*(double k, Worked<Q> q) {
  return q.in().literal(k) * q;
}
template <class Q>
Worked<Q> operator/(Worked<Q> q, double k) {
  return q / q.in().literal(k);
}
template <class Q>
Worked<Q> max(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q>(Workings::Op::max, a, b);
}
template <class Q>
Worked<Q> min(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q>(Workings::Op::min, a, b);
}
template <class Q>
Worked<Q> hypot(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q>(Workings::Op::hypot, a, b);
}
inline Worked<Count> ceil(Worked<Count> a) {
  return worked::make<Count>(Workings::Op::ceil, a, a);
}

template <class Q>
Worked<Q> Workings::within(Worked<Q> value, Worked<Count> error) {
  return worked::make<Q>(Op::within, value, error);
}
template <class Q>
Worked<Q> Workings::within(Worked<Q> value, const Constant& error) {
  return within(value, constant<Count>("e", error));
}

}  // namespace gpumodel
