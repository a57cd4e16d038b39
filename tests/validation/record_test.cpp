// Records: what is written is read again, and what is wrong is said.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "src/io/record/read_record.hpp"
#include "src/view/validate/record_json.hpp"
#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

Environment environment() {
  Environment e;
  e.device.emplace();
  e.device->name = "NVIDIA H200";
  e.device->compute_capability = "9.0";
  e.device->sms = 132;
  e.device->memory_bytes = 150754820096.0;
  e.device->ecc = true;
  e.host = {"a CPU", 16, "Linux 6.8"};
  e.compiler = "nvcc 13.0.88 -O3 -arch=sm_90";
  e.gpumodel = "0.1.0";
  e.date = "2026-11-21";
  return e;
}

Point full_point() {
  Point p = measured_point(123e-6);
  p.parameters = {{"N", Number::integer(std::int64_t{1} << 40)}, {"hot", Number::real(0.125)}};
  p.launch = RecordedLaunch{{4, 2, 1}, {128, 1, 1}, 8192, 32, 0, 4096};
  p.cache = CacheStart::warm;
  p.host_time = timing(130e-6);
  p.check = {{"y", 4096, 1 << 20, 1.5e-7}, {"x", 1, 1, std::nullopt}};
  p.clocks = RecordedClocks{1.98e9, 1.965e9, 3.201e9, std::array{1.9e9, 1.95e9, 1.98e9}};
  p.throttle = {"sw_power_cap"};
  p.power_w = 401.5;
  p.other_processes = 0;
  p.blocks_per_sm = 8;
  p.counters = {{"dram__bytes_read.sum", 1e9}};
  p.counters_note = "a note";
  return p;
}

class RecordFileTest : public testing::Test {
 protected:
  std::string write(const std::string& text) {
    path_ = testing::TempDir() + "record-" +
            testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }
  void TearDown() override { std::remove(path_.c_str()); }

  // The diagnostic of a record.
  Diagnostic fault(const std::string& text) {
    try {
      read_record(write(text), "r.json");
    } catch (const InputError& error) {
      return error.found.front();
    }
    ADD_FAILURE() << "accepted: " << text;
    return {};
  }

 private:
  std::string path_;
};

TEST_F(RecordFileTest, IsReadAsItWasWritten) {
  Record record{environment(), {full_point(), measured_point(5e-6)}};
  Point skipped;
  skipped.kernel = "copy";
  skipped.backend = BackendKind::openacc;
  skipped.status = PointStatus::skipped;
  skipped.reason = "too \"large\"";
  record.points.push_back(skipped);
  const std::string text = record_text(record);
  const Record read = read_record(write(text), "r.json").record;
  EXPECT_EQ(record_text(read), text);
  ASSERT_EQ(read.points.size(), 3U);
  const Point& point = read.points.front();
  EXPECT_EQ(find_parameter(point, "N")->integer(), std::int64_t{1} << 40);
  EXPECT_FALSE(find_parameter(point, "hot")->is_integer());
  EXPECT_DOUBLE_EQ(point.time->median_s, 123e-6);
  EXPECT_EQ(point.counters->at("dram__bytes_read.sum"), 1e9);
  EXPECT_FALSE(point.temperature_c);
  EXPECT_EQ(read.points[2].reason, "too \"large\"");
  EXPECT_EQ(difference(read.environment, environment()), "");
}

TEST_F(RecordFileTest, HasOnePointPerLine) {
  const std::string text = record_text({environment(), {full_point(), full_point()}});
  EXPECT_EQ(std::ranges::count(text, '\n'), 9);
}

TEST_F(RecordFileTest, SyntaxFaultsHaveAPlace) {
  const Diagnostic d = fault("{\n\"schema\": \"gpumodel-records\",,\n}");
  EXPECT_EQ(d.id, "json-syntax");
  EXPECT_EQ(d.line, 2);
  EXPECT_EQ(d.column, 30);
  EXPECT_EQ(fault("{\"schema\":").id, "json-syntax");
  EXPECT_EQ(fault("").id, "json-syntax");
}

TEST_F(RecordFileTest, OtherSchemasAndVersions) {
  EXPECT_EQ(fault("{}").id, "record-schema");
  EXPECT_EQ(fault("[]").id, "record-field");
  EXPECT_EQ(fault(R"({"schema": "gpumodel/predict"})").id, "record-schema");
  EXPECT_EQ(fault(partial_head(environment())).id, "record-schema");
  EXPECT_EQ(fault(R"({"schema": "gpumodel-records", "schema_version": 2})").id, "record-version");
  EXPECT_EQ(fault(R"({"schema": "gpumodel-records", "schema_version": 0})").id, "record-version");
  EXPECT_EQ(fault(R"({"schema": "gpumodel-records", "schema_version": "1"})").id, "record-field");
}

// One member of a good record is replaced by something else.
TEST_F(RecordFileTest, WrongMembersAreNamed) {
  const std::string good = record_text({environment(), {full_point()}});
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return fault(text.replace(at, from.size(), to)).message;
  };
  EXPECT_EQ(replaced("\"kernel\":\"saxpy\",", ""), "'points[0].kernel' is missing");
  EXPECT_EQ(replaced("\"median_s\":0.000123", "\"median_s\":null"),
            "'points[0].time.median_s' is missing");
  EXPECT_EQ(replaced("\"median_s\":0.000123", "\"median_s\":\"x\""),
            "'points[0].time.median_s' must be a number, found a text");
  EXPECT_EQ(replaced("\"median_s\":0.000123", "\"median_s\":-1"),
            "'points[0].time.median_s' must be above 0");
  EXPECT_EQ(replaced("\"median_s\":0.000123", "\"median_s\":5"),
            "'points[0].time.median_s' min, quartiles and max must ascend");
  EXPECT_EQ(replaced("\"cache\":\"warm\"", "\"cache\":\"hot\""),
            "'points[0].cache' cannot be 'hot'");
  EXPECT_EQ(replaced("\"sms\":132", "\"sms\":1.5"),
            "'environment.device.sms' must be a whole number, found a number");
  EXPECT_EQ(replaced("\"power_w\"", "\"power\""), "'points[0].power' is not known here");
  EXPECT_EQ(replaced("\"grid\":[4,2,1]", "\"grid\":[4,2]"),
            "'points[0].launch.grid' must have three numbers");
  EXPECT_EQ(replaced("\"status\":\"measured\"", "\"status\":\"failed\""),
            "'points[0].reason' is missing");
}

TEST_F(RecordFileTest, APartialRecordLosesItsTornLineOnly) {
  const std::string whole = partial_head(environment()) + partial_line(full_point());
  const std::string torn = partial_line(full_point()).substr(0, 40);
  const std::string path = write(whole + torn);
  EXPECT_EQ(read_partial_record(path, "p").points.size(), 1U);
  EXPECT_THROW(read_partial_record(write("{\"schema\""), "p"), InputError);
  EXPECT_THROW(read_partial_record(write(whole + "{}\n"), "p"), InputError);
}

TEST(Environments, DifferInWhatChangesTimes) {
  Environment other = environment();
  other.date = "2027-01-01";
  EXPECT_EQ(difference(environment(), other), "");
  other.device->driver = "1.2";
  EXPECT_EQ(difference(environment(), other), "driver: 'unknown' and '1.2'");
}

}  // namespace
}  // namespace gpumodel::test
