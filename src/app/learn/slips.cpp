#include "src/app/learn/slips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "src/app/learn/perturbed.hpp"

namespace gpumodel {
namespace {

using Op = Expression::Op;

// The likeliest first, where several give the same number.
constexpr auto slip_kinds = std::to_array<std::string_view>(
    {"left-out", "wrong-one", "bits-for-bytes", "not-rounded", "other-rounding", "side-by-side",
     "added", "wrong-extreme", "inverted", "prefix", "complement", "stopped-early",
     "binary-prefix"});
constexpr std::size_t most_named = 3;

// How far a number as written may be from one that is worked out: its last digit, but at least what
// comes of rounding on the way, and not so much that anything fits.
constexpr double least_slack = 0.0005, most_slack = 0.005;

// Taking out a whole sum or product is no slip of one place.
bool is_one_thing(const Tree& tree, int node) {
  const Op op = tree.at(node).op;
  return op != Op::add && op != Op::subtract && op != Op::multiply;
}

class SlipSearch {
 public:
  SlipSearch(const Posed& posed, std::size_t question, const Posed::Own& own)
      : posed_(posed), asked_(posed.exercise().questions[question]), own_(own) {
    own_.erase(asked_.id);
    right_ = posed.follows(question, own_);
  }

  std::vector<Slip> all() {
    for (step_ = 0; step_ < asked_.steps.size(); ++step_) {
      const Tree tree(asked_.steps[step_].value);
      for (int node = 0; node < static_cast<int>(tree.size()); ++node) look_at(tree, node);
    }
    look_at_result();
    return std::move(found_);
  }

 private:
  void look_at(const Tree& tree, int node) {
    const Tree::Node& here = tree.at(node);
    switch (here.op) {
      case Op::add:
        leave_out(tree, node, here.left, here.right);
        leave_out(tree, node, here.right, here.left);
        turn_into(tree, node, Op::max, "side-by-side", "takes the longer of '{}', not the sum");
        break;
      case Op::subtract:
        leave_out(tree, node, here.right, here.left);
        break;
      case Op::multiply:
        leave_out(tree, node, here.left, here.right);
        leave_out(tree, node, here.right, here.left);
        break;
      case Op::divide:
        leave_out(tree, node, here.right, here.left);
        turn_round(tree, node);
        break;
      case Op::max:
        turn_into(tree, node, Op::min, "wrong-extreme", "takes the smaller of '{}'");
        turn_into(tree, node, Op::add, "added", "adds what goes on side by side: '{}'");
        break;
      case Op::min:
        turn_into(tree, node, Op::max, "wrong-extreme", "takes the larger of '{}'");
        break;
      case Op::ceil:
      case Op::floor:
        put_in_place(tree, node, here.left, "not-rounded", tree.text(here.left),
                     fmt::format("does not round '{}' to a whole number", tree.text(here.left)));
        turn_into(tree, node, here.op == Op::ceil ? Op::floor : Op::ceil, "other-rounding",
                  here.op == Op::ceil ? "rounds '{}' down, not up" : "rounds '{}' up, not down");
        break;
      case Op::name:
        look_at_name(tree, node);
        break;
      default:
        break;
    }
  }

  void look_at_name(const Tree& tree, int node) {
    const std::string& name = tree.at(node).name;
    const Amount amount = posed_.amount(name);
    // Of a step the slip would have been made before.
    const Given* given = posed_.exercise().given(name);
    if (given == nullptr && posed_.exercise().question(name) == nullptr) return;
    if (amount.dim.byte != 0) {
      times(tree, node, 8.0, "bits-for-bytes", "takes bytes for bits: {}");
      times(tree, node, 1.0 / 8.0, "bits-for-bytes", "takes bytes for bits: {}");
      look_at_prefix(tree, node, amount.si);
    }
    if (given == nullptr || amount.dim == Dim{}) return;
    for (const Given& other : posed_.exercise().givens) {
      if (other.name == name || !other.words.empty()) continue;
      const Amount instead = posed_.amount(other.name);
      if (!(instead.dim == amount.dim) || instead.si == amount.si) continue;
      Tree changed = tree;
      changed.at(node).name = other.name;
      keep(changed, "wrong-one", name,
           fmt::format("takes {} for {}", described(other.name), described(name)));
    }
  }

  void look_at_prefix(const Tree& tree, int node, double size) {
    const double thousands = std::min(4.0, std::floor(std::log(size) / std::log(1000.0) + 1e-9));
    if (!(thousands >= 1.0)) return;
    const double more = std::pow(1.024, thousands);
    times(tree, node, more, "binary-prefix",
          "takes the decimal prefix for a binary one, or the reverse: {}");
    times(tree, node, 1.0 / more, "binary-prefix",
          "takes the decimal prefix for a binary one, or the reverse: {}");
  }

  // What is done to the answer as a whole.
  void look_at_result() {
    step_ = asked_.steps.size() - 1;
    if (!asked_.unit.text.empty()) {
      for (const double factor : {1e3, 1e-3, 1e6, 1e-6}) {
        suspect("prefix", {}, right_ * factor,
                fmt::format("is {} times {}: look at the prefix of the unit",
                            factor > 1.0 ? fmt::format("{:.0f}", factor)
                                         : fmt::format("{:.0f}", 1.0 / factor),
                            factor > 1.0 ? "too large" : "too small"));
      }
    }
    if (asked_.unit.text == "%" && right_ < 1.0) {
      suspect("complement", {}, 1.0 - right_, "is what is left to 100 %");
    }
    const Dim dim = posed_.amount(asked_.id).dim;
    Posed::Own known = own_;
    for (std::size_t i = 0; i + 1 < asked_.steps.size(); ++i) {
      const SolutionStep& step = asked_.steps[i];
      known[step.name] = posed_.worth(step.value, known);
      if (!(posed_.amount(step.name).dim == dim) || dim == Dim{}) continue;
      step_ = i + 1;
      suspect("stopped-early", step.name, known[step.name],
              fmt::format("is '{}', which is not the answer yet", step.name));
    }
  }

  void leave_out(const Tree& tree, int node, int what, int rest) {
    if (!is_one_thing(tree, what)) return;
    const std::string text = tree.text(what);
    if (text == "1") return;
    put_in_place(tree, node, rest, "left-out", text, fmt::format("leaves out {}", described(text)));
  }

  void put_in_place(const Tree& tree, int node, int by, std::string_view kind, std::string of,
                    std::string sentence) {
    Tree changed = tree;
    const Tree::Node copy = changed.at(by);
    changed.at(node) = copy;
    keep(changed, kind, std::move(of), std::move(sentence));
  }

  void turn_into(const Tree& tree, int node, Op op, std::string_view kind,
                 const std::string& sentence) {
    Tree changed = tree;
    changed.at(node).op = op;
    const std::string parts = tree.at(node).right < 0 ? tree.text(tree.at(node).left)
                                                      : tree.text(tree.at(node).left) + "' and '" +
                                                            tree.text(tree.at(node).right);
    keep(changed, kind, parts, fmt::format(fmt::runtime(sentence), parts));
  }

  void turn_round(const Tree& tree, int node) {
    Tree changed = tree;
    std::swap(changed.at(node).left, changed.at(node).right);
    keep(changed, "inverted", tree.text(node),
         fmt::format("has '{}' the wrong way round", tree.text(node)));
  }

  void times(const Tree& tree, int node, double factor, std::string_view kind,
             const std::string& sentence) {
    Tree changed = tree;
    changed.at(node).times = factor;
    keep(changed, kind, tree.text(node),
         fmt::format(fmt::runtime(sentence), described(tree.text(node))));
  }

  // "the memory bandwidth" of a given, else as the solution calls it.
  std::string described(const std::string& name) const {
    const Given* given = posed_.exercise().given(name);
    return given == nullptr || given->what.empty() ? "'" + name + "'" : given->what;
  }

  void keep(const Tree& changed, std::string_view kind, std::string of, std::string sentence) {
    Posed::Own known = own_;
    double last = 0.0;
    for (std::size_t i = 0; i < asked_.steps.size(); ++i) {
      const auto value_of = [&](const std::string& name) {
        Amount made = posed_.amount(name);
        if (const auto mine = known.find(name); mine != known.end()) made.si = mine->second;
        return made;
      };
      last = i == step_ ? changed.value(value_of).si : posed_.worth(asked_.steps[i].value, known);
      known[asked_.steps[i].name] = last;
    }
    suspect(kind, std::move(of), last, std::move(sentence));
  }

  void suspect(std::string_view kind, std::string of, double value, std::string sentence) {
    if (!std::isfinite(value) || value <= 0.0) return;
    if (std::abs(value - right_) <= 1e-9 * std::abs(right_)) return;
    const auto rank = std::ranges::find(slip_kinds, kind) - slip_kinds.begin();
    found_.push_back(
        {kind, std::move(of), std::move(sentence), step_, value, static_cast<int>(rank)});
  }

  const Posed& posed_;
  const CourseQuestion& asked_;
  Posed::Own own_;
  double right_ = 0.0;
  std::size_t step_ = 0;
  std::vector<Slip> found_;
};

}  // namespace

std::vector<Slip> possible_slips(const Posed& posed, std::size_t question, const Posed::Own& own) {
  return SlipSearch(posed, question, own).all();
}

std::vector<Slip> find_slips(const Posed& posed, std::size_t question, const Posed::Own& own,
                             const GivenAnswer& answer) {
  if (answer.interval() || posed.exercise().questions[question].steps.empty()) return {};
  std::vector<Slip> fitting;
  const auto fits = [&](const Slip& slip) {
    const double slack = std::clamp(answer.half_unit * (1.0 + 1e-6), least_slack * slip.value,
                                    most_slack * slip.value);
    return std::abs(answer.low - slip.value) <= slack;
  };
  std::ranges::copy_if(possible_slips(posed, question, own), std::back_inserter(fitting), fits);
  std::ranges::stable_sort(fitting, {}, &Slip::rank);
  // Few digits fit too much by chance. Of one slip in one place the solution's line says more.
  if (answer.half_unit <= most_slack * std::abs(answer.low) * (1.0 + 1e-6)) {
    for (Slip& slip : perturbed_answers(posed, question)) {
      const bool told = std::ranges::any_of(fitting, [&](const Slip& other) {
        return other.kind == slip.kind && other.step == slip.step;
      });
      if (fits(slip) && !told) fitting.push_back(std::move(slip));
    }
  }
  std::vector<Slip> named;
  for (Slip& slip : fitting) {
    const bool known = std::ranges::any_of(
        named, [&](const Slip& other) { return other.kind == slip.kind && other.of == slip.of; });
    if (!known && named.size() < most_named) named.push_back(std::move(slip));
  }
  return named;
}

}  // namespace gpumodel
