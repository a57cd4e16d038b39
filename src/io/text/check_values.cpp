#include "src/io/text/check_values.hpp"

#include <algorithm>
#include <numeric>

#include "models/kernel/thread/index_bounds.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {
namespace {

// Every formula that has no usable value at the default parameters. Each is replaced by 1 once it
// is reported, so that the next is found; what depends on it would only repeat the fault.
class ValueChecker {
 public:
  ValueChecker(const Kernel& kernel, Problems& problems)
      : kernel_(kernel),
        problems_(problems),
        doubtful_(kernel_.parameters.size() + block_names.size(), false) {
    // All shapes are looked at, also those of arrays that are never moved.
    kernel_.to_device.resize(kernel_.arrays.size());
    std::iota(kernel_.to_device.begin(), kernel_.to_device.end(), std::size_t{0});
  }

  void check() {
    const Formula* last = nullptr;
    std::vector<Number> values;
    for (;;) {
      try {
        evaluate_parameters(kernel_, {}, values);
        evaluate(kernel_, values);
        return;
      } catch (const FormulaError& error) {
        if (error.formula == last) return;  // a fault of the whole kernel, put down to one formula
        last = error.formula;
        if (!depends_on_doubtful(*last)) add_value_fault(error, problems_);
        mark_doubtful(last);
        const_cast<Formula*>(last)->expression = Expression::constant(Number::integer(1));
      }
    }
  }

 private:
  bool depends_on_doubtful(const Formula& formula) const {
    return std::ranges::any_of(formula.expression.names(), [&](const Expression::Name& name) {
      return doubtful_[static_cast<std::size_t>(name.slot)];
    });
  }

  // The slot of a parameter or block extent, and of every parameter that uses it.
  void mark_doubtful(const Formula* faulty) {
    const std::size_t count = kernel_.parameters.size();
    for (const std::size_t i : kernel_.evaluation_order) {
      const Formula& value = kernel_.parameters[i].value;
      if (&value == faulty || depends_on_doubtful(value)) doubtful_[i] = true;
    }
    if (!kernel_.launch) return;
    for (std::size_t axis = 0; axis < kernel_.launch->block.size(); ++axis) {
      const Formula& extent = kernel_.launch->block[axis];
      if (&extent == faulty || depends_on_doubtful(extent)) doubtful_[count + axis] = true;
    }
  }

  Kernel kernel_;
  Problems& problems_;
  std::vector<bool> doubtful_;  // by slot: its value is made up
};

}  // namespace

void add_value_fault(const FormulaError& error, Problems& problems) {
  Node at;
  at.line = error.formula->source.line;
  at.column = error.formula->column;
  at.text = error.formula->expression.text();
  problems.add("expression-value", at, error.error);
}

void add_thread_fault(const ThreadFault& fault, Problems& problems) {
  const Source& source = fault.access != nullptr ? fault.access->source : fault.formula->source;
  Node at;
  at.line = source.line;
  at.column = fault.access != nullptr ? fault.access->column : fault.formula->column;
  at.text =
      fault.access != nullptr ? fault.access->expression.text : fault.formula->expression.text();
  const auto place = [](const std::array<std::int64_t, 3>& index) {
    return "(" + std::to_string(index[0]) + ", " + std::to_string(index[1]) + ", " +
           std::to_string(index[2]) + ")";
  };
  problems.add(fault.access != nullptr ? "access-address" : "expression-value", at, fault.error,
               {"thread " + place(fault.thread) + " of block " + place(fault.block)});
}

std::vector<Diagnostic> refuse_outside(const Kernel& kernel, std::span<const Number> values,
                                       const TextFile& text) {
  const IndexBounds bounds = index_bounds(kernel, values);
  Problems problems(text);
  for (const ThreadFault& fault : bounds.outside) add_thread_fault(fault, problems);
  problems.throw_if_any();
  for (const Access* access : bounds.undecided) {
    Node at;
    at.line = access->source.line;
    at.column = access->column;
    at.text = access->expression.text;
    problems.add("index-undecided", at,
                 "neither a thread that leaves " + kernel.arrays[access->array].name +
                     " was found, nor a proof that none does",
                 {"conditions and indices that are linear in thread, block and loop variables are "
                  "decided exactly"});
  }
  std::vector<Diagnostic> undecided = problems.sorted();
  for (Diagnostic& each : undecided) each.severity = Severity::note;
  return undecided;
}

void check_values(const Kernel& kernel, Problems& problems) {
  ValueChecker(kernel, problems).check();
}

}  // namespace gpumodel
