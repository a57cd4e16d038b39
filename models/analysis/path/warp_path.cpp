#include "models/analysis/path/warp_path.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "models/analysis/path/operation_cost.hpp"
#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

// What each operation costs, looked up once: a program executes few kinds very often.
class OperationSteps {
 public:
  explicit OperationSteps(const Gpu& gpu) : gpu_(gpu) {}
  const OperationStep& operator[](const OperationName& operation) {
    const auto [found, fresh] = known_.try_emplace({operation.klass, operation.operation});
    if (fresh) found->second = operation_step(operation, gpu_);
    return found->second;
  }
  double cycles(const StatementWork& statement) {
    const OperationStep& step = (*this)[statement.operation];
    const double all = std::min(1.0, statement.count);  // of a sum for several rounds, one's part
    const double following = step.alone ? std::max(all, statement.count) : all * statement.steps;
    return std::max(following * step.latency, statement.count * step.interval);
  }
  double cycles(const WorkChain& chain) {
    double all = 0.0;
    for (const auto& [statement, often] : chain.statements) all += often * cycles(statement);
    if (chain.copies <= 1.0 || !chain.loads_first) return all;
    // Copies that load data of their own meet only in their last statement, a sum.
    return all / chain.copies + (chain.copies - 1.0) * last(chain);
  }
  // What the jump at the end of a chain of so many cycles adds. It comes behind the last operation
  // and does not wait for its result; the counter goes on meanwhile.
  double jump(const WorkChain& chain, double cycles) {
    constexpr double jump = constants::cycles_of_jump.value;
    const double step = chain.statements.empty() ? 0.0 : (*this)[chain.last.operation].latency;
    return std::max({0.0, jump - step, least(chain) - cycles});
  }

 private:
  static double least(const WorkChain& chain) {
    if (!chain.whole_round) return 0.0;
    return chain.waits ? constants::cycles_behind_load.value : constants::cycles_of_round.value;
  }
  double last(const WorkChain& chain) {
    return chain.statements.empty() ? 0.0 : cycles(chain.last);
  }

  const Gpu& gpu_;
  std::map<std::pair<OperationClass, Operation>, OperationStep> known_;
};

// What is done with the loads of one turn hides as much of the wait for the next, at least where
// that comes from L2.
double hidden_by_turns(const WorkChain& chain, double cycles, const Gpu& gpu) {
  if (chain.turns <= 1.0 || !gpu.l2_latency.is_known()) return 0.0;
  return (chain.turns - 1.0) * std::min(cycles / chain.turns, gpu.l2_latency.si);
}

}  // namespace

WarpPath warp_path(const WarpCourse& course, const Gpu& gpu) {
  OperationSteps steps(gpu);
  double operations = course.passing + constants::cycles_of_added.value * course.added;
  if (course.divisions > 0.0) {
    operations += course.divisions * steps[*find_operation("int", "div")].latency;
  }
  double jumps = course.conditions * constants::cycles_of_condition.value +
                 course.partings * constants::cycles_of_parting.value;
  double rounds = 0.0;
  for (const auto& [chain, often] : course.chains) {
    const double cycles = steps.cycles(chain);
    operations += often * (cycles - hidden_by_turns(chain, cycles, gpu));
    if (!chain.jumps) continue;
    jumps += often * steps.jump(chain, cycles);
    rounds += often;
  }
  WarpPath path{course};
  path.rounds = rounds;
  path.jumps = Cycles{jumps};
  path.operations = Cycles{operations};
  return path;
}

}  // namespace gpumodel
