// The fast path against the reference on random affine accesses. A failing case is shrunk and
// printed as a line for tests/data/access_cases.txt, which is replayed first in every run.
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "models/access/array_access.hpp"
#include "models/access/global_access.hpp"
#include "models/access/shared_access.hpp"
#include "models/access/warp_coordinates.hpp"
#include "tests/access/reference.hpp"

namespace gpumodel::test {
namespace {

const MemoryRules& volta() {
  return *find_memory_rules({7, 0});
}

void bind(Expression& expression) {
  for (Expression::Name& name : expression.names()) {
    for (std::size_t slot = 0; slot < coordinate_names.size(); ++slot) {
      if (coordinate_names[slot] == name.text) name.slot = static_cast<std::int32_t>(slot);
    }
  }
}

WarpLanes lanes_of_case(const Case& c) {
  AccessExpression access = parse_access("x[" + c.index_text() + "]");
  bind(access.indices.front().expression);
  std::optional<Expression> guard;
  if (!c.guard_text().empty()) {
    guard = Expression::parse(c.guard_text(), Arithmetic::index);
    bind(*guard);
  }
  const WarpPlace place{{c[Case::block_x], c[Case::block_y], c[Case::block_z]},
                        {c[Case::index_x], c[Case::index_y], c[Case::index_z]},
                        c[Case::warp]};
  const ArrayLayout layout{.base = c[Case::base],
                           .stride_bytes = c[Case::bytes],
                           .access_bytes = static_cast<int>(c[Case::bytes]),
                           .shape = {}};
  std::array<Number, coordinate_names.size()> slots;
  return lanes_of(access, layout, place.active(), guard ? &*guard : nullptr,
                  [&](int lane) -> std::span<const Number> {
                    coordinate_values(place, lane, slots);
                    return slots;
                  });
}

std::optional<Answer> fast_answer(const Case& c) {
  try {
    const WarpLanes lanes = lanes_of_case(c);
    const GlobalAccess global = global_access(lanes, volta());
    // The union of an access with itself is that access.
    const std::array<WarpLanes, 2> twice = {lanes, lanes};
    EXPECT_EQ(touched_by(twice), global.touched);
    return Answer{lanes.active,
                  global.requested_bytes,
                  global.touched.bytes,
                  global.touched.sectors,
                  global.touched.atoms,
                  global.touched.lines,
                  global.wavefronts.value_or(-1),
                  shared_access(lanes, volta()).banks.wavefronts};
  } catch (const LaneError&) {
    return std::nullopt;
  }
}

bool agrees(const Case& c) {
  return fast_answer(c) == reference_answer(c);
}

bool valid(const Case& c) {
  const std::int64_t threads = c[Case::block_x] * c[Case::block_y] * c[Case::block_z];
  return c[Case::block_x] > 0 && c[Case::block_y] > 0 && c[Case::block_z] > 0 && threads <= 1024 &&
         c[Case::warp] * 32 < threads && c[Case::bytes] >= 1 && c[Case::bytes] <= 16;
}

// Makes numbers smaller as long as the case still fails.
Case shrunk(Case c) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t field = 0; field < Case::field_count; ++field) {
      const std::int64_t value = c.values[field];
      for (const std::int64_t next : {std::int64_t{0}, std::int64_t{1}, value / 2, value - 1}) {
        if (next < 0 || std::abs(next) >= std::abs(value)) continue;
        Case candidate = c;
        candidate.values[field] = next;
        if (!valid(candidate) || agrees(candidate)) continue;
        c = candidate;
        smaller = true;
        break;
      }
    }
  }
  return c;
}

std::string to_line(const Case& c) {
  std::string line;
  for (const std::int64_t value : c.values)
    line += (line.empty() ? "" : " ") + std::to_string(value);
  return line;
}

::testing::AssertionResult holds(const Case& c) {
  if (agrees(c)) return ::testing::AssertionSuccess();
  const Case least = shrunk(c);
  return ::testing::AssertionFailure()
         << "x[" << least.index_text() << "] where '" << least.guard_text() << "'\n"
         << "keep it in tests/data/access_cases.txt:\n"
         << to_line(least);
}

class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : random_(seed) {}

  Case next() {
    Case c;
    set_block(c);
    static constexpr std::array<std::int64_t, 5> natural = {1, 2, 4, 8, 16};
    c.values[Case::bytes] = coin(0.7) ? natural[below(5)] : 1 + below_signed(16);
    c.values[Case::base] = coin(0.5)   ? 0
                           : coin(0.5) ? c[Case::bytes] * below_signed(64)
                                       : below_signed(300);
    for (std::size_t field = Case::of_thread_x; field <= Case::of_global_z; ++field) {
      c.values[field] = coin(0.5) ? 0 : coefficient();
    }
    c.values[Case::constant] = coin(0.5) ? 0 : below_signed(100'000);
    if (coin(0.2)) c.values[Case::divisor] = 1 + below_signed(20);
    if (coin(0.2)) c.values[Case::modulus] = 1 + below_signed(200);
    if (coin(0.3)) c.values[Case::guard_step] = 1 + below_signed(40);
    return c;
  }

 private:
  bool coin(double chance) { return std::bernoulli_distribution(chance)(random_); }
  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }
  std::int64_t below_signed(std::size_t end) { return static_cast<std::int64_t>(below(end)); }
  std::int64_t coefficient() {
    static constexpr std::array<std::int64_t, 12> usual = {1,  2,  3,  4,  5,    8,
                                                           16, 32, 33, 64, 1024, -1};
    return coin(0.7) ? usual[below(usual.size())] : below_signed(3000) - 500;
  }
  void set_block(Case& c) {
    const std::int64_t x = 1 + below_signed(coin(0.5) ? 33 : 300);
    const std::int64_t y = coin(0.5) ? 1 : 1 + below_signed(static_cast<std::size_t>(1024 / x));
    const std::int64_t z = coin(0.7) ? 1
                                     : 1 + below_signed(static_cast<std::size_t>(
                                               std::min<std::int64_t>(64, 1024 / (x * y))));
    c.values[Case::block_x] = x;
    c.values[Case::block_y] = y;
    c.values[Case::block_z] = z;
    for (const auto field : {Case::index_x, Case::index_y, Case::index_z}) {
      c.values[field] = coin(0.6) ? 0 : below_signed(1000);
    }
    c.values[Case::warp] = below_signed(static_cast<std::size_t>((x * y * z + 31) / 32));
  }

  std::mt19937_64 random_;
};

TEST(BruteForce, KeptCasesAgree) {
  std::ifstream file(GPUMODEL_TEST_DATA "/access_cases.txt");
  ASSERT_TRUE(file);
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream fields(line);
    Case c;
    for (std::int64_t& value : c.values) fields >> value;
    ASSERT_TRUE(fields && valid(c)) << line;
    EXPECT_TRUE(holds(c)) << line;
    ++count;
  }
  EXPECT_GT(count, 0);
}

TEST(BruteForce, RandomAccessesAgree) {
  Sampler sampler(20240607);
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Case c = sampler.next();
    ASSERT_TRUE(valid(c)) << to_line(c);
    ASSERT_TRUE(holds(c)) << to_line(c);
    refused += reference_answer(c) ? 0 : 1;
  }
  EXPECT_LT(refused, 5'000);  // negative addresses; the other 15,000 were compared in full
}

// Seeds of their own, so that runs do not all ask the same.
TEST(BruteForce, FreshRandomAccessesAgree) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Sampler sampler(seed);
  for (int i = 0; i < 5'000; ++i) {
    const Case c = sampler.next();
    ASSERT_TRUE(holds(c)) << to_line(c);
  }
}

}  // namespace
}  // namespace gpumodel::test
