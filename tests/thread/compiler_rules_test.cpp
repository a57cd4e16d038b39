// What a compiler is taken to make of a program, by hand. Registers for loaded values: 32 where
// nothing is stated, less 2 for the address of each array in global memory, less what the code
// keeps busy.
#include "models/kernel/compiler/rules.hpp"

#include <gtest/gtest.h>

#include "models/kernel/thread/prepared_program.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

constexpr double straight = 32 - 2 - 4, with_loop = 32 - 2 - 8;

class FreeRegisters : public testing::Test {
 protected:
  ProgramBuilder builder;
  std::size_t k = 0;
  LaunchShape shape{.block = {128, 1, 1}};

  FreeRegisters() {
    builder.array("a", "f32", {1024});
    k = builder.variable("k");
  }
  Statement loop(std::int64_t unroll, Body body) {
    Statement made = builder.loop(k, "0", "4", "1", std::move(body));
    std::get<Loop>(made.what).unroll = unroll;
    return made;
  }
  double free(Body body) {
    builder.body(std::move(body));
    const std::vector<Number> values = ProgramBuilder::values(shape);
    return prepare(builder.kernel(), values, shape).free_registers;
  }
};

TEST_F(FreeRegisters, StraightCodeKeepsFourBusy) {
  EXPECT_EQ(free({builder.load("a[thread.x]")}), straight);
  EXPECT_EQ(free({builder.when("thread.x < 7", {builder.load("a[thread.x]")})}), straight);
}

TEST_F(FreeRegisters, FullyUnrolledLoopsAreStraightCode) {
  EXPECT_EQ(free({loop(0, {builder.load("a[k]")})}), straight);
  EXPECT_EQ(free({loop(0, {loop(0, {builder.load("a[k]")})})}), straight);
}

TEST_F(FreeRegisters, CodeWithALoopKeepsEightBusyWhereverItIs) {
  EXPECT_EQ(free({loop(1, {builder.load("a[k]")})}), with_loop);
  EXPECT_EQ(free({loop(4, {builder.load("a[k]")})}), with_loop);
  EXPECT_EQ(free({loop(0, {loop(1, {builder.load("a[k]")})})}), with_loop);
  EXPECT_EQ(free({builder.when("thread.x < 7", {loop(1, {builder.load("a[k]")})})}), with_loop);
  Statement other = builder.when("thread.x < 7", {});
  std::get<Branch>(other.what).otherwise = {loop(1, {builder.load("a[k]")})};
  EXPECT_EQ(free({std::move(other)}), with_loop);
}

TEST_F(FreeRegisters, OfThoseThatAreStated) {
  shape.registers_per_thread = 64;
  EXPECT_EQ(free({builder.load("a[thread.x]")}), straight + 32);
  shape.registers_per_thread = 16;  // has all it wanted
  EXPECT_EQ(free({builder.load("a[thread.x]")}), straight);
  shape.registers_per_thread = 64;
  builder.array("s", "f32", {32}, MemorySpace::shared);
  builder.array("b", "f32", {32});
  EXPECT_EQ(free({loop(1, {builder.load("a[k]"), builder.load("b[k]")})}), with_loop + 32 - 2);
}

// What the compiler makes of a condition that is followed by more.
class Guards : public FreeRegisters {
 protected:
  Guards() { builder.array("s", "f32", {1024}, MemorySpace::shared); }

  static Statement fma(long count) {
    return {OperationStatement{*find_operation("fp32", "fma"), ProgramBuilder::number(count)}};
  }
  Statement guard(Body then) { return builder.when("thread.x < 7", std::move(then)); }
  GuardCode code(Statement statement) {
    builder.body({std::move(statement), fma(1)});
    const std::vector<Number> values = ProgramBuilder::values(shape);
    const PreparedProgram program = prepare(builder.kernel(), values, shape);
    return std::get<PreparedBranch>(program.body.front().what).code;
  }
};

TEST_F(Guards, OfAccessesToGlobalMemoryCountThemWithTheirAddresses) {
  EXPECT_EQ(code(guard({builder.load("a[thread.x]"), fma(15)})), GuardCode::predicate);
  EXPECT_EQ(code(guard({builder.load("a[thread.x]"), fma(16)})), GuardCode::jump);
  EXPECT_EQ(code(guard({builder.load("a[thread.x]"), builder.store("a[thread.x]"), fma(13)})),
            GuardCode::predicate);
}

TEST_F(Guards, WithoutAreShorter) {
  EXPECT_EQ(code(guard({builder.load("s[thread.x]"), fma(6)})), GuardCode::predicate);
  EXPECT_EQ(code(guard({builder.load("s[thread.x]"), fma(7)})), GuardCode::jump);
}

TEST_F(Guards, OperationsCountAsTheyAreExpanded) {
  const auto operation = [](const char* name) {
    return Statement{OperationStatement{*find_operation("fp64", name), ProgramBuilder::number(1)}};
  };
  EXPECT_EQ(code(guard({operation("add")})), GuardCode::predicate);
  EXPECT_EQ(code(guard({operation("div")})), GuardCode::jump);
}

TEST_F(Guards, OverMoreThanStatementsAreJumps) {
  EXPECT_EQ(code(guard({loop(0, {builder.load("a[k]")})})), GuardCode::jump);
  EXPECT_EQ(code(guard({guard({builder.load("a[thread.x]")})})), GuardCode::jump);
}

TEST_F(Guards, OfTwoWaysBothAreShort) {
  const auto either = [&](Body then, Body otherwise) {
    Statement made = guard(std::move(then));
    std::get<Branch>(made.what).otherwise = std::move(otherwise);
    return made;
  };
  const Statement load = builder.load("a[thread.x]");
  EXPECT_EQ(code(either({load, fma(15)}, {load, fma(15)})), GuardCode::predicate);
  EXPECT_EQ(code(either({load}, {load, fma(16)})), GuardCode::jump);
  EXPECT_EQ(code(either({load}, {fma(7)})), GuardCode::predicate);
  EXPECT_EQ(code(either({load}, {fma(8)})), GuardCode::jump);
  builder.body({either({load}, {load})});  // at the end each way has an end of its own
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const PreparedProgram program = prepare(builder.kernel(), values, shape);
  EXPECT_EQ(std::get<PreparedBranch>(program.body.front().what).code, GuardCode::jump);
}

TEST_F(Guards, OverTheRestOfAProgramAreExits) {
  builder.body({fma(1), guard({builder.load("a[thread.x]")})});
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const PreparedProgram program = prepare(builder.kernel(), values, shape);
  EXPECT_EQ(std::get<PreparedBranch>(program.body.back().what).code, GuardCode::exit);
}

class Loops : public Guards {
 protected:
  LoopCode code(Statement statement) {
    builder.body({std::move(statement)});
    const std::vector<Number> values = ProgramBuilder::values(shape);
    const PreparedProgram program = prepare(builder.kernel(), values, shape);
    return std::get<PreparedLoop>(program.body.front().what).code;
  }
};

TEST_F(Loops, AreUnrolledAsAWholeWhereTheirRoundsAreKnown) {
  EXPECT_EQ(code(loop(0, {builder.load("a[k]")})).copies, 0);
  const auto until = [&](const char* end) {
    Statement made = builder.loop(k, "0", end, "1", {builder.load("a[k]")});
    std::get<Loop>(made.what).unroll = 0;
    return made;
  };
  EXPECT_EQ(code(until("thread.x")).copies, 1);
  EXPECT_EQ(code(until("block.x")).copies, 1);  // known when it is launched
}

TEST_F(Loops, OfLargeBodiesAreNotUnrolledTwice) {
  EXPECT_EQ(code(loop(16, {builder.load("a[k]"), fma(5)})).copies, 16);
  EXPECT_EQ(code(loop(16, {builder.load("a[k]"), fma(6)})).copies, 4);
}

TEST_F(Loops, HaveAsManyLoadsInFlightAsRegistersHold) {
  builder.array("d", "f64", {1024});  // of a loop's own arrays: 22 registers are free
  const Body one = {builder.load("d[k]")}, two = {builder.load("d[k]"), builder.load("d[k + 8]")};
  EXPECT_EQ(code(loop(16, one)).together, 11);
  EXPECT_EQ(code(loop(16, two)).together, 5);
  EXPECT_EQ(code(loop(4, two)).together, 4);
  EXPECT_EQ(code(loop(16, {builder.store("d[k]")})).together, 16);
}

// As nvcc 13 has them for sm_90: three of four products in f64, all of f32. The way from row to row
// is one register more, if it is not what the loop counts to, the addresses of f64 are four.
TEST_F(Loops, NeedRegistersForTheRowsThatTheirCopiesComeTo) {
  const auto copies = [&](const char* type, const char* end, StorageOrder order) {
    const std::string of = std::string(type) + (order == StorageOrder::row_major ? "r" : "c");
    const std::size_t left = builder.array("x" + of, type, {64});
    const std::size_t rows = builder.array("m" + of, type, {64, 64});
    EXPECT_EQ(left + 1, rows);
    const bool by_rows = order == StorageOrder::row_major;
    builder.array(rows).order = order;
    builder.array(rows).shape[by_rows ? 1 : 0] = builder.formula("block.y");
    const std::string at = by_rows ? "[k][thread.x]" : "[thread.x][k]";
    Statement made = builder.loop(k, "0", end, "1",
                                  {builder.load("x" + of + "[k]"), builder.load("m" + of + at)});
    std::get<Loop>(made.what).unroll = 8;
    return code(std::move(made));
  };
  shape.block = {32, 32, 1};
  constexpr double free = 32 - 8 - 2 * 2;
  const LoopCode f64 = copies("f64", "block.x", StorageOrder::row_major);
  EXPECT_EQ(f64.room, free - 1 - 4);
  EXPECT_EQ(f64.together, 3);
  EXPECT_EQ(copies("f64", "block.x", StorageOrder::column_major).together, 3);
  const LoopCode f32 = copies("f32", "block.x", StorageOrder::row_major);
  EXPECT_EQ(f32.room, free - 1);
  EXPECT_EQ(f32.together, 8);
  EXPECT_EQ(copies("i64", "block.y", StorageOrder::row_major).room, free);
}

// 16 copies to a jump, and what is left 8, 4 and one at a time.
TEST_F(Loops, JumpOncePerCopyOfTheirBody) {
  EXPECT_EQ(jumps_of({.copies = 1}, 7), 7);
  EXPECT_EQ(jumps_of({.copies = 4}, 10), 2 + 2);
  EXPECT_EQ(jumps_of({.copies = 16}, 32 + 15), 2 + 1 + 1 + 3);
  EXPECT_EQ(jumps_of({.copies = 0}, 7), 0);
}

}  // namespace
}  // namespace gpumodel::test
