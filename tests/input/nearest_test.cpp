#include "src/io/text/nearest.hpp"

#include <gtest/gtest.h>

namespace gpumodel {
namespace {

const std::vector<std::string> device_names = {"v100",      "v100-pcie", "h200", "h100",
                                               "bandwidth", "sms",       "N"};

TEST(Nearest, FindsSlips) {
  EXPECT_EQ(nearest_name("bandwith", device_names), "bandwidth");    // one letter missing
  EXPECT_EQ(nearest_name("bandwidthh", device_names), "bandwidth");  // one too many
  EXPECT_EQ(nearest_name("bnadwidth", device_names), "bandwidth");   // neighbours swapped
  EXPECT_EQ(nearest_name("Bandwidth", device_names), "bandwidth");   // case does not count
  EXPECT_EQ(nearest_name("h20", device_names), "h200");
  EXPECT_EQ(nearest_name("V100", device_names), "v100");
  EXPECT_EQ(nearest_name("n", device_names), "N");
  EXPECT_EQ(nearest_name("smss", device_names), "sms");
}

TEST(Nearest, OffersNothingFarAway) {
  EXPECT_EQ(nearest_name("", device_names), "");
  EXPECT_EQ(nearest_name("latency", device_names), "");
  EXPECT_EQ(nearest_name("bandpass", device_names), "");
  EXPECT_EQ(nearest_name("k40", device_names), "");
  EXPECT_EQ(nearest_name(std::string(100, 'b'), device_names), "");
  EXPECT_EQ(nearest_name("v100", {}), "");
}

TEST(Nearest, NamesThatGoOnComeFirst) {
  const std::vector<std::string> devices = {"a100-40gb", "a100-80gb", "a40", "h100"};
  const std::vector<std::string> many = {"xxa", "xxb", "xxc", "xxd", "xxe"};
  using Hints = std::vector<std::string>;
  EXPECT_EQ(did_you_mean("A100", devices), Hints{"did you mean 'a100-40gb' or 'a100-80gb'?"});
  EXPECT_EQ(did_you_mean("H100", devices), Hints{"did you mean 'h100'?"});
  EXPECT_EQ(did_you_mean("h10", devices), Hints{"did you mean 'h100'?"});
  EXPECT_EQ(did_you_mean("a", devices), Hints{});  // one letter is the begin of anything
  EXPECT_EQ(did_you_mean("xx", many), Hints{"did you mean 'xxa', 'xxb', 'xxc', 'xxd', ...?"});
}

TEST(Nearest, TheFirstOfEquallyNearNamesWins) {
  EXPECT_EQ(nearest_name("h300", device_names), "h200");
  EXPECT_EQ(did_you_mean("h300", device_names), std::vector<std::string>{"did you mean 'h200'?"});
  EXPECT_TRUE(did_you_mean("latency", device_names).empty());
}

}  // namespace
}  // namespace gpumodel
