// What links and systems state beyond bandwidth and latency, against times worked out by hand.
#include <gtest/gtest.h>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/device/read_system.hpp"
#include "tests/program/toy_program.hpp"

namespace gpumodel {
namespace {

using toy::Bench;
using toy::count;

// 1 MB takes 100 us over a link of the toy, and 2 us to start.
constexpr const char* two_devices =
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
  const std::string text = std::string(two_devices) + "  - " + there + "  - " + back;
  EXPECT_NEAR(bench.time(text), 2e-6 + 1e-4, 1e-12);
  toy::set(bench.wires.both_ways, BytesPerSecond{8e9});
  EXPECT_NEAR(bench.time(text), 2e-6 + 1.25e-4, 1e-12);
  EXPECT_NEAR(bench.time(std::string(two_devices) + "  - " + there), 2e-6 + 1e-4, 1e-12);
}

TEST(Peers, ACopyThatWaitsForNoOtherDeviceCostsLess) {
  Bench bench = pair();
  const std::string ten = std::string(two_devices) + "  - repeat: 10\n    steps:\n      - " + there;
  EXPECT_NEAR(bench.time(ten), 10 * (2e-6 + 1e-4), 1e-12);
  toy::set(bench.wires.queued, Seconds{5e-7});
  EXPECT_NEAR(bench.time(ten), 10 * (5e-7 + 1e-4), 1e-12);
  EXPECT_NEAR(bench.time(ten + "      - synchronise: all\n"), 10 * (5e-7 + 1e-4), 1e-12);
}

TEST(Peers, ACopyBehindOneOfAnotherDeviceCostsAHop) {
  Bench bench = pair();
  toy::set(bench.wires.queued, Seconds{5e-7});
  const std::string edges = std::string(two_devices) +
                            "  - repeat: 10\n    steps:\n"
                            "      - {halo: x, bytes: 1000000, stream: 0}\n";
  EXPECT_NEAR(bench.time(edges), 5e-7 + 9 * 2e-6 + 10 * 1e-4, 1e-12);
}

TEST(Peers, TheHostIssuesEachCopy) {
  Bench bench = pair();
  toy::set(bench.wires.issue, Seconds{1e-3});
  const std::string text = std::string(two_devices) + "  - {halo: x, bytes: 1000000, stream: 0}\n";
  EXPECT_NEAR(bench.time(text), 2 * 1e-3 + 2e-6 + 1e-4, 1e-12);
}

TEST(Peers, AHaloCostsTheHostEventsAndWaits) {
  Bench bench = pair();
  toy::set(bench.wires.issue, Seconds{1e-3});
  toy::set(bench.wires.record, Seconds{3e-4});
  toy::set(bench.wires.wait, Seconds{5e-4});
  const std::string rest = "{halo: x, bytes: 1000000, stream: 0}\n";
  EXPECT_NEAR(bench.time(two_devices + ("  - " + rest)), 2 * (1e-3 + 3e-4 + 5e-4), 1e-12);
  bench.devices = 4;  // a line: 3 pairs, and an event of each device
  EXPECT_NEAR(bench.time(two_devices + ("  - " + rest)), 6 * 1e-3 + 4 * 3e-4 + 6 * 5e-4, 1e-12);
  EXPECT_NEAR(bench.time(std::string(two_devices) + "  - " + there), 1e-3 + 2e-6 + 1e-4, 1e-12)
      << "a copy by itself has none";
}

TEST(Peers, TheHostLooksAtOneDeviceAfterTheOther) {
  Bench bench = pair();
  toy::set(bench.gpu.machine.launch.host_round_trip, Seconds{7e-6});  // 5 us after the end
  const std::string text = std::string(two_devices) + "  - " + there + "  - synchronise: all\n";
  const double copy = 2e-6 + 1e-4;
  EXPECT_NEAR(bench.time(text), copy + 5e-6, 1e-12);
  toy::set(bench.system.synchronise, Seconds{3e-6});
  EXPECT_NEAR(bench.time(text), copy + 5e-6 + 3e-6, 1e-12) << "device 1 is idle";
  bench.devices = 4;
  EXPECT_NEAR(bench.time(text), copy + 5e-6 + 3 * 3e-6, 1e-12);
  bench.devices = 1;
  const std::string alone =
      "program: toy\nstreams: 1\nbuffers:\n  x: {type: i8, shape: [1000000]}\n"
      "steps:\n  - {to_device: x, stream: 0}\n  - synchronise: all\n";
  EXPECT_NEAR(bench.time(alone), 1e-6 + 2e-4 + 5e-6, 1e-12) << "one device, as before";
}

// Both copies end together: the host wakes after the first device's, and only looks at the second.
TEST(Peers, ADeviceThatHasEndedCostsALook) {
  Bench bench = pair();
  toy::set(bench.gpu.machine.launch.host_round_trip, Seconds{7e-6});
  toy::set(bench.system.synchronise, Seconds{6e-6});
  const std::string text =
      std::string(two_devices) + "  - " + there + "  - " + back + "  - synchronise: all\n";
  EXPECT_NEAR(bench.time(text), 2e-6 + 1e-4 + 5e-6 + 6e-6, 1e-12);
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

TEST(Peers, AnAllReduceTakesWhatTheCurveSaysOfItsSize) {
  Bench bench = pair();
  AllReduce& stated = bench.system.all_reduces.emplace_back();
  stated.devices = 2;
  toy::set(stated.by_size, {{1e3, 1e8}, {1e5, 1e9}, {1e6, 1e10}});
  EXPECT_NEAR(bench.time(sum_of(1000000)), 3 * 1e-4, 1e-12);
  EXPECT_NEAR(bench.time(sum_of(100000)), 3 * 1e-4, 1e-12);
  EXPECT_NEAR(bench.time(sum_of(8)), 3 * 1e-5, 1e-12) << "less than the first point takes as long";
  EXPECT_NEAR(bench.time(sum_of(4000000)), 3 * 4e-4, 1e-12) << "level beyond the last one";
}

TEST(Peers, TheHostIssuesAnAllReduce) {
  Bench bench = pair();
  AllReduce& stated = bench.system.all_reduces.emplace_back();
  stated.devices = 2;
  toy::set(stated.by_size, {{1e3, 1e8}, {1e6, 1e10}});
  toy::set(stated.issue, Seconds{1e-3});
  EXPECT_NEAR(bench.time(sum_of(8)), 3 * 1e-3 + 1e-5, 1e-12);
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

const std::string by_size = "by_size: {rows: [[64 B, 3 MB/s], [1 MiB, 90 GB/s]], from: measured}";

TEST(ReadSystem, KnowsRatesBySizeAndByDevices) {
  const System system = read(
      "host_to_devices: {rows: [[1, 55 GB/s], [3, 90 GB/s]], from: measured}\n"
      "devices_to_host: {value: 60 GB/s, from: assumed, factor: 1.5}\n"
      "all_reduce:\n  - {devices: 2, " +
      by_size + ", issue: {value: 9 us, from: measured}}\n");
  EXPECT_EQ(system.host_to_devices.at(Count{1}).si, 55e9);
  EXPECT_EQ(system.host_to_devices.at(Count{3}).si, 90e9);
  EXPECT_EQ(system.devices_to_host.at(Count{1}).si, 60e9);
  EXPECT_EQ(system.devices_to_host.at(Count{3}).si, 60e9) << "a number holds for any";
  EXPECT_EQ(system.devices_to_host.source.factor, 1.5);
  ASSERT_EQ(system.all_reduces.size(), 1u);
  EXPECT_EQ(system.all_reduces[0].by_size.at(Bytes{64}).si, 3e6);
  EXPECT_EQ(system.all_reduces[0].issue.si, 9e-6);
  EXPECT_FALSE(system.all_reduces[0].latency.is_known());
  EXPECT_FALSE(
      read("host_to_devices: {value: unknown, from: unknown}\n").host_to_devices.is_known());
}

TEST(ReadSystem, RefusesSharedRatesThatCannotBe) {
  for (const char* wrong : {"60 GB/s", "{value: 60 GB, from: assumed}", "{rows: 5, from: measured}",
                            "{rows: [[1, 5 GB/s]], from: measured}", "[]",
                            "{rows: [[2, 5 GB/s], [1, 6 GB/s]], from: measured}"}) {
    EXPECT_THROW(read("host_to_devices: " + std::string(wrong) + "\n"), InputError) << wrong;
  }
}

TEST(ReadSystem, RefusesAllReducesThatCannotBe) {
  EXPECT_THROW(read("all_reduce:\n  - {devices: 2, " + by_size +
                    ", latency: {value: 20 us, from: measured}}\n"),
               InputError)
      << "one or the other";
  for (const std::string& wrong : {stated("1"), stated("4"), stated("x"), stated("2") + stated("2"),
                                   std::string("  - {devices: 2}\n"), std::string("  - 5\n"),
                                   std::string("  {devices: 2}\n")}) {
    EXPECT_THROW(read("all_reduce:\n" + wrong), InputError) << wrong;
  }
}

}  // namespace
}  // namespace gpumodel
