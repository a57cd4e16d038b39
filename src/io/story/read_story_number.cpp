#include "src/io/story/read_story_number.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

#include "src/io/text/mapping.hpp"
#include "src/io/text/names.hpp"
#include "src/io/text/quantity.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

constexpr auto number_kinds = std::to_array<Word<StoryKind>>({{"arithmetic", StoryKind::arithmetic},
                                                              {"time", StoryKind::time},
                                                              {"host", StoryKind::host},
                                                              {"ratio", StoryKind::ratio},
                                                              {"order", StoryKind::order}});

constexpr ValueType printed_number{
    R"({"type": ["string", "number"], "description": "as printed: 2.86 us, 66.67 %, 27.30x"})"};

struct NumberReader {
  StoryNumber& number;
  Problems& problems;
};

template <auto member>
void read_number_line(NumberReader& reader, const Node& node, std::string_view key) {
  reader.number.*member = line_of_text(node, key, reader.problems);
}
template <auto member>
void read_number_formula(NumberReader& reader, const Node& node, std::string_view key) {
  reader.number.*member = read_placed_expression(node, key, reader.problems);
}
void read_number_kind(NumberReader& reader, const Node& node, std::string_view key) {
  reader.number.kind = word_of(node, key, number_kinds, reader.problems);
}

using NumberRow = KeyRow<NumberReader>;
constexpr auto number_rows = std::to_array<NumberRow>({
    {{"name", Key::required, types::name, "for expressions of numbers below it"},
     [](NumberReader& reader, const Node& node, auto key) {
       if (!scalar_text(node, key, reader.problems)) return;
       check_name(node, reader.problems);
       reader.number.name = node.text;
       reader.number.at = node;
     }},
    {{"text", Key::required, types::text, "what it is a number of"},
     read_number_line<&StoryNumber::text>},
    {{"page", Key::required, types::text, "where the document has it"},
     read_number_line<&StoryNumber::page>},
    {{"kind", Key::required, types::one_of<number_kinds>, "how it is judged"}, read_number_kind},
    {{"printed", Key::optional, printed_number,
      "what the document says; without it the prediction is held against a record"},
     [](NumberReader& reader, const Node& node, auto key) {
       reader.number.printed = read_printed(node, key, reader.problems);
     }},
    {{"predict", Key::optional, types::expression, "the question; without it, it is listed only"},
     read_number_formula<&StoryNumber::predict>},
    {{"measured", Key::optional, types::expression, "what a record says"},
     read_number_formula<&StoryNumber::measured>},
    {{"because", Key::optional, types::text,
      "why prediction and document differ, or why nothing is predicted"},
     read_number_line<&StoryNumber::because>},
    {{"contradicts", Key::optional, types::text, "what else the document says; it does not count"},
     read_number_line<&StoryNumber::contradicts>},
});

struct TableReader {
  Problems& problems;
  std::string text{}, page{};
  StoryKind kind{};
  std::optional<PlacedExpression> predict{};
  const Node *versions = nullptr, *configurations = nullptr, *printed = nullptr, *because = nullptr;
};

template <auto member>
void read_part(TableReader& table, const Node& node, std::string_view) {
  table.*member = &node;
}

constexpr ValueType partial_asks{R"({"type": "object", "additionalProperties":
    {"type": "object"}})"};
constexpr ValueType printed_lists{R"({"type": "object", "additionalProperties": {"type": "array",
    "items": {"type": ["string", "number"]}}})"};
constexpr ValueType texts_by_name{R"({"type": "object", "additionalProperties":
    {"type": "string"}})"};

constexpr auto table_rows = std::to_array<KeyRow<TableReader>>({
    {{"text", Key::required, types::text, "what the numbers are"},
     [](TableReader& table, const Node& node, auto key) {
       table.text = line_of_text(node, key, table.problems);
     }},
    {{"page", Key::required, types::text, "where the document has them"},
     [](TableReader& table, const Node& node, auto key) {
       table.page = line_of_text(node, key, table.problems);
     }},
    {{"kind", Key::required, types::one_of<number_kinds>, "how they are judged"},
     [](TableReader& table, const Node& node, auto key) {
       table.kind = word_of(node, key, number_kinds, table.problems);
     }},
    {{"predict", Key::required, types::expression, "the question; 'cell' is the ask of a cell"},
     [](TableReader& table, const Node& node, auto key) {
       table.predict = read_placed_expression(node, key, table.problems);
     }},
    {{"versions", Key::required, partial_asks, "keys of an ask, by the version of the code"},
     read_part<&TableReader::versions>},
    {{"configurations", Key::required, partial_asks, "the other keys, by where it runs"},
     read_part<&TableReader::configurations>},
    {{"printed", Key::required, printed_lists, "of each version, in the order of configurations"},
     read_part<&TableReader::printed>},
    {{"because", Key::optional, texts_by_name, "why it differs, by version_configuration"},
     read_part<&TableReader::because>},
});

// "2.86" of "2.86 us".
std::string_view number_of(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) != 0 ||
                               text[end] == '.' || (end == 0 && text[end] == '-'))) {
    ++end;
  }
  return text.substr(0, end);
}

// Of "us", "%", "x", "GB/s"; nothing where it is no unit.
std::optional<double> unit_factor(std::string_view unit) {
  if (unit.empty() || unit == "x") return 1.0;
  if (unit == "%") return 0.01;
  try {
    return parse_quantity("1 " + std::string(unit)).si;
  } catch (const ExpressionError&) {
    return std::nullopt;
  }
}

class TableExpander {
 public:
  TableExpander(const TableReader& table, StoryFile& into) : table_(table), into_(into) {}

  void run() {
    Mapping versions(*table_.versions, "'versions'", table_.problems);
    Mapping configurations(*table_.configurations, "'configurations'", table_.problems);
    Mapping printed(*table_.printed, "'printed'", table_.problems);
    reasons_of();
    const std::vector<Mapping::Entry> columns = configurations.entries();
    for (const Mapping::Entry& version : versions.entries()) {
      const Node* list = printed.required(version.key->text);
      if (list == nullptr) continue;
      if (list->kind != Node::Kind::sequence || list->children.size() != columns.size()) {
        table_.problems.add("type-wrong", *list,
                            "'" + version.key->text + "' needs a number for each of " +
                                std::to_string(columns.size()) + " configurations");
        continue;
      }
      for (std::size_t i = 0; i < columns.size(); ++i) {
        add_cell(version, columns[i], list->children[i]);
      }
    }
    printed.reject_unknown_keys();
    for (const auto& [name, at] : reasons_) {
      table_.problems.add("key-unknown", *at.first, "'because' names no cell: '" + name + "'");
    }
  }

 private:
  void reasons_of() {
    if (table_.because == nullptr) return;
    Mapping because(*table_.because, "'because'", table_.problems);
    for (const Mapping::Entry& each : because.entries()) {
      reasons_[each.key->text] = {each.key,
                                  line_of_text(*each.value, each.key->text, table_.problems)};
    }
  }

  void add_cell(const Mapping::Entry& version, const Mapping::Entry& column, const Node& value) {
    Node name = *version.key;
    name.text += "_" + column.key->text;
    const Node body = together(*version.value, *column.value);
    if (auto ask = read_ask(name, body, AskedBy::story, table_.problems)) {
      into_.asks.push_back(std::move(*ask));
    }
    StoryNumber number;
    number.name = name.text;
    number.at = value;
    number.text = table_.text + ": " + version.key->text + ", " + column.key->text;
    number.page = table_.page;
    number.kind = table_.kind;
    number.predict = table_.predict;
    number.printed = read_printed(value, version.key->text, table_.problems);
    number.cell = name.text;
    if (const auto reason = reasons_.extract(name.text)) number.because = reason.mapped().second;
    into_.numbers.push_back(std::move(number));
  }

  // The keys of both; of a list that both have, the items of both.
  static Node together(Node body, const Node& more) {
    for (std::size_t i = 0; i < more.keys.size(); ++i) {
      const auto same = std::ranges::find(body.keys, more.keys[i].text, &Node::text);
      Node* own = same == body.keys.end()
                      ? nullptr
                      : &body.children[static_cast<std::size_t>(same - body.keys.begin())];
      if (own != nullptr && own->kind == Node::Kind::sequence) {
        own->children.insert(own->children.end(), more.children[i].children.begin(),
                             more.children[i].children.end());
      } else {
        body.keys.push_back(more.keys[i]);
        body.children.push_back(more.children[i]);
      }
    }
    return body;
  }

  const TableReader& table_;
  StoryFile& into_;
  std::map<std::string, std::pair<const Node*, std::string>> reasons_;
};

}  // namespace

std::optional<StoryPrinted> read_printed(const Node& node, std::string_view key,
                                         Problems& problems) {
  const std::string text = line_of_text(node, key, problems);
  if (text.empty()) return std::nullopt;
  const std::string_view digits = number_of(text);
  std::string_view unit = std::string_view(text).substr(digits.size());
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  double value = 0.0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const std::optional<double> factor = unit_factor(unit);
  if (digits.empty() || end.ec != std::errc{} || end.ptr != digits.data() + digits.size() ||
      !factor) {
    problems.add("value-wrong", node, "'" + text + "' is no printed number",
                 {"expected one as the document has it, such as 2.86 us, 66.67 % or 27.30x"});
    return std::nullopt;
  }
  StoryPrinted printed{.text = text, .unit = std::string(unit), .factor = *factor};
  printed.value = value * *factor;
  const std::size_t point = digits.find('.');
  if (point != std::string_view::npos) {
    printed.decimals = static_cast<int>(digits.size() - point - 1);
  }
  printed.digit = std::pow(10.0, -printed.decimals) * *factor;
  return printed;
}

std::optional<StoryNumber> read_story_number(const Node& node, Problems& problems) {
  StoryNumber number;
  Mapping fields(node, "a number", problems);
  NumberReader reader{number, problems};
  read_keys<NumberReader>(number_rows, fields, reader);
  fields.reject_unknown_keys();
  if (!fields.is_mapping() || number.name.empty()) return std::nullopt;
  const auto says = [&](const char* key) { return fields.key_node(key) != nullptr; };
  if (!says("printed") && !says("measured") && number.kind != StoryKind::order) {
    problems.add("key-missing", node, "'" + number.name + "' needs 'printed' or 'measured'",
                 {"what the prediction is held against"});
  }
  if (!says("predict") && number.because.empty()) {
    problems.add("key-missing", node, "'" + number.name + "' needs 'predict' or 'because'",
                 {"the question to the engine, or why there is none"});
  }
  return number;
}

void read_story_table(const Node& node, Problems& problems, StoryFile& into) {
  TableReader table{problems};
  Mapping fields(node, "a table", problems);
  read_keys<TableReader>(table_rows, fields, table);
  fields.reject_unknown_keys();
  if (table.versions == nullptr || table.configurations == nullptr || table.printed == nullptr) {
    return;
  }
  TableExpander(table, into).run();
}

std::string schema_of_story_numbers(SchemaWriter& writer) {
  return R"({"type": "array", "minItems": 1, "items": )" + writer.mapping(number_rows) + "}";
}

std::string schema_of_story_tables(SchemaWriter& writer) {
  return R"({"type": "array", "minItems": 1, "items": )" + writer.mapping(table_rows) + "}";
}

}  // namespace gpumodel
