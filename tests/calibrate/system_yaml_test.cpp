// What is written of a system reads back: the same devices, numbers and sources.
#include "src/view/system/yaml.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "src/io/device/read_system.hpp"

namespace gpumodel {
namespace {

System system_written_and_read(const System& system) {
  std::ostringstream out;
  write_system_yaml(out, system, "a test\nof two lines");
  try {
    return read_system(make_text_file(out.str(), "system_yaml_test.yaml")).system;
  } catch (const InputError& error) {
    throw std::runtime_error(error.found.front().message + "\n" + out.str());
  }
}

template <class Q>
void expect_same(const Sourced<Q>& a, const Sourced<Q>& b) {
  EXPECT_EQ(a.is_known(), b.is_known());
  EXPECT_EQ(a.is_known() ? a.si : 0.0, b.is_known() ? b.si : 0.0);
  EXPECT_EQ(a.source.from, b.source.from);
  EXPECT_EQ(a.source.factor, b.source.factor);
  EXPECT_EQ(a.source.note, b.source.note);
}

void expect_same(const SourcedCurve& a, const SourcedCurve& b) {
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.source.from, b.source.from);
  EXPECT_EQ(a.source.factor, b.source.factor);
  EXPECT_EQ(a.source.note, b.source.note);
}

void expect_same(const PeerLink& a, const PeerLink& b) {
  EXPECT_EQ(a.from, b.from);
  EXPECT_EQ(a.to, b.to);
  expect_same(a.bandwidth, b.bandwidth);
  expect_same(a.both_ways, b.both_ways);
  expect_same(a.latency, b.latency);
  expect_same(a.queued, b.queued);
  expect_same(a.issue, b.issue);
  expect_same(a.record, b.record);
  expect_same(a.wait, b.wait);
}

void expect_system_survives(const System& a) {
  const System b = system_written_and_read(a);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.summary, b.summary);
  EXPECT_EQ(a.devices, b.devices);
  EXPECT_EQ(a.host, b.host);
  expect_same(a.port, b.port);
  expect_same(a.synchronise, b.synchronise);
  expect_same(a.host_to_devices, b.host_to_devices);
  expect_same(a.devices_to_host, b.devices_to_host);
  ASSERT_EQ(a.links.size(), b.links.size());
  for (std::size_t i = 0; i < a.links.size(); ++i) expect_same(a.links[i], b.links[i]);
  ASSERT_EQ(a.all_reduces.size(), b.all_reduces.size());
  for (std::size_t i = 0; i < a.all_reduces.size(); ++i) {
    EXPECT_EQ(a.all_reduces[i].devices, b.all_reduces[i].devices);
    expect_same(a.all_reduces[i].latency, b.all_reduces[i].latency);
    expect_same(a.all_reduces[i].bandwidth, b.all_reduces[i].bandwidth);
    expect_same(a.all_reduces[i].by_size, b.all_reduces[i].by_size);
    expect_same(a.all_reduces[i].issue, b.all_reduces[i].issue);
  }
}

TEST(SystemYaml, EverySystemOfTheLibrarySurvives) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GPUMODEL_LIBRARY "/systems")) {
    SCOPED_TRACE(entry.path().string());
    expect_system_survives(
        read_system(read_text_file(entry.path().string(), "system.yaml")).system);
    ++count;
  }
  EXPECT_GE(count, 2);
}

constexpr const char* wires =
    "bandwidth: {value: 390 GB/s, from: measured, factor: 1.02, note: \"a: \\\"b\\\" # c\"}, "
    "both_ways: {value: 380 GB/s, from: assumed}, latency: {value: 2.848 us, from: measured}, "
    "queued: {value: 1.5 us, from: measured}, issue: {value: 0 us, from: measured}, "
    "record: {value: 0.5 us, from: measured}, wait: {value: 0.3 us, from: measured, factor: 1.1}";

TEST(SystemYaml, LinksThatDifferAreListed) {
  const std::string head =
      "system: s\nname: n\ndevices: [a, b, c]\nhost_to_devices: "
      "{value: 60 GB/s, from: measured}\ndevices_to_host: {rows: [[1, 55.5 GB/s], [3, 90 GB/s]], "
      "from: measured, note: \"x\"}\nsynchronise: {value: 2.5 us, from: measured}\nlinks:\n";
  const auto between = [](const char* pair, const std::string& what) {
    return "  - {between: " + std::string(pair) + ", " + what + "}\n";
  };
  const std::string slow =
      "bandwidth: {value: 10 GB/s, from: assumed}, latency: {value: 9 us, from: assumed}";
  const auto system = [&](const std::string& links) {
    return read_system(make_text_file(head + links, "s.yaml")).system;
  };
  expect_system_survives(system(between("[0, 1]", wires) + between("[1, 2]", slow)));
  expect_system_survives(system(between("[0, 1]", wires) + between("[0, 2]", wires)));
  expect_system_survives(
      system("  all: {" + std::string(wires) +
             "}\nall_reduce:\n"
             "  - {devices: 2, latency: {value: 19 us, from: measured}, "
             "bandwidth: {value: 160 GB/s, from: measured, factor: 1.06}}\n"
             "  - {devices: 3, by_size: {rows: [[64 B, 3 MB/s], [1 MiB, 90 GB/s]], "
             "from: measured, factor: 1.02}, issue: {value: 20 us, from: measured}}\n"));
}

}  // namespace
}  // namespace gpumodel
