#include "src/app/describe/against.hpp"

#include <algorithm>
#include <cmath>

#include "models/kernel/compiler/expansion.hpp"
#include "models/kernel/thread/prepared_program.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {
namespace {

double& of(SassCounts& counts, SassKind operation) {
  return counts[static_cast<std::size_t>(operation)];
}

class AssumedCode {
 public:
  AssumedCode(const PreparedProgram& program, ComputeCapability capability)
      : program_(program), capability_(capability) {}

  std::vector<AssumedLoop> loops() {
    found_.emplace_back();
    count(program_.body, 0, 1.0);
    return std::move(found_);
  }

 private:
  void count(const PreparedBody& body, std::size_t into, double times) {
    for (const PreparedStatement& statement : body) {
      SassCounts& counts = found_[into].counts;
      if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        add_access(program_.accesses[access->access], counts, times);
      } else if (const auto* operation = std::get_if<PreparedOperation>(&statement.what)) {
        add_operation(*operation, counts, times);
      } else if (std::holds_alternative<Barrier>(statement.what)) {
        of(counts, SassKind::barrier) += times;
      } else if (const auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
        count(branch->then, into, times);
        count(branch->otherwise, into, times);
      } else if (const auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
        add_loop(*loop, into, times);
      }
    }
  }

  static void add_access(const PreparedAccess& access, SassCounts& counts, double times) {
    const MemorySpace space = access.array->array->space;
    if (space == MemorySpace::constant) return;  // LDC, or an operand
    const bool shared = space == MemorySpace::shared;
    const Access::Op op = access.access->op;
    of(counts, op == Access::Op::load    ? shared ? SassKind::load_shared : SassKind::load_global
               : op == Access::Op::store ? shared ? SassKind::store_shared : SassKind::store_global
                                         : SassKind::atomic) += times;
  }

  void add_operation(const PreparedOperation& operation, SassCounts& counts, double times) const {
    const OperationName& name = operation.statement->operation;
    const bool wide = name.klass == OperationClass::fp64;
    if (!wide && name.klass != OperationClass::fp32) return;
    const double all = operation.count.value_or(0.0) * times;
    const Expansion made = expansion_of(name.klass, name.operation, capability_);
    of(counts, wide ? SassKind::fma64 : SassKind::fma32) += all * made.fma;
    of(counts, SassKind::special) += all * made.special;
  }

  void add_loop(const PreparedLoop& loop, std::size_t into, double times) {
    if (loop.code.copies == 0) {
      count(loop.body, into, times * rounds(*loop.loop));
      return;
    }
    found_.push_back({program_.kernel->thread->variables[variable(*loop.loop)],
                      loop.code.copies,
                      found_[into].depth + 1,
                      {}});
    count(loop.body, found_.size() - 1, times * static_cast<double>(loop.code.copies));
  }
  std::size_t variable(const Loop& loop) const {
    return loop.slot - (program_.slots - program_.kernel->thread->variables.size());
  }

  double rounds(const Loop& loop) const {
    const auto known = [&](const Formula& f) {
      return std::ranges::all_of(f.expression.names(), [&](const Expression::Name& name) {
        return static_cast<std::size_t>(name.slot) < program_.values.size();
      });
    };
    if (!known(loop.first) || !known(loop.end) || !known(loop.step)) return 1.0;
    try {
      const auto value = [&](const Formula& f) {
        return f.expression.evaluate(program_.values).real();
      };
      return std::max(0.0, std::ceil((value(loop.end) - value(loop.first)) / value(loop.step)));
    } catch (const ExpressionError&) {
      return 1.0;
    }
  }

  const PreparedProgram& program_;
  ComputeCapability capability_;
  std::vector<AssumedLoop> found_;
};

double unlike(const SassCounts& a, const SassCounts& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum;
}

}  // namespace

std::vector<AssumedLoop> assumed_loops(const Kernel& kernel, ComputeCapability capability) {
  std::vector<Number> values;
  evaluate_parameters(kernel, {}, values);
  const PreparedProgram program = prepare(kernel, values, launch_shape(kernel, values));
  return AssumedCode(program, capability).loops();
}

std::vector<const SassLoop*> like(const std::vector<AssumedLoop>& assumed,
                                  const std::vector<SassLoop>& made) {
  std::vector<const SassLoop*> found;
  for (const AssumedLoop& loop : assumed) {
    const SassLoop* best = nullptr;
    for (const SassLoop& each : made) {
      if (each.depth != loop.depth || std::ranges::find(found, &each) != found.end()) continue;
      if (best == nullptr || unlike(each.counts, loop.counts) < unlike(best->counts, loop.counts))
        best = &each;
    }
    found.push_back(best);
  }
  return found;
}

}  // namespace gpumodel
