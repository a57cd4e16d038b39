#include "src/cli/application/counted_number.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>

namespace gpumodel {
namespace {

using Kind = CountedNumber::Kind;

std::string ratio_text(const std::pair<std::int64_t, std::int64_t>& whole_and_part) {
  char text[40];
  std::snprintf(
      text, sizeof text, "%.6g",
      static_cast<double>(whole_and_part.second) / static_cast<double>(whole_and_part.first));
  return text;
}

// Lists of values and how often, as one of a kind that has both.
CountedNumber list_of_both(const CountedNumber& one, const CountedNumber& other) {
  std::map<std::int64_t, std::int64_t> often;
  for (const CountedNumber* each : {&one, &other})
    for (const auto& [value, times] : each->values) often[value] += times;
  while (often.size() > CountedNumber::most_values) {
    std::map<std::int64_t, std::int64_t> fewer;
    for (auto a = often.begin(); a != often.end(); ++a) {
      const auto b = std::next(a);
      if (b == often.end()) {
        fewer[a->first] += a->second;
        break;
      }
      const std::int64_t times = a->second + b->second;
      const double of_second = static_cast<double>(b->second) / static_cast<double>(times);
      const double apart = static_cast<double>(b->first) - static_cast<double>(a->first);
      fewer[a->first + std::llround(of_second * apart)] += times;
      a = b;
    }
    often.swap(fewer);
  }
  return {one.kind, {often.begin(), often.end()}};
}

CountedNumber range_of_both(const CountedNumber& one, const CountedNumber& other) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = -least;
  for (const CountedNumber* each : {&one, &other}) {
    const auto& [first, second] = each->values.front();
    const bool range = each->kind == Kind::range;
    least = std::min(least, first);
    most = std::max(most, range ? second : each->values.back().first);
  }
  return {Kind::range, {{least, most}}};
}

// The mean, and how far from it, squared.
std::pair<double, double> mean_and_variance(const CountedNumber& values) {
  if (values.kind == Kind::unreached) return {0.0, 0.0};
  if (values.kind == Kind::range) {
    const auto& [least, most] = values.values.front();
    const double width = static_cast<double>(most) - static_cast<double>(least);
    return {static_cast<double>(least) + width / 2.0, width * width / 12.0};
  }
  double times = 0.0, sum = 0.0, squares = 0.0;
  for (const auto& [value, often] : values.values) {
    const auto x = static_cast<double>(value), n = static_cast<double>(often);
    times += n;
    sum += n * x;
    squares += n * x * x;
  }
  const double mean = sum / times;
  return {mean, std::max(0.0, squares / times - mean * mean)};
}

}  // namespace

bool differs(const CountedNumber& first, const CountedNumber& later) {
  constexpr double notably = 0.1;
  const double a = mean_and_variance(first).first, b = mean_and_variance(later).first;
  return std::abs(a - b) > notably * std::max(std::abs(a), std::abs(b));
}

Even even(const CountedNumber& values) {
  const auto [mean, variance] = mean_and_variance(values);
  const double half = std::sqrt(3.0 * variance);
  constexpr std::int64_t most = std::int64_t{1} << 60;  // what is told may be anything
  const auto kept = [most](std::int64_t value) { return std::clamp(value, -most, most); };
  const bool any = values.kind != Kind::unreached, range = values.kind == Kind::range;
  const std::int64_t lowest = any ? kept(values.values.front().first) : 0;
  const std::int64_t highest =
      !any ? 0 : kept(range ? values.values.front().second : values.values.back().first);
  const std::int64_t least = std::max(lowest, kept(std::llround(mean - half)));
  const std::int64_t end = kept(std::llround(2.0 * mean)) - least + 1;
  return {least, std::clamp(end, least + 1, std::max(least, highest) + 1)};
}

std::string warps_text(const CountedNumber& share) {
  return share.kind == Kind::share ? ratio_text(share.values.at(1)) : "1";
}

bool in_fewer_warps(const CountedNumber& share) {
  constexpr double notably = 0.95;
  if (share.kind != Kind::share) return false;
  const auto& [lanes, held] = share.values.front();
  const auto& [warps, with_any] = share.values.at(1);
  const double part = static_cast<double>(held) / static_cast<double>(lanes);
  const double lanes_of_warp = static_cast<double>(lanes) / static_cast<double>(warps);
  const double expected = 1.0 - std::pow(1.0 - part, lanes_of_warp);
  return static_cast<double>(with_any) < notably * expected * static_cast<double>(warps);
}

std::string number_text(const CountedNumber& counted, bool of_parameter) {
  if (counted.kind == Kind::unreached) return of_parameter ? "0" : "uniform: [0, 1]";
  const auto& [first, second] = counted.values.front();
  if (of_parameter && counted.kind != Kind::share) return std::to_string(first);
  if (counted.kind == Kind::share) return ratio_text(counted.values.front());
  const bool alone = counted.values.size() == 1;
  if (counted.kind == Kind::range || alone) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() - 1;
    const std::int64_t last = std::min(counted.kind == Kind::range ? second : first, most);
    return "uniform: [" + std::to_string(first) + ", " + std::to_string(last + 1) + "]";
  }
  std::string text;
  for (const auto& [value, times] : counted.values) {
    text += (text.empty() ? "" : ", ") + std::to_string(value) + ": " + std::to_string(times);
  }
  return "histogram: {" + text + "}" + (counted.kind == Kind::warps ? " per warp" : "");
}

CountedNumber together(const CountedNumber& one, const CountedNumber& other) {
  if (one.kind == Kind::unreached) return other;
  if (other.kind == Kind::unreached) return one;
  if (one.kind == Kind::share) {
    CountedNumber both = one;
    for (std::size_t i = 0; i < both.values.size(); ++i) {
      both.values[i].first += other.values.at(i).first;
      both.values[i].second += other.values.at(i).second;
    }
    return both;
  }
  if (one.kind == Kind::range || other.kind == Kind::range) return range_of_both(one, other);
  return list_of_both(one, other);
}

}  // namespace gpumodel
