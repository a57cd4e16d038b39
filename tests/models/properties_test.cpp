// Properties that hold for any device and kernel, tried on random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "models/core/constants.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel {
namespace {

constexpr int rounds = 2000;
constexpr double rounding = 1e-12;  // relative; sums in another order round differently

void for_random_cases(unsigned seed, const std::function<void(toy::Case&, toy::Random&)>& check) {
  toy::Random random(seed);
  for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    toy::Case any = random.any_case();
    SCOPED_TRACE("round " + std::to_string(round) + ", model " + any.model);
    check(any, random);
  }
}

template <class D>
const DeviceField<D>& any_field(toy::Random& random, std::span<const DeviceField<D>> fields) {
  return fields[static_cast<std::size_t>(random.integer(0, static_cast<int>(fields.size()) - 1))];
}

bool is_rate(Dim dim) {
  return dim.second == -1;
}

TEST(Properties, FasterPartsNeverHurt) {
  for_random_cases(1, [](toy::Case& any, toy::Random& random) {
    const double kernel = any.time();
    const double offload = any.offload();
    const DeviceField<Gpu>& field = any_field(random, gpu_fields());
    SourcedValue& value = field.of(any.gpu);
    if (is_rate(field.dim))
      value.si *= random.uniform(1, 10);
    else if (field.dim == Seconds::dim)
      value.si /= random.uniform(1, 10);
    EXPECT_LE(any.time(), kernel) << field.key;
    EXPECT_LE(any.offload(), offload) << field.key;
  });
}

TEST(Properties, MoreWorkIsNeverFaster) {
  for_random_cases(2, [](toy::Case& any, toy::Random& random) {
    toy::Volumes less{random.volume(1, 1e15), random.volume(1, 1e15),     0,
                      random.volume(1, 1e13), 1 + random.volume(1, 1e13), random.volume(1, 1e12),
                      random.volume(1, 1e12)};
    toy::Volumes more = less;
    double* const members[] = {&more.fp64,   &more.fp32,      &more.fp16,   &more.loaded,
                               &more.stored, &more.to_device, &more.to_host};
    *members[random.integer(0, 6)] += random.volume(1, 1e13);
    any.kernel = toy::kernel(less);
    const double kernel = any.time();
    const double offload = any.offload();
    any.kernel = toy::kernel(more);
    EXPECT_GE(any.time(), kernel);
    EXPECT_GE(any.offload(), offload);
  });
}

TEST(Properties, ScalingVolumesAndRatesTogetherChangesNothing) {
  for_random_cases(3, [](toy::Case& any, toy::Random& random) {
    const int k = random.integer(2, 100);
    const toy::Volumes v{random.volume(1, 1e12), random.volume(1, 1e12),     0,
                         random.volume(1, 1e10), 1 + random.volume(1, 1e10), random.volume(1, 1e10),
                         random.volume(1, 1e10)};
    any.kernel = toy::kernel(v);
    const Prediction before = any.predict();
    any.kernel = toy::kernel(
        {k * v.fp64, k * v.fp32, 0, k * v.loaded, k * v.stored, k * v.to_device, k * v.to_host});
    for (const DeviceField<Gpu>& field : gpu_fields()) {
      if (is_rate(field.dim)) field.of(any.gpu).si *= k;
    }
    for (const DeviceField<Cpu>& field : cpu_fields()) {
      if (is_rate(field.dim)) field.of(any.cpu).si *= k;
    }
    const Prediction after = any.predict();
    const auto same = [&](TermId a, TermId b) {
      EXPECT_NEAR(after.time(b).si, before.time(a).si, rounding * before.time(a).si);
    };
    same(before.kernel, after.kernel);
    same(before.offload, after.offload);
    same(before.host->term, after.host->term);
    same(before.textbook_overlap->term, after.textbook_overlap->term);
    EXPECT_EQ(before.bound().name, after.bound().name);
  });
}

void expect_parts_make_up(const Prediction& p, TermId id) {
  const Term& term = p.terms[id];
  EXPECT_LE(term.time.low.si, term.time.value.si) << term.name;
  EXPECT_LE(term.time.value.si, term.time.high.si) << term.name;
  EXPECT_TRUE(std::isfinite(term.time.high.si) && term.time.low.si >= 0.0) << term.name;
  EXPECT_FALSE(term.name.empty());
  const std::vector<TermId> parts = p.terms.parts(id);
  EXPECT_EQ(parts.empty(), term.combine == Combine::leaf) << term.name;
  if (parts.empty()) {
    EXPECT_FALSE(p.terms.workings().text(term.worked).empty());
    return;
  }
  double sum = 0.0;
  double largest = 0.0;
  for (const TermId part : parts) {
    expect_parts_make_up(p, part);
    sum += p.time(part).si;
    largest = std::max(largest, p.time(part).si);
  }
  const double expected = term.combine == Combine::sum ? sum : largest;
  EXPECT_NEAR(term.time.value.si, expected, rounding * expected) << term.name;
}

TEST(Properties, EveryNodeEqualsItsPartsAndLiesInItsInterval) {
  for_random_cases(4, [](toy::Case& any, toy::Random&) {
    const Prediction p = any.predict();
    expect_parts_make_up(p, p.kernel);
    expect_parts_make_up(p, p.offload);
    expect_parts_make_up(p, p.host->term);
    expect_parts_make_up(p, p.textbook_overlap->term);
  });
}

TEST(Properties, OffloadIsTransfersAndKernel) {
  for_random_cases(5, [](toy::Case& any, toy::Random&) {
    const Prediction p = any.predict();
    const double parts = p.time(p.h2d).si + p.time(p.d2h).si + p.time(p.kernel).si;
    EXPECT_NEAR(p.time(p.offload).si, parts, rounding * parts);
    EXPECT_EQ(p.host->offload_pays, p.time(p.offload) < p.time(p.host->term));
  });
}

TEST(Properties, TheLimiterIsTheLargestUnitUnlessTheLaunchKeepsItIdle) {
  for_random_cases(6, [](toy::Case& any, toy::Random&) {
    const Prediction p = any.predict();
    const std::string_view name = p.bound().name;
    const double body = std::max(p.time(p.compute).si, p.time(p.memory).si);
    if (any.model == "textbook") {
      EXPECT_EQ(name, p.time(p.memory) > p.time(p.compute) ? "memory" : "compute");
    } else if (name == "launch") {
      EXPECT_LT(body, constants::least_busy.value * p.time(p.kernel).si);
    } else {
      EXPECT_GE(body, constants::least_busy.value * p.time(p.kernel).si);
      EXPECT_EQ(p.bound().time.value.si, body);
    }
  });
}

TEST(Properties, IntervalsGrowWithEveryFactor) {
  for_random_cases(7, [](toy::Case& any, toy::Random& random) {
    const Prediction before = any.predict();
    const DeviceField<Gpu>& field = any_field(random, gpu_fields());
    field.of(any.gpu).source.factor *= random.uniform(1, 3);
    const Prediction after = any.predict();
    for (const auto& [a, b] :
         {std::pair{before.kernel, after.kernel}, std::pair{before.offload, after.offload}}) {
      EXPECT_LE(after.terms[b].time.low, before.terms[a].time.low) << field.key;
      EXPECT_GE(after.terms[b].time.high, before.terms[a].time.high) << field.key;
      EXPECT_EQ(after.terms[b].time.value, before.terms[a].time.value) << field.key;
    }
  });
}

TEST(Properties, OverlapGainsAndMoreStreamsGainMore) {
  for_random_cases(8, [](toy::Case& any, toy::Random&) {
    any.streams = 1;
    const Prediction one = any.predict();
    EXPECT_NEAR(one.textbook_overlap->speedup, 1.0, rounding);
    double before = 1.0 - rounding;
    for (const int streams : {2, 3, 4, 8, 100, 1024}) {
      any.streams = streams;
      const double speedup = any.predict().textbook_overlap->speedup;
      EXPECT_GE(speedup, before);
      EXPECT_LE(speedup, 2.0 + rounding) << "the smaller part can only vanish";
      before = speedup - rounding;
    }
  });
}

TEST(Properties, WhatIsNotKnownRefusesOrDoesNotMatter) {
  for_random_cases(9, [](toy::Case& any, toy::Random& random) {
    const double kernel = any.time();
    const double offload = any.offload();
    const DeviceField<Gpu>& field = any_field(random, gpu_fields());
    SourcedValue& value = field.of(any.gpu);
    value.source.from = Provenance::unknown;
    value.si = 1e-9;  // would show if it were used
    try {
      EXPECT_EQ(any.time(), kernel) << field.key;
      EXPECT_EQ(any.offload(), offload) << field.key;
    } catch (const UnknownInput& unknown) {
      EXPECT_EQ(unknown.key, field.key);
    }
  });
}

TEST(Properties, AModelNeedsExactlyItsOwnNumbers) {
  const std::vector<std::string_view> link = {"link.h2d_latency", "link.d2h_latency"};
  const std::vector<std::string_view> textbook = {"peak.fp64", "dram.bandwidth",
                                                  "link.h2d_bandwidth", "link.d2h_bandwidth"};
  const std::vector<std::string_view> roofline = {"sustained.fp64", "dram.copy_bandwidth",
                                                  "link.h2d_sustained", "link.d2h_sustained",
                                                  "launch.latency"};
  for (const bool is_textbook : {true, false}) {
    std::vector<std::string_view> needed = is_textbook ? textbook : roofline;
    needed.insert(needed.end(), link.begin(), link.end());
    for (const DeviceField<Gpu>& field : gpu_fields()) {
      toy::Case one{
          .kernel = toy::kernel({.fp64 = 1e6, .loaded = 1e6, .to_device = 10, .to_host = 10}),
          .model = is_textbook ? "textbook" : "roofline"};
      field.of(one.gpu).source.from = Provenance::unknown;
      if (std::ranges::find(needed, field.key) != needed.end()) {
        EXPECT_THROW(one.time(), UnknownInput) << field.key;
      } else {
        EXPECT_NO_THROW(one.time()) << field.key;
      }
    }
  }
}

}  // namespace
}  // namespace gpumodel
