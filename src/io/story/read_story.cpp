#include "src/io/story/read_story.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "src/io/fields/schema_writer.hpp"
#include "src/io/story/read_story_number.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/names.hpp"

namespace gpumodel {
namespace {

struct DocumentReader {
  StoryDocument& document;
  Problems& problems;
};
template <auto member>
void read_document_line(DocumentReader& reader, const Node& node, std::string_view key) {
  reader.document.*member = line_of_text(node, key, reader.problems);
}
constexpr auto document_rows = std::to_array<KeyRow<DocumentReader>>({
    {{"author", Key::required, types::text, ""}, read_document_line<&StoryDocument::author>},
    {{"title", Key::required, types::text, ""}, read_document_line<&StoryDocument::title>},
    {{"year", Key::required, types::text, "or as much of the date as is known"},
     read_document_line<&StoryDocument::year>},
    {{"what", Key::optional, types::text, "what kind of document it is"},
     read_document_line<&StoryDocument::what>},
});
constexpr ValueType document_type{
    [](SchemaWriter& writer) { return writer.mapping(document_rows); }};

struct GivenReader {
  StoryGiven& given;
  Problems& problems;
};
template <auto member>
void read_given_line(GivenReader& reader, const Node& node, std::string_view key) {
  reader.given.*member = line_of_text(node, key, reader.problems);
}
void read_given_value(GivenReader& reader, const Node& node, std::string_view key) {
  reader.given.value = read_placed_expression(node, key, reader.problems);
}
void read_given_over(GivenReader& reader, const Node& node, std::string_view key) {
  if (node.kind != Node::Kind::sequence || node.children.empty()) {
    reader.problems.add("type-wrong", node, "'over' must be a list of values",
                        {"such as over: [32, 255]"});
    return;
  }
  for (const Node& child : node.children) {
    if (auto value = read_placed_expression(child, key, reader.problems)) {
      reader.given.over.push_back(std::move(*value));
    }
  }
}
constexpr ValueType list_of_values{[](SchemaWriter& writer) {
  return R"({"type": "array", "minItems": 1, "items": )" + writer.value(types::expression) + "}";
}};
constexpr auto given_rows = std::to_array<KeyRow<GivenReader>>({
    {{"value", Key::required, types::expression, ""}, read_given_value},
    {{"page", Key::required, types::text, "where the document states it"},
     read_given_line<&StoryGiven::source>},
    {{"text", Key::optional, types::text, "what it is"}, read_given_line<&StoryGiven::text>},
});
constexpr auto assumption_rows = std::to_array<KeyRow<GivenReader>>({
    {{"value", Key::optional, types::expression, "where it is a number"}, read_given_value},
    {{"over", Key::optional, list_of_values,
      "what it may be instead: intervals hold the answers of all"},
     read_given_over},
    {{"text", Key::required, types::text, "what is assumed"}, read_given_line<&StoryGiven::text>},
    {{"source", Key::required, types::text, "why so"}, read_given_line<&StoryGiven::source>},
    {{"inferred_from", Key::optional, types::text,
      "the published time it follows from: all that rests on it is fitted"},
     read_given_line<&StoryGiven::inferred_from>},
});
template <const auto& rows>
inline constexpr ValueType named_givens{[](SchemaWriter& writer) {
  return R"({"type": "object", "propertyNames": )" + writer.value(types::name) +
         R"(, "additionalProperties": )" + writer.mapping(rows) + "}";
}};
constexpr ValueType named_asks{schema_of_asks<AskedBy::story>};
constexpr ValueType list_of_lines{R"({"type": "array", "items": {"type": "string"}})"};
constexpr ValueType list_of_numbers{schema_of_story_numbers};
constexpr ValueType list_of_tables{schema_of_story_tables};

class StoryReader {
 public:
  StoryReader(const Node& root, Problems& problems, StoryFile& into)
      : top_(root, "the story", problems), problems_(problems), story_(into) {}

  void read() {
    read_keys(rows(), top_, *this);
    top_.reject_unknown_keys();
    refuse_repeated(story_.givens, "given or assumption");
    refuse_repeated(story_.asks, "ask");
    refuse_repeated(story_.numbers, "number");
    if (story_.numbers.empty() && problems_.sorted().empty()) {
      problems_.add("key-missing", "the story has no numbers",
                    {"'numbers' or 'tables' state them"});
    }
  }

  static std::string schema(SchemaWriter& writer) { return writer.mapping(rows()); }

 private:
  template <auto member>
  static void read_story_line(StoryReader& reader, const Node& node, std::string_view key) {
    reader.story_.*member = line_of_text(node, key, reader.problems_);
  }

  template <const auto& given_rows_of, bool assumed>
  static void read_givens(StoryReader& reader, const Node& node, std::string_view key) {
    Mapping all(node, "'" + std::string(key) + "'", reader.problems_);
    for (const Mapping::Entry& each : all.entries()) {
      check_name(*each.key, reader.problems_);
      StoryGiven given{.name = each.key->text, .at = *each.key, .assumed = assumed};
      Mapping fields(*each.value, "'" + given.name + "'", reader.problems_);
      GivenReader one{given, reader.problems_};
      read_keys<GivenReader>(given_rows_of, fields, one);
      fields.reject_unknown_keys();
      reader.story_.givens.push_back(std::move(given));
    }
  }

  static std::span<const KeyRow<StoryReader>> rows() {
    static constexpr auto all = std::to_array<KeyRow<StoryReader>>({
        {{"story", Key::required, types::text, "name"}, read_story_line<&StoryFile::name>},
        {{"title", Key::required, types::text, "one line"}, read_story_line<&StoryFile::title>},
        {{"document", Key::required, document_type, "what is replayed"},
         [](StoryReader& reader, const Node& node, auto) {
           Mapping fields(node, "'document'", reader.problems_);
           DocumentReader document{reader.story_.document, reader.problems_};
           read_keys<DocumentReader>(document_rows, fields, document);
           fields.reject_unknown_keys();
         }},
        {{"givens", Key::optional, named_givens<given_rows>, "values that the document states"},
         read_givens<given_rows, false>},
        {{"assumptions", Key::optional, named_givens<assumption_rows>,
          "what the document leaves open"},
         read_givens<assumption_rows, true>},
        {{"asks", Key::optional, named_asks, "questions to the engine"},
         [](StoryReader& reader, const Node& node, auto) {
           reader.story_.asks = read_asks(node, AskedBy::story, reader.problems_);
         }},
        {{"tables", Key::optional, list_of_tables, "versions in configurations"},
         [](StoryReader& reader, const Node& node, auto key) {
           reader.read_each(node, key, [&](const Node& child) {
             read_story_table(child, reader.problems_, reader.story_);
           });
         }},
        {{"numbers", Key::optional, list_of_numbers, "in the order of the document"},
         [](StoryReader& reader, const Node& node, auto key) {
           reader.read_each(node, key, [&](const Node& child) {
             if (auto number = read_story_number(child, reader.problems_)) {
               reader.story_.numbers.push_back(std::move(*number));
             }
           });
         }},
        {{"remarks", Key::optional, list_of_lines, "what the document shows without numbers"},
         [](StoryReader& reader, const Node& node, auto key) {
           reader.story_.remarks = read_texts(node, key, reader.problems_);
         }},
    });
    return all;
  }

  template <class Read>
  void read_each(const Node& node, std::string_view key, Read read) {
    if (node.kind != Node::Kind::sequence) {
      problems_.add("type-wrong", node, "'" + std::string(key) + "' must be a list");
      return;
    }
    for (const Node& child : node.children) read(child);
  }

  template <class Named>
  void refuse_repeated(const std::vector<Named>& all, const std::string& what) {
    std::set<std::string_view> seen;
    for (const Named& each : all) {
      if (seen.insert(each.name).second) continue;
      problems_.add("key-duplicate", each.at,
                    "there is a " + what + " '" + each.name + "' already");
    }
  }

  Mapping top_;
  Problems& problems_;
  StoryFile& story_;
};

}  // namespace

StoryFile read_story(TextFile text) {
  StoryFile story;
  story.text = std::move(text);
  const Node root = parse_yaml(story.text);
  Problems problems(story.text);
  StoryReader(root, problems, story).read();
  problems.throw_if_any();
  return story;
}

std::string story_schema() {
  SchemaWriter writer;
  const std::string body = StoryReader::schema(writer);
  return writer.document("story-file",
                         "A published study: what was printed, and what to ask the engine for it.",
                         body);
}

}  // namespace gpumodel
