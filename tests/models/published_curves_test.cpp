// The machine model against published curves of GPUs that nobody calibrated: bandwidth against
// occupancy (tests/data/published/stream_vs_occupancy.csv). Run it alone to see the errors.
#include <gtest/gtest.h>

#include <optional>

#include "tests/models/published.hpp"

namespace gpumodel::published {
namespace {

// A column of the table: its kernel, and the arrays that its bandwidth counts.
struct Column {
  const char* name;
  const char* path;
  int arrays;
  std::optional<std::int64_t> radius;
};
const Column columns[] = {
    {"init", "tests/data/published/kernels/stream-init.yaml", 1, {}},
    {"read", "tests/data/published/kernels/stream-read.yaml", 1, {}},
    {"scale", "kernels/scale/scale.yaml", 2, {}},
    {"triad", "kernels/triad/triad.yaml", 3, {}},
    {"pt3", "kernels/stencil1d/stencil1d.yaml", 2, 1},
    {"pt5", "kernels/stencil1d/stencil1d.yaml", 2, 2},
};

constexpr std::int64_t stream_elements = 134217730;

double predicted_gb_per_s(const Column& column, std::int64_t threads, const Gpu& gpu) {
  Parameters parameters{
      {"N", stream_elements}, {"threads", threads}, {"smem", for_two_blocks(gpu)}};
  if (column.radius) parameters["radius"] = *column.radius;
  const double time = seconds(column.path, parameters, gpu);
  return column.arrays * 8.0 * static_cast<double>(stream_elements) / time / 1e9;
}

// By device and column; "all" for a whole device.
ErrorsByName compare_curves(Gpu (*read)(const std::string&)) {
  ErrorsByName errors;
  std::map<std::string, Gpu> gpus;
  for (const Row& row : rows("stream_vs_occupancy.csv")) {
    const std::string& id = row.at("device");
    if (!gpus.contains(id)) gpus[id] = read(id);
    for (const Column& column : columns) {
      const double measured = std::stod(row.at(column.name));
      const double predicted =
          predicted_gb_per_s(column, std::stoll(row.at("block_size")), gpus[id]);
      const double error = measured / predicted - 1.0;
      errors[id + " " + column.name].add(error);
      errors[id].add(error);
      errors["all"].add(error);
    }
  }
  print(errors);
  std::erase_if(errors, [](const auto& of) { return of.first.find(' ') != std::string::npos; });
  return errors;
}

// The aim is 10 % for each.
TEST(PublishedCurves, BandwidthAgainstOccupancyFromPeaksAndLatencies) {
  expect_within(compare_curves(peaks_and_latencies), {{"all", 0.070},
                                                      {"a100-40gb", 0.090},
                                                      {"a100-80gb", 0.090},
                                                      {"gh200", 0.050},
                                                      {"h200", 0.055}});
}

// The same with the sustained rates of the files: what the model adds beyond the ends of the
// curves.
TEST(PublishedCurves, BandwidthAgainstOccupancyWithSustainedRates) {
  expect_within(compare_curves(device), {{"all", 0.060},
                                         {"a100-40gb", 0.060},
                                         {"a100-80gb", 0.080},
                                         {"gh200", 0.055},
                                         {"h200", 0.055}});
}

}  // namespace
}  // namespace gpumodel::published
