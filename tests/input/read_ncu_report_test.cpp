// Reports of Nsight Compute in both forms, with what surrounds and damages them.
#include "src/io/record/read_ncu_report.hpp"

#include <gtest/gtest.h>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/record/ncu_value.hpp"

namespace gpumodel {
namespace {

const std::string long_header =
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\","
    "\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\","
    "\"Metric Unit\",\"Metric Value\"\n";
const std::string wide_header =
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\","
    "\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"dram__bytes_read.sum\","
    "\"gpu__time_duration.sum\",\"launch__func_cache_config\",\"smsp__inst_executed.sum\"\n"
    "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"Mbyte\",\"usecond\",\"\",\"inst\"\n";

std::string long_row(const std::string& id, const std::string& kernel, const std::string& metric,
                     const std::string& unit, const std::string& value) {
  return "\"" + id + "\",\"4711\",\"bench\",\"127.0.0.1\",\"" + kernel +
         "\",\"1\",\"7\",\"(256, 1, 1)\",\"(4096, 2, 1)\",\"0\",\"9.0\",\"Command line profiler "
         "metrics\",\"" +
         metric + "\",\"" + unit + "\",\"" + value + "\"\n";
}

std::string wide_row(const std::string& id, const std::string& read, const std::string& time,
                     const std::string& inst) {
  return "\"" + id + "\",\"4711\",\"bench\",\"127.0.0.1\",\"saxpy\",\"1\",\"7\",\"(256, 1, 1)\"," +
         "\"(4096, 1, 1)\",\"0\",\"9.0\",\"" + read + "\",\"" + time + "\",\"CachePreferNone\",\"" +
         inst + "\"\n";
}

NcuReport parse(const std::string& text) {
  return parse_ncu_report(text, "report.csv");
}

std::vector<Diagnostic> report_faults(const std::string& text) {
  try {
    parse(text);
    return {};
  } catch (const InputError& error) {
    return error.found;
  }
}

std::string only_fault(const std::string& text) {
  const auto found = report_faults(text);
  EXPECT_EQ(found.size(), 1U);
  if (found.empty()) return "accepted";
  EXPECT_EQ(found[0].file, "report.csv");
  std::string place = std::string(found[0].id);
  if (found[0].line > 0)
    place += ":" + std::to_string(found[0].line) + ":" + std::to_string(found[0].column);
  return place;
}

TEST(NcuReport, OneLinePerMetric) {
  const std::string saxpy = "void blas::saxpy<float, (int)4>(const T1 *, T1 *, int)";
  const NcuReport report = parse(
      "==PROF== Connected to process 4711 (/tmp/bench)\n"
      "==PROF== Profiling \"saxpy\" - 0: 0%....50%....100% - 2 passes\n"
      "saxpy done\n"
      "==PROF== Disconnected from process 4711\n" +
      long_header + long_row("0", saxpy, "dram__bytes_read.sum", "Mbyte", "1,342.18") +
      long_row("0", saxpy, "smsp__inst_executed.sum", "inst", "81,777,664") +
      long_row("1", "fill(float *, float, int)", "dram__bytes_read.sum", "Kbyte", "9.98"));
  ASSERT_EQ(report.launches.size(), 2U);
  const ProfiledLaunch& first = report.launches[0];
  EXPECT_EQ(first.function, "saxpy");
  EXPECT_EQ(first.signature, saxpy);
  EXPECT_EQ(first.compute_capability, "9.0");
  EXPECT_EQ(first.grid, (std::array<std::int64_t, 3>{4096, 2, 1}));
  EXPECT_EQ(first.block, (std::array<std::int64_t, 3>{256, 1, 1}));
  EXPECT_EQ(first.line, 6);
  EXPECT_EQ(first.metrics.size(), 2U);
  EXPECT_DOUBLE_EQ(first.metrics.at("dram__bytes_read.sum"), 1342.18e6);
  EXPECT_EQ(first.metrics.at("smsp__inst_executed.sum"), 81777664.0);
  EXPECT_EQ(report.launches[1].function, "fill");
  EXPECT_EQ(report.launches[1].line, 8);
  EXPECT_DOUBLE_EQ(report.launches[1].metrics.at("dram__bytes_read.sum"), 9980.0);
}

TEST(NcuReport, OneLinePerLaunch) {
  const NcuReport report = parse("==PROF== Connected\ncopy no error\n" + wide_header +
                                 wide_row("0", "268.44", "1,104.50", "33,554,432") +
                                 wide_row("1", "0", "n/a", "17 (8; 9)") + "==PROF== bye\n");
  ASSERT_EQ(report.launches.size(), 2U);
  EXPECT_EQ(report.launches[0].function, "saxpy");
  EXPECT_DOUBLE_EQ(report.launches[0].metrics.at("dram__bytes_read.sum"), 268.44e6);
  EXPECT_DOUBLE_EQ(report.launches[0].metrics.at("gpu__time_duration.sum"), 1104500.0);  // ns
  EXPECT_FALSE(report.launches[0].metrics.contains("launch__func_cache_config"));
  EXPECT_EQ(report.launches[1].metrics.at("dram__bytes_read.sum"), 0.0);
  EXPECT_FALSE(report.launches[1].metrics.contains("gpu__time_duration.sum"));
  EXPECT_EQ(report.launches[1].metrics.at("smsp__inst_executed.sum"), 17.0);
  EXPECT_EQ(report.launches[1].line, 6);
}

TEST(NcuReport, WindowsLineEndsAndNoEndOfTheLastLine) {
  std::string text = wide_header + wide_row("0", "1", "2", "3");
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\r\n");
  text.erase(text.size() - 2);
  EXPECT_EQ(parse(text).launches.at(0).metrics.at("smsp__inst_executed.sum"), 3.0);
}

TEST(NcuReport, HeaderBehindOutputWithoutLineEnd) {
  const NcuReport report = parse("result: 42" + wide_header + wide_row("0", "1", "2", "3"));
  EXPECT_EQ(report.launches.size(), 1U);
}

TEST(NcuReport, SameNumberInTwoProcessesIsTwoLaunches) {
  std::string other = long_row("0", "saxpy", "dram__bytes_read.sum", "byte", "2");
  other.replace(other.find("4711"), 4, "4712");
  const NcuReport report =
      parse(long_header + long_row("0", "saxpy", "dram__bytes_read.sum", "byte", "1") + other);
  EXPECT_EQ(report.launches.size(), 2U);
}

TEST(NcuReport, QuotedFieldsMayHoldEverything) {
  const NcuReport report = parse(
      "ID,Kernel Name,Metric Name,Metric Unit,Metric Value,Rule Description\n"
      "0,\"f(\"\"x\"\", y)\",dram__bytes_read.sum,byte,5,\n"
      "0,\"f\",,,,\"Two lines,\nof advice\"\n"
      "0,\"f\",dram__bytes_write.sum,byte,7,\n");
  EXPECT_EQ(report.launches.at(0).signature, "f(\"x\", y)");
  EXPECT_EQ(report.launches.at(0).metrics.at("dram__bytes_write.sum"), 7.0);
}

TEST(NcuReport, WhatIsNoReport) {
  EXPECT_EQ(only_fault(""), "ncu-report");
  EXPECT_EQ(only_fault("time,bytes\n1,2\n"), "ncu-report");
  EXPECT_EQ(only_fault("==PROF== Kernel Name\n"), "ncu-report");
  EXPECT_EQ(only_fault("a\n\"Kernel Name\",\"Metric Name\"\n"), "ncu-report:2:1");
  EXPECT_EQ(only_fault("ID,Kernel Name,Metric Name,Metric Value\n"), "ncu-report:1:1");
  EXPECT_EQ(only_fault("ID,Kernel Name,Section Name,Metric Name,Metric Unit,Minimum,Average\n"),
            "ncu-report:1:1");
  EXPECT_EQ(only_fault(wide_header), "ncu-report");
  EXPECT_EQ(only_fault(long_header), "ncu-report");
}

TEST(NcuReport, WhatHoldsNoCounters) {
  EXPECT_EQ(only_fault(long_header + long_row("0", "f", "DRAM Throughput", "%", "12.5")),
            "ncu-metrics");
  EXPECT_EQ(only_fault(long_header + long_row("0", "f", "dram__bytes_read.sum", "", "n/a")),
            "ncu-metrics");
  EXPECT_EQ(only_fault("ID,Kernel Name,CC\n0,f,9.0\n"), "ncu-metrics");
}

TEST(NcuReport, CutOffReports) {
  const std::string whole = wide_header + wide_row("0", "1", "2", "3");
  EXPECT_EQ(only_fault(whole.substr(0, whole.size() - 3)), "ncu-row:3:113");  // in the last field
  EXPECT_EQ(only_fault(whole.substr(0, whole.size() - 5)), "ncu-row:3:1");    // a field less
  EXPECT_EQ(only_fault(whole + "segmentation fault\n"), "ncu-row:4:1");
  EXPECT_EQ(only_fault(wide_header + "\"0\"x,\n"), "ncu-row:3:4");
}

TEST(NcuReport, EveryValueThatIsNoNumberIsNamed) {
  const std::string text =
      wide_header + wide_row("0", "9,00", "2", "3") + wide_row("1", "1", "2", "1.234.567");
  const auto found = report_faults(text);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, "ncu-number");
  EXPECT_EQ(found[0].message, "'9,00' of dram__bytes_read.sum is no number");
  EXPECT_EQ(found[0].line, 3);
  EXPECT_EQ(found[1].line, 4);
  EXPECT_EQ(found[1].source_line.substr(static_cast<std::size_t>(found[1].column) - 1, 11),
            "\"1.234.567\"");
}

TEST(NcuReport, FaultsHaveAnEnd) {
  std::string text = wide_header;
  for (int i = 0; i < 1000; ++i) text += wide_row(std::to_string(i), "x", "y", "z");
  EXPECT_EQ(report_faults(text).size(), 20U);
}

TEST(NcuReport, ForeignBytesDoNotReachTheTerminal) {
  const std::string row = long_row("0", "f\x1b[31m\xff", "dram__bytes_read.sum", "byte", "1");
  EXPECT_EQ(parse(long_header + row).launches.at(0).signature, "f?[31m?");
  const auto found =
      report_faults(long_header + long_row("0", "f", "a__b.sum", "byte", "\x1b]0;title\x07"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "'?]0;title?' of a__b.sum is no number");
}

TEST(NcuReport, BeyondTheLargestNumberIsNoNumber) {
  EXPECT_EQ(only_fault(long_header + long_row("0", "f", "a__b.sum", "Gbyte", "1e305")),
            "ncu-number:2:134");
}

TEST(NcuReport, MissingFile) {
  try {
    read_ncu_report("no-such-report.csv");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.found.at(0).id, "file-missing");
  }
}

TEST(NcuNumber, GroupsOfThreeAndAPoint) {
  EXPECT_EQ(ncu_number("1234567"), 1234567.0);
  EXPECT_EQ(ncu_number("1,234,567.25"), 1234567.25);
  EXPECT_EQ(ncu_number(" 12 "), 12.0);
  EXPECT_EQ(ncu_number("-3.5"), -3.5);
  EXPECT_EQ(ncu_number("3.2e-5"), 3.2e-5);
  for (const char* text : {"", "9,00", "1,2345", "12,34,567", "1234,567", ",123", "1.234.567",
                           "1.234,5", "0x10", "1e999", "--1", "1 2", "five"})
    EXPECT_EQ(ncu_number(text), std::nullopt) << text;
}

TEST(NcuUnit, FactorsToTheUnitsOfCupti) {
  const std::vector<std::pair<const char*, double>> factors = {{"byte", 1.0},
                                                               {"Kbyte", 1e3},
                                                               {"Mbyte", 1e6},
                                                               {"Gbyte", 1e9},
                                                               {"Tbyte", 1e12},
                                                               {"ns", 1.0},
                                                               {"nsecond", 1.0},
                                                               {"us", 1e3},
                                                               {"usecond", 1e3},
                                                               {"ms", 1e6},
                                                               {"msecond", 1e6},
                                                               {"s", 1e9},
                                                               {"second", 1e9},
                                                               {"hz", 1.0},
                                                               {"Mhz", 1e6},
                                                               {"Ghz", 1e9},
                                                               {"Gbyte/second", 1e9},
                                                               {"Tbyte/s", 1e12},
                                                               {"byte/second", 1.0},
                                                               {"cycle/nsecond", 1e9},
                                                               {"cycle/usecond", 1e6},
                                                               {"Kbyte/block", 1e3},
                                                               {"register/thread", 1.0},
                                                               {"inst", 1.0},
                                                               {"sector/request", 1.0},
                                                               {"%", 1.0},
                                                               {"", 1.0},
                                                               {"Minst", 1e6},
                                                               {"something", 1.0}};
  for (const auto& [unit, factor] : factors)
    EXPECT_DOUBLE_EQ(ncu_unit_factor(unit), factor) << unit;
}

TEST(NcuFunctionName, WithoutTypesAndArguments) {
  const std::vector<std::pair<const char*, const char*>> names = {
      {"saxpy", "saxpy"},
      {"saxpy(int, float, const float *, float *)", "saxpy"},
      {"void saxpy<float>(T1 *)", "saxpy"},
      {"void blas::detail::saxpy<float, (int)128>(T1 *)", "saxpy"},
      {"void (anonymous namespace)::jacobi<double>(T1 *)", "jacobi"},
      {"<unnamed>::step(double *)", "step"},
      {"unnamed>::step(double *)", "step"},
      {"main$_omp_fn$0", "main$_omp_fn$0"},
      {"", ""},
      {"(((", ""}};
  for (const auto& [signature, name] : names) EXPECT_EQ(ncu_function_name(signature), name);
}

TEST(NcuExtent, ThreePositiveNumbers) {
  EXPECT_EQ(ncu_extent("(16, 8, 2)"), (std::array<std::int64_t, 3>{16, 8, 2}));
  EXPECT_EQ(ncu_extent("16,8,2"), (std::array<std::int64_t, 3>{16, 8, 2}));
  for (const char* text :
       {"", "(16, 8)", "(0, 1, 1)", "(1, 1, 1) x", "(1, 1, 99999999999999999999)"})
    EXPECT_EQ(ncu_extent(text), std::nullopt) << text;
}

}  // namespace
}  // namespace gpumodel
