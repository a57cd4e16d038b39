// Registers for loaded values, by hand: 32 where nothing is stated, less 2 for the address of each
// array in global memory, less what the code keeps busy.
#include "models/kernel/thread/load_registers.hpp"

#include <gtest/gtest.h>

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
    return free_registers(prepare(builder.kernel(), values, shape));
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
  builder.array("s", "f32", {32}, MemorySpace::shared);
  builder.array("b", "f32", {32});
  EXPECT_EQ(free({loop(1, {builder.load("a[k]")})}), with_loop + 32 - 2);
}

}  // namespace
}  // namespace gpumodel::test
