// Statements but loops, branches and operations.
#include "models/kernel/thread/dataflow/flow.hpp"

#include <algorithm>

namespace gpumodel {

void Flow::lower(const Body& body) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    guard_follows_ = i + 1 < body.size() && is_never(body[i + 1]);
    std::visit([this](const auto& statement) { lower(statement); }, body[i].what);
  }
  make_exchanges();
}

void Flow::lower(const Let& let) {
  spread_.define(let.slot, let.value);
  emit(LetStep{&let});
}

void Flow::lower(const Draw& draw) {
  spread_.define(draw.slot, draw.per == Draw::Per::block  ? Spread::block
                            : draw.per == Draw::Per::warp ? Spread::warp
                                                          : Spread::thread);
  emit(DrawStep{&draw, now_.draws++, loops_});
}

void Flow::lower(const AccessStatement& statement) {
  const Access& access = program_.accesses[statement.access];
  if (access.scalar.empty()) {
    cannot(access, "no instruction moves a structure as a whole", {"name a member of it"});
  }
  switch (access.op) {
    case Access::Op::load:
      return load(statement.access);
    case Access::Op::store:
      return store(statement.access);
    case Access::Op::atomic:
    case Access::Op::reduction:
      return update(statement.access);
  }
}

void Flow::load(std::size_t number) {
  const Access& access = program_.accesses[number];
  if (access.value_slot) {
    spread_.define(*access.value_slot, access);
    if (is_used(*access.value_slot)) return emit(ReadStep{number});
  }
  const int lanes = lanes_of(access);
  const std::size_t reg = make_register(
      {.scalar = access.scalar, .lanes = lanes, .origin = kernel_.arrays[access.array].name});
  emit(LoadStep{number, {.reg = reg}});
  for (int lane = 0; lane < lanes; ++lane) {
    Value value{{.reg = reg, .lane = lanes == 1 ? -1 : lane}, access.scalar, level()};
    value.access = &access;
    now_.values.push_back(value);
  }
  now_.last.reset();
}

void Flow::store(std::size_t number) {
  const Access& access = program_.accesses[number];
  const Array& array = kernel_.arrays[access.array];
  std::optional<FlowOperand> value = value_to_store(number);
  if (!value)
    value = FlowOperand{.kind = array.contents ? FlowOperand::Kind::content
                                               : FlowOperand::Kind::addend};
  if (std::ranges::find(read_arrays_, access.array) != read_arrays_.end() &&
      value->kind != FlowOperand::Kind::content) {
    cannot(access, "'" + array.name + "' holds indices, and a computed value would be none");
  }
  emit(StoreStep{number, *value});
}

void Flow::update(std::size_t number) {
  const Access& access = program_.accesses[number];
  if (lanes_of(access) > 1) cannot(access, "no atomic instruction of vectors is written");
  if (scalar_bytes(access.scalar) == 1 || access.scalar == "i16") {
    cannot(access, "CUDA has no atomic addition of " + std::string(access.scalar));
  }
  if (access.op == Access::Op::atomic) {
    cannot(access, "the old value of an atomic depends on which thread came first",
           {"where nobody uses it, 'reduction' is what the compiler makes"});
  }
  std::optional<FlowOperand> value = value_to_store(number);
  if (!value) value = FlowOperand{.kind = FlowOperand::Kind::number, .number = 1};
  emit(AtomicStep{number, *value});
}

void Flow::lower(const SpillStatement& spill) {
  depart("spilled registers: a compiler decides on them", spill.load_bytes.source);
}

void Flow::lower(const Barrier&) {
  if (control_ > Spread::block) {
    throw CannotWrite{control_source_,
                      0,
                      "a barrier under a condition that not all threads of a block share",
                      {"threads that do not come would be waited for without end"}};
  }
  emit(BarrierStep{});
}

void Flow::lower(const AddedCode&) {
  throw CannotWrite{program_.source,
                    0,
                    "an OpenACC compiler launches this kernel",
                    {"state 'launch:' to have it written as CUDA"}};
}

void Flow::lower(const OperationStatement& statement) {
  const std::int64_t count = count_of(statement.count);
  if (count == 0) return;
  source_ = statement.count.source;
  statement_ = &statement;
  if (statement.side_by_side) depart("operations side by side", source_);
  switch (statement.operation.klass) {
    case OperationClass::tensor:
      return depart("products of matrices by tensor units", source_);
    case OperationClass::convert:
      return convert(count);
    case OperationClass::warp:
      return statement.operation.operation == Operation::vote ? vote(count) : exchange(count);
    default:
      return compute(statement.operation, count);
  }
}

}  // namespace gpumodel
