// What links and systems state beyond bandwidth and latency, against times worked out by hand.
#include <gtest/gtest.h>

#include "src/diagnostics/diagnostic.hpp"
#include "src/input/read_system.hpp"
#include "tests/program/toy_program.hpp"

namespace gpumodel {
namespace {

using toy::Bench;
using toy::count;

// 1 MB takes 100 us over a link of the toy, and 2 us to start.
constexpr const char* head =
    "program: toy\ndevices: 2\nstreams: 2\nbuffers:\n"
    "  x: {type: i8, shape: [1000000], starts_on: device}\n"
    "  y: {type: i8, shape: [1000000], starts_on: device}\nsteps:\n";
constexpr const char* there = "{peer: x, from: 0, to: 1, stream: 0}\n";
constexpr const char* back = "{peer: y, from: 1, to: 0, stream: 0}\n";

Bench pair() {
  Bench bench;
  bench.devices = 2;
  return bench;
}

TEST(Peers, BothWaysAtOnceRunAtTheRateMeasuredForThat) {
  Bench bench = pair();
  const std::string text = std::string(head) + "  - " + there + "  - " + back;
  EXPECT_NEAR(bench.time(text), 2e-6 + 1e-4, 1e-12);
  toy::set(bench.wires.both_ways, BytesPerSecond{8e9});
  EXPECT_NEAR(bench.time(text), 2e-6 + 1.25e-4, 1e-12);
  EXPECT_NEAR(bench.time(std::string(head) + "  - " + there), 2e-6 + 1e-4, 1e-12);
}

TEST(Peers, ACopyThatWaitsForNoOtherDeviceCostsLess) {
  Bench bench = pair();
  const std::string ten = std::string(head) + "  - repeat: 10\n    steps:\n      - " + there;
  EXPECT_NEAR(bench.time(ten), 10 * (2e-6 + 1e-4), 1e-12);
  toy::set(bench.wires.queued, Seconds{5e-7});
  EXPECT_NEAR(bench.time(ten), 10 * (5e-7 + 1e-4), 1e-12);
  EXPECT_NEAR(bench.time(ten + "      - synchronise: all\n"), 10 * (5e-7 + 1e-4), 1e-12);
}

TEST(Peers, ACopyBehindOneOfAnotherDeviceCostsAHop) {
  Bench bench = pair();
  toy::set(bench.wires.queued, Seconds{5e-7});
  const std::string edges = std::string(head) +
                            "  - repeat: 10\n    steps:\n"
                            "      - {halo: x, bytes: 1000000, stream: 0}\n";
  EXPECT_NEAR(bench.time(edges), 5e-7 + 9 * 2e-6 + 10 * 1e-4, 1e-12);
}

TEST(Peers, TheHostIssuesEachCopy) {
  Bench bench = pair();
  toy::set(bench.wires.issue, Seconds{1e-3});
  const std::string text = std::string(head) + "  - {halo: x, bytes: 1000000, stream: 0}\n";
  EXPECT_NEAR(bench.time(text), 2 * 1e-3 + 2e-6 + 1e-4, 1e-12);
}

std::string sum_of(int bytes) {
  return "program: toy\ndevices: 4\nbuffers:\n  g: {type: i8, shape: [" + std::to_string(bytes) +
         "], starts_on: device}\nsteps:\n  - repeat: 3\n    steps:\n      - {all_reduce: g}\n";
}

TEST(Peers, AnAllReduceTakesWhatTheSystemStatesForSoManyDevices) {
  Bench bench = pair();
  AllReduce& stated = bench.system.all_reduces.emplace_back();
  stated.devices = 4;
  toy::set(stated.latency, Seconds{2e-5});
  toy::set(stated.bandwidth, BytesPerSecond{5e9});
  const double ring = 3 * 2 * (2e-6 + 1e6 / 2 / 10e9);
  EXPECT_NEAR(bench.time(sum_of(1000000)), ring, 1e-12) << "on two devices nothing is stated";
  bench.devices = 4;
  EXPECT_NEAR(bench.time(sum_of(1000000)), 3 * (2e-5 + 1e6 / 5e9), 1e-12);
  EXPECT_EQ(count(bench.run(sum_of(8)), ActivityKind::peer), 3);
  bench.linked = false;
  EXPECT_NEAR(bench.time(sum_of(8)), 3 * (2e-5 + 8 / 5e9), 1e-12) << "it needs no links";
}

System read(const std::string& rest) {
  return read_system(make_text_file("system: s\ndevices: [h200, h200, h200]\n" + rest, "s.yaml"))
      .system;
}
std::string stated(const std::string& devices) {
  return "  - {devices: " + devices +
         ", latency: {value: 20 us, from: measured}, bandwidth: {value: 5 GB/s, from: measured}}\n";
}

TEST(ReadSystem, KnowsWhatIsMeasuredOfLinks) {
  const System system = read(
      "links:\n  all: {bandwidth: {value: 390 GB/s, from: measured},\n"
      "    both_ways: {value: 380 GB/s, from: measured}, latency: {value: 3 us, from: measured},\n"
      "    queued: {value: 1.5 us, from: measured}, issue: {value: 2 us, from: measured}}\n"
      "all_reduce:\n" +
      stated("2") + stated("3"));
  ASSERT_EQ(system.links.size(), 6u);
  EXPECT_EQ(system.links.front().queued.si, 1.5e-6);
  EXPECT_EQ(system.links.back().both_ways.si, 380e9);
  EXPECT_EQ(system.links.back().issue.si, 2e-6);
  ASSERT_EQ(system.all_reduces.size(), 2u);
  EXPECT_EQ(system.all_reduces[1].devices, 3);
  EXPECT_EQ(system.all_reduces[1].bandwidth.si, 5e9);
}

TEST(ReadSystem, RefusesAllReducesThatCannotBe) {
  for (const std::string& wrong : {stated("1"), stated("4"), stated("x"), stated("2") + stated("2"),
                                   std::string("  - {devices: 2}\n"), std::string("  - 5\n"),
                                   std::string("  {devices: 2}\n")}) {
    EXPECT_THROW(read("all_reduce:\n" + wrong), InputError) << wrong;
  }
}

}  // namespace
}  // namespace gpumodel
