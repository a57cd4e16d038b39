#include "tests/models/published.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

#include "models/hardware/derive.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "tests/models/bound_kernel.hpp"

namespace gpumodel::published {
namespace {

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) all.push_back(cell);
  return all;
}

}  // namespace

std::vector<Row> rows(const std::string& name) {
  std::ifstream file(GPUMODEL_TEST_DATA "/published/" + name);
  std::vector<Row> all;
  std::vector<std::string> heads;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    const std::vector<std::string> row = cells(line);
    if (heads.empty()) {
      heads = row;
      continue;
    }
    Row read;
    for (std::size_t i = 0; i < row.size(); ++i) read[heads.at(i)] = row[i];
    all.push_back(read);
  }
  return all;
}

Gpu device(const std::string& id) {
  const std::string path = GPUMODEL_LIBRARY "/devices/" + id + ".yaml";
  return std::get<Gpu>(read_device(read_text_file(path, path)).device);
}

Gpu peaks_and_latencies(const std::string& id) {
  Gpu gpu = device(id);
  gpu.dram_copy_bandwidth = {};
  gpu.dram_read_bandwidth = {};
  gpu.dram_write_bandwidth = {};
  derive_missing(gpu);
  return gpu;
}

// Of the devices compared: 96, 164 and 228 KB.
std::int64_t for_two_blocks(const Gpu& gpu) {
  if (gpu.compute_capability < ComputeCapability{8, 0}) return 47 * 1024;
  return gpu.compute_capability == ComputeCapability{8, 0} ? 70 * 1024 : 100 * 1024;
}

std::int64_t sms_of(const Gpu& gpu) {
  return static_cast<std::int64_t>(gpu.sms.known().si);
}

double seconds(const std::string& path, const Parameters& parameters, const Gpu& gpu,
               CacheStart cache) {
  const std::string full = GPUMODEL_LIBRARY "/" + path;
  const Kernel kernel = read_kernel(read_text_file(full, full)).kernel;
  const std::vector<Number> values = values_of(kernel, parameters);
  Question question{&kernel, values, &gpu};
  question.cache = cache;
  Prediction p;
  predict(*find_model("machine"), question, p);
  return p.time(p.kernel).si;
}

std::ostream& operator<<(std::ostream& out, const Errors& errors) {
  char text[80];
  std::snprintf(text, sizeof text, "n %3d  mean |error| %5.1f %%  bias %+5.1f %%  worst %+5.1f %%",
                errors.n, 100 * errors.mean(), 100 * errors.sum / errors.n, 100 * errors.worst);
  return out << text;
}

void print(const ErrorsByName& errors) {
  for (const auto& [name, of] : errors) std::cout << name << ": " << of << '\n';
}

void expect_within(const ErrorsByName& errors, const Bars& bars) {
  EXPECT_EQ(errors.size(), bars.size());
  for (const auto& [name, of] : errors) {
    const auto bar = bars.find(name);
    if (bar == bars.end()) {
      ADD_FAILURE() << name << " has no bar";
    } else {
      EXPECT_LE(of.mean(), bar->second) << name;
    }
  }
}

}  // namespace gpumodel::published
