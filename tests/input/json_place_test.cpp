// Members of JSON documents by their paths, as messages name them.
#include "src/io/text/json_place.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gpumodel {
namespace {

constexpr std::string_view document = R"({
  "schema": "x]}", "escaped\"": {"a": 1},
  "points": [
    {"time": {"n": 3, "median_s": 5e-324}, "sum.of": {"parts": [1, -2 ]}},
    [[], {"deep": null}]
  ]
})";

std::string text_at(std::string_view path) {
  const JsonPlace place = json_place(document, path);
  return std::string(document.substr(place.begin, place.length));
}

TEST(JsonPlace, IsTheMemberWithItsValue) {
  EXPECT_EQ(text_at("schema"), R"("schema": "x]}")");
  EXPECT_EQ(text_at("points[0].time.median_s"), R"("median_s": 5e-324)");
  EXPECT_EQ(text_at("points[1][1].deep"), R"("deep": null)");
}

TEST(JsonPlace, IsWhereAValueWithPartsBegins) {
  EXPECT_EQ(text_at(""), "{");
  EXPECT_EQ(text_at("points"), R"("points": [)");
  EXPECT_EQ(text_at("points[0].time"), R"("time": {)");
  EXPECT_EQ(text_at("points[1]"), "[");
}

TEST(JsonPlace, KnowsNamesWithDots) {
  EXPECT_EQ(text_at("points[0].sum.of.parts[1]"), "-2");
}

TEST(JsonPlace, IsTheInnermostPartThatIsThere) {
  EXPECT_EQ(text_at("points[0].time.max_s"), R"("time": {)");
  EXPECT_EQ(text_at("nowhere.at.all"), "{");
  EXPECT_EQ(text_at("schema.part"), R"("schema": "x]}")");
}

}  // namespace
}  // namespace gpumodel
