// Where offloading starts to pay, with sizes worked out by hand.
#include "models/time/break_even.hpp"

#include <gtest/gtest.h>

#include "src/io/kernel/read_kernel.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel {
namespace {

constexpr const char* linear = R"(
kernel: linear
parameters: {fixed: 3, n: 1}
arrays: {x: {type: f64, shape: [n]}}
work_items: n
per_item: {load: {x: 1}}
transfers: {to_device: [x]}
)";

struct Search {
  toy::Case toy{};
  KernelFile file;

  explicit Search(const std::string& text) : file(read_kernel(make_text_file(text, "test.yaml"))) {
    toy::set(toy.gpu.dram_bandwidth, BytesPerSecond{1e12});
    toy::set(toy.gpu.h2d_bandwidth, BytesPerSecond{10e9});
    toy::set(toy.gpu.h2d_latency, Seconds{7.2e-6});
    toy::set(toy.cpu.memory_bandwidth, BytesPerSecond{1e9});
  }
  BreakEven find() {
    std::vector<Number> values;
    evaluate_parameters(file.kernel, {}, values);
    const Question question{&file.kernel, values, &toy.gpu, &toy.cpu, 0};
    const Model& textbook = *find_model("textbook");
    Prediction prediction;
    predict(textbook, question, prediction);
    return *find_break_even(textbook, question, prediction, *size_parameter(file.kernel), {});
  }
};

TEST(BreakEven, FromTheSizeWhereTheLatencyIsEarned) {
  // host 8n / 1e9, offload 7.2e-6 + 8n / 1e10 + 8n / 1e12: equal at n = 7.2e-6 / 8 / 0.899e-9
  // = 1001.1
  const BreakEven found = Search(linear).find();
  EXPECT_FALSE(found.expected.pays_at_smallest);
  EXPECT_EQ(found.expected.at, 1002);
  EXPECT_EQ(found.expected.holds_to, found.largest);
}

TEST(BreakEven, IsFoundWithFewSizes) {
  EXPECT_LE(Search(linear).find().evaluated, 24);
}

TEST(BreakEven, WhatWasEvaluatedEndsWhereTheDataDoesNotFit) {
  const BreakEven found = Search(linear).find();  // 16 GB hold 2^30 doubles, not 2^31
  EXPECT_EQ(found.smallest, 1);
  EXPECT_EQ(found.largest, std::int64_t{1} << 30);
  EXPECT_EQ(found.end, SizesEnd::memory);
}

TEST(BreakEven, TheIntervalHoldsWhatTheNumbersMayBe) {
  // Twice or half the latency: 500.6 and 2002.2.
  Search search(linear);
  toy::set(search.toy.gpu.h2d_latency, Seconds{7.2e-6}, 2.0);
  const BreakEven found = search.find();
  EXPECT_EQ(found.expected.at, 1002);
  EXPECT_GE(found.at_best.at, 501);
  EXPECT_LE(found.at_best.at, 501 + 501 / 64);
  EXPECT_GE(found.at_worst.at, 2003);
  EXPECT_LE(found.at_worst.at, 2003 + 2003 / 64);
}

TEST(BreakEven, ANumberThatMayReverseTheVerdictOpensTheInterval) {
  Search search(linear);  // the host's memory may be as fast as the link
  toy::set(search.toy.cpu.memory_bandwidth, BytesPerSecond{5e9}, 2.0);
  const BreakEven found = search.find();
  EXPECT_TRUE(found.expected.at);
  EXPECT_TRUE(found.at_best.at);
  EXPECT_FALSE(found.at_worst.at);
  EXPECT_FALSE(found.at_worst.pays_at_smallest);
}

TEST(BreakEven, AVerdictThatChangesBackEndsTheClaim) {
  // host 8e-6 n, offload 72e-6 + 8e-10 n^2 + 8e-9 n: pays from 9.02 to about 9980
  Search search(R"(
kernel: twice
parameters: {n: 1}
arrays: {x: {type: f64, shape: [n, n]}}
work_items: 1000 * n
per_item: {load: {x: 1}}
transfers: {to_device: [x]}
)");
  toy::set(search.toy.gpu.h2d_latency, Seconds{72e-6});
  const BreakEven found = search.find();
  EXPECT_EQ(found.expected.at, 10);
  EXPECT_GE(found.expected.holds_to, 4096);
  EXPECT_LT(found.expected.holds_to, 9990);
  EXPECT_EQ(found.largest, 32768);
}

TEST(BreakEven, PassesOverSizesWithoutAValue) {
  // No work at n = 2, so the kernel has no time there; the search must go on to the sizes beyond.
  Search search(R"(
kernel: holes
parameters: {n: 4096}
arrays: {x: {type: f64, shape: [n]}}
work_items: max((n - 2) * (n - 2), 0)
per_item: {load: {x: 1}}
transfers: {to_device: [x]}
)");
  const BreakEven found = search.find();
  EXPECT_FALSE(found.expected.pays_at_smallest);
  // host 8 (n-2)^2 / 1e9 against 7.2e-6 + 8n / 1e10 + 8 (n-2)^2 / 1e12: first at n = 33
  EXPECT_EQ(found.expected.at, 33);
}

TEST(BreakEven, NeverWhereTheLinkIsSlowerThanTheHost) {
  Search search(linear);
  toy::set(search.toy.cpu.memory_bandwidth, BytesPerSecond{20e9});
  const BreakEven found = search.find();
  EXPECT_FALSE(found.expected.pays_at_smallest);
  EXPECT_FALSE(found.expected.at);
}

TEST(BreakEven, AlwaysWithoutLatency) {
  Search search(linear);
  toy::set(search.toy.gpu.h2d_latency, Seconds{0});
  const BreakEven found = search.find();
  EXPECT_TRUE(found.expected.pays_at_smallest);
  EXPECT_FALSE(found.expected.at);
}

TEST(BreakEven, UntilTheTransfersOutgrowTheWork) {
  // host 8n / 1e9, offload 8n^2 / 1.05e10 + 8n / 1e12: equal at n = 10.5 - 0.0105
  Search search(R"(
kernel: square
parameters: {n: 1}
arrays: {x: {type: f64, shape: [n, n]}}
work_items: n
per_item: {load: {x: 1}}
transfers: {to_device: [x]}
)");
  toy::set(search.toy.gpu.h2d_bandwidth, BytesPerSecond{1.05e10});
  toy::set(search.toy.gpu.h2d_latency, Seconds{0});
  const BreakEven found = search.find();
  EXPECT_TRUE(found.expected.pays_at_smallest);
  EXPECT_EQ(found.expected.at, 11);
}

TEST(BreakEven, SizesWithoutAValueAreSkippedOrEndTheSearch) {
  // (n - 4) work items have no value below 5; the same break-even, four later
  Search search(R"(
kernel: offset
parameters: {n: 100}
arrays: {x: {type: f64, shape: [n - 4]}}
work_items: n - 4
per_item: {load: {x: 1}}
transfers: {to_device: [x]}
)");
  EXPECT_EQ(search.find().expected.at, 1006);
  EXPECT_EQ(search.find().smallest, 8);
  // at n = 2^19 the grid is too large: the search ends before anything pays
  Search limited(R"(
kernel: limited
parameters: {n: 1}
arrays: {x: {type: f64, shape: [n]}}
work_items: n
per_item: {load: {x: 1}}
launch: {block: [1], grid: [4096 * n]}
transfers: {to_device: [x]}
)");
  toy::set(limited.toy.gpu.h2d_latency, Seconds{1.0});
  const BreakEven found = limited.find();
  EXPECT_FALSE(found.expected.at);
  EXPECT_EQ(found.largest, 1 << 18);
  EXPECT_EQ(found.end, SizesEnd::value);
  EXPECT_NE(found.reason.find("at most 2147483647"), std::string::npos) << found.reason;
}

TEST(BreakEven, AmongMultiplesWhereTheKernelWantsThem) {
  // 1001.1 as for `linear`, and 128 divides: 1024
  EXPECT_EQ(Search(R"(
kernel: tiled
parameters: {n: 4096}
arrays: {x: {type: f64, shape: [n]}}
work_items: 128 * (n / 128)
per_item: {load: {x: 1}}
launch: {block: [128], grid: [n / 128]}
transfers: {to_device: [x]}
)")
                .find()
                .expected.at,
            1024);
}

TEST(BreakEven, TheLargestSizeThatFitsIsExact) {
  const Kernel linear_kernel = Search(linear).file.kernel;
  const auto largest = [&](double bytes) {
    return largest_that_fits(linear_kernel, *size_parameter(linear_kernel), {}, Bytes{bytes});
  };
  EXPECT_EQ(largest(16e9), 2'000'000'000);
  EXPECT_EQ(largest(8.0), 1);
  EXPECT_EQ(largest(7.0), std::nullopt);
  EXPECT_EQ(largest(1e15), largest_break_even_size);
}

TEST(BreakEven, TheSizeIsTheParameterThatTheWorkDependsOn) {
  const auto size_of = [](const std::string& parameters, const std::string& work) {
    const KernelFile file = read_kernel(make_text_file(
        "kernel: k\nparameters: {" + parameters + "}\narrays: {x: {type: f32, shape: [1]}}\n" +
            "work_items: " + work + "\nper_item: {load: {x: 1}}\n",
        "test.yaml"));
    const auto found = size_parameter(file.kernel);
    return found ? file.kernel.parameters[*found].name : "none";
  };
  EXPECT_EQ(size_of("fixed: 3, n: 5", "n"), "n");
  EXPECT_EQ(size_of("n: 5, m: n", "m"), "n") << "through another parameter";
  EXPECT_EQ(size_of("m: n, n: 5", "m"), "m") << "the first that the work depends on";
  EXPECT_EQ(size_of("n: 5", "7"), "none");
}

}  // namespace
}  // namespace gpumodel
