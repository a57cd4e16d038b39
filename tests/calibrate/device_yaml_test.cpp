// What is written reads back: the same numbers, sources and curves, without warnings.
#include "src/view/device/yaml.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "models/hardware/device_fields.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/text/quantity.hpp"
#include "src/view/common/exact_quantity.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

DeviceFile device_written_and_read(const Device& device) {
  std::ostringstream out;
  write_device_yaml(out, device, "a test\nof two lines");
  // Tests run side by side.
  const fs::path file =
      fs::path(testing::TempDir()) / ("device_yaml_test" + std::to_string(getpid()) + ".yaml");
  std::ofstream(file) << out.str();
  try {
    return read_device(read_text_file(file.string(), "device_yaml_test.yaml"));
  } catch (const InputError& error) {
    throw std::runtime_error(error.found.front().message);
  }
}

void expect_same_source(const Source& a, const Source& b, std::string_view key) {
  EXPECT_EQ(a.from, b.from) << key;
  EXPECT_EQ(a.factor, b.factor) << key;
  EXPECT_EQ(a.note, b.note) << key;
}

template <class D>
void expect_same_fields(const D& a, const D& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.summary, b.summary);
  for (const DeviceField<D>& field : fields_of<D>()) {
    EXPECT_EQ(field.value(a).si, field.value(b).si) << field.key;
    expect_same_source(field.value(a).source, field.value(b).source, field.key);
  }
  for (const CurveField<D>& field : curves_of<D>()) {
    EXPECT_EQ(field.value(a).points, field.value(b).points) << field.key;
    expect_same_source(field.value(a).source, field.value(b).source, field.key);
  }
}

void expect_device_survives(const Device& device) {
  const DeviceFile back = device_written_and_read(device);
  EXPECT_TRUE(back.warnings.empty());
  ASSERT_EQ(device.index(), back.device.index());
  if (const auto* gpu = std::get_if<Gpu>(&device)) {
    expect_same_fields(*gpu, std::get<Gpu>(back.device));
    EXPECT_EQ(to_string(gpu->compute_capability),
              to_string(std::get<Gpu>(back.device).compute_capability));
    EXPECT_EQ(gpu->memory_type, std::get<Gpu>(back.device).memory_type);
  } else {
    expect_same_fields(std::get<Cpu>(device), std::get<Cpu>(back.device));
  }
}

TEST(DeviceYaml, EveryDeviceOfTheLibrarySurvives) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(GPUMODEL_LIBRARY "/devices")) {
    SCOPED_TRACE(entry.path().string());
    expect_device_survives(
        read_device(read_text_file(entry.path().string(), entry.path().filename().string()))
            .device);
    ++count;
  }
  EXPECT_GE(count, 25);
}

template <class D>
void fill(D& device, std::mt19937_64& random) {
  std::uniform_real_distribution<double> exponent(-9.0, 13.0);
  const auto source = [&](Source& into) {
    into.from = Provenance::measured;
    into.factor = 1.234;
    into.note =
        "a \"quoted\" note: with \\ and # and {braces}, [brackets] and many words that take "
        "more than a line of the file, so that it is broken somewhere in the middle";
  };
  for (const DeviceField<D>& field : fields_of<D>()) {
    field.of(device).si = std::pow(10.0, exponent(random));
    source(field.of(device).source);
  }
  for (const CurveField<D>& field : curves_of<D>()) {
    double x = 0.0;
    for (int i = 0; i < 30; ++i) {
      field.of(device).points.push_back({x, std::pow(10.0, exponent(random))});
      x = 1.7 * x + std::pow(10.0, exponent(random) / 4.0);
    }
    source(field.of(device).source);
  }
}

// Numbers that contradict each other give warnings, which this is not about.
TEST(DeviceYaml, EveryNumberAndCurveSurvives) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20; ++round) {
    Gpu gpu;
    gpu.id = "g";
    gpu.name = "a: name # \"with\" signs";
    gpu.compute_capability = {9, 0};
    fill(gpu, random);
    expect_same_fields(gpu, std::get<Gpu>(device_written_and_read(gpu).device));
    Cpu cpu;
    cpu.id = "c";
    cpu.name = "c";
    fill(cpu, random);
    expect_same_fields(cpu, std::get<Cpu>(device_written_and_read(cpu).device));
  }
}

TEST(ExactQuantity, LooksAsPeopleWriteIt) {
  EXPECT_EQ(exact_quantity(4.24e12, BytesPerSecond::dim), "4.24 TB/s");
  EXPECT_EQ(exact_quantity(62914560.0, Bytes::dim), "60 MiB");
  EXPECT_EQ(exact_quantity(1000.0, Bytes::dim), "1000 B");
  EXPECT_EQ(exact_quantity(0.601e-9, Seconds::dim), "0.601 ns");
  EXPECT_EQ(exact_quantity(4.5e-6, Seconds::dim), "4.5 us");
  EXPECT_EQ(exact_quantity(0.0, Seconds::dim), "0 ns");
  EXPECT_EQ(exact_quantity(132.0, Count::dim), "132");
  EXPECT_EQ(exact_quantity(279.0, Cycles::dim), "279 cycle");
  EXPECT_EQ(exact_quantity(127.5, BytesPerCycle::dim), "127.5 B/cycle");
  EXPECT_EQ(exact_quantity(6.402e9, PerSecond::dim), "6.402 GT/s");
  // Numbers that a multiplication by the prefix would miss by a bit.
  EXPECT_EQ(exact_quantity(2.848e-06, Seconds::dim), "2.848 us");
  EXPECT_EQ(exact_quantity(4.2914e12, BytesPerSecond::dim), "4.2914 TB/s");
  EXPECT_EQ(exact_quantity(16.13e9, PerSecond::dim), "16.13 GT/s");
  EXPECT_EQ(exact_quantity(1.0 / 3.0, Count::dim), "0.3333333333333333");
  EXPECT_EQ(exact_quantity(0.04e-9, Seconds::dim), "0.04 ns");
  EXPECT_EQ(exact_quantity(1e-15, Count::dim), "1e-15");
  EXPECT_EQ(exact_quantity(2.5e22, Count::dim), "2.5e22");
}

TEST(ExactQuantity, GivesTheNumberBack) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> exponent(-12.0, 20.0);
  for (const Dim dim : {Seconds::dim, Bytes::dim, Count::dim, Cycles::dim, BytesPerSecond::dim,
                        Hertz::dim, PerSecond::dim, FlopPerSecond::dim, BytesPerCycle::dim}) {
    for (int i = 0; i < 2000; ++i) {
      const double value = std::pow(10.0, exponent(random));
      const ParsedQuantity back = parse_quantity(exact_quantity(value, dim));
      ASSERT_EQ(back.si, value) << exact_quantity(value, dim);
      ASSERT_EQ(back.dim, dim);
    }
  }
}

}  // namespace
}  // namespace gpumodel
