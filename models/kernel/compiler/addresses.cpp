#include "models/kernel/compiler/addresses.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "models/access/lanes.hpp"
#include "models/kernel/compiler/index_values.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {
namespace {

class AddressStudy {
 public:
  explicit AddressStudy(PreparedProgram& program) : program_(program), values_(program) {}

  void run() { walk(program_.body, nullptr, -1); }

 private:
  // `loop`: of whose rounds the statements are copies, `variable` its round.
  void walk(PreparedBody& body, const PreparedLoop* loop, int variable) {
    for (PreparedStatement& statement : body) {
      if (const auto* let = std::get_if<PreparedLet>(&statement.what)) {
        values_.bind(let->let->slot, values_.translate(let->let->value.expression));
      } else if (const auto* draw = std::get_if<PreparedDraw>(&statement.what)) {
        bind_fresh(draw->draw->slot);
      } else if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        PreparedAccess& here = program_.accesses[access->access];
        if (loop != nullptr) here.merged = merged(here, *loop, variable);
        if (depth_ > 0) here.index_steps = index_steps(values_.element_of(here));
        if (here.access->value_slot) bind_fresh(*here.access->value_slot);
      } else if (auto* inner = std::get_if<PreparedLoop>(&statement.what)) {
        enter(*inner);
      } else if (auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
        if (depth_ > 0 && branch->branch->condition)
          branch->index_steps = condition_steps(branch->branch->condition->expression);
        walk(branch->then, nullptr, -1);
        walk(branch->otherwise, nullptr, -1);
      }
    }
  }

  void bind_fresh(std::size_t slot) { values_.bind(slot, IndexSum::value(values_.fresh(depth_))); }

  void enter(PreparedLoop& loop) {
    ++depth_;
    const int round = values_.fresh(depth_);
    const IndexSum first = values_.translate(loop.loop->first.expression);
    const bool known =
        first.as_constant() && values_.translate(loop.loop->end.expression).as_constant();
    const auto along =
        multiply(IndexSum::value(round), values_.translate(loop.loop->step.expression));
    const auto here = along ? add(first, *along) : std::nullopt;
    if (here) {
      values_.bind(loop.loop->slot, *here);
    } else {
      bind_fresh(loop.loop->slot);
    }
    const bool outer = std::exchange(rounds_known_, known);
    walk(loop.body, loop.code.copies != 1 && only_loads(loop.body) ? &loop : nullptr, round);
    rounds_known_ = outer;
    --depth_;
  }

  // Nothing in shared memory may change between what becomes one load.
  bool only_loads(const PreparedBody& body) const {
    return !any_statement(body, [this](const PreparedStatement& statement) {
      const auto* access = std::get_if<AccessStatement>(&statement.what);
      if (access == nullptr) return std::holds_alternative<Barrier>(statement.what);
      const PreparedAccess& here = program_.accesses[access->access];
      return here.array->array->space == MemorySpace::shared && here.access->op != Access::Op::load;
    });
  }

  // Of values that are another in each round.
  double index_steps(const IndexSum& sum) {
    double most = 0.0;
    for (const auto& [product, coefficient] : sum.terms) {
      for (const int value : product) {
        if (values_[value].depth >= depth_) most = std::max(most, steps_to(value));
      }
    }
    return most;
  }
  // What it is made of is known behind it.
  double condition_steps(const Expression& condition) {
    const IndexValues::Sides sides = values_.sides_of(condition);
    double most = 0.0;
    for (const auto& [left, right] : sides)
      most = std::max({most, index_steps(left), index_steps(right)});
    for (const auto& [left, right] : sides)
      for (const IndexSum* sum : {&left, &right})
        for (const auto& [product, coefficient] : sum->terms)
          known_.insert(product.begin(), product.end());
    return most;
  }
  double steps_to(int number) {
    if (known_.contains(number)) return 0.0;
    const IndexValue value = values_[number];
    double before = 0.0;
    for (const int other : value.needs) {
      if (values_[other].depth >= depth_) before = std::max(before, steps_to(other));
    }
    return before + value.first_use.total();
  }

  int merged(const PreparedAccess& access, const PreparedLoop& loop, int round) {
    const Array& array = *access.array->array;
    if (array.space != MemorySpace::shared || array.structure || access.access->value_slot) {
      return 1;
    }
    const auto linear = linear_in(values_.element_of(access), round);
    if (!linear || linear->slope.as_constant() != 1) return 1;
    for (int times = max_access_bytes / access.access->bytes; times > 1; times /= 2) {
      const std::int64_t copies = loop.code.copies;
      const bool whole = copies % times == 0 && (rounds_known_ || 2 * times <= copies);
      const bool aligned = std::ranges::all_of(
          linear->rest.terms, [&](const auto& term) { return term.second % times == 0; });
      if (whole && aligned) return times;
    }
    return 1;
  }

  PreparedProgram& program_;
  IndexValues values_;
  std::set<int> known_;        // values that a condition was made of
  std::size_t depth_ = 0;      // loops around
  bool rounds_known_ = false;  // of the innermost, when it is compiled
};

}  // namespace

void study_addresses(PreparedProgram& program) {
  if (program.kernel->thread->compiler->shares_and_spills) AddressStudy(program).run();
}

}  // namespace gpumodel
