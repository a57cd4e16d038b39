// Kernel files at the depth of accesses, as values.
#include <gtest/gtest.h>

#include <algorithm>

#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {
namespace {

using Ids = std::vector<std::string>;

constexpr const char* arrays_and_launch =
    "kernel: k\n"
    "parameters: {n: 1024, m: n}\n"
    "arrays:\n"
    "  x: {type: f32, shape: [n]}\n"
    "  U: {type: f64, shape: [n, m]}\n"
    "  F: {type: f64, shape: [n, m], layout: column}\n"
    "  s: {struct: 'i8 flag, f64 b, f32 v[3]', shape: [n]}\n"
    "  p: {struct: 'f32 a, f32 b', shape: [n]}\n"
    "  col: {type: i32, shape: [n], values: {uniform: [0, n]}}\n"
    "launch: {block: [128], grid: [ceil_div(n, block.x)]}\n"
    "thread:\n";
constexpr int thread_line = 11;
// Slots after the parameters n, m and block.x/y/z.
constexpr std::size_t first_coordinate = 5;
constexpr std::size_t first_variable = first_coordinate + thread_names.size();

Kernel read(const std::string& text) {
  return read_kernel(make_text_file(text, "k.yaml")).kernel;
}
ThreadProgram thread_of(const std::string& thread) {
  return read(arrays_and_launch + thread).thread.value();
}
// Of statements without let and where.
ThreadProgram program(const std::string& statements) {
  return thread_of("  do:\n" + statements);
}
std::vector<Diagnostic> faults(const std::string& text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.found;
  }
  return {};
}
Ids fault_ids(const std::string& statements) {
  Ids ids;
  for (const Diagnostic& d : faults(arrays_and_launch + ("  do:\n" + statements))) {
    ids.emplace_back(d.id);
  }
  return ids;
}

std::vector<std::string> texts(const ThreadProgram& thread) {
  std::vector<std::string> all;
  for (const Access& access : thread.accesses) all.push_back(access.expression.text);
  return all;
}
template <class What>
const What& at(const Body& body, std::size_t i) {
  return std::get<What>(body.at(i).what);
}
std::vector<std::int32_t> slots(const Expression& expression) {
  std::vector<std::int32_t> all;
  for (const Expression::Name& name : expression.names()) all.push_back(name.slot);
  return all;
}
std::int32_t slot(std::size_t value) {
  return static_cast<std::int32_t>(value);
}
std::size_t coordinate(std::string_view name) {
  const auto found = std::ranges::find(thread_names, name);
  return first_coordinate + static_cast<std::size_t>(found - thread_names.begin());
}

TEST(ReadThread, NamesAreBoundToSlots) {
  const ThreadProgram thread = program(
      "    - let: {i: global.x + n, j: i * blockDim.x, t: threadIdx.y + lane}\n"
      "    - load: U[j][m]\n");
  EXPECT_EQ(thread.variables, (std::vector<std::string>{"i", "j", "t"}));
  EXPECT_EQ(at<Let>(thread.body, 0).slot, first_variable);
  EXPECT_EQ(slots(at<Let>(thread.body, 0).value.expression),
            (std::vector{slot(coordinate("global.x")), 0}));
  EXPECT_EQ(slots(at<Let>(thread.body, 1).value.expression),
            (std::vector{slot(first_variable), 2}));
  EXPECT_EQ(slots(at<Let>(thread.body, 2).value.expression),
            (std::vector{slot(coordinate("thread.y")), slot(coordinate("lane"))}));
  const AccessExpression& access = thread.accesses.at(0).expression;
  EXPECT_EQ(slots(access.indices[0].expression), std::vector{slot(first_variable + 1)});
  EXPECT_EQ(slots(access.indices[1].expression), std::vector{1});
}

TEST(ReadThread, LetAndWhereStandAroundTheStatements) {
  const ThreadProgram thread = thread_of(
      "  let: {i: global.x}\n"
      "  where: i < n - 1\n"
      "  do:\n"
      "    - store: x[i]\n");
  ASSERT_EQ(thread.body.size(), 2U);
  EXPECT_EQ(at<Let>(thread.body, 0).slot, first_variable);
  const Branch& guard = at<Branch>(thread.body, 1);
  EXPECT_EQ(guard.condition->expression.text(), "i < n - 1");
  EXPECT_TRUE(guard.otherwise.empty());
  EXPECT_EQ(at<AccessStatement>(guard.then, 0).access, 0U);
  EXPECT_EQ(guard.source.line, thread_line + 2);
}

TEST(ReadThread, SpellingsOfAccessLists) {
  const std::vector<std::string> expected = {"U[0][min(1, n)]", "U[n-1][0]"};
  EXPECT_EQ(texts(program("    - load: U[0][min(1, n)], U[n-1][0]\n")), expected);
  EXPECT_EQ(texts(program("    - load: [U[0][min(1, n)], U[n-1][0]]\n")), expected);
  EXPECT_EQ(texts(program("    - load: ['U[0][min(1, n)]', \"U[n-1][0]\"]\n")), expected);
  EXPECT_EQ(texts(program("    - {load: [U[0][min(1, n)], U[n-1][0]]}\n")), expected);
  EXPECT_EQ(texts(program("    - load: [U[0][min(1, n)],  # half-open: [0, n)\n"
                          "             U[n-1][0]]\n")),
            expected);
  EXPECT_EQ(texts(program("    - load:\n"
                          "        - U[0][min(1, n)]\n"
                          "        - U[n-1][0]\n")),
            expected);
  EXPECT_EQ(texts(program("    - {load: x[0]}\n    - read: {c: col[min(1, n)], d: col[c]}\n")),
            (std::vector<std::string>{"x[0]", "col[min(1, n)]", "col[c]"}));
}

TEST(ReadThread, AccessesKnowTheirPlaces) {
  const ThreadProgram thread = program(
      "    - load: [U[0][1],  U[1][0]]\n"
      "    - store: x[0],\n"
      "        x[1],  x[2]\n");
  const auto place = [&](std::size_t i) {
    return std::pair(thread.accesses.at(i).source.line - thread_line, thread.accesses[i].column);
  };
  EXPECT_EQ(place(0), std::pair(2, 14));
  EXPECT_EQ(place(1), std::pair(2, 24));
  EXPECT_EQ(place(2), std::pair(3, 14));
  EXPECT_EQ(place(3), std::pair(4, 9));
  EXPECT_EQ(place(4), std::pair(4, 16));
  EXPECT_EQ(thread.accesses[4].source.note, "x[2]");
}

TEST(ReadThread, AccessesKnowOperationAndBytes) {
  const ThreadProgram thread = program(
      "    - load: x[0], U[0][0], s[0].b, s[0].v[2], p[0], p[0].b\n"
      "    - store: x[0]\n"
      "    - atomic: x[0]\n"
      "    - reduction: x[0]\n");
  const auto bytes = [&](std::size_t i) {
    return std::pair(thread.accesses.at(i).bytes, thread.accesses[i].member_offset);
  };
  EXPECT_EQ(bytes(0), std::pair(4, std::int64_t{0}));
  EXPECT_EQ(bytes(1), std::pair(8, std::int64_t{0}));
  EXPECT_EQ(bytes(2), std::pair(8, std::int64_t{8}));
  EXPECT_EQ(bytes(3), std::pair(4, std::int64_t{24}));
  EXPECT_EQ(bytes(4), std::pair(8, std::int64_t{0}));
  EXPECT_EQ(bytes(5), std::pair(4, std::int64_t{4}));
  EXPECT_EQ(thread.accesses[2].array, 3U);
  EXPECT_EQ(thread.accesses[6].op, Access::Op::store);
  EXPECT_EQ(thread.accesses[7].op, Access::Op::atomic);
  EXPECT_EQ(thread.accesses[8].op, Access::Op::reduction);
}

TEST(ReadThread, ReadNamesTheValue) {
  const ThreadProgram thread = program("    - read: {c: col[0], d: col[c]}\n");
  EXPECT_EQ(thread.accesses.at(0).op, Access::Op::load);
  EXPECT_EQ(thread.accesses[0].value_slot, first_variable);
  EXPECT_EQ(thread.accesses.at(1).value_slot, first_variable + 1);
  EXPECT_EQ(slots(thread.accesses[1].expression.indices[0].expression),
            std::vector{slot(first_variable)});
}

TEST(ReadThread, LoopsHaveRangesAndBodies) {
  const ThreadProgram thread = program(
      "    - for: {k: max(0, 1) .. min(n, 8)}\n"
      "      step: 2\n"
      "      unroll: 4\n"
      "      do:\n"
      "        - load: x[k]\n"
      "    - for: {k: 0..n}\n"
      "      unroll: full\n"
      "      do: [barrier]\n");
  const Loop& first = at<Loop>(thread.body, 0);
  EXPECT_EQ(first.slot, first_variable);
  EXPECT_EQ(first.first.expression.text(), "max(0, 1)");
  EXPECT_EQ(first.end.expression.text(), "min(n, 8)");
  EXPECT_EQ(first.end.column, 29);
  EXPECT_EQ(first.step.expression.evaluate({}).integer(), 2);
  EXPECT_EQ(first.unroll, 4);
  EXPECT_EQ(first.body.size(), 1U);
  const Loop& second = at<Loop>(thread.body, 1);
  EXPECT_EQ(second.slot, first_variable + 1);
  EXPECT_EQ(second.step.expression.evaluate({}).integer(), 1);
  EXPECT_EQ(second.unroll, 0);
  EXPECT_TRUE(std::holds_alternative<Barrier>(second.body.at(0).what));
}

TEST(ReadThread, Branches) {
  const ThreadProgram thread = program(
      "    - if: lane % 2 == 0\n"
      "      do: [{load: x[0]}]\n"
      "      else: [{store: x[0]}, barrier]\n"
      "    - if: {probability: 1 / 3, uniform: true}\n"
      "      do: [{barrier: }, {barrier: block}]\n"
      "    - if: {probability: 1 / 3, warps: 1 / 2}\n"
      "      do: [{barrier: }]\n");
  const Branch& lanes = at<Branch>(thread.body, 0);
  EXPECT_EQ(lanes.condition->expression.text(), "lane % 2 == 0");
  EXPECT_FALSE(lanes.probability);
  EXPECT_EQ(lanes.then.size(), 1U);
  EXPECT_EQ(lanes.otherwise.size(), 2U);
  const Branch& chance = at<Branch>(thread.body, 1);
  EXPECT_FALSE(chance.condition);
  EXPECT_TRUE(chance.uniform);
  EXPECT_DOUBLE_EQ(chance.probability->expression.evaluate({}).real(), 1.0 / 3.0);
  EXPECT_EQ(chance.then.size(), 2U);
  EXPECT_FALSE(chance.warps);
  EXPECT_DOUBLE_EQ(at<Branch>(thread.body, 2).warps->expression.evaluate({}).real(), 0.5);
  EXPECT_FALSE(at<Branch>(thread.body, 2).uniform);
}

TEST(ReadThread, IndicesAreComputedAsInCAndCountsAreNot) {
  const ThreadProgram thread = program(
      "    - let: {i: 7 / 2}\n"
      "    - fp32: {fma: 7 / 2, div: n}\n"
      "    - fp64: 3\n");
  EXPECT_EQ(at<Let>(thread.body, 0).value.expression.evaluate({}).integer(), 3);
  const auto& fma = at<OperationStatement>(thread.body, 1);
  EXPECT_EQ(fma.operation.operation, Operation::fma);
  EXPECT_EQ(fma.operation.klass, OperationClass::fp32);
  EXPECT_DOUBLE_EQ(fma.count.expression.evaluate({}).real(), 3.5);
  EXPECT_EQ(at<OperationStatement>(thread.body, 2).operation.operation, Operation::div);
  const auto& add = at<OperationStatement>(thread.body, 3);
  EXPECT_EQ(add.operation.operation, Operation::add);
  EXPECT_EQ(add.operation.klass, OperationClass::fp64);
}

TEST(ReadThread, OtherOperations) {
  const ThreadProgram thread = program(
      "    - int: {add: 2, logic: 1}\n"
      "    - int: 5\n"
      "    - convert: 1\n"
      "    - convert: {i32_f32: 1, f64_i32: 2}\n"
      "    - shuffle: 5\n"
      "    - vote: 1\n"
      "    - tensor: {f16: 128}\n"
      "    - spill: {load: 8}\n");
  const std::vector<Operation> expected = {
      Operation::int_add,    Operation::int_logic, Operation::int_add,
      Operation::conversion, Operation::to_single, Operation::conversion,
      Operation::shuffle,    Operation::vote,      Operation::tensor_f16};
  ASSERT_EQ(thread.body.size(), expected.size() + 1);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(at<OperationStatement>(thread.body, i).operation.operation, expected[i]) << i;
  }
  const auto& spill = at<SpillStatement>(thread.body, expected.size());
  EXPECT_EQ(spill.load_bytes.expression.evaluate({}).integer(), 8);
  EXPECT_EQ(spill.store_bytes.expression.evaluate({}).integer(), 0);
}

TEST(ReadThread, DrawsAndContents) {
  const ThreadProgram thread = program(
      "    - draw: {len: {histogram: {1: 0.75, n: 0.25}}, start: global.x * 2}\n"
      "      per: warp\n");
  const Draw& length = at<Draw>(thread.body, 0);
  EXPECT_EQ(length.slot, first_variable);
  EXPECT_EQ(length.per, Draw::Per::warp);
  EXPECT_EQ(length.contents.kind, Contents::Kind::histogram);
  EXPECT_EQ(length.contents.arguments.size(), 4U);
  const Draw& start = at<Draw>(thread.body, 1);
  EXPECT_EQ(start.contents.kind, Contents::Kind::exact);
  EXPECT_EQ(slots(start.contents.arguments.at(0).expression),
            std::vector{slot(coordinate("global.x"))});
}

TEST(ReadThread, Arrays) {
  const Kernel kernel = read(
      "kernel: k\n"
      "parameters: {n: 8}\n"
      "arrays:\n"
      "  a: {type: f32x4, shape: [2, 2, 2, 2, n], layout: column, padding: 1, offset: 4 * n}\n"
      "  b: {type: i32, shape: [n], space: shared, path: read_only, values: n * index}\n"
      "  c: {type: i32, shape: [n], values: {banded: [index, 3]}}\n"
      "  d: {type: f32, shape: [n]}\n"
      "launch: {block: [32], grid: [1]}\n"
      "thread: {do: [{load: a[0][0][0][0][0]}]}\n");
  const Array& a = kernel.arrays.at(0);
  EXPECT_EQ(a.shape.size(), 5U);
  EXPECT_EQ(a.order, StorageOrder::column_major);
  EXPECT_EQ(a.padding->expression.text(), "1");
  EXPECT_EQ(a.offset->expression.text(), "4 * n");
  const Array& b = kernel.arrays.at(1);
  EXPECT_EQ(b.space, MemorySpace::shared);
  EXPECT_EQ(b.path, LoadPath::read_only);
  EXPECT_EQ(b.contents->kind, Contents::Kind::exact);
  EXPECT_EQ(slots(b.contents->arguments.at(0).expression), (std::vector{0, 4}));
  const Array& c = kernel.arrays.at(2);
  EXPECT_EQ(c.contents->kind, Contents::Kind::banded);
  EXPECT_EQ(slots(c.contents->arguments.at(0).expression), std::vector{4});
  const Array& d = kernel.arrays.at(3);
  EXPECT_EQ(d.order, StorageOrder::row_major);
  EXPECT_EQ(d.space, MemorySpace::global);
  EXPECT_EQ(d.path, LoadPath::usual);
  EXPECT_FALSE(d.contents || d.padding || d.offset || d.structure);
}

TEST(ReadThread, NumbersOfIndices) {
  EXPECT_EQ(fault_ids("    - load: U[0][0], U[0], F[0][0], x[0]\n"), Ids{});
  EXPECT_EQ(fault_ids("    - load: U[0][0][0]\n"), Ids{"index-count"});
  EXPECT_EQ(fault_ids("    - load: F[0]\n"), Ids{"index-count"});
}

TEST(ReadThread, ScopesOfVariables) {
  const std::string unknown = "expression-unknown-name";
  EXPECT_EQ(fault_ids("    - if: lane == 0\n"
                      "      do: [{let: {a: 1}}]\n"
                      "      else: [{load: x[a]}]\n"),
            Ids{unknown});
  EXPECT_EQ(fault_ids("    - for: {k: 0..k}\n      do: [{load: x[k]}]\n"), Ids{unknown});
  EXPECT_EQ(fault_ids("    - let: {a: b, b: 1}\n"), Ids{unknown});
  EXPECT_EQ(fault_ids("    - for: {k: 0..2}\n"
                      "      do: [{for: {k: 0..2}, do: [barrier]}]\n"),
            Ids{"name-taken"});
  EXPECT_EQ(fault_ids("    - let: {a: 1}\n    - read: {b: col[a]}\n    - load: x[a + b]\n"), Ids{});
}

TEST(ReadThread, FaultsInsideAnIndexKnowTheirColumns) {
  const auto found = faults(std::string(arrays_and_launch) +
                            "  do:\n    - load: [x[0], U[lane +][1], U[lane][nn]]\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].column, 28);
  EXPECT_EQ(found[1].column, 42);
}

TEST(ReadThread, Limits) {
  const auto repeated = [](int times, const std::string& text) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  EXPECT_EQ(fault_ids(repeated(2000, "    - barrier\n")), Ids{});
  EXPECT_EQ(fault_ids(repeated(2001, "    - barrier\n")), Ids{"thread-too-large"});
  EXPECT_EQ(fault_ids(repeated(1024, "    - load: x[0]\n")), Ids{});
  EXPECT_EQ(fault_ids(repeated(1100, "    - load: x[0]\n")), Ids{"thread-too-large"});
  const auto nested = [&](int depth) {
    return "    - " + repeated(depth, "{if: 1, do: [") + "barrier" + repeated(depth, "]}") + "\n";
  };
  EXPECT_EQ(fault_ids(nested(15)), Ids{});
  EXPECT_EQ(fault_ids(nested(16)), Ids{"thread-too-large"});
  const auto lets = [](int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += "    - let: {v" + std::to_string(i) + ": 1}\n";
    return all;
  };
  EXPECT_EQ(fault_ids(lets(64)), Ids{});
  EXPECT_EQ(fault_ids(lets(1030)), Ids{"thread-too-large"});
}

TEST(ReadThread, ExpressionsInFlowStyleLeaveOtherTextAlone) {
  const Kernel kernel = read(
      "kernel: k\n"
      "summary: \"half-open [0, n), a[i, f(x, y\"  # b[i, g(1,\n"
      "arrays: {x: {type: f32, shape: [max(1, 2), 3]}}\n"
      "launch: {block: [32], grid: [1]}\n"
      "thread: {do: [{load: 'x[0][1]'}]}\n");
  EXPECT_EQ(kernel.summary, "half-open [0, n), a[i, f(x, y");
  EXPECT_EQ(kernel.arrays.at(0).shape.size(), 2U);
}

}  // namespace
}  // namespace gpumodel
