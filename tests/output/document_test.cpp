// One table writes an object and is its schema.
#include <gtest/gtest.h>

#include "src/view/document/schema.hpp"

namespace gpumodel {
namespace {

enum class Colour { red, green };
constexpr std::string_view to_string(Colour colour) {
  return colour == Colour::red ? "red" : "green";
}

struct Part {
  int size = 1;
};

struct Whole {
  Colour colour = Colour::green;
  std::optional<double> share{};
  std::vector<Part> parts{};
  std::optional<Part> first{};
  Seconds time{0.5};
  std::string note{};
};

const Object<Part>& part_object() {
  static const Object<Part> table("part", "A part.",
                                  {{"size", "B", &Part::size, {.least = 1, .most = 8}}});
  return table;
}

const Object<Whole>& whole_object() {
  static const Object<Whole> table("whole", "All of it.",
                                   {
                                       {"colour", "", &Whole::colour},
                                       {"share", "null: not known", &Whole::share, zero_to_one},
                                       {"parts", "", part_object, &Whole::parts},
                                       {part_object, &Whole::first},
                                       {"time_s", "s", &Whole::time},
                                       {"interval",
                                        "",
                                        [](auto& w) {
                                          return std::array{-w.time.si, w.time.si};
                                        },
                                        {.below_zero = true}},
                                       {"note",
                                        "",
                                        [](auto& w) { return only_if(!w.note.empty(), w.note); },
                                        {.left_out = true}},
                                       {"word", "", [](auto&) { return "b"; }, {.words = "a|b"}},
                                   });
  return table;
}

TEST(Document, IsWrittenInTheOrderOfItsRows) {
  EXPECT_EQ(to_line(whole_object().write({.parts = {{2}, {3}}, .note = "n"})),
            R"({"colour":"green","share":null,"parts":[{"size":2},{"size":3}],"size":null,)"
            R"("time_s":0.5,"interval":[-0.5,0.5],"note":"n","word":"b"})");
  EXPECT_EQ(to_line(whole_object().write({.colour = Colour::red, .share = 0.25, .first = Part{7}})),
            R"({"colour":"red","share":0.25,"parts":[],"size":7,"time_s":0.5,)"
            R"("interval":[-0.5,0.5],"word":"b"})");
}

TEST(Document, TypesAndBoundsAreTheSchema) {
  const Json schema = schema_of("2.1", whole_object());
  EXPECT_EQ(schema["$id"], "https://gpumodel.invalid/schema/whole-2.json");
  EXPECT_EQ(schema["required"],
            Json({"colour", "share", "parts", "size", "time_s", "interval", "word"}));
  const auto field = [&](const char* name) { return to_line(schema["properties"][name]); };
  EXPECT_EQ(field("colour"), R"({"enum":["red","green"]})");
  EXPECT_EQ(field("share"), R"({"description":"null: not known","type":["number","null"],)"
                            R"("minimum":0,"maximum":1})");
  EXPECT_EQ(field("parts"), R"({"type":"array","items":{"$ref":"#/definitions/part"}})");
  EXPECT_EQ(field("size"), R"({"description":"B","type":["integer","null"],)"
                           R"("minimum":1,"maximum":8})");
  EXPECT_EQ(field("time_s"), R"({"description":"s","type":"number","minimum":0})");
  EXPECT_EQ(field("interval"),
            R"({"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2})");
  EXPECT_EQ(field("note"), R"({"type":"string"})");
  EXPECT_EQ(field("word"), R"({"enum":["a","b"]})");
  EXPECT_EQ(to_line(schema["definitions"]["part"]["required"]), R"(["size"])");
}

}  // namespace
}  // namespace gpumodel
