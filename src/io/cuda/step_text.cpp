#include "src/io/cuda/step_text.hpp"

#include <algorithm>

#include "src/io/cuda/contents_text.hpp"
#include "src/io/cuda/cuda_types.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view lane_names = "xyzw";
constexpr std::int64_t lines_of_repeats = 2;

// Integers that hold the bits of a number.
std::string_view bits_scalar(std::string_view scalar) {
  return scalar == "f64" ? "i64" : scalar == "f32" ? "i32" : "i16";
}

std::string unsigned_type(std::string_view scalar) {
  return scalar == "i64" ? "unsigned long long" : scalar == "i16" ? "unsigned short" : "unsigned";
}

bool meets(const FlowStep& step) {
  if (const auto* loop = std::get_if<LoopStep>(&step.what)) return loop->meets;
  if (const auto* branch = std::get_if<BranchStep>(&step.what)) return branch->meets;
  return std::holds_alternative<BarrierStep>(step.what) ||
         std::holds_alternative<ExchangeStep>(step.what) ||
         std::holds_alternative<VoteStep>(step.what);
}

}  // namespace

std::string seen_name(const WrittenKernel& written, const Access& access,
                      const std::string& array) {
  if (!written.kernel.arrays[access.array].structure) return array;
  return array + "_" + access.expression.member +
         (access.expression.member_index > 0 ? std::to_string(access.expression.member_index) : "");
}

StepText::StepText(const WrittenKernel& written, CodeSide side)
    : written_(written), side_(side), names_(written, side) {}

std::string StepText::body() {
  text_.clear();
  region_.clear();
  if (host()) {
    indent_ = 2;
    region(written_.flow.body, 0);
  } else {
    list(written_.flow.body);
    text_ = region_;
  }
  return text_;
}

void StepText::list(const FlowSteps& steps) {
  for (const FlowStep& step : steps) {
    begin(step);
    step_ = &step;
    std::visit([this](const auto& what) { print(what); }, step.what);
  }
}

// ---- the host: all threads up to where they meet

void StepText::region(const FlowSteps& steps, int mask) {
  masks_ = std::max(masks_, mask + 1);
  for (const FlowStep& step : steps) {
    begin(step);
    step_ = &step;
    if (meets(step)) {
      meet(step, mask);
    } else {
      std::visit([this](const auto& what) { print(what); }, step.what);
    }
  }
  flush(mask);
}

void StepText::flush(int mask) {
  if (region_.empty()) return;
  const std::string inner = std::string(static_cast<std::size_t>(indent_) * 2, ' ');
  const std::string outer = inner.substr(2);
  text_ += outer + "for (Registers& own : threads) {\n" + inner + "if (!own.is_on[" +
           std::to_string(mask) + "]) continue;\n" + region_ + outer + "}\n";
  region_.clear();
}

void StepText::meet(const FlowStep& step, int mask) {
  const std::string on = "own.is_on[" + std::to_string(mask) + "]";
  const std::string inner = "own.is_on[" + std::to_string(mask + 1) + "]";
  const auto outside = [&](const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(indent_ - 1) * 2, ' ') + text + "\n";
  };
  if (const auto* s = std::get_if<ExchangeStep>(&step.what)) {
    flush(mask);
    const std::string target = names_.plain_reg(s->target.reg);
    const std::string value = names_.plain_reg(s->value.reg);
    outside("exchange(threads, " + std::to_string(mask) + ", &Registers::" + value +
            ", &Registers::" + target + ", " + std::to_string(s->offset) + ");");
  } else if (const auto* loop = std::get_if<LoopStep>(&step.what)) {
    line(names_.variable(loop->loop->slot) + " = " + expression(loop->loop->first) + ";");
    flush(mask);
    const std::string test = loop_test(*loop->loop);
    outside("while (any(threads, " + std::to_string(mask) + ", [](Registers& own) { return " +
            test + "; })) {");
    ++indent_;
    region(loop->body, mask + 1);
    line(names_.variable(loop->loop->slot) + " += " + expression(loop->loop->step) + ";");
    flush(mask + 1);
    --indent_;
    outside("}");
  } else if (const auto* branch = std::get_if<BranchStep>(&step.what)) {
    flush(mask);
    outside("for (Registers& own : threads) " + inner + " = " + on + " && (" + condition(*branch) +
            ");");
    region(branch->then, mask + 1);
    if (!branch->otherwise.empty()) {
      outside("for (Registers& own : threads) " + inner + " = " + on + " && !" + inner + ";");
      region(branch->otherwise, mask + 1);
    }
  } else {
    flush(mask);  // a barrier; a vote changes nothing
  }
}

// ---- lines

void StepText::line(const std::string& text) {
  region_ += std::string(static_cast<std::size_t>(indent_) * 2, ' ') + text + "\n";
}

void StepText::open(const std::string& head) {
  line(head);
  ++indent_;
}

void StepText::close(const std::string& tail) {
  --indent_;
  line(tail);
}

std::string StepText::type_of(const Register& reg) const {
  if (reg.origin.empty() && is_integer_type(reg.scalar)) return unsigned_type(reg.scalar);
  return cuda_type(reg.scalar, reg.lanes);
}

// Half precision can be assigned numbers of all types: {} could be any of them.
std::string StepText::zero_of(const Register& reg) const {
  return is_half_type(reg.scalar) && reg.lanes == 1 ? type_of(reg) + "{}" : "{}";
}

// Registers that start with 0, or an argument; the step declares the first itself where it sets it.
void StepText::begin(const FlowStep& step) {
  for (std::size_t i = step.sets_first ? 1 : 0; i < step.begins.size(); ++i) {
    const Register& reg = written_.flow.registers[step.begins[i]];
    const std::string name = names_.reg(step.begins[i]);
    const bool row = reg.extent > 1;
    const std::string declared =
        type_of(reg) + " " + name + (row ? "[" + std::to_string(reg.extent) + "]" : "");
    const std::string first =
        reg.former ? argument(FlowOperand::Kind::addend, reg.scalar) : zero_of(reg);
    if (row && (host() || reg.former)) {
      if (!host()) line(declared + ";");
      line("for (auto& each : " + name + ") each = " + first + ";");
    } else if (host() || reg.former) {
      line((host() ? name : declared) + " = " + first + ";");
    } else {
      const bool simple = !row && reg.lanes == 1 && !is_half_type(reg.scalar);
      line(declared + (simple ? " = 0;" : " = {};"));
    }
  }
}

// As a declaration where the register begins here.
void StepText::assign(const FlowOperand& target, const std::string& value, bool chains) {
  const Register& reg = written_.flow.registers[target.reg];
  const bool begins = !host() && step_->sets_first && step_->begins.front() == target.reg;
  const std::string head = begins ? (reg.constant ? "const " : "") + type_of(reg) + " " : "";
  line(head + place(target, chains) + " = " + value + ";");
}

// ---- steps

void StepText::print(const ComputeStep& s) {
  if (s.chains) {
    line("#pragma unroll");
    open("for (int chain = 0; chain < " +
         std::to_string(written_.flow.registers[s.target.reg].extent) + "; ++chain) {");
  }
  const bool loop = s.repeat > lines_of_repeats;
  if (loop) {
    line("#pragma unroll");
    open("for (int repeat = 0; repeat < " + std::to_string(s.repeat) + "; ++repeat) {");
  }
  for (std::int64_t i = 0; i < (loop ? 1 : s.repeat); ++i) {
    if (s.former) {
      const std::string next = operation(s), now = place(s.target, s.chains);
      if (!loop) open("{");
      line("const " + type_of(written_.flow.registers[s.target.reg]) + " next = " + next + ";");
      line(place(*s.former, s.chains) + " = " + now + ";");
      line(now + " = next;");
      if (!loop) close();
    } else {
      assign(s.target, operation(s), s.chains);
    }
    const bool product = s.operation == Operation::mul;
    product_ = product ? s.target.reg : SIZE_MAX;
  }
  if (loop) close();
  if (s.chains) close();
}

void StepText::print(const MoveStep& s) {
  const Register& reg = written_.flow.registers[s.target.reg];
  product_ = SIZE_MAX;
  if (!s.chains) return assign(s.target, value(s.value, reg.scalar));
  line("#pragma unroll");
  open("for (int chain = 0; chain < " + std::to_string(reg.extent) + "; ++chain) {");
  assign(s.target, cast("i32", reg.scalar, value(s.value, "i32") + " + chain"), true);
  close();
}

void StepText::print(const LoadStep& s) {
  assign(s.target, where(s.access));
}

void StepText::print(const ReadStep& s) {
  const std::size_t slot = *written_.program().accesses[s.access].value_slot;
  const std::string head = host() ? "" : "const " + std::string(written_.index_type()) + " ";
  line(head + names_.variable(slot) + " = " + where(s.access) + ";");
}

void StepText::print(const StoreStep& s) {
  const Access& access = written_.program().accesses[s.access];
  const Array& array = written_.kernel.arrays[access.array];
  if (host() && array.space == MemorySpace::global) {
    line("arrays." + seen_name(written_, access, names_.array(access.array)) + ".store(" +
         index_of(access) + ", " + stored(s) + ");");
    return;
  }
  line(address(s.access) + " = " + stored(s) + ";");
}

std::string StepText::stored(const StoreStep& s) {
  const Access& access = written_.program().accesses[s.access];
  const Array& array = written_.kernel.arrays[access.array];
  const int lanes = access.bytes / parse_element_type(access.scalar)->scalar_bytes;
  if (s.value.kind == FlowOperand::Kind::content) {
    const bool fixed = array.contents->kind == Contents::Kind::exact &&
                       array.contents->arguments[0].expression.names().empty();
    if (fixed) return cuda_text(array.contents->arguments[0], {}).text;
    uses_contents_ = true;
    return names_.array(access.array) + "_data::at(" + index_of(access) + ")";
  }
  if (lanes == 1) return value(s.value, access.scalar);
  if (s.value.kind == FlowOperand::Kind::value && s.value.lane < 0 &&
      written_.flow.registers[s.value.reg].lanes == lanes) {
    return place(s.value);
  }
  const std::string one = value(s.value, access.scalar);
  const std::string type = cuda_type(access.scalar, lanes);
  std::string all = one;
  for (int lane = 1; lane < lanes; ++lane) all += ", " + one;
  if (!vector_definition(access.scalar, lanes).empty()) return type + "{" + all + "}";
  if (access.scalar == "f16") return "__halves2half2(" + all + ")";
  if (access.scalar == "bf16") return "__halves2bfloat162(" + all + ")";
  return "make_" + type + "(" + all + ")";
}

void StepText::print(const AtomicStep& s) {
  const Access& access = written_.program().accesses[s.access];
  const Array& array = written_.kernel.arrays[access.array];
  const StructMember* member =
      array.structure ? array.structure->find(access.expression.member) : nullptr;
  const std::string_view scalar = member != nullptr ? member->type.scalar : array.type.scalar;
  const bool as_bits = is_integer_type(access.scalar) && !is_integer_type(scalar);
  if (!as_bits && access.scalar != scalar) {
    throw CannotWrite{access.source, access.column,
                      "an atomic operation as " + std::string(access.scalar) + " on " +
                          std::string(scalar) + " is not written"};
  }
  const std::string operand = value(s.value, scalar);
  if (host()) {
    const std::string name = seen_name(written_, access, names_.array(access.array));
    const std::string act = as_bits ? "raise" : "add";
    if (array.space == MemorySpace::shared) {
      line(act + "(" + address(s.access) + ", " + operand + ");");
    } else {
      line("arrays." + name + "." + act + "(" + index_of(access) + ", " + operand + ");");
    }
    return;
  }
  const std::string at = "&" + address(s.access);
  if (as_bits) {
    const bool wide = access.scalar == "i64";
    line(wide ? "atomicMax(reinterpret_cast<long long*>(" + at + "), __double_as_longlong(" +
                    operand + "));"
              : "atomicMax(reinterpret_cast<int*>(" + at + "), __float_as_int(" + operand + "));");
  } else if (scalar == "i64") {
    line("atomicAdd(reinterpret_cast<unsigned long long*>(" + at +
         "), static_cast<unsigned long long>(" + operand + "));");
  } else {
    line("atomicAdd(" + at + ", " + operand + ");");
  }
}

void StepText::print(const ExchangeStep& s) {
  const std::string mask = s.divergent ? "__activemask()" : "~0U";
  assign(s.target,
         "__shfl_xor_sync(" + mask + ", " + place(s.value) + ", " + std::to_string(s.offset) + ")");
}

void StepText::print(const VoteStep& s) {
  const Register& reg = written_.flow.registers[s.target.reg];
  const std::string v = place(s.target);
  const std::string mask = s.divergent ? "__activemask()" : "~0U";
  line("if (!__all_sync(" + mask + ", " + v + " != " +
       argument(FlowOperand::Kind::never, reg.scalar) + ")) " + v + " = " + zero_of(reg) + ";");
}

void StepText::print(const DrawStep& s) {
  const std::string_view place = s.draw->per == Draw::Per::thread ? thread_of_grid
                                 : s.draw->per == Draw::Per::warp ? warp_of_grid
                                                                  : block_number;
  const std::string bits = drawn_bits(place, s.number, s.loops);
  if (s.draw->contents.kind == Contents::Kind::file) {
    throw CannotWrite{s.draw->contents.source,
                      0,
                      "values drawn from a file are not written",
                      {"put them into an array, with 'values', and 'read' it"}};
  }
  const std::string text = contents_text(s.draw->contents, written_.values, bits,
                                         [this](const Expression::Name& n) { return names_(n); });
  const std::string head = host() ? "" : "const " + std::string(written_.index_type()) + " ";
  line(head + names_.variable(s.draw->slot) + " = " + text + ";");
}

std::string StepText::drawn_bits(std::string_view place, std::size_t seed,
                                 const std::vector<const Loop*>& loops) {
  std::string text = std::to_string(seed + 1);
  for (const Loop* loop : loops)
    text = "scramble(" + text + ", " + names_.variable(loop->slot) + ")";
  return "scramble(" + text + ", " + names_.coordinate(place) + ")";
}

void StepText::print(const LetStep& s) {
  // A coordinate gets one name.
  const Expression& named = s.let->value.expression;
  if (!host() && named.names().size() == 1 && named.code().size() == 1) {
    const std::string coordinate = names_.coordinate_of(named.names().front());
    if (!coordinate.empty()) {
      return line("const " + std::string(written_.index_type()) + " " +
                  names_.variable(s.let->slot) + " = " + coordinate_text(coordinate, written_) +
                  ";");
    }
  }
  std::string text = expression(s.let->value);
  if (host()) return line(names_.variable(s.let->slot) + " = " + text + ";");
  line("const " + std::string(written_.index_type()) + " " + names_.variable(s.let->slot) + " = " +
       text + ";");
}

void StepText::print(const BarrierStep&) {
  line("__syncthreads();");
}

std::string StepText::loop_test(const Loop& loop) {
  const Expression& step = loop.step.expression;
  if (step.names().empty() && step.evaluate({}).is_negative()) {
    fail(loop.step, "loops that count down are not written");
  }
  return names_.variable(loop.slot) + " < " + expression(loop.end);
}

void StepText::print(const LoopStep& s) {
  const std::string name = names_.variable(s.loop->slot);
  const std::string step = expression(s.loop->step);
  const std::string head = host() ? "" : std::string(written_.index_type()) + " ";
  if (!host()) {
    line(s.loop->unroll == 0 ? "#pragma unroll"
                             : "#pragma unroll " + std::to_string(s.loop->unroll));
  }
  const std::string next = step == "1" ? "++" + name : name + " += " + step;
  open("for (" + head + name + " = " + expression(s.loop->first) + "; " + loop_test(*s.loop) +
       "; " + next + (host() ? ", ++own.loop_rounds" : "") + ") {");
  product_ = SIZE_MAX;
  list(s.body);
  close();
  product_ = SIZE_MAX;
}

std::string StepText::condition(const BranchStep& s) {
  if (s.never) {
    const bool number = s.never->kind != FlowOperand::Kind::value;
    const std::string_view scalar = number ? "i32" : written_.flow.registers[s.never->reg].scalar;
    if (host()) return "false";
    return value(*s.never, scalar) + " == " + argument(FlowOperand::Kind::never, scalar);
  }
  if (s.branch->condition) return expression(*s.branch->condition);
  const auto drawn = [&](std::string_view place, double share) {
    const auto parts = static_cast<std::int64_t>(share * 0x1p53);
    return "(" + drawn_bits(place, s.number, s.loops) + " >> 11) < " + std::to_string(parts) +
           "ULL";
  };
  if (s.branch->uniform) return drawn(warp_of_grid, s.chance);
  if (s.warps >= 1.0) return drawn(thread_of_grid, s.chance);
  return drawn(warp_of_grid, s.warps) + " && " + drawn(thread_of_grid, s.chance / s.warps);
}

void StepText::print(const BranchStep& s) {
  open("if (" + condition(s) + ") {");
  product_ = SIZE_MAX;
  list(s.then);
  if (!s.otherwise.empty()) {
    close("} else {");
    ++indent_;
    product_ = SIZE_MAX;
    list(s.otherwise);
  }
  close();
  product_ = SIZE_MAX;
}

// ---- operands

std::string StepText::expression(const Formula& formula) {
  return cuda_text(formula, [this](const Expression::Name& name) { return names_(name); }).text;
}

std::string StepText::round_of(const Loop& loop) const {
  std::string text = names_.variable(loop.slot);
  const auto number = [](const Formula& f) {
    return f.expression.names().empty() ? std::optional(f.expression.evaluate({})) : std::nullopt;
  };
  const auto known = [&](const Formula& f) {
    return cuda_text(f,
                     [this](const Expression::Name& n) { return KernelNames(written_, side_)(n); })
        .inside(binds_product + 1);
  };
  const auto first = number(loop.first), step = number(loop.step);
  if (!first || !first->is_zero()) text = "(" + text + " - " + known(loop.first) + ")";
  if (!step || step->integer() != 1) text += " / " + known(loop.step);
  return text;
}

std::string StepText::element(const FlowOperand& operand, bool chains) const {
  const Register& reg = written_.flow.registers[operand.reg];
  if (reg.extent == 1) return {};
  if (operand.element) return "[" + std::to_string(*operand.element) + "]";
  if (chains) return "[chain]";
  if (operand.round != nullptr) return "[" + round_of(*operand.round) + "]";
  if (reg.rounds != nullptr) return "[" + round_of(*reg.rounds) + "]";
  return {};
}

std::string StepText::place(const FlowOperand& operand, bool chains) const {
  std::string text = names_.reg(operand.reg) + element(operand, chains);
  if (operand.lane >= 0) {
    text += '.';
    text += lane_names[static_cast<std::size_t>(operand.lane)];
  }
  return text;
}

std::string StepText::cast(std::string_view from, std::string_view to,
                           const std::string& text) const {
  if (from == to) return text;
  const auto to_float = [&](const std::string& t) {
    return from == "f16"    ? "__half2float(" + t + ")"
           : from == "bf16" ? "__bfloat162float(" + t + ")"
                            : "static_cast<float>(" + t + ")";
  };
  if (to == "f16") return "__float2half(" + to_float(text) + ")";
  if (to == "bf16") return "__float2bfloat16(" + to_float(text) + ")";
  if (to == "f32" || is_half_type(from)) {
    const std::string single = to_float(text);
    return to == "f32" ? single : "static_cast<" + cuda_type(to) + ">(" + single + ")";
  }
  return "static_cast<" + cuda_type(to) + ">(" + text + ")";
}

std::string StepText::argument_name(const Argument& argument) {
  const std::string_view name = argument.kind == FlowOperand::Kind::factor   ? "factor_"
                                : argument.kind == FlowOperand::Kind::addend ? "addend_"
                                : argument.kind == FlowOperand::Kind::mask   ? "mask_"
                                                                             : "never_";
  return std::string(name) + std::string(argument.scalar);
}

std::string StepText::argument(FlowOperand::Kind kind, std::string_view scalar) {
  const Argument used{kind, scalar};
  arguments_.insert(used);
  return (host() ? "arguments::" : "") + argument_name(used);
}

// As a number of type `scalar`.
std::string StepText::value(const FlowOperand& operand, std::string_view scalar, bool chains) {
  switch (operand.kind) {
    case FlowOperand::Kind::value: {
      const Register& reg = written_.flow.registers[operand.reg];
      return cast(reg.scalar, scalar, place(operand, chains));
    }
    case FlowOperand::Kind::number:
      if (is_half_type(scalar)) return cast("f32", scalar, std::to_string(operand.number) + ".0f");
      return std::to_string(operand.number) + (scalar == "f32"   ? ".0f"
                                               : scalar == "f64" ? ".0"
                                                                 : "");
    case FlowOperand::Kind::place:
      return cast(scalar == "i32" || scalar == "i64" ? scalar : "i32", scalar,
                  names_.coordinate(thread_number));
    default:
      return argument(operand.kind, scalar);
  }
}

// ---- operations

std::string StepText::operation(const ComputeStep& s) {
  if (s.bits || is_integer_type(s.scalar)) return bit_operation(s);
  std::vector<std::string> x;
  for (const FlowOperand& operand : s.operands) x.push_back(value(operand, s.scalar, s.chains));
  if (is_half_type(s.scalar)) return half_operation(s, x);
  const bool single = s.scalar == "f32";
  const auto call = [&](const std::string& name, const std::string& list) {
    return name + (single ? "f(" : "(") + list + ")";
  };
  switch (s.operation) {
    case Operation::add: {
      // What is multiplied first is not to become one operation with the sum.
      const bool fused = std::ranges::any_of(s.operands, [&](const FlowOperand& o) {
        return o.kind == FlowOperand::Kind::value && o.reg == product_;
      });
      if (fused && !host())
        return (single ? "__fadd_rn(" : "__dadd_rn(") + x[0] + ", " + x[1] + ")";
      return x[0] + " + " + x[1];
    }
    case Operation::mul:
      return x[0] + " * " + x[1];
    case Operation::fma:
      return call("fma", x[0] + ", " + x[1] + ", " + x[2]);
    case Operation::compare:
      return call("fmax", x[0] + ", " + x[1]);
    case Operation::div:
      return x[0] + " / " + x[1];
    case Operation::sqrt:
      return call("sqrt", x[0]);
    case Operation::rsqrt:
      return call("rsqrt", x[0]);
    case Operation::rcp:
      return (single ? "1.0f / " : "1.0 / ") + x[0];
    case Operation::exp:
      return call("exp", "-" + x[0]);
    case Operation::log:
      return call("log", x[0]);
    case Operation::sin:
      return call("sin", x[0]);
    case Operation::cos:
      return call("cos", x[0]);
    default:
      return call("tanh", x[0]);
  }
}

// The host computes in single precision and rounds.
std::string StepText::half_operation(const ComputeStep& s, const std::vector<std::string>& x) {
  if (host()) {
    ComputeStep single = s;
    single.scalar = "f32";
    return cast("f32", s.scalar, operation(single));
  }
  switch (s.operation) {
    case Operation::add:
      return "__hadd_rn(" + x[0] + ", " + x[1] + ")";
    case Operation::mul:
      return "__hmul_rn(" + x[0] + ", " + x[1] + ")";
    case Operation::fma:
      return "__hfma(" + x[0] + ", " + x[1] + ", " + x[2] + ")";
    case Operation::compare:
      return "__hmax(" + x[0] + ", " + x[1] + ")";
    case Operation::div:
      return "__hdiv(" + x[0] + ", " + x[1] + ")";
    case Operation::sqrt:
      return "hsqrt(" + x[0] + ")";
    case Operation::rsqrt:
      return "hrsqrt(" + x[0] + ")";
    case Operation::rcp:
      return "hrcp(" + x[0] + ")";
    case Operation::exp:
      return "hexp(__hneg(" + x[0] + "))";
    case Operation::log:
      return "hlog(" + x[0] + ")";
    case Operation::sin:
      return "hsin(" + x[0] + ")";
    case Operation::cos:
      return "hcos(" + x[0] + ")";
    default:
      return "htanh(" + x[0] + ")";
  }
}

// Of integers, which wrap; or of the bits of a number, which its arguments leave as they are.
std::string StepText::bit_operation(const ComputeStep& s) {
  const std::string_view scalar = s.bits ? bits_scalar(s.scalar) : s.scalar;
  const std::string type = unsigned_type(scalar);
  std::vector<std::string> x;
  for (const FlowOperand& operand : s.operands) {
    const bool own = operand.kind == FlowOperand::Kind::value;
    const std::string text = value(operand, own && s.bits ? s.scalar : scalar, s.chains);
    if (own && s.bits) {
      x.push_back("bits_of(" + text + ")");
      continue;
    }
    const bool is_unsigned = !own || type_of(written_.flow.registers[operand.reg]) == type;
    x.push_back(is_unsigned ? own ? place(operand, s.chains) : text
                            : "static_cast<" + type + ">(" + text + ")");
  }
  std::string text;
  switch (s.operation) {
    case Operation::int_mul:
      text = x[0] + " * " + x[1];
      break;
    case Operation::int_logic:
      text = s.former ? "(" + x[0] + " & " + x[1] + ") ^ " + x[2] : x[0] + " & " + x[1];
      break;
    case Operation::int_shift:
      text = x[0] + " << " + x[1];
      break;
    case Operation::int_compare:
      text = "max_of(" + x[0] + ", " + x[1] + ")";
      break;
    case Operation::int_div:
      text = x[0] + " / " + x[1];
      break;
    default:
      text = x[0] + " + " + x[1];
  }
  if (!s.bits) return text;
  return "of_bits<" + cuda_type(s.scalar) + ">(" + text + ")";
}

// ---- places in memory

// The element in the order of memory, padding included.
std::string StepText::index_of(const Access& access) {
  const Array& array = written_.kernel.arrays[access.array];
  const auto text = [&](std::size_t i) {
    const AccessExpression::Index& index = access.expression.indices[i];
    Formula place{Expression{}, access.source, access.column};
    return cuda_text(index.expression, place,
                     [this](const Expression::Name& name) { return names_(name); });
  };
  const std::size_t count = access.expression.indices.size();
  if (count < array.shape.size() || count == 1) return text(0).text;
  const bool row = array.order == StorageOrder::row_major;
  ExpressionText sum = text(row ? 0 : count - 1);
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t d = row ? i : count - 1 - i;
    sum.text = sum.inside(binds_product) + " * " + names_.extent(access.array, d) + " + " +
               text(d).inside(binds_sum);
    sum.binds = binds_sum;
  }
  return sum.text;
}

std::string StepText::address(std::size_t number) {
  const Access& access = written_.program().accesses[number];
  const Array& array = written_.kernel.arrays[access.array];
  std::string text = names_.array(access.array) + "[" + index_of(access) + "]";
  if (host() && array.space == MemorySpace::shared) text = "shared." + text;
  if (access.expression.member.empty()) return text;
  text += "." + access.expression.member;
  const StructMember* member = array.structure->find(access.expression.member);
  if (member->count > 1) text += "[" + std::to_string(access.expression.member_index) + "]";
  return text;
}

std::string StepText::where(std::size_t number) {
  const Access& access = written_.program().accesses[number];
  const Array& array = written_.kernel.arrays[access.array];
  if (array.space == MemorySpace::constant && host()) {
    return names_.array(access.array) + "_data::at(" + index_of(access) + ")";
  }
  if (array.space != MemorySpace::global) return address(number);
  if (host()) {
    return "arrays." + seen_name(written_, access, names_.array(access.array)) + ".load(" +
           index_of(access) + ")";
  }
  const int lanes = access.bytes / parse_element_type(access.scalar)->scalar_bytes;
  const bool plain = array.path == LoadPath::usual || lanes == 3 ||
                     !vector_definition(access.scalar, lanes).empty();
  if (plain) return address(number);
  return (array.path == LoadPath::read_only ? "__ldg(&" : "__ldca(&") + address(number) + ")";
}

}  // namespace gpumodel
