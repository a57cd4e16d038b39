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

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
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
  const char* text;          // a literal
  std::uint32_t number = 0;  // 0: the only one
  constexpr Symbol(const char* name) : text(name) {}
  constexpr Symbol(const char* name, std::size_t index)
      : text(name), number(static_cast<std::uint32_t>(index) + 1) {}
};

enum class From : std::uint8_t {
  number,    // a line of a device's file
  curve,     // the curve of that line, at a place
  place,     // one of the places of the curve of that line
  formula,   // a line of a descriptor, at the parameters asked for
  analysis,  // a count of what the launch does
  constant,  // a row of models/core/constants.hpp
  term,      // the time of another term
  asked,     // by the user
  worked,    // from operands of its own
};
constexpr std::string_view to_string(From from) {
  constexpr std::string_view words[] = {"number",   "curve", "place", "formula", "count",
                                        "constant", "term",  "asked", "worked"};
  return words[static_cast<std::size_t>(from)];
}

// What stands behind a symbol. Small: a prediction makes a hundred of them.
struct Operand {
  Symbol symbol{""};
  Dim dim{}, at_dim{};
  From from = From::worked;
  const void* behind = nullptr;
  double at = 0.0;  // curve

  // number, curve, place, formula; null otherwise
  const Source* source() const {
    return from <= From::formula ? static_cast<const Source*>(behind) : nullptr;
  }
  const Constant* constant() const {
    return from == From::constant ? static_cast<const Constant*>(behind) : nullptr;
  }
  // analysis: of what; term: its name; asked: the option; empty otherwise
  std::string_view what() const {
    const bool has = from == From::analysis || from == From::term || from == From::asked;
    return has ? static_cast<const char*>(behind) : "";
  }
};

template <class Q>
class Worked;

class Workings {
 public:
  void clear();
  // Puts another number in place of a count, and works out again what was made since, up to
  // `last`.
  void replace(NodeId count, double value, NodeId last);

  template <class Q>
  Worked<Q> number(Symbol symbol, const Sourced<Q>& value) {
    const Q known = value.known();
    const double f = value.source.factor;
    return {*this, given({known.si, known.si / f, known.si * f},
                         {symbol, Q::dim, {}, From::number, &value.source})};
  }
  template <class X, class Y>
  Worked<Y> read(Symbol symbol, const Curve<X, Y>& curve, X at) {
    const double y = curve.at(at).si, f = curve.source.factor;
    return {*this,
            given({y, y / f, y * f}, {symbol, Y::dim, X::dim, From::curve, &curve.source, at.si})};
  }
  // A place of a curve, and not how high it is there.
  template <class X, class Y>
  Worked<X> place(Symbol symbol, const Curve<X, Y>& curve, X at) {
    return {*this, given({at.si, at.si, at.si}, {symbol, X::dim, {}, From::place, &curve.source})};
  }
  template <class Q>
  Worked<Q> formula(Symbol symbol, Q value, const Source& source) {
    return {*this,
            given({value.si, value.si, value.si}, {symbol, Q::dim, {}, From::formula, &source})};
  }
  // A count of the analysis; `of` says of what.
  template <class Q>
  Worked<Q> count(Symbol symbol, Q value, const char* of) {
    return count(symbol, exact(value), of);
  }
  template <class Q>
  Worked<Q> count(Symbol symbol, Estimate<Q> value, const char* of) {
    return {*this, given({value.value.si, value.low.si, value.high.si},
                         {symbol, Q::dim, {}, From::analysis, of})};
  }
  template <class Q>
  Worked<Q> constant(Symbol symbol, const Constant& row) {
    return {*this,
            given({row.value, row.low, row.high}, {symbol, Q::dim, {}, From::constant, &row})};
  }
  template <class Q>
  Worked<Q> term(Symbol symbol, Estimate<Q> value, const char* name) {
    return {*this, given({value.value.si, value.low.si, value.high.si},
                         {symbol, Q::dim, {}, From::term, name})};
  }
  Worked<Count> asked(Symbol symbol, Count value, const char* option);
  Worked<Count> literal(double value);
  // Nothing, of any dimension.
  template <class Q>
  Worked<Q> zero() {
    return {*this, add(Values{}, Op::literal, 0, 0)};
  }

  // Shown by its symbol; its equation and operands come with it.
  template <class Q>
  Worked<Q> named(Symbol symbol, Worked<Q> value) {
    return {*this, name(value.id(), {symbol, Q::dim, {}, From::worked})};
  }
  // The same with its ends moved by those of `error`, which is 1.
  template <class Q>
  Worked<Q> within(Worked<Q> value, Worked<Count> error);
  template <class Q>
  Worked<Q> within(Worked<Q> value, const Constant& error);
  // The same about its expected value: those of its operands do not count.
  template <class Q>
  Worked<Q> about(Worked<Q> value, Worked<Count> error);

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
    given,
    literal,
    named,
    within,
    about,
    add,
    subtract,
    multiply,
    divide,
    max,
    min,
    hypot,
    geometric,
    ceil,
    log
  };
  template <Op op>
  NodeId make(NodeId a, NodeId b) {
    return add(joined<op>(node(a).value, node(b).value), op, static_cast<std::uint32_t>(a),
               static_cast<std::uint32_t>(b));
  }

 private:
  struct Values {
    double middle = 0.0, low = 0.0, high = 0.0;
  };
  template <Op op>
  static Values joined(const Values& a, const Values& b);
  struct Node {
    Values value{};
    Op op = Op::literal;
    std::uint32_t a = 0, b = 0;  // nodes; of `given` and `named` a is the operand
  };
  Values again(const Node& one) const;
  const Node& node(NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  // Field by field into its place: copying what was just put together costs five times as much.
  NodeId add(Values value, Op op, std::uint32_t a, std::uint32_t b) {
    const std::uint32_t id = nodes_.next();
    Node& made = nodes_[id];
    made.value.middle = value.middle;
    made.value.low = value.low;
    made.value.high = value.high;
    made.op = op;
    made.a = a;
    made.b = b;
    return NodeId{id};
  }
  std::uint32_t add(const Operand& operand) {
    const std::uint32_t index = operands_.next();
    Operand& made = operands_[index];
    made.symbol.text = operand.symbol.text;
    made.symbol.number = operand.symbol.number;
    made.dim = operand.dim;
    made.at_dim = operand.at_dim;
    made.from = operand.from;
    made.behind = operand.behind;
    made.at = operand.at;
    return index;
  }
  NodeId given(Values values, const Operand& operand) {
    return add(values, Op::given, add(operand), 0);
  }
  NodeId name(NodeId of, const Operand& operand);
  void collect(NodeId id, Operands& found, bool in_text) const;
  int rank(NodeId id) const;
  void write(NodeId id, const Shown& shown, std::string& text) const;
  void write_list(NodeId id, Op op, const Shown& shown, std::string& text) const;

  // A vector whose elements stay when it is cleared, to be written over: as much is needed again.
  template <class T>
  class Reused {
   public:
    // The index of one more.
    std::uint32_t next() {
      if (size_ == all_.size()) [[unlikely]]
        grow();
      return static_cast<std::uint32_t>(size_++);
    }
    void clear() { size_ = 0; }
    T& operator[](std::size_t i) { return all_[i]; }
    const T& operator[](std::size_t i) const { return all_[i]; }

   private:
    [[gnu::noinline]] void grow() { all_.resize(2 * all_.size() + 64); }
    std::vector<T> all_;
    std::size_t size_ = 0;
  };

  Reused<Node> nodes_;
  Reused<Operand> operands_;
};

template <Workings::Op op>
Workings::Values Workings::joined(const Values& a, const Values& b) {
  const auto each = [&](auto f) {
    return Values{f(a.middle, b.middle), f(a.low, b.low), f(a.high, b.high)};
  };
  if constexpr (op == Op::add) return each([](double x, double y) { return x + y; });
  if constexpr (op == Op::multiply) return each([](double x, double y) { return x * y; });
  if constexpr (op == Op::max) return each([](double x, double y) { return x < y ? y : x; });
  if constexpr (op == Op::min) return each([](double x, double y) { return y < x ? y : x; });
  if constexpr (op == Op::hypot) return each([](double x, double y) { return std::hypot(x, y); });
  if constexpr (op == Op::geometric) {
    return each([](double x, double y) { return std::sqrt(x * y); });
  }
  if constexpr (op == Op::log) return each([](double x, double) { return std::log(x); });
  if constexpr (op == Op::ceil) return each([](double x, double) { return std::ceil(x); });
  if constexpr (op == Op::divide) {
    return {a.middle / b.middle, a.low / b.high, a.high / b.low};
  }
  if constexpr (op == Op::within) return {a.middle, a.low * b.low, a.high * b.high};
  if constexpr (op == Op::about) return {a.middle, a.middle * b.low, a.middle * b.high};
  if constexpr (op == Op::subtract) {
    const Values v = each([](double x, double y) { return x - y; });
    return {v.middle, std::min({v.low, v.middle, v.high}), std::max({v.low, v.middle, v.high})};
  }
}

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
template <class R, Workings::Op op, class A, class B>
Worked<R> make(Worked<A> a, Worked<B> b) {
  return {a.in(), a.in().template make<op>(a.id(), b.id())};
}
}  // namespace worked

template <class Q>
Worked<Q> operator+(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q, Workings::Op::add>(a, b);
}
template <class Q>
Worked<Q> operator-(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q, Workings::Op::subtract>(a, b);
}
template <class A, class B>
Worked<Quantity<A::dim + B::dim>> operator*(Worked<A> a, Worked<B> b) {
  return worked::make<Quantity<A::dim + B::dim>, Workings::Op::multiply>(a, b);
}
template <class A, class B>
Worked<Quantity<A::dim - B::dim>> operator/(Worked<A> a, Worked<B> b) {
  return worked::make<Quantity<A::dim - B::dim>, Workings::Op::divide>(a, b);
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
  return worked::make<Q, Workings::Op::max>(a, b);
}
template <class Q>
Worked<Q> min(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q, Workings::Op::min>(a, b);
}
template <class Q>
Worked<Q> hypot(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q, Workings::Op::hypot>(a, b);
}
// Of numbers that are not negative: sqrt(a * b).
template <class Q>
Worked<Q> geometric_mean(Worked<Q> a, Worked<Q> b) {
  return worked::make<Q, Workings::Op::geometric>(a, b);
}
inline Worked<Count> ceil(Worked<Count> a) {
  return worked::make<Count, Workings::Op::ceil>(a, a);
}
// Natural, of what is above 0.
inline Worked<Count> log(Worked<Count> a) {
  return worked::make<Count, Workings::Op::log>(a, a);
}

template <class Q>
Worked<Q> Workings::within(Worked<Q> value, Worked<Count> error) {
  return worked::make<Q, Op::within>(value, error);
}
template <class Q>
Worked<Q> Workings::within(Worked<Q> value, const Constant& error) {
  return within(value, constant<Count>("e", error));
}
template <class Q>
Worked<Q> Workings::about(Worked<Q> value, Worked<Count> error) {
  return worked::make<Q, Op::about>(value, error);
}

// A sum whose parts may all be missing.
template <class Q>
class WorkedSum {
 public:
  explicit WorkedSum(Workings& in) : in_(in) {}
  void add(Worked<Q> part) {
    sum_ = (has_parts_ ? Worked<Q>{in_, sum_} + part : part).id();
    has_parts_ = true;
  }
  bool has_parts() const { return has_parts_; }
  Worked<Q> value() const { return has_parts_ ? Worked<Q>{in_, sum_} : in_.zero<Q>(); }

 private:
  Workings& in_;
  NodeId sum_{};
  bool has_parts_ = false;
};

}  // namespace gpumodel
