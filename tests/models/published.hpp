// What the comparisons with published measurements share: rows of tests/data/published, times of
// the machine model, and errors.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "models/time/predict.hpp"

namespace gpumodel::published {

// By column; lines that start with # are left out.
using Row = std::map<std::string, std::string>;
std::vector<Row> rows(const std::string& name);

Gpu device(const std::string& id);
// What a datasheet and a pointer chase tell: the sustained rates of the file are derived anew from
// the peak.
Gpu peaks_and_latencies(const std::string& id);
// Shared memory per block that leaves room for two on an SM.
std::int64_t for_two_blocks(const Gpu& gpu);
std::int64_t sms_of(const Gpu& gpu);

inline const std::string kernel_folder = "tests/data/published/kernels/";
using Parameters = std::map<std::string, std::int64_t>;
// Of the kernel in this file of the repository, in the machine model.
double seconds(const std::string& path, const Parameters& parameters, const Gpu& gpu,
               CacheStart cache = CacheStart::cold);

// Of times; a bandwidth is the inverse of one.
struct Errors {
  int n = 0;
  double sum = 0.0, absolute = 0.0, worst = 0.0;
  void add(double error) {
    ++n;
    sum += error;
    absolute += std::abs(error);
    if (std::abs(error) > std::abs(worst)) worst = error;
  }
  double mean() const { return absolute / n; }
};
std::ostream& operator<<(std::ostream& out, const Errors& errors);

using ErrorsByName = std::map<std::string, Errors>;
void print(const ErrorsByName& errors);

// Errors as recorded, a little room added: they may shrink, not grow. Every name that is compared
// has a bar.
using Bars = std::map<std::string, double>;
void expect_within(const ErrorsByName& errors, const Bars& bars);

}  // namespace gpumodel::published
