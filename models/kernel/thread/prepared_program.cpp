#include "models/kernel/thread/prepared_program.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "models/core/expression/slots.hpp"
#include "models/kernel/compiler/added_up.hpp"
#include "models/kernel/compiler/addresses.hpp"
#include "models/kernel/compiler/early_stores.hpp"
#include "models/kernel/compiler/spills.hpp"
#include "models/kernel/compiler/three_registers.hpp"
#include "models/kernel/thread/form_walk.hpp"
#include "models/kernel/thread/prepared_statements.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{1} << 40;  // of one array: its slot of addresses
constexpr std::int64_t shared_alignment = 16;               // at least, of any array
constexpr std::int64_t most_rounds = std::int64_t{1}
                                     << 31;  // of a loop, for bounds of its variable

std::int64_t whole(const Formula& formula, std::span<const Number> values, std::int64_t at_least) {
  try {
    const Number value = formula.expression.evaluate(values);
    if (!value.is_integer()) {
      fail(formula, "expected a whole number, this is " + to_string(value));
    }
    if (value.integer() < at_least) {
      fail(formula,
           "expected at least " + std::to_string(at_least) + ", this is " + to_string(value));
    }
    return value.integer();
  } catch (const ExpressionError& error) {
    throw FormulaError{&formula, error};
  }
}

}  // namespace

// Bytes from one index to the next, fastest dimension first.
PlacedArray measure(const Array& array, std::span<const Number> values) {
  PlacedArray result;
  result.array = &array;
  const std::size_t dimensions = array.shape.size();
  for (const Formula& extent : array.shape) result.extents.push_back(whole(extent, values, 0));
  result.strides.resize(dimensions);
  const std::int64_t padding = array.padding ? whole(*array.padding, values, 0) : 0;
  std::int64_t bytes = array.element_bytes();
  for (std::size_t i = 0; i < dimensions; ++i) {
    const bool row = array.order == StorageOrder::row_major;
    const std::size_t d = row ? dimensions - 1 - i : i;
    result.strides[d] = bytes;
    const std::int64_t extent = result.extents[d] + (i == 0 && dimensions > 1 ? padding : 0);
    if (__builtin_mul_overflow(bytes, extent, &bytes) || bytes > most_bytes) {
      fail(array.shape[d], "array '" + array.name + "' is larger than 2^40 B");
    }
  }
  result.bytes = bytes;
  return result;
}

std::int64_t extent_of(const PreparedAccess& access, std::size_t dimension) {
  const PlacedArray& array = *access.array;
  if (access.indices.size() == array.extents.size()) return array.extents[dimension];
  return array.bytes / std::max<std::int64_t>(1, array.array->element_bytes());
}

namespace {

class Preparer {
 public:
  Preparer(const Kernel& kernel, std::span<const Number> values, const LaunchShape& shape) {
    program_.kernel = &kernel;
    program_.values = values;
    program_.shape = shape;
    program_.slots = values.size() + thread_names.size() + kernel.thread->variables.size();
  }

  PreparedProgram statements() {
    place_arrays();
    for (const Access& access : program_.kernel->thread->accesses) {
      PreparedAccess prepared{&access, &program_.arrays[access.array], {}};
      for (const AccessExpression::Index& index : access.expression.indices) {
        prepared.indices.emplace_back(index.expression, program_.values);
      }
      program_.accesses.push_back(std::move(prepared));
    }
    program_.body = body(program_.kernel->thread->body);
    return std::move(program_);
  }
  PreparedProgram run() {
    program_ = statements();
    decide_code(program_);
    add_spills(program_);
    study_addresses(program_);
    find_added_up(program_);
    find_early_stores(program_);
    find_three_registers(program_);
    study_loops(program_.body);
    program_.draws = draws(program_.body);
    return std::move(program_);
  }

 private:
  void place_arrays() {
    std::int64_t slot = 1;
    for (const Array& array : program_.kernel->arrays) {
      PlacedArray array_here = measure(array, program_.values);
      array_here.seed = static_cast<std::uint64_t>(program_.arrays.size());
      if (array.contents) array_here.contents = {*array.contents, program_.values};
      if (array.space == MemorySpace::shared) {
        array_here.base = program_.shared_bytes;
        program_.shared_bytes +=
            (array_here.bytes + shared_alignment - 1) / shared_alignment * shared_alignment;
      } else {
        array_here.base = most_bytes * 2 * slot++;
        if (array.offset) array_here.base += whole(*array.offset, program_.values, 0) % 4096;
      }
      program_.arrays.push_back(std::move(array_here));
    }
  }

  bool of_parameters(const Formula& formula) const {
    return follows_from_first(program_.values.size(), formula.expression);
  }

  LaneExpression compiled(const Formula& formula) const {
    return {formula.expression, program_.values};
  }

  PreparedBody body(const Body& statements) {
    PreparedBody result;
    for (const Statement& statement : statements) {
      result.push_back(
          std::visit([this](const auto& s) { return this->prepare(s); }, statement.what));
    }
    return result;
  }

  PreparedStatement prepare(const Let& s) const { return {PreparedLet{&s, compiled(s.value)}}; }
  PreparedStatement prepare(const Draw& s) const {
    const std::size_t variables = program_.values.size() + thread_names.size();
    return {PreparedDraw{&s, {s.contents, program_.values}, s.slot - variables}};
  }
  static PreparedStatement prepare(const AccessStatement& s) { return {s}; }
  // A count without a value is left to the run, which says who meets it.
  PreparedStatement prepare(const OperationStatement& s) const {
    PreparedOperation operation{&s};
    if (s.side_by_side) {
      operation.side_by_side = number(*s.side_by_side, "what is side by side", "is 1 at least",
                                      [](double n) { return n >= 1.0 && n < 1e9; });
    }
    if (!of_parameters(s.count)) return {operation};
    try {
      const Number count = s.count.expression.evaluate(program_.values);
      if (count_fault(count).empty()) operation.count = count.real();
    } catch (const ExpressionError&) {
      return {operation};
    }
    return {operation};
  }
  // Each has bytes of its own in local memory; what only the run knows has none.
  PreparedStatement prepare(const SpillStatement& s) {
    const auto bytes = [&](const Formula& formula) {
      const bool known = of_parameters(formula);
      return known ? formula.expression.evaluate(program_.values).real() : 0.0;
    };
    program_.local_bytes += std::max(bytes(s.load_bytes), bytes(s.store_bytes));
    return {PreparedSpill{&s}};
  }
  static PreparedStatement prepare(const Barrier& s) { return {s}; }
  static PreparedStatement prepare(const AddedCode& s) { return {s}; }
  PreparedStatement prepare(const Loop& s) {
    return {PreparedLoop{.loop = &s,
                         .first = compiled(s.first),
                         .end = compiled(s.end),
                         .step = compiled(s.step),
                         .body = body(s.body),
                         .arithmetic = {},
                         .stride = {}}};
  }
  PreparedStatement prepare(const Branch& s) {
    PreparedBranch branch{
        .branch = &s, .condition = {}, .then = body(s.then), .otherwise = body(s.otherwise)};
    if (s.condition) branch.condition = compiled(*s.condition);
    const auto share = [&](const Formula& formula) {
      return number(formula, "a probability", "lies between 0 and 1",
                    [](double p) { return p >= 0.0 && p <= 1.0; });
    };
    if (s.probability) branch.probability = share(*s.probability);
    if (s.warps) branch.warps = std::max(share(*s.warps), branch.probability);
    return {std::move(branch)};
  }

  template <class Allowed>
  double number(const Formula& formula, const std::string& what, const char* allowed_is,
                Allowed allowed) const {
    if (!of_parameters(formula)) fail(formula, what + " can only depend on parameters");
    try {
      const double value = formula.expression.evaluate(program_.values).real();
      if (!allowed(value)) fail(formula, what + " " + allowed_is);
      return value;
    } catch (const ExpressionError& error) {
      throw FormulaError{&formula, error};
    }
  }

  void study_loops(PreparedBody& statements) {
    for (PreparedStatement& statement : statements) {
      if (auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
        loop->site = program_.sites;
        program_.sites += sites_each;
        study(*loop);
        study_loops(loop->body);
      } else if (auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
        branch->site = program_.sites;
        program_.sites += sites_each;
        study_loops(branch->then);
        study_loops(branch->otherwise);
      }
    }
  }

  void study(PreparedLoop& loop) const {
    std::vector<bool> inside(program_.accesses.size(), false);
    mark(loop.body, inside);
    const ProgramForms forms = loop_forms(program_, loop, most_rounds);
    loop.stride.resize(program_.accesses.size());
    loop.alike = forms.crossings.empty() && !draws(loop.body);
    loop.period = 1;
    for (std::size_t i = 0; i < inside.size(); ++i) {
      if (!inside[i]) continue;
      const BlockForm& form = forms.address[i];
      if (!form.affine || form.random()) {
        loop.alike = false;
        continue;
      }
      loop.stride[i] = form.coefficient[0];
      loop.period = std::lcm(loop.period, line_bytes / std::gcd(std::abs(form.coefficient[0]),
                                                                std::int64_t{line_bytes}));
    }
    loop.steady = is_steady(loop, inside);
    for (const PreparedStatement& statement : loop.body) {
      const auto* operation = std::get_if<PreparedOperation>(&statement.what);
      if (operation == nullptr || !operation->count) {
        loop.arithmetic.clear();
        break;
      }
      loop.arithmetic.push_back(*operation);
    }
  }

  bool is_steady(const PreparedLoop& loop, const std::vector<bool>& inside) const {
    std::map<std::size_t, std::optional<std::int64_t>> stride_of_array;
    const auto is_load = [&](std::size_t i) {
      return program_.accesses[i].access->op == Access::Op::load;
    };
    for (std::size_t i = 0; i < inside.size(); ++i) {
      if (!inside[i] || !is_load(i)) continue;
      const auto [at, fresh] =
          stride_of_array.try_emplace(program_.accesses[i].access->array, loop.stride[i]);
      if (!fresh && at->second != loop.stride[i]) return false;
    }
    for (std::size_t i = 0; i < inside.size(); ++i) {
      if (inside[i] || !is_load(i)) continue;
      if (stride_of_array.contains(program_.accesses[i].access->array)) return false;
    }
    return true;
  }

  static bool draws(const PreparedBody& statements) {
    return any_statement(statements, [](const PreparedStatement& statement) {
      return std::holds_alternative<PreparedDraw>(statement.what);
    });
  }

  static void mark(const PreparedBody& statements, std::vector<bool>& inside) {
    for (const PreparedStatement& statement : statements) {
      if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        inside[access->access] = true;
      } else if (const auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
        mark(loop->body, inside);
      } else if (const auto* branch = std::get_if<PreparedBranch>(&statement.what)) {
        mark(branch->then, inside);
        mark(branch->otherwise, inside);
      }
    }
  }

  PreparedProgram program_;
};

}  // namespace

PreparedProgram prepare(const Kernel& kernel, std::span<const Number> values,
                        const LaunchShape& shape, double work) {
  PreparedProgram program = Preparer(kernel, values, shape).run();
  program.work = work;
  return program;
}

PreparedProgram prepare_statements(const Kernel& kernel, std::span<const Number> values,
                                   const LaunchShape& shape) {
  return Preparer(kernel, values, shape).statements();
}

double PreparedProgram::running_values() const {
  double running = 1.0;
  for (const PreparedStatement& statement : body) {
    if (std::holds_alternative<PreparedLet>(statement.what)) continue;
    const auto* first = std::get_if<PreparedOperation>(&statement.what);
    if (first == nullptr) break;
    if (first->statement->operation.klass == OperationClass::convert) {
      running = std::max(1.0, first->count.value_or(1.0));
    }
  }
  return running;
}

}  // namespace gpumodel
