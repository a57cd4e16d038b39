#include "models/kernel/compiler/three_registers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "models/kernel/thread/dataflow/dataflow.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {
namespace {

using Kind = FlowOperand::Kind;

// Arguments of 4 B in front of those that operations take: sizes that the kernel reads.
class SizeArguments {
 public:
  explicit SizeArguments(const PreparedProgram& program) : program_(program) { walk(program.body); }
  std::size_t count() const { return parameters_.size() + extents_.size(); }

 private:
  void walk(const PreparedBody& body) {
    for (const PreparedStatement& statement : body) {
      std::visit([this](const auto& s) { look_at(s); }, statement.what);
    }
  }
  void look_at(const PreparedLet& s) { read(s.let->value.expression); }
  void look_at(const AccessStatement& s) {
    const PreparedAccess& access = program_.accesses[s.access];
    for (const auto& index : access.access->expression.indices) read(index.expression);
    const Array& array = *access.array->array;
    if (array.space != MemorySpace::global || access.indices.size() != array.shape.size()) return;
    const bool row_major = array.order == StorageOrder::row_major;
    const std::size_t slowest = row_major ? 0 : array.shape.size() - 1;
    const std::size_t fastest = array.shape.size() - 1 - slowest;
    for (std::size_t d = 0; d < array.shape.size(); ++d) {
      const Expression& extent = array.shape[d].expression;
      if (d == slowest || extent.names().empty()) continue;
      const bool name_alone = extent.code().size() == 1;
      if (name_alone && !(array.padding && d == fastest)) {
        read(extent);
      } else {
        extents_.emplace(&array, d);  // computed by the host
      }
    }
  }
  void look_at(const PreparedLoop& s) {
    for (const Formula* of : {&s.loop->first, &s.loop->end, &s.loop->step}) read(of->expression);
    walk(s.body);
  }
  void look_at(const PreparedBranch& s) {
    if (s.branch->condition) read(s.branch->condition->expression);
    walk(s.then);
    walk(s.otherwise);
  }
  template <class Other>
  void look_at(const Other&) {}

  void read(const Expression& expression) {
    for (const Expression::Name& name : expression.names()) {
      const auto slot = static_cast<std::size_t>(name.slot);
      if (slot < program_.kernel->parameters.size() && !program_.known[slot])
        parameters_.insert(slot);
    }
  }

  const PreparedProgram& program_;
  std::set<std::size_t> parameters_;
  std::set<std::pair<const Array*, std::size_t>> extents_;
};

// Whether the two arguments of FP32 lie side by side in a word of 8 B.
bool is_pair_read(const PreparedProgram& program,
                  const std::set<std::pair<Kind, std::string_view>>& arguments) {
  const auto among = [&](Kind kind) {
    return std::ranges::count_if(arguments, [&](const auto& a) { return a.first == kind; });
  };
  return arguments.contains({Kind::factor, "f32"}) && arguments.contains({Kind::addend, "f32"}) &&
         among(Kind::factor) == 1 && among(Kind::addend) == 1 &&
         SizeArguments(program).count() % 2 == 0;
}

class MultiplyAdds {
 public:
  MultiplyAdds(const PreparedProgram& program, const Dataflow& flow) : flow_(flow) {
    any_statement(program.body, [this](const PreparedStatement& statement) {
      const auto* branch = std::get_if<PreparedBranch>(&statement.what);
      if (branch != nullptr && branch->code == GuardCode::jump) jumped_.insert(branch->branch);
      return false;
    });
    walk(flow.body);
    pair_ = is_pair_read(program, arguments_);
  }

  double share(const OperationStatement& statement) const {
    double all = 0.0, wide = 0.0;
    const auto [first, end] = steps_.equal_range(&statement);
    for (auto at = first; at != end; ++at) {
      const ComputeStep& step = *at->second.step;
      const auto chains =
          static_cast<double>(step.chains ? flow_.registers[step.target.reg].extent : 1);
      const auto times = static_cast<double>(step.repeat) * chains;
      all += times;
      if (registers(at->second) > 2) wide += times * (chains < 2 ? 1.0 : chains < 3 ? 0.5 : 0.0);
    }
    return all > 0.0 ? wide / all : 0.0;
  }

 private:
  struct Place {
    const ComputeStep* step;
    bool in_two;  // of two conditions, the inner or the outer
  };

  void walk(const FlowSteps& steps) {
    for (const FlowStep& step : steps) {
      std::visit([this](const auto& s) { look_at(s); }, step.what);
    }
  }
  void look_at(const ComputeStep& s) {
    for (const FlowOperand& operand : s.operands) {
      if (operand.kind == Kind::factor || operand.kind == Kind::addend)
        arguments_.emplace(operand.kind, s.scalar);
    }
    if (s.operation == Operation::fma) steps_.emplace(s.statement, Place{&s, in_two_});
  }
  void look_at(const LoopStep& s) {
    const bool outside = std::exchange(in_loop_, in_loop_ || s.loop->unroll != 0);
    walk(s.body);
    in_loop_ = outside;
  }
  void look_at(const BranchStep& s) {
    const bool outside = std::exchange(in_two_, in_two_ || (in_loop_ && is_around_another(s)));
    walk(s.then);
    walk(s.otherwise);
    in_two_ = outside;
  }
  template <class Other>
  void look_at(const Other&) {}

  // Conditions that are jumped over, where lanes of a warp part.
  bool parts(const BranchStep& s) const { return s.parts && jumped_.contains(s.branch); }
  bool is_around_another(const BranchStep& s) const {
    const auto any = [this](const FlowSteps& steps) { return has_parting(steps); };
    return parts(s) && (any(s.then) || any(s.otherwise));
  }
  bool has_parting(const FlowSteps& steps) const {
    return std::ranges::any_of(steps, [this](const FlowStep& step) {
      if (const auto* loop = std::get_if<LoopStep>(&step.what)) return has_parting(loop->body);
      const auto* branch = std::get_if<BranchStep>(&step.what);
      return branch != nullptr &&
             (parts(*branch) || has_parting(branch->then) || has_parting(branch->otherwise));
    });
  }

  std::size_t registers(const Place& place) const {
    const ComputeStep& step = *place.step;
    std::set<std::tuple<std::size_t, int, std::int64_t, const Loop*>> values;
    std::size_t arguments = 0;
    for (const FlowOperand& operand : step.operands) {
      if (operand.kind == Kind::value) {
        values.emplace(operand.reg, operand.lane, operand.element.value_or(-1), operand.round);
      } else if (operand.kind != Kind::number) {
        arguments += 1;
      }
    }
    const bool all = arguments == 0 || place.in_two || (pair_ && step.scalar == "f32");
    return values.size() + (all ? arguments : arguments - 1);
  }

  const Dataflow& flow_;
  std::set<std::pair<Kind, std::string_view>> arguments_;
  std::multimap<const OperationStatement*, Place> steps_;
  std::set<const Branch*> jumped_;
  bool pair_ = false;
  bool in_loop_ = false, in_two_ = false;  // while walking
};

bool is_multiply_add(const PreparedOperation& operation) {
  const OperationName& name = operation.statement->operation;
  return name.operation == Operation::fma &&
         (name.klass == OperationClass::fp32 || name.klass == OperationClass::fp64);
}

template <class Share>
void set_shares(PreparedBody& body, const Share& share) {
  for (PreparedStatement& statement : body) {
    if (auto* operation = std::get_if<PreparedOperation>(&statement.what)) {
      if (is_multiply_add(*operation)) operation->three_registers = share(*operation);
    } else if (auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
      set_shares(loop->body, share);
    } else if (auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
      set_shares(branch->then, share);
      set_shares(branch->otherwise, share);
    }
  }
}

}  // namespace

void find_three_registers(PreparedProgram& program) {
  const bool any = any_statement(program.body, [](const PreparedStatement& statement) {
    const auto* operation = std::get_if<PreparedOperation>(&statement.what);
    return operation != nullptr && is_multiply_add(*operation);
  });
  if (!any) return;
  const auto stands_alone = [](const PreparedOperation& s) {
    return s.count.value_or(2.0) < 2.0 ? 1.0 : 0.0;
  };
  try {
    const Dataflow flow = dataflow_of(*program.kernel, program.values, program.shape);
    const MultiplyAdds found(program, flow);
    set_shares(program.body, [&](const PreparedOperation& s) {
      const double share = s.side_by_side > 1.0 ? 0.0 : found.share(*s.statement);
      return std::max(share, stands_alone(s));
    });
  } catch (const CannotWrite&) {
    set_shares(program.body, stands_alone);
  }
}

}  // namespace gpumodel
