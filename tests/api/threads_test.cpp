// Eight threads ask about every kernel of the library at once, each in an order of its own, of the
// same values: they get what one thread gets alone. The preset `tsan` looks for races.
#include <gpumodel/gpumodel.hpp>

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using gpumodel::Library;

constexpr std::size_t threads = 8;

// What cannot be said is an answer, too.
template <class Act>
std::string said_by(Act act) {
  try {
    return act();
  } catch (const gpumodel::Error& error) {
    return error.what();
  }
}

// Runs `act(thread)` in all threads at once.
template <class Act>
void at_once(Act act) {
  std::vector<std::jthread> all;
  for (std::size_t i = 0; i < threads; ++i) all.emplace_back([act, i] { act(i); });
}

TEST(ApiThreads, EveryKernelIsTheSameFromEight) {
  const Library library = Library::open({GPUMODEL_FOLDER});
  const auto gpu = library.gpu("h200");
  const std::vector<std::string> kernels = library.kernels();
  ASSERT_GE(kernels.size(), 68U);
  const auto time = [&](const std::string& name) {
    return said_by([&] { return gpumodel::predict(library.kernel(name), gpu).json(); });
  };
  const auto accesses = [&](const std::string& name) {
    return said_by([&] { return gpumodel::coalesce(library.kernel(name), gpu).json(); });
  };
  std::vector<std::vector<std::string>> times(threads, std::vector<std::string>(kernels.size()));
  std::vector<std::string> moved(
      kernels.size());  // each by one of them: it takes ten times as long
  at_once([&](std::size_t thread) {
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const std::size_t k = (i + thread) % kernels.size();  // neighbours follow each other
      times[thread][k] = time(kernels[k]);
      if (k % threads == thread) moved[k] = accesses(kernels[k]);
    }
  });
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    const std::string alone = time(kernels[k]);
    for (std::size_t thread = 0; thread < threads; ++thread) {
      EXPECT_TRUE(times[thread][k] == alone) << kernels[k] << " in thread " << thread;
    }
    EXPECT_FALSE(moved[k].empty()) << kernels[k];
  }
}

// One report that all read, and every other kind of question beside it.
TEST(ApiThreads, ReportsAndLibrariesAreShared) {
  const Library library = Library::open({GPUMODEL_FOLDER});
  const auto gpu = library.gpu("h200");
  const auto report = gpumodel::predict(library.kernel("saxpy"), gpu, {.explain = true});
  const std::string json = report.json(), text = report.text();
  at_once([&](std::size_t thread) {
    EXPECT_TRUE(report.json() == json);
    EXPECT_TRUE(report.text() == text);
    const auto host = library.host("xeon-16vcpu");
    EXPECT_TRUE(
        gpumodel::predict(library.kernel("copy"), gpu, {.host = host, .streams = 4}).host_time());
    const auto system = library.system("h200-x4");
    EXPECT_GT(gpumodel::predict(library.program("jacobi-multi"), system, {.gpus = 2}).time(), 0.0);
    EXPECT_GT(gpumodel::overlap(library.program("pipeline"), gpu).time(), 0.0);
    EXPECT_GT(gpumodel::occupancy(gpu, {.threads = 32 * (thread + 1)}).occupancy().high, 0.0);
    EXPECT_EQ(gpumodel::coalesce({"x[i]"}, gpu, {.element = "4"}).accesses().size(), 1U);
    EXPECT_THROW(library.kernel("no such"), gpumodel::Error);
    EXPECT_TRUE(gpumodel::check(library, {"kernel: k\n", "k.yaml"}).findings().size() > 0);
  });
}

}  // namespace
