#include "models/kernel/compiler/code_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_copies = 64;          // of an unrolled body that are looked at
constexpr std::int64_t most_statements = 16'000;  // in all copies: of further loops one is
constexpr std::size_t most_sums = 256;            // of a scope, to start another sum from

class Estimator {
 public:
  explicit Estimator(const PreparedProgram& program)
      : program_(program), values_(program), sites_(program.sites) {}

  std::vector<CodeCounts> run() {
    scopes_.push_back({.here = &sites_[0]});
    sites_[0].uniform += 1;  // the stack pointer
    sites_[0].control += 1;  // exit
    walk(program_.body);
    if (wants_constant()) sites_[0].uniform += 1;
    return std::move(sites_);
  }

  // Straight code whose arithmetic has more operands than loads supply: one read of arguments,
  // which lie side by side.
  bool wants_constant() const {
    double wanted = 0.0;
    for (const PreparedStatement* s : straight_) {
      const auto* operation = std::get_if<PreparedOperation>(&s->what);
      if (operation != nullptr)
        wanted += (operands_of(*operation) - 1) * operation->count.value_or(0.0);
    }
    return !loops_ && loads_ + 0.5 < wanted + 1;
  }
  static double operands_of(const PreparedOperation& s) {
    switch (s.statement->operation.operation) {
      case Operation::add:
      case Operation::mul:
      case Operation::compare:
      case Operation::div:
        return 2;
      case Operation::fma:
        return 3;
      default:
        return 1;
    }
  }

 private:
  struct Scope {
    CodeCounts* here = nullptr;
    double share = 1.0;  // of a copy in an unrolled loop: the site is reached once per copy
    bool loop = false;   // what does not depend on it is made in the scope around it
    int variable = -1;   // of the loop
    IndexSum step{};
    std::size_t site = 0;                                      // of the loop
    std::set<IndexSum> sums{};                                 // in registers
    std::set<Product> products{};                              // likewise
    std::map<std::size_t, std::vector<IndexSum>> addresses{};  // in registers, by array
  };

  void walk(const PreparedBody& body) {
    walked_ += static_cast<std::int64_t>(body.size());
    for (const PreparedStatement& statement : body) {
      straight_.push_back(&statement);
      std::visit([&](const auto& s) { visit(s); }, statement.what);
    }
  }

  void visit(const PreparedLet& s) { bind(s.let->slot, s.let->value.expression); }
  void visit(const PreparedDraw& s) { bind_fresh(s.draw->slot); }
  void visit(const PreparedOperation&) {}
  void visit(const PreparedSpill&) {}
  void visit(const Barrier&) {}
  void visit(const AddedCode& s) {
    const double all = s.instructions + constants::instructions_of_division.value * s.divisions;
    charge(scopes_.back(),
           {.alu = all * (1.0 - constants::added_multiply.value - constants::added_control.value),
            .multiply = all * constants::added_multiply.value,
            .load_store = s.accesses,
            .special = s.divisions,
            .control = all * constants::added_control.value + s.barriers});
  }
  void visit(const AccessStatement& s) {
    const PreparedAccess& access = program_.accesses[s.access];
    address(access);
    if (access.access->op != Access::Op::store) loads_ += 1;
    if (access.access->value_slot) bind_fresh(*access.access->value_slot);
  }

  void bind(std::size_t slot, const Expression& expression) {
    values_.bind(slot, values_.translate(expression));
  }
  void bind_fresh(std::size_t slot) {
    values_.bind(slot, IndexSum::value(values_.fresh(scopes_.size() - 1)));
  }

  static void charge(Scope& scope, const CodeCounts& counts) {
    scope.here->add(counts, scope.share);
  }
  void charge(std::size_t site, const CodeCounts& counts, double share) {
    sites_[site].add(counts, share);
  }

  // --- values ---

  // Where something that depends on values up to `depth` is made: outside of all loops it does not
  // depend on.
  Scope& home(std::size_t depth) {
    std::size_t at = scopes_.size() - 1;
    for (std::size_t i = scopes_.size() - 1; i > depth; --i) {
      if (scopes_[i].loop) at = i - 1;
    }
    return scopes_[at];
  }

  void need(int number) {
    if (values_[number].made) return;
    values_[number].made = true;
    const std::vector<int> needs = values_[number].needs;
    for (const int other : needs) need(other);
    const IndexValue& value = values_[number];
    if (value.argument && ++arguments_ % 2 == 0) return;
    Scope& scope = value.needs.empty() ? scopes_[0] : home(value.depth);
    charge(scope, value.first_use);
    // |b|, ~b and whether b is 0, which nvcc makes anew in each loop.
    if (value.inverse >= 0 && &scope != &home(values_[value.inverse].depth)) {
      charge(scope, {.either = 3});
    }
  }

  template <class Has>
  bool anywhere(Has has) const {
    return std::ranges::any_of(scopes_, has);
  }

  // Multiply-adds (or shifts) for the products of a sum, and the terms that are plain values.
  struct Terms {
    double multiply = 0.0, shift = 0.0;
    double plain = 0.0;
    double more = 0.0;
    double instructions() const {
      const double made = multiply + shift;
      const double add = made > 0.0 ? std::max(0.0, plain - 1) : std::ceil((plain - 1) / 2);
      return made + more + std::max(0.0, add);
    }
  };

  Terms terms_of(const IndexSum& sum) const {
    Terms terms;
    for (const auto& [product, coefficient] : sum.terms) {
      if (product.empty()) continue;
      const bool known = anywhere([&](const Scope& s) { return s.products.contains(product); });
      if ((product.size() == 1 || known) && std::abs(coefficient) == 1) {
        terms.plain += 1;
      } else if (product.size() == 1 || known) {
        terms.shift += 1;
      } else {
        const Product part(product.begin(), product.end() - 1);
        const bool partly =
            part.size() > 1 && anywhere([&](const Scope& s) { return s.products.contains(part); });
        terms.multiply += partly ? 1.0 : static_cast<double>(product.size()) - 1;
      }
    }
    return terms;
  }

  // A sum in a register, its constant left out.
  void make(const IndexSum& whole) {
    const IndexSum sum = whole.without_constant();
    for (const auto& [product, coefficient] : sum.terms) {
      for (const int value : product) need(value);
    }
    if (sum.terms.empty() || (sum.terms.size() == 1 && sum.terms.begin()->second == 1 &&
                              sum.terms.begin()->first.size() == 1)) {
      return;
    }
    if (anywhere([&](const Scope& s) { return s.sums.contains(sum); })) return;
    Scope& scope = home(values_.depth_of(sum));
    const Terms terms = cheapest(sum);
    const double multiplied = terms.multiply + terms.shift;
    charge(scope, {.multiply = multiplied, .either = terms.instructions() - multiplied});
    remember(sum, scope);
  }

  // From nothing, or from a sum that is known and a difference of its own.
  Terms cheapest(const IndexSum& sum) const {
    Terms best = terms_of(sum);
    for (const Scope& scope : scopes_) {
      for (const IndexSum& known : scope.sums) {
        const std::optional<IndexSum> difference = add(sum, known, -1);
        if (!difference) continue;
        Terms terms = terms_of(*difference);
        terms.plain += 1;
        terms.more = 1;  // (i - 1) * m is a product of its own before it is added
        if (terms.instructions() < best.instructions()) best = terms;
      }
    }
    return best;
  }

  static void remember(const IndexSum& sum, Scope& scope) {
    if (scope.sums.size() < most_sums) scope.sums.insert(sum);
    for (const auto& [product, coefficient] : sum.terms) {
      if (product.size() < 2) continue;
      scope.products.insert(product);
      if (product.size() > 2) scope.products.insert(Product(product.begin(), product.end() - 1));
    }
  }

  // --- addresses ---

  void address(const PreparedAccess& access) {
    const std::size_t array = access.access->array;
    const bool shared = access.array->array->space == MemorySpace::shared;
    if (access.array->array->space == MemorySpace::constant) return constant(array, access);
    pointer_of(array, shared);
    const IndexSum sum = values_.element_of(access).without_constant();
    if (sum.terms.empty() || is_known(array, sum)) return;
    if (Scope* loop = innermost_loop_of(sum)) {
      if (grows_evenly(array, sum, shared, *loop)) return;
    }
    Scope& scope = home(values_.depth_of(sum));
    scope.addresses[array].push_back(sum);
    if (shared) return shared_address(sum, scope);
    if (copies_ > 0 && steps_from_neighbour(array, sum)) {
      charge(scope, {.multiply = 1});
      return;
    }
    make(sum);
    // A multiply-add of 64 bits scales an index and adds it; one of bytes is added, in two halves.
    const bool bytes = access.array->array->element_bytes() == 1;
    charge(scope, bytes ? CodeCounts{.alu = 1, .either = 1} : CodeCounts{.multiply = 1});
  }

  // Words of constant memory at places that the compiler knows are read two at a time, others by an
  // address of their own.
  void constant(std::size_t array, const PreparedAccess& access) {
    const IndexSum sum = values_.element_of(access);
    if (is_known(array, sum)) return;
    Scope& scope = home(values_.depth_of(sum));
    scope.addresses[array].push_back(sum);
    make(sum);
    charge(scope, {.uniform = sum.as_constant() ? 0.5 : 1.0});
  }

  bool is_known(std::size_t array, const IndexSum& sum) const {
    return anywhere([&](const Scope& s) {
      const auto found = s.addresses.find(array);
      return found != s.addresses.end() &&
             std::ranges::find(found->second, sum) != found->second.end();
    });
  }

  // Shared memory has no pointer: its window and the place of the array in it, then a shifted
  // addition for every term.
  void shared_address(const IndexSum& sum, Scope& scope) {
    for (const auto& [product, coefficient] : sum.terms) {
      for (const int value : product) need(value);
    }
    const Terms terms = terms_of(sum);
    charge(scope, {.multiply = terms.multiply, .either = terms.shift + terms.plain});
  }

  void pointer_of(std::size_t array, bool shared) {
    if (pointers_.contains(array)) return;
    const bool first = std::ranges::none_of(pointers_, [&](std::size_t other) {
      return (program_.arrays[other].array->space == MemorySpace::shared) == shared;
    });
    pointers_.insert(array);
    // Of global memory also the descriptor; of shared memory the window's address, its tag, a sum.
    charge(scopes_[0], {.uniform = shared ? (first ? 3.0 : 2.0) : (first ? 2.0 : 1.0)});
  }

  // Copies of an unrolled body: the address of the copy before and one value are near.
  bool steps_from_neighbour(std::size_t array, const IndexSum& sum) {
    for (Scope& scope : scopes_) {
      const auto found = scope.addresses.find(array);
      if (found == scope.addresses.end()) continue;
      for (const IndexSum& other : found->second) {
        const std::optional<IndexSum> step = add(sum, other, -1);
        if (!step || step->terms.size() != 1) continue;
        make(*step);
        return true;
      }
    }
    return false;
  }

  Scope* innermost_loop_of(const IndexSum& sum) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (scope->variable >= 0 && sum.mentions(scope->variable)) return &*scope;
    }
    return nullptr;
  }

  // A pointer that moves on with the rounds. Nothing else in the address may change in the loop.
  bool grows_evenly(std::size_t array, const IndexSum& sum, bool shared, Scope& loop) {
    const std::optional<Linear> linear = linear_in(sum, loop.variable);
    const auto depth = static_cast<std::size_t>(&loop - scopes_.data());
    if (!linear ||
        std::max(values_.depth_of(linear->slope), values_.depth_of(linear->rest)) >= depth)
      return false;
    const std::optional<IndexSum> step = multiply(linear->slope, loop.step);
    if (!step) return false;
    loop.addresses[array].push_back(sum);
    Scope& before = scopes_[depth - 1];  // entered when there is a round
    make(linear->rest);
    charge(before, {.multiply = shared ? 0.0 : 1.0, .either = shared ? 1.0 : 0.0});
    if (step->as_constant()) {
      charge(loop.site + loop_jump,
             {.alu = shared ? 0.0 : 1.0,
              .either = shared ? 1.0 : constants::instructions_of_pointer.value - 1},
             loop.share);
    } else {
      make(*step);
      charge(loop, {.multiply = 1});
    }
    return true;
  }

  // --- conditions and branches ---

  void operand(const IndexSum& sum) {
    make(sum);
    if (sum.terms.size() < 2 || sum.constant_part() == 0) return;
    if (anywhere([&](const Scope& s) { return s.sums.contains(sum); })) return;
    Scope& scope = home(values_.depth_of(sum));
    charge(scope, {.either = 1});
    scope.sums.insert(sum);
  }

  void condition(const Expression& expression) {
    for (const auto& [left, right] : values_.sides_of(expression)) {
      operand(left);
      operand(right);
      charge(home(std::max(values_.depth_of(left), values_.depth_of(right))), {.alu = 1});
    }
  }

  void visit(const PreparedBranch& s) {
    if (s.branch->condition) condition(s.branch->condition->expression);
    const bool predicated = s.code == GuardCode::predicate;
    const bool jumped = s.code == GuardCode::jump;
    const std::size_t test = s.site + branch_test;
    if (s.code == GuardCode::exit) charge(test, {.control = 1}, share_);
    if (jumped) jumped_over(s);
    branch_body(s.then, predicated ? test : s.site + branch_then, jumped);
    if (!s.otherwise.empty())
      branch_body(s.otherwise, predicated ? test : s.site + branch_otherwise, jumped);
    if (!predicated) return;
    run_by_all(s.then, test, s.site + branch_then);
    run_by_all(s.otherwise, test, s.site + branch_otherwise);
  }

  // BSSY and a jump, a jump behind the way that another follows, and where the ways meet a BSYNC
  // for each that some of a warp's lanes have gone. What ends as the condition around it ends
  // meets there, and has neither of its own.
  void jumped_over(const PreparedBranch& s) {
    const bool ends_with_outer = outer_ends_ == &s;
    charge(s.site + branch_test, {.control = ends_with_outer ? 0.0 : 2.0}, share_);
    charge(s.site + branch_then, {.control = s.otherwise.empty() ? 1.0 : 2.0}, share_);
    charge(s.site + branch_otherwise, {.control = 1}, share_);
  }

  // Under a predicate every warp runs a way, whether or not it goes it.
  void run_by_all(const PreparedBody& way, std::size_t test, std::size_t site) {
    for (const PreparedStatement& statement : way) {
      CodeCounts counts;
      if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        const Array& array = *program_.accesses[access->access].array->array;
        (array.space == MemorySpace::shared ? counts.predicated_shared : counts.predicated) = 1;
      }
      const auto* operation = std::get_if<PreparedOperation>(&statement.what);
      if (operation != nullptr) counts.alu = operation->count.value_or(0.0);
      charge(test, counts, share_);
      charge(site, counts, -share_);
    }
  }

  void branch_body(const PreparedBody& body, std::size_t site, bool jumped) {
    const auto* last = body.empty() ? nullptr : std::get_if<PreparedBranch>(&body.back().what);
    const PreparedBranch* around = std::exchange(outer_ends_, jumped ? last : nullptr);
    scopes_.push_back({.here = &sites_[site], .share = share_});
    walk(body);
    scopes_.pop_back();
    outer_ends_ = around;
  }

  // --- loops ---

  void visit(const PreparedLoop& s) {
    const IndexSum first = values_.translate(s.loop->first.expression);
    const IndexSum end = values_.translate(s.loop->end.expression);
    const IndexSum step = values_.translate(s.loop->step.expression);
    const auto from = first.as_constant();
    const auto to = end.as_constant();
    const auto by = step.as_constant();
    const bool known = from && to && by && *by > 0;
    if (s.code.copies == 0 && known) return unrolled(s, *from, *to, *by);
    loops_ = true;
    operand(first);
    operand(end);
    charge(s.site + loop_entry,
           {.alu = known ? 0.0 : 1.0, .either = 1, .control = known ? 0.0 : 1.0}, share_);
    scopes_.push_back({.here = &sites_[s.site + loop_begin], .share = share_});
    make(step);
    if (!known) charge(scopes_.back(), around(s.code));
    charge(s.site + loop_jump,
           {.alu = 1, .either = constants::instructions_of_jump.value - 2, .control = 1}, share_);
    rolled(s, step);
    scopes_.pop_back();
  }

  static CodeCounts around(const LoopCode& code) {
    const double all = instructions_around(code);
    const double straight = all * (1.0 - constants::jumps_around.value);
    return {.alu = straight / 2,
            .either = straight / 2,
            .control = all * constants::jumps_around.value};
  }

  void rolled(const PreparedLoop& s, const IndexSum& step) {
    scopes_.push_back(
        {.here = &sites_[s.site + loop_round], .share = share_, .loop = true, .step = step});
    scopes_.back().site = s.site;
    scopes_.back().variable = values_.fresh(scopes_.size() - 1);
    values_.bind(s.loop->slot, IndexSum::value(scopes_.back().variable));
    const int copies = std::exchange(copies_, 0);
    walk(s.body);
    copies_ = copies;
    scopes_.pop_back();
  }

  // Each copy knows its round; copies beyond the first 64 are like the one before.
  void unrolled(const PreparedLoop& s, std::int64_t first, std::int64_t end, std::int64_t step) {
    const std::int64_t rounds = end > first ? (end - first - 1) / step + 1 : 0;
    if (rounds == 0) return;
    ++copies_;
    const double outer = share_;
    share_ /= static_cast<double>(rounds);
    for (std::int64_t round = 0; round < std::min(rounds, most_copies); ++round) {
      if (round > 0 && walked_ > work_limit(most_statements, program_.work)) break;
      values_.bind(s.loop->slot, IndexSum::constant(first + round * step));
      walk(s.body);
    }
    share_ = outer;
    --copies_;
  }

  const PreparedProgram& program_;
  IndexValues values_;
  std::vector<CodeCounts> sites_;
  std::vector<Scope> scopes_;
  std::set<std::size_t> pointers_;                  // arrays whose address is in a register
  std::vector<const PreparedStatement*> straight_;  // all, in order
  double loads_ = 0.0;
  int arguments_ = 0;        // read so far
  std::int64_t walked_ = 0;  // statements
  bool loops_ = false;
  const PreparedBranch* outer_ends_ = nullptr;  // the last statement of a condition jumped over
  int copies_ = 0;                              // unrolled loops around
  double share_ = 1.0;                          // of a copy, in all of them
};

}  // namespace

std::vector<CodeCounts> estimate_code(const PreparedProgram& program) {
  return Estimator(program).run();
}

}  // namespace gpumodel
