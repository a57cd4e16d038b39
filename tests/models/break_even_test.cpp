// Where offloading starts to pay, with sizes worked out by hand.
#include "models/break_even.hpp"

#include <gtest/gtest.h>

#include "src/input/read_kernel.hpp"
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
    return find_break_even(*find_model("textbook"), question, *size_parameter(file.kernel), {});
  }
};

TEST(BreakEven, FromTheSizeWhereTheLatencyIsEarned) {
  // host 8n / 1e9, offload 7.2e-6 + 8n / 1e10 + 8n / 1e12: equal at n = 7.2e-6 / 8 / 0.899e-9
  // = 1001.1
  const BreakEven found = Search(linear).find();
  EXPECT_FALSE(found.pays_at_smallest);
  EXPECT_EQ(found.change, 1002);
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
  EXPECT_FALSE(found.pays_at_smallest);
  ASSERT_TRUE(found.change);
  // host 8 (n-2)^2 / 1e9 against 7.2e-6 + 8n / 1e10 + 8 (n-2)^2 / 1e12: first at n = 33
  EXPECT_EQ(*found.change, 33);
}

TEST(BreakEven, NeverWhereTheLinkIsSlowerThanTheHost) {
  Search search(linear);
  toy::set(search.toy.cpu.memory_bandwidth, BytesPerSecond{20e9});
  const BreakEven found = search.find();
  EXPECT_FALSE(found.pays_at_smallest);
  EXPECT_FALSE(found.change);
}

TEST(BreakEven, AlwaysWithoutLatency) {
  Search search(linear);
  toy::set(search.toy.gpu.h2d_latency, Seconds{0});
  const BreakEven found = search.find();
  EXPECT_TRUE(found.pays_at_smallest);
  EXPECT_FALSE(found.change);
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
  EXPECT_TRUE(found.pays_at_smallest);
  EXPECT_EQ(found.change, 11);
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
  EXPECT_EQ(search.find().change, 1006);
  // at n = 2^20 the grid is too large: the search ends before anything pays
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
  EXPECT_FALSE(limited.find().change);
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
