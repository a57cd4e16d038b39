// The course of a warp, heard of beside the traffic of its block.
#include "models/analysis/path/warp_course.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/analysis/path/warp_path.hpp"
#include "models/analysis/traffic/block_traffic.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

class Course : public testing::Test {
 protected:
  ProgramBuilder builder;
  std::size_t k = 0;
  const LaunchShape shape{.block = {128, 1, 1}};
  const std::vector<Number> values = ProgramBuilder::values(shape);

  Course() {
    builder.array("a", "f32", {1 << 20});
    builder.array("d", "f64", {1 << 20});
    k = builder.variable("k");
  }
  static Statement fma(long count) {
    return {OperationStatement{*find_operation("fp32", "fma"), ProgramBuilder::number(count)}};
  }
  WarpCourse of_block(Body body) {
    builder.body(std::move(body));
    const PreparedProgram program = prepare(builder.kernel(), values, shape);
    const FollowedProgram followed(program);
    Requests requests(program.accesses.size(), *find_memory_rules({9, 0}));
    WarpFollower follower(followed, requests);
    BlockRunner(program).run({}, follower);
    return follower.take();
  }
  WarpCourse alone(std::size_t warp) {
    const PreparedProgram program = prepare(builder.kernel(), values, shape);
    const FollowedProgram followed(program);
    Requests requests(program.accesses.size(), *find_memory_rules({9, 0}));
    WarpFollower follower(followed, requests);
    BlockRunner(program).run_warp({}, warp, follower);
    return follower.take();
  }
};

TEST_F(Course, InItsBlockIsThatOfTheWarpAlone) {
  const WarpCourse course =
      of_block({builder.loop(k, "0", "200", "1", {builder.load("a[k * 128 + thread.x]"), fma(1)}),
                {Barrier{}},
                builder.store("a[thread.x]")});
  const WarpCourse lone = alone(0);
  EXPECT_EQ(course.loads, 200);
  EXPECT_EQ(course.load_phases, 200);
  EXPECT_EQ(course.barriers, 1);
  EXPECT_EQ(course.loads, lone.loads);
  EXPECT_EQ(course.load_phases, lone.load_phases);
  EXPECT_EQ(course.chains, lone.chains);
}

// Each lane walks along a row of its own. Where rows begin alike in sectors, all lanes come to a
// new one in the same round of eight, and to a new pair in that of sixteen; where they do not, some
// lanes do in each.
TEST_F(Course, AWaitIsFreshWhereLanesComeToANewSector) {
  const auto fresh = [&](const char* place) {
    const WarpCourse course = of_block({builder.loop(k, "0", "40", "1", {builder.load(place)})});
    EXPECT_EQ(course.load_phases, 40);
    return std::pair(course.fresh_phases, course.fresh_pair_phases);
  };
  EXPECT_EQ(fresh("a[thread.x * 1024 + k]"), std::pair(5.0, 3.0));
  EXPECT_EQ(fresh("a[thread.x * 1025 + k]"), std::pair(40.0, 40.0));
  EXPECT_EQ(fresh("a[thread.x + k / 64]"), std::pair(1.0, 1.0));
  EXPECT_EQ(fresh("a[k * 128 + thread.x]"), std::pair(40.0, 40.0));
}

// A walk of single sectors: each second one lies in a pair that has come.
TEST_F(Course, SectorsComeInPairs) {
  const WarpCourse course = of_block({builder.loop(k, "0", "40", "1", {builder.load("a[k * 8]")})});
  EXPECT_EQ(course.fresh_phases, 40);
  EXPECT_EQ(course.fresh_pair_phases, 20);
}

// Twelve halves of a sector: when the ninth goes out the first has come. In the next round they are
// all there. Words of a register do not count.
TEST_F(Course, NarrowLoadsFindASectorOnItsWayUntilItIsThere) {
  builder.array("h", "f16", {1 << 20});
  const auto awaited = [&](std::string_view array, std::string_view at) {
    Body loads;
    for (int i = 0; i < 12; ++i)
      loads.push_back(builder.load(fmt::format("{}[{} + {}]", array, at, i)));
    const WarpCourse course = of_block({builder.loop(k, "0", "10", "1", std::move(loads))});
    return std::pair(course.narrow_loads, course.narrow_awaited);
  };
  EXPECT_EQ(awaited("h", "k / 64"), std::pair(120.0, 8.0));
  EXPECT_EQ(awaited("h", "k * 16"), std::pair(120.0, 80.0));
  EXPECT_EQ(awaited("a", "k * 16"), std::pair(0.0, 0.0));
}

// Lanes in rows of 4 KiB each are at 32 places, in a row at one; two arrays are at two.
TEST_F(Course, PlacesOfAWaitAreThoseOfItsLinesApart) {
  const auto doublings = [&](Body body) {
    const WarpCourse course = of_block({builder.loop(k, "0", "4", "1", std::move(body))});
    EXPECT_EQ(course.fresh_pair_phases, 4);
    return course.doublings;
  };
  EXPECT_EQ(doublings({builder.load("a[thread.x * 1024 + k * 256]")}), 4 * 5);
  EXPECT_EQ(doublings({builder.load("a[k * 1024 + thread.x]")}), 0);
  EXPECT_EQ(doublings({builder.load("a[k * 1024 + thread.x]"), builder.load("d[k * 512]")}), 4);
}

// What warps of the block have written is known to be in L2 once a barrier has put it before, and
// what the warp itself has, at once; what is only loaded may have to come from anywhere.
TEST_F(Course, AWaitIsKnownWhereTheBlockHasWrittenAllOfIt) {
  const auto known = [&](Body body) { return of_block(std::move(body)).known_phases; };
  const auto halves = [&](Statement between) -> Body {
    return {builder.load("a[thread.x]"), builder.store("a[thread.x]"), std::move(between),
            builder.load("a[(thread.x + 64) % 128]"), builder.store("d[thread.x]")};
  };
  EXPECT_EQ(known(halves({Barrier{}})), 1);
  EXPECT_EQ(known(halves(fma(1))), 0) << "the other half may still be on its way";
  builder.array("b", "f32", {1 << 10});
  EXPECT_EQ(known({builder.load("b[thread.x]"),
                   {Barrier{}},
                   builder.load("b[(thread.x + 64) % 128]"),
                   builder.store("d[thread.x]")}),
            0);
  EXPECT_EQ(
      known({builder.loop(k, "0", "4", "1", {builder.store("a[k * 128 + thread.x]")}),
             builder.loop(k, "0", "4", "1", {builder.load("a[k * 128 + thread.x]"), fma(1)})}),
      4);
}

// Where an index leads to two numbers of 8 B, two copies of GCC go out together, and wait for their
// indexes and for what these lead to; where it does not, each of them waits by itself.
TEST_F(Course, CopiesOfGccThatLoadTheirIndexesGoOutInPairs) {
  const std::size_t j = builder.variable("j");
  Array& index = builder.array(builder.array("index", "i32", {1 << 20}));
  index.contents.emplace().kind = Contents::Kind::uniform;
  index.contents->arguments = {ProgramBuilder::number(0), ProgramBuilder::number(1024)};
  builder.compiler(gcc_rules);
  const auto phases = [&](Body body) {
    Statement loop = builder.loop(k, "0", "40", "1", std::move(body));
    std::get<Loop>(loop.what).unroll = 4;
    return of_block({std::move(loop)}).load_phases;
  };
  EXPECT_EQ(phases({builder.read(j, "index[k]"), builder.load("d[j]"), builder.load("d[j + 1024]"),
                    fma(1)}),
            20 * 2);
  EXPECT_EQ(phases({builder.load("d[k]"), builder.load("d[k + 1024]"), fma(1)}), 40);
}

// Four neighbours on rows of a lane each: those of the rows above and below come to something new
// in one lane, in the same round. Which of them is written first changes nothing: not for loads
// that go out together, not for those that GCC's few registers let wait in two turns.
TEST_F(Course, IndependentLoadsMayBeWrittenInAnyOrder) {
  for (const CompilerRules* rules : {&nvcc_rules, &gcc_rules}) {
    builder.compiler(*rules);
    const double turns = rules->load_registers ? 2.0 : 1.0;
    std::vector<std::string> places = {
        "d[(thread.x + 1) * 1024 + k]", "d[(thread.x + 1) * 1024 + k + 2]",
        "d[(thread.x + 2) * 1024 + k + 1]", "d[thread.x * 1024 + k + 1]"};
    do {
      Body body;
      for (const std::string& place : places) body.push_back(builder.load(place));
      body.push_back(builder.store("d[k]"));
      const WarpCourse course = of_block({builder.loop(k, "0", "40", "1", std::move(body))});
      EXPECT_EQ(course.loads, 160);
      EXPECT_EQ(course.load_phases, 40 * turns);
      EXPECT_EQ(course.fresh_phases, turns > 1.0 ? 32 : 21);
    } while (std::ranges::next_permutation(places).found);
  }
}

// What is too long for predicates is jumped over.
TEST_F(Course, WaitsBehindAJumpOnlyForWhatWasUsedThere) {
  Body loads;
  for (int i = 1; i < 10; ++i) {
    loads.push_back(builder.load("a[thread.x + " + std::to_string(4096 * i) + "]"));
  }
  const auto phases = [&](Body then) {
    Statement branch = builder.when("thread.x < 16", std::move(then));
    std::get<Branch>(branch.what).otherwise = {builder.load("d[thread.x]")};
    return of_block({builder.load("a[thread.x]"), std::move(branch), fma(2),
                     builder.store("a[thread.x]")})
        .load_phases;
  };
  EXPECT_EQ(phases(loads), 1);
  loads.push_back(fma(1));
  EXPECT_EQ(phases(loads), 2);
}

// One of few operations becomes a predicate. Of one that is jumped over it is enough to come there.
TEST_F(Course, TakesTimeForConditionsThatAreJumpedOver) {
  const auto course = [&](const char* condition, long operations) {
    return of_block({builder.load("a[thread.x]"), builder.when(condition, {fma(operations)}),
                     builder.store("a[thread.x]")});
  };
  const WarpCourse parted = course("thread.x % 2 == 0", 12), all = course("thread.x < 4096", 12),
                   none = course("thread.x < 0", 12), predicate = course("thread.x % 2 == 0", 3);
  EXPECT_EQ(std::pair(parted.conditions, parted.partings), std::pair(1.0, 1.0));
  EXPECT_EQ(std::pair(all.conditions, all.partings), std::pair(1.0, 0.0));
  EXPECT_EQ(std::pair(none.conditions, none.partings), std::pair(1.0, 0.0));
  EXPECT_EQ(predicate.conditions, 0.0);
  Gpu gpu;
  gpu.compute_capability = {9, 0};
  EXPECT_EQ(warp_path(parted, gpu).jumps.si, 37.0);
  EXPECT_EQ(warp_path(all, gpu).jumps.si, 20.0);
}

TEST_F(Course, OperationsSideBySideFollowEachOtherAsFarAsTheyHaveTo) {
  const auto steps = [&](const char* group, const char* name, long count, const char* beside) {
    OperationStatement statement{*find_operation(group, name), ProgramBuilder::number(count)};
    if (beside != nullptr) statement.side_by_side = builder.formula(beside);
    const WarpCourse course = of_block({builder.load("a[thread.x]"), {std::move(statement)}});
    double all = 0.0;
    for (const auto& [chain, often] : course.chains)
      for (const auto& [work, times] : chain.statements) all += often * times * work.steps;
    return all;
  };
  EXPECT_EQ(steps("fp32", "fma", 80, nullptr), 80);
  EXPECT_EQ(steps("fp32", "fma", 80, "1"), 80);
  EXPECT_EQ(steps("fp32", "fma", 80, "8"), 10);
  EXPECT_EQ(steps("fp32", "fma", 81, "8"), 11);
  EXPECT_EQ(steps("fp32", "fma", 3, "8"), 1);
  // Those of matrices are counted in flop: 128 are one instruction, m16n8k16.
  EXPECT_EQ(steps("tensor", "f16", 1024, nullptr), 8);
  EXPECT_EQ(steps("tensor", "f16", 1024, "4"), 2);
}

// Additions of several running values overlap; roots branch, and do not.
TEST_F(Course, DivisionsAndRootsFollowEachOtherOnAnyValues) {
  Gpu gpu;
  gpu.compute_capability = {9, 0};
  const auto cycles = [&](const char* name, double count) {
    WorkChain chain;
    chain.statements[{*find_operation("fp32", name), count, 1.0}] = 1.0;
    WarpCourse course;
    course.chains[chain] = 1.0;
    return warp_path(course, gpu).operations.si;
  };
  for (const char* name : {"sqrt", "rcp", "div"}) {
    EXPECT_DOUBLE_EQ(cycles(name, 8), 8 * cycles(name, 1)) << name;
  }
  for (const char* name : {"add", "exp"}) EXPECT_LT(cycles(name, 8), 8 * cycles(name, 1)) << name;
}

// As validate/experiments/copies.py shows: of seven loads of a copy whose store holds the next
// one's back, three times some go out together, but for the last copy; five do so at once.
TEST_F(Course, CopiesThatHoldTheNextOneLoadLate) {
  const auto late = [&](int loads, std::int64_t copies, const char* stored) {
    Body body;
    for (int i = 0; i < loads; ++i) {
      body.push_back(builder.load("a[" + std::to_string(i * 4096) + " + k * 128 + thread.x]"));
    }
    body.push_back(builder.store(stored));
    Statement loop = builder.loop(k, "0", "40", "1", std::move(body));
    std::get<Loop>(loop.what).unroll = copies;
    return of_block({std::move(loop)}).l1_phases;
  };
  constexpr const char* held = "d[k * 128 + thread.x]";
  EXPECT_EQ(late(7, 4, held), 30 * 2);
  EXPECT_EQ(late(13, 2, held), 20 * 5);
  EXPECT_EQ(late(5, 4, held), 0);
  EXPECT_EQ(late(7, 2, held), 0) << "14 registers";
  EXPECT_EQ(late(7, 1, held), 0) << "no other copy";
}

TEST_F(Course, IsOfTheFirstWarpWithSomethingToDo) {
  const WarpCourse course = of_block({builder.when("thread.x >= 64", {builder.load("a[thread.x]")}),
                                      builder.when("thread.x >= 96", {builder.load("a[0]")})});
  EXPECT_EQ(course.loads, 1);
  EXPECT_EQ(alone(3).loads, 2);
}

// A front passes over four warps, ten rounds each: at every barrier all wait for the one it is at.
TEST_F(Course, BetweenBarriersIsOfTheWarpThatAllWaitFor) {
  const auto run = [&](const char* at) {
    builder.body({builder.loop(
        k, "0", "40", "1",
        {builder.when(at, {builder.load("a[k * 128 + thread.x]"), fma(1)}), {Barrier{}}})});
    const PreparedProgram program = prepare(builder.kernel(), values, shape);
    const std::vector<std::size_t> one_stream(program.accesses.size(), 0);
    return BlockAnalysis(program, *find_memory_rules({9, 0}), one_stream).run({}).course;
  };
  const WarpCourse front = run("floor_div(thread.x, 32) == floor_div(k, 10)");
  EXPECT_EQ(front.loads, 40);
  EXPECT_EQ(front.load_phases, 40);
  EXPECT_EQ(front.barriers, 40);
  // One warp that has all to do is waited for no less.
  EXPECT_EQ(run("thread.x < 32").load_phases, 40);
  EXPECT_EQ(run("thread.x >= 96 && k < 10").load_phases, 10);
}

// Rounds that only count operations are not told one by one: 16 copies to a jump, and the rest.
TEST_F(Course, OfLongLoopsOfOperationsIsThatOfTheirCopies) {
  Statement loop = builder.loop(k, "0", "1000000", "1", {fma(2)});
  std::get<Loop>(loop.what).unroll = 16;
  const WarpCourse course = of_block({std::move(loop)});
  double operations = 0.0, jumps = 0.0;
  for (const auto& [chain, often] : course.chains) {
    for (const auto& [statement, times] : chain.statements) operations += often * times;
    jumps += chain.jumps ? often : 0.0;
  }
  EXPECT_EQ(operations, 1e6);
  EXPECT_EQ(jumps, 62500);
}

}  // namespace
}  // namespace gpumodel::test
