#include "src/app/application/regions.hpp"

#include <gtest/gtest.h>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

std::string text_of_lines(const std::vector<std::string>& lines) {
  std::vector<RegionRecord> records;
  for (const std::string& line : lines) records.push_back(read_region_record(line));
  RegionProgram how{.id = "p"};
  how.kernels = [](const RegionRecord& record) {
    return std::vector<RegionKernel>{{"kernel-" + std::to_string(record.at)}};
  };
  return region_program_text(records, how);
}

TEST(Regions, DataRegionsHoldWhatIsInThem) {
  EXPECT_EQ(text_of_lines({"data 5 - create:900:80 copy:100:80", "region 8 - copy:40:8",
                           "region 9 -", "end 11 -", "region 12 - copyin:100:80 copyout:900:80"}),
            "program: p\n"
            "api: openacc\n"
            "buffers:\n"
            "  data_3: {type: i8, shape: [8], memory: pageable}\n"
            "  data_2: {type: i8, shape: [80], memory: pageable}\n"
            "  data_1: {type: i8, shape: [80], memory: pageable, starts_on: device}\n"
            "steps:\n"
            "  - data: {copy: [data_2], create: [data_1]}\n"
            "    steps:\n"
            "      - {kernel: kernel-8, reads: [], writes: [], copy: [data_3]}\n"
            "      - {kernel: kernel-9, reads: [], writes: []}\n"
            "  - {kernel: kernel-12, reads: [], writes: [data_1], copyin: [data_2], "
            "copyout: [data_1]}\n");
}

TEST(Regions, ARegionThatBringsNothingIsNone) {
  EXPECT_EQ(text_of_lines({"data 5 -", "region 8 -", "end 9 -"}),
            "program: p\napi: openacc\nsteps:\n"
            "  - {kernel: kernel-8, reads: [], writes: []}\n");
  EXPECT_EQ(text_of_lines({}),
            "program: p\napi: openacc\nsteps:\n  - {host: nothing, time: 0 s}\n");
}

TEST(Regions, QueuesAreStreams) {
  EXPECT_EQ(text_of_lines({"enter 1 - copyin:100:80 create:900:16", "region 8 7",
                           "update 9 7 copyout:900:16", "wait 10 -", "exit 11 - copyout:100:80"}),
            "program: p\n"
            "api: openacc\n"
            "streams: 1\n"
            "buffers:\n"
            "  data_1: {type: i8, shape: [80], memory: pageable}\n"
            "  data_2: {type: i8, shape: [16], memory: pageable, starts_on: device}\n"
            "steps:\n"
            "  - {to_device: data_1}\n"
            "  - {kernel: kernel-8, reads: [], writes: [], stream: 0}\n"
            "  - {to_host: data_2, stream: 0}\n"
            "  - {synchronise: all}\n"
            "  - {to_host: data_1}\n");
}

TEST(Regions, APartIsCopiedOfTheWhole) {
  EXPECT_EQ(text_of_lines({"data 5 - copyin:100:80", "update 6 - copyout:120:8", "end 7 -"}),
            "program: p\n"
            "api: openacc\n"
            "buffers:\n"
            "  data_1: {type: i8, shape: [80], memory: pageable}\n"
            "steps:\n"
            "  - data: {copyin: [data_1]}\n"
            "    steps:\n"
            "      - {to_host: data_1, bytes: 8}\n");
}

TEST(Regions, WhatIsRepeatedIsWrittenOnceWithTheHostsMeanTime) {
  std::vector<RegionRecord> records;
  for (const char* line :
       {"host 0 - 3000000", "data 5 - create:900:80 copyin:100:80",
        "region 8 - used:100:80 used:900:80 region:1:12 value:n:7 array:x:10 type:col:i4",
        "host 0 - 30000", "region 9 - used:100:80 used:900:80", "host 0 - 50000",
        "region 9 - used:100:80 used:900:80", "end 11 -", "host 0 - 40000"})
    records.push_back(read_region_record(line));
  EXPECT_EQ(records[2].file, 1u);
  EXPECT_EQ(records[2].line, 12);
  EXPECT_EQ(records[2].values, (std::map<std::string, std::int64_t>{{"n", 7}, {"x_elements", 10}}));
  EXPECT_EQ(records[2].types, (std::map<std::string, std::string>{{"col", "i4"}}));
  RegionProgram how{.id = "p", .summary = "a.c, as it ran"};
  how.kernels = [](const RegionRecord& record) {
    return std::vector<RegionKernel>{{"kernel", record.line > 0 ? "n: 7" : ""}};
  };
  how.place = [](const RegionRecord& record) { return "a.c:" + std::to_string(record.at); };
  how.host = true;
  how.l2_bytes = 1000.0;
  EXPECT_EQ(
      region_program_text(records, how),
      "program: p\n"
      "summary: \"a.c, as it ran\"\n"
      "api: openacc\n"
      "buffers:\n"
      "  data_2: {type: i8, shape: [80], memory: pageable}\n"
      "  data_1: {type: i8, shape: [80], memory: pageable, starts_on: device}\n"
      "steps:\n"
      "  - {host: host code, time: 3 ms}\n"
      "  - data: {copyin: [data_2], create: [data_1]}\n"
      "    steps:\n"
      "      - {kernel: kernel, with: {n: 7}, reads: [], writes: [], cache: copied}  # a.c:8\n"
      "      - repeat: 2\n"
      "        steps:\n"
      "          - {host: host code, time: 40 us}  # mean of 2, from 30 us to 50 us\n"
      "          - {kernel: kernel, reads: [], writes: [], cache: warm}  # a.c:9\n"
      "  - {host: host code, time: 40 us}\n");
}

TEST(Regions, AConstructOfSeveralNestsKeepsItsDataForAll) {
  RegionProgram how{.id = "p"};
  how.kernels = [](const RegionRecord&) { return std::vector<RegionKernel>{{"one"}, {"two"}}; };
  EXPECT_EQ(region_program_text({read_region_record("region 8 - copy:100:80")}, how),
            "program: p\n"
            "api: openacc\n"
            "buffers:\n"
            "  data_1: {type: i8, shape: [80], memory: pageable}\n"
            "steps:\n"
            "  - data: {copy: [data_1]}\n"
            "    steps:\n"
            "      - {kernel: one, reads: [], writes: []}\n"
            "      - {kernel: two, reads: [], writes: []}\n");
}

TEST(Regions, AFaultSaysWhy) {
  const RegionRecord fault = read_region_record("fault 77 - it uses data that is not there");
  EXPECT_EQ(fault.fault, "it uses data that is not there");
  EXPECT_EQ(fault.at, 77u);
}

TEST(Regions, LinesOfOthersAreRefused) {
  for (const char* line :
       {"", "region", "region x -", "fly 1 -", "region 1 - copy:1", "data 1 - :1:2",
        "region 1 - copy:a:8", "region 1 - keep:1:8", "region -1 -", "host 0 -", "host 0 - x",
        "region 1 - region:0:x", "region 1 - value:n:x", "region 1 - array:n:1.5"}) {
    EXPECT_THROW(read_region_record(line), InputError) << line;
  }
}

}  // namespace
}  // namespace gpumodel
