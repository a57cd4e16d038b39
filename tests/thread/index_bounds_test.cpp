// Indices that leave their arrays: limiting cases by hand, and random programs against a walk of
// every thread.
#include "models/kernel/thread/index_bounds.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

struct Found {
  IndexBounds bounds;
  std::vector<std::size_t> accesses;  // by number
};

Found look(const ProgramBuilder& builder, const LaunchShape& shape) {
  const std::vector<Number> values = ProgramBuilder::values(shape);
  Found found{index_bounds(prepare(builder.kernel(), values, shape)), {}};
  const std::vector<Access>& all = builder.kernel().thread->accesses;
  for (const ThreadFault& fault : found.bounds.outside) {
    found.accesses.push_back(static_cast<std::size_t>(fault.access - all.data()));
  }
  return found;
}

constexpr LaunchShape a_million_blocks{.block = {256, 1, 1}, .grid = {1 << 20, 1, 1}};

TEST(IndexBounds, TheLastBlockLeaves) {
  ProgramBuilder builder;
  builder.array("x", "f32", {256L << 20});
  builder.body({builder.load("x[global.x]"), builder.load("x[global.x + 1]")});
  const Found found = look(builder, a_million_blocks);
  ASSERT_EQ(found.accesses, std::vector<std::size_t>{1});
  const ThreadFault& fault = found.bounds.outside.front();
  EXPECT_EQ(fault.block[0], (1 << 20) - 1);
  EXPECT_EQ(fault.thread[0], 255);
  EXPECT_EQ(fault.error.message, "the index is 268435456, outside 0 to 268435455");
}

TEST(IndexBounds, AConditionThatIsOffByOne) {
  for (const bool right : {true, false}) {
    ProgramBuilder builder;
    builder.array("x", "f32", {1000003});
    const std::string condition = right ? "global.x < 1000003" : "global.x <= 1000003";
    builder.body({builder.when(condition, {builder.load("x[global.x]")})});
    const Found found = look(builder, a_million_blocks);
    ASSERT_EQ(found.accesses.size(), right ? 0U : 1U);
    EXPECT_TRUE(found.bounds.undecided.empty());
    if (right) continue;
    EXPECT_EQ(found.bounds.outside.front().block[0] * 256 + found.bounds.outside.front().thread[0],
              1000003);
  }
}

// Neither bounds each index alone: only together do they keep the element inside.
TEST(IndexBounds, RowsAndColumnsFromOneIndex) {
  ProgramBuilder builder;
  builder.array("x", "f32", {1000 * 37});
  const auto row = builder.variable("row"), column = builder.variable("column");
  builder.body({builder.when(
      "global.x < 1000 * 37",
      {builder.let(row, "global.x / 37"), builder.let(column, "global.x % 37"),
       builder.load("x[row * 37 + column]"), builder.load("x[row * 37 + column + 1]")})});
  const Found found = look(builder, a_million_blocks);
  EXPECT_EQ(found.accesses, std::vector<std::size_t>{1});
  EXPECT_TRUE(found.bounds.undecided.empty());
}

TEST(IndexBounds, TheLastRoundOfALongLoop) {
  ProgramBuilder builder;
  builder.array("x", "f32", {1'000'000'000});
  const auto k = builder.variable("k");
  builder.body({builder.loop(k, "global.x", "1000000000", "268435456",
                             {builder.load("x[k]"), builder.load("x[k + 1]")})});
  const Found found = look(builder, a_million_blocks);
  EXPECT_EQ(found.accesses, std::vector<std::size_t>{1});
}

TEST(IndexBounds, AccessesThatNoThreadReaches) {
  ProgramBuilder builder;
  builder.array("x", "f32", {16});
  const auto k = builder.variable("k");
  builder.body({builder.when("global.x < 0", {builder.load("x[-1]")}),
                builder.loop(k, "5", "5", "1", {builder.load("x[16]")})});
  EXPECT_TRUE(look(builder, a_million_blocks).accesses.empty());
}

TEST(IndexBounds, AnyValueThatMayBeDrawn) {
  ProgramBuilder builder;
  builder.array("x", "f32", {16});
  const auto v = builder.variable("v");
  builder.body({builder.draw(v, {{3, 1}, {15, 1}, {99, 0}}), builder.load("x[v]"),
                builder.load("x[v + 1]"), builder.load("x[v - 3]")});
  EXPECT_EQ(look(builder, a_million_blocks).accesses, std::vector<std::size_t>{1});
}

// Halving one coordinate for the first condition, the others leave one value of it.
TEST(IndexBounds, AConditionThatLeavesOneValue) {
  ProgramBuilder builder;
  builder.array("x", "f32", {33});
  const auto i = builder.variable("i");
  builder.body({builder.let(i, "36 - thread.x - block_index.x"),
                builder.when("i >= 1 && i <= 31 && thread.x <= 5", {builder.load("x[i + 1]")})});
  const Found found = look(builder, {.block = {6, 1, 1}, .grid = {6, 1, 1}});
  EXPECT_TRUE(found.accesses.empty());
  EXPECT_TRUE(found.bounds.undecided.empty());
}

// Random programs: a let, a loop of few rounds to an end of its own in each thread, conditions,
// and accesses to arrays that are too small for some.
class RandomText {
 public:
  explicit RandomText(unsigned seed) : random_(seed) {}

  long pick(long low, long high) { return std::uniform_int_distribution<long>(low, high)(random_); }
  std::string one_of(const std::vector<std::string>& choices) {
    return choices[static_cast<std::size_t>(pick(0, static_cast<long>(choices.size()) - 1))];
  }

  std::string value(int depth, const std::vector<std::string>& variables) {
    if (depth == 0 || pick(0, 4) == 0) {
      std::vector<std::string> leaves = {"global.x", "global.y",      "thread.x", "block_index.x",
                                         "lane",     "block_index.y", "warp",     number(-3, 9)};
      leaves.insert(leaves.end(), variables.begin(), variables.end());
      leaves.insert(leaves.end(), variables.begin(), variables.end());
      return one_of(leaves);
    }
    const std::string a = value(depth - 1, variables);
    switch (pick(0, 8)) {
      case 0:
      case 1:
        return "(" + a + " + " + value(depth - 1, variables) + ")";
      case 2:
        return "(" + a + " - " + value(depth - 1, variables) + ")";
      case 3:
        return "(" + a + " * " + number(-3, 7) + ")";
      case 4:
        return "(" + a + " * " + value(depth - 1, variables) + ")";
      case 5:
        return "(" + a + " / " + number(1, 9) + ")";
      case 6:
        return "(" + a + " % " + number(1, 20) + ")";
      case 7:
        return "min(" + a + ", " + value(depth - 1, variables) + ")";
      default:
        return "max(" + a + ", " + value(depth - 1, variables) + ")";
    }
  }

  std::string condition(int depth, const std::vector<std::string>& variables) {
    if (depth == 0 || pick(0, 2) == 0) {
      return value(1, variables) + one_of({" < ", " <= ", " > ", " >= ", " == ", " != "}) +
             value(1, variables);
    }
    if (pick(0, 3) == 0) return "!(" + condition(depth - 1, variables) + ")";
    return "(" + condition(depth - 1, variables) + one_of({" && ", " || "}) +
           condition(depth - 1, variables) + ")";
  }

 private:
  std::string number(long low, long high) {
    const long n = pick(low, high);
    return n < 0 ? "(0 - " + std::to_string(-n) + ")" : std::to_string(n);
  }

  std::mt19937 random_;
};

// Every thread on its own, with the rules of docs/kernel-format.md and nothing of the analysis.
class EveryThread {
 public:
  explicit EveryThread(const ProgramBuilder& builder) : kernel_(builder.kernel()) {}

  // By access: indices that some thread takes outside.
  std::map<std::size_t, bool> walk(const LaunchShape& shape) {
    for (long by = 0; by < shape.grid[1]; ++by) {
      for (long bx = 0; bx < shape.grid[0]; ++bx) {
        for (long ty = 0; ty < shape.block[1]; ++ty) {
          for (long tx = 0; tx < shape.block[0]; ++tx) thread(shape, {tx, ty, 0}, {bx, by, 0});
        }
      }
    }
    return outside_;
  }

  // Whether this thread takes it outside.
  bool leaves(const LaunchShape& shape, const ThreadFault& fault) {
    outside_.clear();
    thread(shape, fault.thread, fault.block);
    return outside_[static_cast<std::size_t>(fault.access - kernel_.thread->accesses.data())];
  }

 private:
  void thread(const LaunchShape& shape, std::array<std::int64_t, 3> t,
              std::array<std::int64_t, 3> b) {
    const std::int64_t number = t[0] + shape.block[0] * (t[1] + shape.block[1] * t[2]);
    slots_.clear();
    const auto add = [&](std::int64_t value) { slots_.push_back(Number::integer(value)); };
    for (std::size_t a = 0; a < 3; ++a) add(shape.block[a]);
    for (std::size_t a = 0; a < 3; ++a) add(t[a]);
    for (std::size_t a = 0; a < 3; ++a) add(b[a]);
    for (std::size_t a = 0; a < 3; ++a) add(shape.grid[a]);
    for (std::size_t a = 0; a < 3; ++a) add(b[a] * shape.block[a] + t[a]);
    add(number % 32);
    add(number / 32);
    slots_.resize(slots_.size() + kernel_.thread->variables.size());
    run(kernel_.thread->body);
  }

  std::int64_t value(const Expression& expression) const {
    return expression.evaluate(slots_).integer();
  }

  void run(const Body& body) {
    for (const Statement& statement : body) {
      if (const auto* let = std::get_if<Let>(&statement.what)) {
        slots_[let->slot] = Number::integer(value(let->value.expression));
      } else if (const auto* branch = std::get_if<Branch>(&statement.what)) {
        run(value(branch->condition->expression) != 0 ? branch->then : branch->otherwise);
      } else if (const auto* loop = std::get_if<Loop>(&statement.what)) {
        const std::int64_t end = value(loop->end.expression);
        for (std::int64_t k = value(loop->first.expression); k < end;
             k += value(loop->step.expression)) {
          slots_[loop->slot] = Number::integer(k);
          run(loop->body);
        }
      } else if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        const Access& what = kernel_.thread->accesses[access->access];
        const std::int64_t at = value(what.expression.indices.front().expression);
        const Formula& extent = kernel_.arrays[what.array].shape.front();
        if (at < 0 || at >= value(extent.expression)) outside_[access->access] = true;
      }
    }
  }

  const Kernel& kernel_;
  std::vector<Number> slots_;
  std::map<std::size_t, bool> outside_;
};

class RandomBounds : public testing::TestWithParam<unsigned> {};

TEST_P(RandomBounds, AgreeWithTheWalkOfEveryThread) {
  RandomText random(GetParam());
  int leaving = 0, staying = 0, undecided = 0;
  for (int i = 0; i < 400; ++i) {
    const LaunchShape shape{.block = {random.pick(1, 40), random.pick(1, 2), 1},
                            .grid = {random.pick(1, 9), random.pick(1, 3), 1}};
    ProgramBuilder builder;
    builder.array("x", "f32", {random.pick(1, 300)});
    const auto t = builder.variable("t"), k = builder.variable("k");
    std::string text;
    const auto shown = [&](std::string part) {
      text += part + "\n";
      return part;
    };
    const std::string let = shown(random.value(2, {}));
    Statement outside = builder.when(shown(random.condition(2, {"t"})),
                                     {builder.load(shown("x[" + random.value(3, {"t"}) + "]"))});
    const std::string end = shown("min(" + random.value(1, {"t"}) + ", 5)");
    Statement inside =
        builder.when(shown(random.condition(1, {"t", "k"})),
                     {builder.load(shown("x[" + random.value(2, {"t", "k"}) + "]"))});
    builder.body({builder.let(t, let), std::move(outside),
                  builder.loop(k, "0", end, "2", {std::move(inside)})});
    const Found found = look(builder, shape);
    EveryThread walk(builder);
    std::map<std::size_t, bool> expected = walk.walk(shape);
    for (const ThreadFault& fault : found.bounds.outside) {
      ASSERT_TRUE(walk.leaves(shape, fault)) << text;
    }
    for (std::size_t access = 0; access < 2; ++access) {
      const Access* const what = &builder.kernel().thread->accesses[access];
      if (std::ranges::count(found.bounds.undecided, what) > 0) {
        ++undecided;
        continue;
      }
      ASSERT_EQ(std::ranges::count(found.accesses, access) > 0, expected[access])
          << "program " << i << ", access " << access << ", block " << shape.block[0] << "x"
          << shape.block[1] << ", grid " << shape.grid[0] << "x" << shape.grid[1] << "\n"
          << text;
      ++(expected[access] ? leaving : staying);
    }
  }
  EXPECT_GT(leaving, 100);
  EXPECT_GT(staying, 100);
  EXPECT_LT(undecided, 8);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomBounds, testing::Range(1U, 6U));

}  // namespace
}  // namespace gpumodel::test
