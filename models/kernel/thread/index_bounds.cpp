#include "models/kernel/thread/index_bounds.hpp"

#include <algorithm>
#include <bit>

#include "models/core/expression/slots.hpp"
#include "models/kernel/thread/linear_form.hpp"
#include "models/kernel/thread/prepared_statements.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {
namespace {

using Op = Expression::Op;

constexpr std::size_t no_variable = static_cast<std::size_t>(-1);
constexpr std::size_t first_free_variable = 6;  // after thread and block
constexpr int most_narrowings = 3;
constexpr std::int64_t most_boxes_each = 4000;  // of one index
constexpr std::int64_t most_boxes = 20'000;
constexpr std::int64_t most_unknown_rounds = std::int64_t{1} << 40;

// What has happened and what must hold when a thread comes to an access, in order.
struct Condition {  // an expression's code from `begin` to `end`
  const Expression* expression = nullptr;
  std::size_t begin = 0, end = 0;
  bool wanted = true;
};
struct Bind {
  std::size_t slot = 0;
  const Expression* expression = nullptr;
};
struct Round {
  const Loop* loop = nullptr;
  std::size_t variable = no_variable;
};
struct DrawnValue {
  std::size_t slot = 0;
  const Contents* contents = nullptr;
  const PreparedAccess* read = nullptr;  // null: drawn; else what stands in the array
  std::size_t variable = no_variable;
};
using PathStep = std::variant<Condition, Bind, Round, DrawnValue>;

// One index of an access, and which side of its array.
struct IndexQuestion {
  const PreparedAccess* access = nullptr;
  std::size_t dimension = 0;
  std::int64_t extent = 0;
  bool beyond_end = false;
};

std::size_t begin_of_operand(const Expression& expression, std::size_t end) {
  std::size_t needed = 1;
  std::size_t at = end;
  while (needed > 0) {
    const Op op = expression.code()[--at].op;
    if (op == Op::constant || op == Op::name) {
      --needed;
    } else if (!Expression::is_unary(op)) {
      ++needed;
    }
  }
  return at;
}

Op opposite(Op op) {
  switch (op) {
    case Op::less:
      return Op::greater_equal;
    case Op::less_equal:
      return Op::greater;
    case Op::greater:
      return Op::less_equal;
    case Op::greater_equal:
      return Op::less;
    case Op::equal:
      return Op::not_equal;
    default:
      return Op::equal;
  }
}

// Walks one path over boxes.
class Path {
 public:
  Path(const PreparedProgram& program, const std::vector<PathStep>& steps)
      : program_(program),
        steps_(steps),
        slots_(program.slots),
        element_slots_(program.values.size() + 1) {
    for (std::size_t i = 0; i < program.values.size(); ++i) {
      const Number value = program.values[i];
      slots_[i] =
          value.is_integer() ? LinearForm::constant(value.integer()) : LinearForm::unknown(0);
      element_slots_[i] = slots_[i];
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const LinearForm thread = LinearForm::variable(axis), block = LinearForm::variable(3 + axis);
      coordinate(thread_x + axis) = thread;
      coordinate(block_index_x + axis) = block;
      coordinate(grid_x + axis) = LinearForm::constant(program.shape.grid[axis]);
      coordinate(global_x + axis) = sum_of(thread, block, program.shape.block[axis]);
      whole_.variables[axis] = {0, program.shape.block[axis] - 1};
      whole_.variables[3 + axis] = {0, program.shape.grid[axis] - 1};
    }
    whole_.count = first_free_variable;
    walk_whole();
  }

  // By its bounds over all threads that come here.
  bool is_surely_inside(const IndexQuestion& question) {
    if (!at_whole_) walk_whole();
    if (!reached_) return true;
    const std::optional<Range> range = range_over(index_of(question), whole_);
    return range && range->low >= 0 && range->high < question.extent;
  }

  enum class Answer { some, none, undecided };
  Answer solve(const IndexQuestion& question, std::int64_t& boxes_left, VariableBox& found) {
    question_ = &question;
    at_whole_ = false;
    std::vector<VariableBox> left = {whole_};
    bool sure = true;
    for (std::int64_t boxes = 0; !left.empty(); ++boxes, --boxes_left) {
      if (boxes == most_boxes_each || boxes_left <= 0) return Answer::undecided;
      VariableBox box = left.back();
      left.pop_back();
      const Outcome outcome = look_at(box);
      if (outcome == Outcome::impossible) continue;
      if (outcome == Outcome::certain) {
        found = corner(box);
        return Answer::some;
      }
      if (split_ == no_variable) {
        sure = false;
        continue;
      }
      const Range range = box.variables[split_];
      if (range.low == range.high) {  // a later condition left one value of it
        left.push_back(box);
        continue;
      }
      const std::int64_t middle = range.low + (range.high - range.low) / 2;
      VariableBox upper = box;
      upper.variables[split_].low = middle + 1;
      box.variables[split_].high = middle;
      left.push_back(upper);
      left.push_back(box);  // the first thread is found first
    }
    return sure ? Answer::none : Answer::undecided;
  }

  ThreadFault fault_at(const IndexQuestion& question, VariableBox point) {
    question_ = &question;
    look_at(point);
    const std::optional<Range> at = range_over(index_, point);
    const AccessExpression::Index& index =
        question.access->access->expression.indices[question.dimension];
    ThreadFault fault;
    fault.access = question.access->access;
    fault.error = index_outside(index, at ? at->low : 0, question.extent);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      fault.thread[axis] = point.variables[axis].low;
      fault.block[axis] = point.variables[3 + axis].low;
    }
    return fault;
  }

 private:
  enum class Outcome { impossible, certain, open };

  LinearForm& coordinate(std::size_t name) { return slots_[program_.first_coordinate() + name]; }

  static VariableBox corner(VariableBox box) {
    for (Range& range : box.variables) range.high = range.low;
    return box;
  }

  // Takes all steps once; false where no thread of the box can.
  bool walk(VariableBox& box) {
    box_ = &box;
    changed_ = false;
    possible_ = true;
    open_ = false;
    split_ = no_variable;
    place_lanes();
    for (const PathStep& step : steps_) {
      std::visit([this](const auto& s) { take(s); }, step);
      if (!possible_) return false;
    }
    return true;
  }

  void walk_whole() {
    at_whole_ = true;
    for (int pass = 0; pass < most_narrowings; ++pass) {
      reached_ = walk(whole_);
      if (!reached_ || !changed_) return;
    }
  }

  // Whether the question's thread can, must or may lie in the box, which is narrowed.
  Outcome look_at(VariableBox& box) {
    for (int pass = 0; pass < most_narrowings; ++pass) {
      if (!walk(box)) return Outcome::impossible;
      leave_array();
      if (!possible_) return Outcome::impossible;
      if (!open_) return Outcome::certain;
      if (!changed_) break;
    }
    return Outcome::open;
  }

  void place_lanes() {
    const std::array<std::int64_t, 3>& block = program_.shape.block;
    const LinearForm number =
        sum_of(sum_of(coordinate(thread_x), coordinate(thread_x + 1), block[0]),
               coordinate(thread_x + 2), block[0] * block[1]);
    const LinearForm lanes = LinearForm::constant(lanes_per_warp);
    coordinate(lane_name) = apply_form(Op::c_modulo, number, lanes, *box_);
    coordinate(warp_name) = apply_form(Op::c_divide, number, lanes, *box_);
  }

  LinearForm form(const Expression& expression) const {
    return evaluate_linear(expression, 0, expression.code().size(), slots_, *box_);
  }

  LinearForm index_of(const IndexQuestion& question) const {
    return form(question.access->access->expression.indices[question.dimension].expression);
  }

  // The index is below 0, or beyond the end.
  void leave_array() {
    index_ = index_of(*question_);
    if (question_->beyond_end) {
      require_non_positive(sum_of(LinearForm::constant(question_->extent), index_, -1));
    } else {
      require_non_positive(sum_of(index_, LinearForm::constant(1)));
    }
  }

  void require_non_positive(const LinearForm& form) {
    const std::optional<Range> range = range_over(form, *box_);
    if (range && range->high <= 0) return;
    if (range && range->low > 0) {
      possible_ = false;
      return;
    }
    possible_ = narrow_to_non_positive(form, *box_, changed_);
    leave_open(form);
  }

  // Undecided: the last such condition, the index itself where it is, says what to halve.
  void leave_open(const LinearForm& form) {
    open_ = true;
    __extension__ using Wide = __int128;
    Wide widest = 0;
    std::size_t chosen = no_variable;
    for (std::size_t v = 0; v < box_->count; ++v) {
      const Range& range = box_->variables[v];
      if ((form.depends_on >> v & 1U) == 0 || range.low >= range.high) continue;
      const Wide weight = std::max<Wide>(1, std::abs(form.coefficient[v]));
      const Wide width = (Wide{range.high} - range.low) * weight;
      if (width > widest) {
        widest = width;
        chosen = v;
      }
    }
    if (chosen != no_variable) split_ = chosen;
  }

  void take(const Bind& s) { slots_[s.slot] = form(*s.expression); }

  void take(const Condition& s) { require(*s.expression, s.begin, s.end, s.wanted); }

  void require(const Expression& expression, std::size_t begin, std::size_t end, bool wanted) {
    const Op op = expression.code()[end - 1].op;
    if (op == Op::logical_not) return require(expression, begin, end - 1, !wanted);
    const auto value = [&](std::size_t from, std::size_t to) {
      return evaluate_linear(expression, from, to, slots_, *box_);
    };
    const bool is_list = op == (wanted ? Op::logical_and : Op::logical_or);
    if (is_list || Expression::is_comparison(op)) {
      const std::size_t second = begin_of_operand(expression, end - 1);
      if (Expression::is_comparison(op)) {
        return compare(wanted ? op : opposite(op), value(begin, second), value(second, end - 1));
      }
      require(expression, begin, second, wanted);
      if (possible_) require(expression, second, end - 1, wanted);
      return;
    }
    const LinearForm truth = value(begin, end);
    const std::optional<Range> range = range_over(truth, *box_);
    const bool never = range && range->low == 0 && range->high == 0;
    const bool always = range && (range->low > 0 || range->high < 0);
    if (wanted ? never : always) {
      possible_ = false;
    } else if (!(wanted ? always : never)) {
      leave_open(truth);
    }
  }

  void compare(Op op, const LinearForm& a, const LinearForm& b) {
    const LinearForm one = LinearForm::constant(1);
    switch (op) {
      case Op::less:
        return require_non_positive(sum_of(sum_of(a, b, -1), one));
      case Op::less_equal:
        return require_non_positive(sum_of(a, b, -1));
      case Op::greater:
        return require_non_positive(sum_of(sum_of(b, a, -1), one));
      case Op::greater_equal:
        return require_non_positive(sum_of(b, a, -1));
      case Op::equal:
        require_non_positive(sum_of(a, b, -1));
        if (possible_) require_non_positive(sum_of(b, a, -1));
        return;
      default:
        break;
    }
    const LinearForm difference = sum_of(a, b, -1);
    const std::optional<Range> range = range_over(difference, *box_);
    if (range && (range->low > 0 || range->high < 0)) return;
    if (range && range->low == 0 && range->high == 0) {
      possible_ = false;
    } else {
      leave_open(difference);
    }
  }

  // A variable from 0, with the most it can be where it is met first; nothing where there are too
  // many, or it has no value.
  std::optional<LinearForm> counted(std::size_t variable, std::optional<std::int64_t> most) {
    if (variable >= most_box_variables) return std::nullopt;
    if (box_->count <= variable) {
      box_->count = variable + 1;
      box_->variables[variable] = {0, most.value_or(most_unknown_rounds)};
      possible_ = possible_ && box_->variables[variable].high >= 0;
    }
    return LinearForm::variable(variable);
  }

  // first + round * step < end
  void take(const Round& s) {
    const LinearForm first = form(s.loop->first.expression), end = form(s.loop->end.expression);
    const LinearForm step = form(s.loop->step.expression);
    const std::optional<Range> steps = range_over(step, *box_);
    const std::optional<Range> length = range_over(sum_of(end, first, -1), *box_);
    std::optional<std::int64_t> last;
    const std::int64_t shortest = steps ? std::max<std::int64_t>(steps->low, 1) : 1;
    if (length) last = length->high <= 0 ? -1 : (length->high - 1) / shortest;
    const std::optional<LinearForm> round = counted(s.variable, last);
    LinearForm& value = slots_[s.loop->slot];
    if (!possible_) return;
    if (!round || !steps || steps->low < 1) {
      value = LinearForm::unknown(first.depends_on | end.depends_on);
      return require_non_positive(sum_of(sum_of(first, end, -1), LinearForm::constant(1)));
    }
    value = sum_of(first, apply_form(Op::multiply, *round, step, *box_));
    require_non_positive(sum_of(sum_of(value, end, -1), LinearForm::constant(1)));
  }

  void take(const DrawnValue& s) {
    if (s.read == nullptr) {
      slots_[s.slot] = drawn(*s.contents, slots_, s.variable, nullptr);
      return;
    }
    LinearForm element = LinearForm::constant(0);
    const PlacedArray& array = *s.read->array;
    const std::size_t dimensions = s.read->indices.size();
    for (std::size_t d = 0; d < dimensions; ++d) {
      const std::int64_t bytes = std::max<std::int64_t>(1, array.array->element_bytes());
      const std::int64_t weight = dimensions < array.extents.size() ? 1 : array.strides[d] / bytes;
      element = sum_of(element, form(s.read->access->expression.indices[d].expression), weight);
    }
    element_slots_.back() = element;
    slots_[s.slot] = drawn(*s.contents, element_slots_, s.variable, &element);
  }

  LinearForm drawn(const Contents& contents, std::span<const LinearForm> slots,
                   std::size_t variable, const LinearForm* element) {
    const auto argument = [&](std::size_t i) {
      const Expression& expression = contents.arguments[i].expression;
      return evaluate_linear(expression, 0, expression.code().size(), slots, *box_);
    };
    switch (contents.kind) {
      case Contents::Kind::exact:
        return argument(0);
      case Contents::Kind::uniform:
        return evenly(argument(0), argument(1), variable);
      case Contents::Kind::banded: {
        const LinearForm centre = argument(0), half = argument(1);
        const LinearForm end = sum_of(sum_of(centre, half), LinearForm::constant(1));
        return evenly(sum_of(centre, half, -1), end, variable);
      }
      case Contents::Kind::histogram:
        return one_of(contents, argument, variable);
      case Contents::Kind::file:
        return element == nullptr ? any_of(contents.values, 0) : at(contents.values, *element);
    }
    return LinearForm::unknown(0);
  }

  // first ... end - 1
  LinearForm evenly(const LinearForm& first, const LinearForm& end, std::size_t variable) {
    const LinearForm length = sum_of(end, first, -1);
    const std::optional<Range> range = range_over(length, *box_);
    const std::optional<LinearForm> offset =
        counted(variable, range ? std::optional(range->high - 1) : std::nullopt);
    if (!offset || !range) return LinearForm::unknown(first.depends_on | end.depends_on);
    require_non_positive(sum_of(sum_of(*offset, length, -1), LinearForm::constant(1)));
    return sum_of(first, *offset);
  }

  template <class Argument>
  LinearForm one_of(const Contents& contents, const Argument& argument, std::size_t variable) {
    std::vector<LinearForm> choices;
    for (std::size_t i = 0; i + 1 < contents.arguments.size(); i += 2) {
      if (has_weight(contents.arguments[i + 1])) choices.push_back(argument(i));
    }
    const auto last = static_cast<std::int64_t>(choices.size()) - 1;
    const std::optional<LinearForm> choice = counted(variable, last);
    if (!choice || !possible_) return LinearForm::unknown(0);
    const Range& range = box_->variables[variable];
    if (range.low == range.high) return choices[static_cast<std::size_t>(range.low)];
    std::optional<Range> all;
    std::uint32_t depends_on = choice->depends_on;
    for (std::int64_t i = range.low; i <= range.high; ++i) {
      const LinearForm& one = choices[static_cast<std::size_t>(i)];
      const std::optional<Range> here = range_over(one, *box_);
      depends_on |= one.depends_on;
      if (!here) return LinearForm::unknown(depends_on);
      all = all ? Range{std::min(all->low, here->low), std::max(all->high, here->high)} : *here;
    }
    return LinearForm::between(all->low, all->high, depends_on);
  }

  // Weights that are no plain numbers count as above 0.
  bool has_weight(const Formula& weight) const {
    if (!follows_from_first(program_.values.size(), weight.expression)) return true;
    try {
      return weight.expression.evaluate(program_.values).real() > 0.0;
    } catch (const ExpressionError&) {
      return true;
    }
  }

  static LinearForm any_of(std::span<const std::int64_t> values, std::uint32_t depends_on) {
    if (values.empty()) return LinearForm::constant(0);
    const auto [low, high] = std::ranges::minmax(values);
    return LinearForm::between(low, high, depends_on);
  }

  // Those of a file, over and over.
  LinearForm at(std::span<const std::int64_t> values, const LinearForm& element) const {
    const std::optional<Range> range = range_over(element, *box_);
    const auto size = static_cast<std::int64_t>(values.size());
    if (!range || range->low < 0 || size == 0 || range->low / size != range->high / size) {
      return any_of(values, element.depends_on);
    }
    const auto first = static_cast<std::size_t>(range->low % size);
    const auto count = static_cast<std::size_t>(range->high - range->low + 1);
    return any_of(values.subspan(first, count), element.depends_on);
  }

  const PreparedProgram& program_;
  const std::vector<PathStep>& steps_;
  std::vector<LinearForm> slots_, element_slots_;  // of the program; of what stands in arrays
  VariableBox whole_;                              // all threads that may come here
  bool reached_ = true;                            // by any
  bool at_whole_ = false;                          // the slots are those of `whole_`
  const IndexQuestion* question_ = nullptr;
  VariableBox* box_ = nullptr;
  LinearForm index_;
  bool changed_ = false, possible_ = true, open_ = false;
  std::size_t split_ = no_variable;
};

class BoundsWalker {
 public:
  explicit BoundsWalker(const PreparedProgram& program) : program_(program) {}

  IndexBounds run() {
    walk(program_.body);
    return std::move(result_);
  }

 private:
  // What a list of statements binds is known to its end.
  void walk(const PreparedBody& body) {
    const std::size_t depth = steps_.size();
    const std::size_t variable = next_variable_;
    for (const PreparedStatement& statement : body) {
      std::visit([this](const auto& s) { visit(s); }, statement.what);
    }
    steps_.resize(depth);
    next_variable_ = variable;
    path_.reset();
  }
  void push(PathStep step) {
    steps_.push_back(step);
    path_.reset();
  }
  void walk_after(PathStep step, const PreparedBody& body) {
    push(step);
    walk(body);
    steps_.pop_back();
  }

  void visit(const PreparedLet& s) { push(Bind{s.let->slot, &s.let->value.expression}); }
  void visit(const PreparedDraw& s) {
    push(DrawnValue{s.draw->slot, &s.draw->contents, nullptr, next_variable_++});
  }
  void visit(const PreparedOperation&) {}
  void visit(const PreparedSpill&) {}
  void visit(const Barrier&) {}
  void visit(const AddedCode&) {}

  void visit(const PreparedLoop& s) {
    walk_after(Round{s.loop, next_variable_++}, s.body);
    --next_variable_;
  }

  void visit(const PreparedBranch& s) {
    const Branch& branch = *s.branch;
    if (!branch.condition) {
      if (s.probability > 0.0) walk(s.then);
      if (s.probability < 1.0) walk(s.otherwise);
      return;
    }
    const Expression& condition = branch.condition->expression;
    for (const bool wanted : {true, false}) {
      walk_after(Condition{&condition, 0, condition.code().size(), wanted},
                 wanted ? s.then : s.otherwise);
    }
  }

  void visit(const AccessStatement& s) {
    const PreparedAccess& access = program_.accesses[s.access];
    if (!path_) path_.emplace(program_, steps_);
    for (std::size_t d = 0; d < access.indices.size(); ++d) ask(access, d);
    if (!access.access->value_slot) return;
    const std::optional<Contents>& contents = access.array->array->contents;
    if (!contents) return;
    push(DrawnValue{*access.access->value_slot, &*contents, &access, next_variable_++});
  }

  void ask(const PreparedAccess& access, std::size_t dimension) {
    IndexQuestion question{&access, dimension, extent_of(access, dimension)};
    if (path_->is_surely_inside(question)) return;
    bool undecided = false;
    for (const bool beyond_end : {true, false}) {
      question.beyond_end = beyond_end;
      VariableBox found;
      const Path::Answer answer = path_->solve(question, boxes_left_, found);
      undecided = undecided || answer == Path::Answer::undecided;
      if (answer != Path::Answer::some) continue;
      result_.outside.push_back(path_->fault_at(question, found));
      return;
    }
    if (undecided) result_.undecided.push_back(access.access);
  }

  const PreparedProgram& program_;
  std::vector<PathStep> steps_;
  std::optional<Path> path_;  // along the steps as they are
  std::size_t next_variable_ = first_free_variable;
  std::int64_t boxes_left_ = most_boxes;
  IndexBounds result_;
};

}  // namespace

IndexBounds index_bounds(const PreparedProgram& program) {
  return BoundsWalker(program).run();
}

IndexBounds index_bounds(const Kernel& kernel, std::span<const Number> values) {
  if (!kernel.thread || !kernel.launch) return {};
  return index_bounds(prepare_statements(kernel, values, launch_shape(kernel, values)));
}

}  // namespace gpumodel
