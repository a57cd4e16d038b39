// Customers that take turns: limits one can check by hand, and what holds for any network.
#include "models/core/queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "models/core/term.hpp"

namespace gpumodel {
namespace {

TEST(Queue, OneCustomerMeetsEverythingInTurn) {
  const Station shared[] = {{2.0}, {3.0, true}, {0.5}};
  EXPECT_DOUBLE_EQ(queue_time(4.0, shared, 1.0), 9.5);
}

// Two customers and one station of demand 1 each, nothing else: they never overlap.
TEST(Queue, OneStationIsAlwaysBusy) {
  for (const bool even : {false, true}) {
    const Station shared[] = {{6.0, even}};
    for (const double customers : {1.0, 2.0, 3.0, 64.0}) {
      EXPECT_DOUBLE_EQ(queue_time(0.0, shared, customers), 6.0) << customers;
    }
  }
}

// By hand: alone 1 and one station of 2 in all, 1 for each of two customers. The first round takes
// 2; the station holds 1/2 customer on average; the second customer waits 1 + 1 * 1.5 = 2.5.
TEST(Queue, TwoCustomersByHand) {
  const Station shared[] = {{2.0}};
  EXPECT_DOUBLE_EQ(queue_time(1.0, shared, 2.0), 2.5);
}

// The same, but half of a service less to wait for at a station that is busy for half of the time:
// 1 + 1 * (1.5 - 0.25).
TEST(Queue, AnEvenStationKeepsNobodyWaitingForMoreThanHalfAService) {
  const Station shared[] = {{2.0, true}};
  EXPECT_DOUBLE_EQ(queue_time(1.0, shared, 2.0), 2.25);
}

TEST(Queue, VeryManyKeepTheBusiestStationBusy) {
  const Station shared[] = {{10.0}, {1.0}};
  EXPECT_NEAR(queue_time(1.0, shared, 1e9), 10.0, 0.02);
  EXPECT_EQ(queue_time(1.0, shared, 1e9), queue_time(1.0, shared, most_customers));
}

TEST(Queue, NobodyElseIsTheTimeAlone) {
  EXPECT_EQ(queue_time(3.0, {}, 12.0), 3.0);
  EXPECT_EQ(queue_time(0.0, {}, 12.0), 0.0);
}

struct Network {
  double alone = 0.0, customers = 1.0;
  std::vector<Station> shared;
  double time() const { return queue_time(alone, shared, customers); }
};

class Networks {
 public:
  double uniform(double low, double high) {
    return std::uniform_real_distribution(low, high)(engine_);
  }
  Network next() {
    Network made{uniform(0.0, 10.0), uniform(1.0, 70.0), {}};
    made.shared.resize(static_cast<std::size_t>(uniform(1.0, 6.0)));
    for (Station& station : made.shared) {
      station.time = uniform(0.0, 1.0) < 0.2 ? 0.0 : uniform(0.0, 10.0);
      station.even = uniform(0.0, 1.0) < 0.3;
    }
    return made;
  }

 private:
  std::mt19937 engine_{1};
};

TEST(Queue, BetweenSumAndMaximumAndMonotone) {
  Networks networks;
  for (int round = 0; round < 3000; ++round) {
    const Network any = networks.next();
    const double time = any.time(), tiny = 1e-12 * time;
    double largest = any.alone, sum = any.alone;
    for (const Station& station : any.shared) {
      largest = std::max(largest, station.time);
      sum += station.time;
    }
    ASSERT_GE(time, largest - tiny);
    ASSERT_LE(time, sum + tiny);

    Network other = any;
    other.alone += 0.1;
    ASSERT_GE(other.time(), time - tiny) << "a longer way alone";
    other = any;
    other.shared[static_cast<std::size_t>(round) % other.shared.size()].time += 0.1;
    ASSERT_GE(other.time(), time - tiny) << "a busier station";
    other = any;
    other.customers += networks.uniform(0.0, 5.0);
    ASSERT_LE(other.time(), time + tiny) << "more customers";
    other = any;
    for (Station& station : other.shared) station.even = true;
    ASSERT_LE(other.time(), time + tiny) << "even service";
    other = any;
    other.alone *= 3.0;
    for (Station& station : other.shared) station.time *= 3.0;
    ASSERT_NEAR(other.time(), 3.0 * time, 4.0 * tiny) << "another unit of time";
  }
}

TEST(Queue, NodeOfATermTree) {
  TermTree tree;
  const auto leaf = [&](const char* name, double value, double low, double high) {
    const Estimate<Seconds> time{{value}, {low}, {high}};
    return tree.leaf(name, tree.workings().count("t", time, "given"));
  };
  const TermId alone = leaf("latency", 1.0, 0.5, 2.0), station = leaf("dram", 2.0, 1.0, 4.0);
  const TermId node = tree.combine("memory", Combine::queue, {alone, TermId::none, station}, 2.0);
  EXPECT_DOUBLE_EQ(tree[node].time.value.si, 2.5);
  // The ends with more and fewer customers.
  const Station low{1.0}, high{4.0};
  EXPECT_DOUBLE_EQ(tree[node].time.low.si, queue_time(0.5, {&low, 1}, 2.0 * 16 / 12));
  EXPECT_DOUBLE_EQ(tree[node].time.high.si, queue_time(2.0, {&high, 1}, 2.0 * 10 / 12));
  EXPECT_LT(tree[node].time.low.si, 1.25);
  EXPECT_GT(tree[node].time.high.si, 5.0);
  EXPECT_EQ(tree[node].combine, Combine::queue);
  EXPECT_EQ(tree[node].exponent, 2.0);
  EXPECT_EQ(tree.parts(node).size(), 2U);
  EXPECT_EQ(tree[tree.limiter(node)].name, "dram");
}

TEST(Queue, AloneInATermTreeIsNotWrapped) {
  TermTree tree;
  const TermId alone = tree.leaf("latency", tree.workings().count("t", Seconds{1.0}, "given"));
  EXPECT_EQ(tree.combine("memory", Combine::queue, {alone, TermId::none}, 2.0), alone);
}

}  // namespace
}  // namespace gpumodel
