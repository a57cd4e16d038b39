#include "models/kernel/compiler/added_up.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

#include "models/core/expression/slots.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {
namespace {

constexpr int bytes_of_redux = 4;
constexpr double instructions_of_redux = 5.0;  // VOTEU, S2R, UFLO, ISETP, REDUX

class AddedUp {
 public:
  explicit AddedUp(PreparedProgram& program) : program_(program) {
    const std::size_t first = program.values.size();
    for (const ThreadName axis : {thread_x, global_x})
      for (std::size_t i = 0; i < 3; ++i) of_threads_.insert(first + axis + i);
    of_threads_.insert({first + lane_name, first + warp_name});
  }

  void visit(const PreparedBody& body) {
    for (const PreparedStatement& statement : body) {
      std::visit([this](const auto& s) { look_at(s); }, statement.what);
    }
  }

 private:
  bool differs(const Expression& expression) const {
    return any_slot(expression, [&](std::size_t slot) { return of_threads_.contains(slot); });
  }

  void look_at(const AccessStatement& s) {
    PreparedAccess& prepared = program_.accesses[s.access];
    const Access& access = *prepared.access;
    if (access.value_slot) of_threads_.insert(*access.value_slot);
    const bool joins = access.op == Access::Op::reduction || access.op == Access::Op::atomic;
    if (!joins || access.bytes != bytes_of_redux || !access.scalar.starts_with('i')) return;
    prepared.added_up = std::ranges::none_of(
        access.expression.indices, [&](const auto& index) { return differs(index.expression); });
    if (prepared.added_up) prepared.index_steps += instructions_of_redux;
  }
  void look_at(const PreparedLet& s) {
    if (differs(s.let->value.expression)) of_threads_.insert(s.let->slot);
  }
  void look_at(const PreparedDraw& s) { of_threads_.insert(s.draw->slot); }
  void look_at(const PreparedLoop& s) {
    if (differs(s.loop->first.expression) || differs(s.loop->step.expression))
      of_threads_.insert(s.loop->slot);
    visit(s.body);
  }
  void look_at(const PreparedBranch& s) {
    visit(s.then);
    visit(s.otherwise);
  }
  template <class Other>
  void look_at(const Other&) {}

  PreparedProgram& program_;
  std::set<std::size_t> of_threads_;  // slots whose values differ between the threads of a block
};

}  // namespace

void find_added_up(PreparedProgram& program) {
  AddedUp(program).visit(program.body);
}

}  // namespace gpumodel
