#include "models/kernel/compiler/early_stores.hpp"

#include <algorithm>
#include <map>

#include "models/kernel/thread/dataflow/dataflow.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {
namespace {

bool same_place(const Access& a, const Access& b) {
  const auto &left = a.expression.indices, &right = b.expression.indices;
  return a.array == b.array && a.member_offset == b.member_offset &&
         std::ranges::equal(left, right, [](const auto& x, const auto& y) {
           return x.expression.text() == y.expression.text();
         });
}

class EarlyStores {
 public:
  explicit EarlyStores(PreparedProgram& program) : program_(program) {}

  void walk(const FlowSteps& steps) {
    under_way_.clear();
    for (const FlowStep& step : steps) {
      std::visit([this](const auto& s) { look_at(s); }, step.what);
    }
    under_way_.clear();
  }

 private:
  const Access& access(std::size_t number) const { return *program_.accesses[number].access; }
  void arrived(const FlowOperand& value) {
    if (value.kind == FlowOperand::Kind::value) under_way_.erase(value.reg);
  }

  void look_at(const LoadStep& s) {
    const bool global = program_.accesses[s.access].array->array->space == MemorySpace::global;
    if (global) under_way_[s.target.reg] = s.access;
  }
  void look_at(const ComputeStep& s) {
    std::ranges::for_each(s.operands, [&](auto& o) { arrived(o); });
  }
  void look_at(const MoveStep& s) { arrived(s.value); }
  void look_at(const StoreStep& s) {
    arrived(s.value);
    program_.accesses[s.access].early = std::ranges::any_of(under_way_, [&](const auto& load) {
      return same_place(access(load.second), access(s.access));
    });
  }
  void look_at(const LoopStep& s) { walk(s.body); }
  void look_at(const BranchStep& s) {
    walk(s.then);
    walk(s.otherwise);
  }
  void look_at(const BarrierStep&) { under_way_.clear(); }
  template <class Other>
  void look_at(const Other&) {}

  PreparedProgram& program_;
  std::map<std::size_t, std::size_t> under_way_;  // registers, and the load of each
};

// A store to where something is loaded, and another load.
bool may_exchange(const PreparedProgram& program) {
  const auto is = [](Access::Op op) {
    return [op](const PreparedAccess& access) {
      return access.access->op == op && access.array->array->space == MemorySpace::global;
    };
  };
  if (std::ranges::count_if(program.accesses, is(Access::Op::load)) < 2) return false;
  return std::ranges::any_of(program.accesses, [&](const PreparedAccess& store) {
    return store.access->op == Access::Op::store &&
           std::ranges::any_of(program.accesses, [&](const PreparedAccess& load) {
             return load.access->op == Access::Op::load && same_place(*load.access, *store.access);
           });
  });
}

}  // namespace

void find_early_stores(PreparedProgram& program) {
  if (!may_exchange(program)) return;
  try {
    EarlyStores(program).walk(dataflow_of(*program.kernel, program.values, program.shape).body);
  } catch (const CannotWrite&) {
    return;
  }
}

}  // namespace gpumodel
