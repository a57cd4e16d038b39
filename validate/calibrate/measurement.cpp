#include "validate/calibrate/measurement.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

namespace gpumodel::calibrate {
namespace {

using Json = nlohmann::ordered_json;

double quantile(const std::vector<double>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

bool usable(double value) {
  return std::isfinite(value) && value > 0.0;
}

double seconds_since_start() {
  static const auto start = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
const double start_of_the_program = seconds_since_start();

// One line, at once: what was measured before a fault is kept.
void print(const Json& line) {
  std::cout << line.dump() << std::endl;
}

Json head(const Measurement& measurement, const Key& key, int devices) {
  Json line = {{"measurement", measurement.name}, {"name", key.name}, {"unit", key.unit}};
  if (devices > 0) line["devices"] = devices;
  return line;
}

void finish(Json& line, double spread, int samples, std::string_view note) {
  line["spread"] = spread;
  line["samples"] = samples;
  line["seconds"] = seconds_since_start();
  line["note"] = note;
  print(line);
}

}  // namespace

Sample sample_of(std::vector<double> values) {
  if (values.empty()) throw MeasurementError("no samples");
  std::sort(values.begin(), values.end());
  const double median = quantile(values, 0.5);
  const double half_width = (quantile(values, 0.75) - quantile(values, 0.25)) / 2.0;
  return {median, std::abs(half_width / median), static_cast<int>(values.size())};
}

Sample scaled(Sample sample, double factor) {
  sample.value *= factor;
  return sample;
}

Sample inverse(Sample sample, double numerator) {
  sample.value = numerator / sample.value;
  return sample;
}

Sample slope(int repeats, double n_short, double n_long,
             const std::function<double(double)>& time) {
  time(n_long);  // first use: code, page tables and caches
  std::vector<double> few, many, slopes;
  for (int i = 0; i < repeats; ++i) {
    few.push_back(time(n_short));
    many.push_back(time(n_long));
    slopes.push_back((many.back() - few.back()) / (n_long - n_short));
  }
  Sample result = sample_of(std::move(slopes));
  const double longer = sample_of(std::move(many)).value;
  // Of the medians: steadier than the median of the slopes.
  result.value = (longer - sample_of(std::move(few)).value) / (n_long - n_short);
  result.constant_share = std::max(0.0, 1.0 - result.value * n_long / longer);
  return result;
}

Sample repeated(int repeats, const std::function<double()>& once) {
  once();
  std::vector<double> values;
  for (int i = 0; i < repeats; ++i) values.push_back(once());
  return sample_of(values);
}

const Key& Session::key_of(std::string_view key) const {
  for (const Key& known : measurement_.keys) {
    if (known.name == key) return known;
  }
  throw std::logic_error(measurement_.name + " does not declare " + std::string(key));
}

// More work took no more time: something else used the machine, or the work was optimised away.
constexpr const char* senseless = "gives no usable time (is the machine busy?)";

void Session::refuse(std::string_view key, const std::string& why) {
  std::cerr << measurement_.name << ": " << key << ' ' << why << '\n';
  refused_any_ = true;
}

void Session::value(std::string_view key, const Sample& sample, std::string_view note,
                    int devices) {
  if (!usable(sample.value)) return refuse(key, senseless);
  Json line = head(measurement_, key_of(key), devices);
  line["value"] = sample.value;
  if (sample.constant_share >= 0.0) line["constant_share"] = sample.constant_share;
  finish(line, sample.spread, sample.count, note);
}

void Session::curve_by_size(std::string_view key, std::size_t most,
                            const std::function<Sample(std::size_t)>& seconds,
                            std::string_view note, int devices) {
  std::vector<double> sizes;
  std::vector<Sample> rates;
  for (std::size_t bytes = 64; bytes <= most; bytes *= 2) {
    sizes.push_back(static_cast<double>(bytes));
    rates.push_back(inverse(seconds(bytes), sizes.back()));
  }
  curve(key, sizes, rates, note, devices);
}

void Session::curve(std::string_view key, const std::vector<double>& x,
                    const std::vector<Sample>& y, std::string_view note, int devices) {
  Json line = head(measurement_, key_of(key), devices);
  line["unit_x"] = key_of(key).unit_x;
  Json points = Json::array();
  std::vector<double> spreads;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!usable(y[i].value)) {
      return refuse(key, std::string(senseless) + " at " + Json(x[i]).dump());
    }
    points.push_back({x[i], y[i].value});
    spreads.push_back(y[i].spread);
  }
  line["curve"] = std::move(points);
  finish(line, sample_of(spreads).value, y.front().count, note);
}

std::vector<Measurement>& measurements() {
  static std::vector<Measurement> all;
  return all;
}

Registered::Registered(Measurement measurement) {
  measurements().push_back(std::move(measurement));
}

}  // namespace gpumodel::calibrate
