// Records and suites of programs: what is written is read again, and what is wrong is said.
#include "src/io/record/read_program_record.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "src/io/record/read_program_suite.hpp"
#include "src/view/validate/program_record_json.hpp"
#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

ProgramRecord record() {
  ProgramRecord r;
  RecordedDevice device;
  device.name = "NVIDIA H200";
  device.compute_capability = "9.0";
  device.sms = 132;
  r.environment.devices = {device, device};
  r.environment.host = {"a CPU", 16, "Linux 6.8"};
  r.environment.compiler = "nvcc 13.0.88 -O3";
  r.environment.gpumodel = "0.1.0";
  r.environment.date = "2026-11-21";
  ProgramPoint measured;
  measured.set = "pipelines";
  measured.program = "pipeline";
  measured.parameters = {{"N", Number::integer(std::int64_t{1} << 40)}, {"x", Number::real(0.5)}};
  measured.chunks = 8;
  measured.streams = 3;
  measured.order = IssueOrder::breadth_first;
  measured.gpus = 2;
  measured.time = timing(1.25e-3);
  measured.answer = "checked";
  measured.throttle = {"sw_power_cap"};
  measured.other_processes = 0;
  ProgramPoint skipped;
  skipped.set = "transfers";
  skipped.program = "send";
  skipped.status = PointStatus::skipped;
  skipped.reason = "too little memory";
  r.points = {measured, skipped};
  return r;
}

class ProgramRecordTest : public testing::Test {
 protected:
  std::string write(const std::string& text) {
    path_ = testing::TempDir() + "programs-" +
            testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }
  void TearDown() override { std::remove(path_.c_str()); }

  std::string fault(const std::string& from, const std::string& to) {
    std::string text = record_text(record());
    text.replace(text.find(from), from.size(), to);
    try {
      read_program_record(write(text), "r.json");
    } catch (const InputError& error) {
      return std::string(error.found.front().id) + ": " + error.found.front().message;
    }
    return "none";
  }

 private:
  std::string path_;
};

TEST_F(ProgramRecordTest, WhatIsWrittenIsReadAgain) {
  const std::string text = record_text(record());
  const ProgramRecord read = read_program_record(write(text), "r.json").record;
  EXPECT_EQ(record_text(read), text);
  ASSERT_EQ(read.points.size(), 2U);
  EXPECT_EQ(identity(read.points[0]),
            "pipeline N=1099511627776 x=0.5, 8 chunks, 3 streams, breadth first, 2 GPUs");
  EXPECT_EQ(read.points[1].reason, "too little memory");
  EXPECT_EQ(read.environment.devices.size(), 2U);
}

TEST_F(ProgramRecordTest, PartialRecordLosesATornLineOnly) {
  const ProgramRecord r = record();
  const std::string text = partial_head(r.environment) + partial_line(r.points[0]);
  const std::string torn = text + partial_line(r.points[1]).substr(0, 40);
  EXPECT_EQ(read_partial_program_record(write(torn), "r.json").points.size(), 1U);
  EXPECT_THROW(read_partial_program_record(write(text.substr(0, 30)), "r.json"), InputError);
}

TEST_F(ProgramRecordTest, Faults) {
  EXPECT_EQ(fault("gpumodel-program-records", "gpumodel-records"),
            "record-kind: 'schema' is that of a record of kernels");
  EXPECT_EQ(fault("\"schema_version\": 1", "\"schema_version\": 3"),
            "record-version: 'schema_version' is 3");
  EXPECT_EQ(fault("breadth", "sideways"), "record-field: 'points[0].order' cannot be 'sideways'");
  EXPECT_EQ(fault("\"chunks\":8", "\"chunks\":0"),
            "record-field: 'points[0].chunks' must be at least 1");
  EXPECT_EQ(fault("\"gpus\"", "\"gpu\""), "record-field: 'points[0].gpus' is missing");
  EXPECT_EQ(fault("\"status\":\"skipped\"", "\"status\":\"measured\""),
            "record-field: 'points[1].time' is missing");
  EXPECT_EQ(fault("\"devices\"", "\"device\""), "record-field: 'environment.devices' is missing");
}

TEST(ProgramEnvironment, Differences) {
  const ProgramEnvironment a = record().environment;
  ProgramEnvironment b = a;
  EXPECT_EQ(difference(a, b), "");
  b.devices[1].driver = "1";
  EXPECT_EQ(difference(a, b), "driver: 'unknown' and '1'");
  b.devices.pop_back();
  EXPECT_EQ(difference(a, b), "devices: 2 and 1");
}

TEST(RunnerOutput, FillsInWhatWasMeasured) {
  const ProgramRecord r = record();
  const Json output = {
      {"environment", program_environment().write(r.environment)},
      {"point", {{"status", "measured"}, {"time", timing_object().write(timing(2e-3))}}}};
  ProgramPoint asked = r.points[0];
  asked.time.reset();
  const ProgramPoint read = read_measured_program(output.dump(), "the runner", asked);
  EXPECT_EQ(identity(read), identity(asked));
  EXPECT_DOUBLE_EQ(read.time->median_s, 2e-3);
  EXPECT_THROW(read_measured_program("{}", "the runner", asked), InputError);
}

ProgramSuite program_suite(const std::string& text) {
  return read_program_suite(make_text_file(text, "suite.yaml")).suite;
}

TEST(ProgramSuite, AllCombinations) {
  const ProgramSuite s = program_suite(
      "suite: s\npoints:\n- set: a\n  programs: [p, q]\n  with: {n: [1, 2^3], m: 5}\n"
      "  chunks: [1, 2, 4]\n  streams: 2\n  order: [depth, breadth]\n  gpus: [2, 4]\n");
  const std::vector<ProgramPoint> points = points_of(s.entries.at(0));
  ASSERT_EQ(points.size(), 48U);
  EXPECT_EQ(identity(points[1]), "p n=1 m=5, 2 chunks, 2 streams, depth first, 2 GPUs");
  EXPECT_EQ(identity(points[47]), "q n=8 m=5, 4 chunks, 2 streams, breadth first, 4 GPUs");
}

TEST(ProgramSuite, WhatIsNotStatedIsLeftToTheProgram) {
  const auto points =
      points_of(program_suite("suite: s\npoints:\n- {set: a, programs: p}\n").entries.at(0));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_FALSE(points[0].chunks || points[0].streams || points[0].order);
  EXPECT_EQ(points[0].gpus, 0);
}

TEST(ProgramSuite, Faults) {
  const std::string head = "suite: s\npoints:\n- {set: a, programs: p, ";
  EXPECT_THROW(program_suite("suite: s\npoints:\n- {programs: p}\n"), InputError);
  EXPECT_THROW(program_suite("suite: s\npoints: {set: a}\n"), InputError);
  EXPECT_THROW(program_suite(head + "chunks: 0}\n"), InputError);
  EXPECT_THROW(program_suite(head + "gpus: 65}\n"), InputError);
  EXPECT_THROW(program_suite(head + "order: sideways}\n"), InputError);
  EXPECT_THROW(program_suite(head + "with: {n: m}}\n"), InputError);
  EXPECT_THROW(program_suite(head + "backends: hip}\n"), InputError);
}

}  // namespace
}  // namespace gpumodel::test
