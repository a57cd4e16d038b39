#include "models/kernel/thread/form_walk.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

class Walker {
 public:
  Walker(const PreparedProgram& program, const BlockExtents& axes)
      : program_(program), axes_(axes), slots_(program.slots) {
    result_.address.resize(program.accesses.size());
    for (std::size_t i = 0; i < program.values.size(); ++i) {
      const Number value = program.values[i];
      slots_[i] = value.is_integer() ? BlockForm::constant(value.integer()) : BlockForm::unknown();
    }
  }

  // Block indices are the axes, or any value they can have.
  void place_threads(bool blocks_are_axes) {
    BlockForm* const coordinate = slots_.data() + program_.first_coordinate();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::int64_t block = program_.shape.block[axis];
      const std::int64_t grid = program_.shape.grid[axis];
      const BlockForm thread = BlockForm::between(0, block - 1);
      BlockForm index = BlockForm::between(0, grid - 1);
      BlockForm global = BlockForm::between(0, block * grid - 1);
      if (blocks_are_axes) {
        index = BlockForm::constant(0);
        index.coefficient[axis] = 1;
        global = thread;
        global.coefficient[axis] = block;
      }
      coordinate[thread_x + axis] = thread;
      coordinate[block_index_x + axis] = index;
      coordinate[grid_x + axis] = BlockForm::constant(grid);
      coordinate[global_x + axis] = global;
    }
    coordinate[lane_name] =
        BlockForm::between(0, std::min<std::int64_t>(31, program_.shape.threads_per_block() - 1));
    coordinate[warp_name] = BlockForm::between(0, program_.shape.warps_per_block() - 1);
  }

  void walk(const PreparedBody& body) {
    for (const PreparedStatement& statement : body) {
      std::visit([this](const auto& s) { visit(s); }, statement.what);
    }
  }

  // Comparisons since the last call were made here.
  void compared_at(const Source& place) {
    for (; placed_ < result_.crossings.size(); ++placed_) {
      result_.crossings[placed_].place = &place;
    }
  }

  // The body of the loop whose round is the first axis.
  void walk_rounds(const PreparedLoop& loop) {
    const BlockForm first = form(loop.loop->first);
    const auto step = form(loop.loop->step).as_constant();
    BlockForm variable = step ? first : BlockForm::unknown();
    if (step) variable.coefficient[0] = *step;
    slots_[loop.loop->slot] = variable;
    walk(loop.body);
  }

  // Outer variables may have any value, but the same one in all rounds.
  void free_variables() {
    for (std::size_t i = program_.first_coordinate() + thread_names.size(); i < slots_.size();
         ++i) {
      slots_[i] = any_constant();
    }
  }

  ProgramForms take() { return std::move(result_); }

 private:
  static BlockForm any_constant() {
    BlockForm form;
    form.range_known = false;
    return form;
  }

  BlockForm form(const Formula& formula) {
    return evaluate_form(formula.expression, slots_, axes_, result_.crossings);
  }

  void visit(const PreparedLet& s) {
    slots_[s.let->slot] = form(s.let->value);
    compared_at(s.let->value.source);
  }
  void visit(const PreparedDraw& s) {
    const Draw* const draw = s.draw;
    slots_[draw->slot] = drawn(draw->contents, slots_);
    compared_at(draw->contents.source);
  }
  void visit(const PreparedOperation&) {}
  void visit(const PreparedSpill&) {}
  void visit(const Barrier&) {}
  void visit(const AddedCode&) {}

  void visit(const AccessStatement& s) {
    const PreparedAccess& access = program_.accesses[s.access];
    const std::vector<AccessExpression::Index>& indices = access.access->expression.indices;
    BlockForm bytes = BlockForm::constant(access.array->base + access.access->member_offset);
    BlockForm element = BlockForm::constant(0);
    for (std::size_t d = 0; d < indices.size(); ++d) {
      const BlockForm index =
          evaluate_form(indices[d].expression, slots_, axes_, result_.crossings);
      bytes = scaled_sum(bytes, index, access.array->strides[stride_of(access, d)]);
      element = scaled_sum(element, index, linear_weight(access, d));
    }
    result_.address[s.access] = bytes;
    if (access.access->value_slot) read_value(access, element);
    compared_at(access.access->source);
  }

  // One index into an array of several dimensions counts elements from its start.
  static std::size_t stride_of(const PreparedAccess& access, std::size_t dimension) {
    const bool linear = access.indices.size() < access.array->extents.size();
    if (!linear) return dimension;
    const std::vector<std::int64_t>& strides = access.array->strides;
    return static_cast<std::size_t>(std::ranges::min_element(strides) - strides.begin());
  }

  static std::int64_t linear_weight(const PreparedAccess& access, std::size_t dimension) {
    return access.array->strides[stride_of(access, dimension)] /
           std::max<std::int64_t>(1, access.array->array->element_bytes());
  }

  BlockForm scaled_sum(const BlockForm& a, const BlockForm& b, std::int64_t factor) {
    const std::vector<BlockForm> values = {a, b, BlockForm::constant(factor)};
    static const Expression expression = [] {
      Expression e = Expression::parse("a + b * c", Arithmetic::index);
      for (Expression::Name& name : e.names()) name.slot = name.text[0] - 'a';
      return e;
    }();
    return evaluate_form(expression, values, axes_, result_.crossings);
  }

  void read_value(const PreparedAccess& access, const BlockForm& element) {
    std::vector<BlockForm> values(
        slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(program_.first_coordinate()));
    values.push_back(element);
    const Array& array = *access.array->array;
    BlockForm& value = slots_[*access.access->value_slot];
    value = array.contents ? drawn(*array.contents, values) : BlockForm::unknown();
    value.origin = std::max(value.origin, Origin::data);
  }

  BlockForm drawn(const Contents& contents, std::span<const BlockForm> values) {
    const auto at = [&](std::size_t i) {
      return evaluate_form(contents.arguments[i].expression, values, axes_, result_.crossings);
    };
    if (contents.kind == Contents::Kind::exact) return at(0);
    BlockForm result = BlockForm::unknown();
    result.origin = Origin::drawn;
    std::optional<Range> bounds;
    if (contents.kind == Contents::Kind::uniform) {
      bounds = joined(range_of(at(0), axes_), range_of(at(1), axes_));
      if (bounds) --bounds->high;
    } else if (contents.kind == Contents::Kind::banded) {
      const std::optional<Range> centre = range_of(at(0), axes_);
      const std::optional<Range> half = range_of(at(1), axes_);
      if (centre && half) bounds = Range{centre->low - half->high, centre->high + half->high};
    } else if (contents.kind == Contents::Kind::histogram) {
      for (std::size_t i = 0; i < contents.arguments.size(); i += 2) {
        bounds = i == 0 ? range_of(at(0), axes_) : joined(bounds, range_of(at(i), axes_));
      }
    } else if (!contents.values.empty()) {
      const auto [low, high] = std::ranges::minmax(contents.values);
      bounds = Range{low, high};
    }
    if (bounds) {
      result.low = bounds->low;
      result.high = bounds->high;
      result.range_known = true;
      result.spread = bounds->high - bounds->low + 1;
    }
    if (contents.kind == Contents::Kind::banded) {
      if (const auto half = at(1).as_constant()) result.spread = 2 * *half + 1;
    }
    return result;
  }

  static std::optional<Range> joined(std::optional<Range> a, std::optional<Range> b) {
    if (!a || !b) return std::nullopt;
    return Range{std::min(a->low, b->low), std::max(a->high, b->high)};
  }

  // first + round * step: the rest takes in all rounds.
  void visit(const PreparedLoop& s) {
    const BlockForm first = form(s.loop->first);
    const BlockForm end = form(s.loop->end);
    const auto step = form(s.loop->step).as_constant();
    const std::vector<BlockForm> ends = {end, first};
    static const Expression expression = [] {
      Expression e = Expression::parse("e - f", Arithmetic::index);
      for (Expression::Name& name : e.names()) name.slot = name.text == "e" ? 0 : 1;
      return e;
    }();
    const BlockForm length = evaluate_form(expression, ends, axes_, result_.crossings);
    const std::optional<Range> all = range_of(length, axes_);
    if (length.depends_on_block()) result_.crossings.push_back({length, step.value_or(1)});
    BlockForm variable = first;
    const bool known = step && *step > 0 && all && first.range_known;
    if (known) {
      const std::int64_t rounds = (std::max<std::int64_t>(all->high, 1) + *step - 1) / *step;
      if (__builtin_add_overflow(variable.high, (rounds - 1) * *step, &variable.high)) {
        variable = BlockForm::unknown();
      }
    } else {
      variable.range_known = false;
    }
    slots_[s.loop->slot] = variable;
    compared_at(s.loop->source);
    walk(s.body);
  }

  void visit(const PreparedBranch& s) {
    if (s.branch->condition) form(*s.branch->condition);
    if (s.chance()) {
      BlockForm drawn = BlockForm::unknown();
      drawn.origin = Origin::drawn;
      result_.crossings.push_back({drawn});
    }
    compared_at(s.branch->source);
    walk(s.then);
    walk(s.otherwise);
  }

  const PreparedProgram& program_;
  BlockExtents axes_;
  std::vector<BlockForm> slots_;
  ProgramForms result_;
  std::size_t placed_ = 0;  // of its crossings
};

}  // namespace

ProgramForms block_forms(const PreparedProgram& program) {
  Walker walker(program, program.shape.grid);
  walker.place_threads(true);
  walker.walk(program.body);
  return walker.take();
}

ProgramForms loop_forms(const PreparedProgram& program, const PreparedLoop& loop,
                        std::int64_t rounds) {
  Walker walker(program, {rounds, 1, 1});
  walker.place_threads(false);
  walker.free_variables();
  walker.walk_rounds(loop);
  return walker.take();
}

}  // namespace gpumodel
