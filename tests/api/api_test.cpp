// Questions as a program asks them, with the public headers only.
#include <gpumodel/gpumodel.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace {

using gpumodel::Error;
using gpumodel::Library;
using gpumodel::Text;

Library shipped() {
  return Library::open({GPUMODEL_FOLDER});
}

Text text_of(const std::string& file) {
  return gpumodel::read_text(GPUMODEL_FOLDER "/" + file);
}

// What `act` throws.
template <class Act>
Error error_of(Act act) {
  try {
    act();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return Error(Error::Kind::internal, {});
}

TEST(Api, AKernelTakesTimeAndSaysWhy) {
  const Library library = shipped();
  const auto report =
      gpumodel::predict(library.kernel("saxpy"), library.gpu("h200"),
                        {.parameters = {{"N", 1 << 26}}, .host = library.host("xeon-16vcpu")});
  const double bytes = 12.0 * (1 << 26);
  EXPECT_GT(report.time(), bytes / 4.8e12);
  EXPECT_LT(report.time(), bytes / 2.4e12);
  EXPECT_LT(report.interval().low, report.time());
  EXPECT_GT(report.interval().high, report.time());
  EXPECT_EQ(report.limiter(), "dram");
  ASSERT_TRUE(report.limiting_number());
  EXPECT_EQ(report.limiting_number()->key.substr(0, 5), "dram.");
  EXPECT_EQ(report.limiting_number()->source.substr(0, 18), "devices/h200.yaml:");
  EXPECT_EQ(report.terms().time, report.time());
  EXPECT_FALSE(report.terms().parts.empty());
  EXPECT_NEAR(report.offload_time(), report.time() + report.transfer_time(), 1e-12);
  EXPECT_TRUE(report.host_time() && *report.host_time() > report.time());
  EXPECT_FALSE(report.overlapped_time());
  EXPECT_EQ(report.text().substr(0, 21), "saxpy on NVIDIA H200:");
}

TEST(Api, StreamsTakeAsLongAsOnTheTimeline) {
  const Library library = shipped();
  const auto kernel = library.kernel("saxpy");
  const auto gpu = library.gpu("h200");
  const auto report = gpumodel::predict(kernel, gpu, {.streams = 4});
  ASSERT_TRUE(report.overlapped_time());
  EXPECT_EQ(*report.overlapped_time(), gpumodel::overlap(kernel, gpu, {.streams = 4}).time());
  EXPECT_LT(*report.overlapped_time(), report.offload_time());
}

TEST(Api, ValuesAreWholeRealOrText) {
  const Library library = shipped();
  const auto time = [&](const gpumodel::Value& n) {
    return gpumodel::predict(library.kernel("saxpy"), library.gpu("h200"),
                             {.parameters = {{"N", n}}})
        .time();
  };
  EXPECT_EQ(time(1 << 20), time("1Mi"));
  EXPECT_EQ(time(1048576.0), time("1Mi"));
  EXPECT_EQ(time(std::size_t{1} << 20), time("2^20"));
}

// Nothing is read from a disk: there is none of these files in the working folder.
TEST(Api, TextsAreALibrary) {
  const Library folder = shipped();
  const Library texts = Library::from_texts(
      {text_of("kernels/saxpy/saxpy.yaml"), text_of("devices/h200.yaml"),
       text_of("devices/xeon-16vcpu.yaml"), text_of("programs/saxpy-host-data.yaml"),
       text_of("systems/h200-x2.yaml")});
  EXPECT_EQ(texts.kernels(), std::vector<std::string>{"saxpy"});
  EXPECT_EQ(texts.gpus(), std::vector<std::string>{"h200"});
  EXPECT_EQ(texts.hosts(), std::vector<std::string>{"xeon-16vcpu"});
  EXPECT_EQ(gpumodel::predict(texts.kernel("saxpy"), texts.gpu("h200")).time(),
            gpumodel::predict(folder.kernel("saxpy"), folder.gpu("h200")).time());
  EXPECT_EQ(gpumodel::predict(texts.program("saxpy-host-data"), texts.gpu("h200")).time(),
            gpumodel::predict(folder.program("saxpy-host-data"), folder.gpu("h200")).time());
  const Error error = error_of([&] { texts.kernel("saxpi"); });
  EXPECT_EQ(error.findings().front().code, "kernel-unknown");
  EXPECT_EQ(error.findings().front().hints.front(), "did you mean 'saxpy'?");
}

TEST(Api, ReportsOutliveWhatTheyWereAskedOf) {
  const auto report = [] {
    const Library library = shipped();
    return gpumodel::predict(library.kernel("saxpy"), library.gpu("h200"), {.explain = true});
  }();
  const auto program = [] {
    const Library library = shipped();
    return gpumodel::predict(library.program("jacobi-multi"), library.system("h200-x4"),
                             {.gpus = 2});
  }();
  EXPECT_NE(report.json().find("\"sensitivities\": {"), std::string::npos);
  EXPECT_NE(program.json().find("\"h200-x4\""), std::string::npos);
  EXPECT_EQ(
      gpumodel::overlap(shipped().kernel("saxpy"), shipped().gpu("h200")).chunks().has_value(),
      true);
}

TEST(Api, FaultsOfATextHaveTheirPlace) {
  const Library library = shipped();
  Text text = text_of("kernels/saxpy/saxpy.yaml");
  text.file = "mine.yaml";
  text.content.replace(text.content.find("store: y[i]"), 11, "store: z[i]");
  const Error error = error_of([&] { library.kernel(text); });
  EXPECT_EQ(error.kind(), Error::Kind::input);
  const gpumodel::Finding& found = error.findings().front();
  EXPECT_EQ(found.weight, gpumodel::Weight::error);
  EXPECT_EQ(found.file, "mine.yaml");
  const auto line =
      1 + std::count(text.content.begin(),
                     text.content.begin() + static_cast<std::ptrdiff_t>(text.content.find("z[i]")),
                     '\n');
  EXPECT_EQ(found.line, line);
  EXPECT_GT(found.column, 1);
  EXPECT_NE(found.text.find("mine.yaml:" + std::to_string(line)), std::string::npos);
  EXPECT_EQ(std::string(error.what()).substr(0, 6), "error[");
  EXPECT_FALSE(gpumodel::check(library, text).usable());
}

TEST(Api, WhatMakesNoSenseIsRefused) {
  const Library library = shipped();
  const auto kernel = library.kernel("saxpy");
  const auto gpu = library.gpu("h200");
  const auto kind = [&](auto act) { return error_of(act).kind(); };
  EXPECT_EQ(kind([&] { predict(kernel, gpu, {.model = "crystal"}); }), Error::Kind::call);
  EXPECT_EQ(kind([&] { predict(kernel, gpu, {.streams = -1}); }), Error::Kind::call);
  EXPECT_EQ(kind([&] { predict(kernel, gpu, {.work = 0.0}); }), Error::Kind::call);
  EXPECT_EQ(kind([&] { predict(kernel, gpu, {.work = std::nan("")}); }), Error::Kind::call);
  EXPECT_EQ(kind([&] { predict(kernel, gpu, {.parameters = {{"M", 1}}}); }), Error::Kind::input);
  EXPECT_EQ(kind([&] {
              predict(kernel, gpu, {.parameters = {{"N", std::nan("")}}});
            }),
            Error::Kind::input);
  EXPECT_EQ(kind([&] { library.host("h200"); }), Error::Kind::input);
  EXPECT_EQ(kind([&] { library.kernel("../kernels/saxpy/saxpy"); }), Error::Kind::input);
  EXPECT_EQ(kind([&] { occupancy(gpu, {}); }), Error::Kind::call);
  EXPECT_EQ(kind([&] { occupancy(gpu, {.threads = -32}); }), Error::Kind::call);
  EXPECT_EQ(kind([&] { occupancy(gpu, {.threads = 4096}); }), Error::Kind::input);
  EXPECT_EQ(kind([&] { coalesce({"x[i"}, gpu, {.element = "4"}); }), Error::Kind::input);
  EXPECT_EQ(kind([&] {
              coalesce({"x[i]"}, gpu, {.element = "4", .block = {0, 1, 1}});
            }),
            Error::Kind::call);
  EXPECT_EQ(kind([&] { coalesce({"x[i]"}, gpu, {.element = "4", .warp = -1}); }),
            Error::Kind::call);
  EXPECT_EQ(kind([&] { Library::from_texts({{"shoe: 42\n", "shoe.yaml"}}); }), Error::Kind::input);
  EXPECT_EQ(kind([&] { Library::open({"/nowhere"}).gpu("h200"); }), Error::Kind::input);
}

TEST(Api, BlocksAndAccesses) {
  const Library library = shipped();
  const auto block = gpumodel::occupancy(
      library.gpu("v100"), {.threads = 128, .registers_per_thread = 64, .shared_memory = 8 << 10});
  EXPECT_EQ(block.occupancy().low, 0.5);
  EXPECT_EQ(block.occupancy().high, 0.5);
  EXPECT_EQ(block.blocks_per_sm(), 8);
  EXPECT_EQ(block.limiters(), std::vector<std::string>{"registers"});
  const auto open = gpumodel::occupancy(library.gpu("v100"), {.threads = 128});
  EXPECT_LT(open.occupancy().low, open.occupancy().high);
  EXPECT_FALSE(open.blocks_per_sm());

  const auto strided =
      gpumodel::coalesce({"x[2*i]"}, library.gpu("v100"), {.element = "f32"}).accesses();
  ASSERT_EQ(strided.size(), 1U);
  EXPECT_EQ(strided[0].sectors, 8);
  EXPECT_EQ(strided[0].requested_bytes, 128);
  const auto whole = gpumodel::coalesce(library.kernel("saxpy"), library.gpu("v100"),
                                        {.parameters = {{"N", 1024}}});
  ASSERT_EQ(whole.accesses().size(), 3U);
  EXPECT_EQ(whole.accesses()[2].op, "store");
  EXPECT_EQ(whole.accesses()[2].requests, 32);
  EXPECT_EQ(whole.accesses()[2].sectors, 128);
}

}  // namespace
