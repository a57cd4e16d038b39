#include "src/io/ask/read_ask.hpp"

#include <algorithm>
#include <array>

#include "src/io/text/mapping.hpp"
#include "src/io/text/names.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

constexpr auto l2_states = std::to_array<Word<bool>>({{"cold", false}, {"warm", true}});
constexpr auto memories = std::to_array<Word<bool>>({{"global", false}, {"shared", true}});
constexpr auto code_ways = std::to_array<Word<bool>>({{"cuda", false}, {"openacc", true}});

constexpr ValueType one_or_more_texts{
    R"({"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]})"};
constexpr ValueType settings{
    [](SchemaWriter& writer) { return types::schema_of_names(writer, types::expression); }};
constexpr ValueType numbers_set{R"({"type": "object", "additionalProperties":
    {"type": ["string", "number"]}})"};

struct AskKindRow {
  std::string_view key;
  AskKind kind;
};
// The first of them that an ask has says what it is. Most name a device, too: one that is about the
// device itself says nothing else.
constexpr std::array<AskKindRow, 6> ask_kinds = {{{"kernel", AskKind::kernel},
                                                  {"program", AskKind::program},
                                                  {"occupancy", AskKind::occupancy},
                                                  {"accesses", AskKind::accesses},
                                                  {"record", AskKind::record},
                                                  {"device", AskKind::device}}};

template <class... Kinds>
constexpr unsigned in(Kinds... all) {
  return (... | (1U << static_cast<unsigned>(all)));
}
using enum AskKind;
constexpr unsigned stories = 1U << ask_kinds.size();  // whatever they ask

constexpr unsigned asked_in(AskKind kind, AskedBy by) {
  return in(kind) | (by == AskedBy::story ? stories : 0U);
}

class AskReader {
 public:
  AskReader(const Node& name, const Node& body, AskKind kind, AskedBy by, Problems& problems)
      : takes_(asked_in(kind, by)),
        fields_(body, "an ask of '" + std::string(ask_kinds[index(kind)].key) + "'", problems),
        problems_(problems) {
    ask_.name = name.text;
    ask_.at = name;
    ask_.kind = kind;
  }

  EngineAsk read() {
    for (const Row& row : rows()) {
      if ((row.kinds & takes_) == 0) continue;
      const Node* node = gpumodel::ask(fields_, row);
      if (node != nullptr) row.read(*this, *node, row.key);
    }
    fields_.reject_unknown_keys();
    return std::move(ask_);
  }

  static std::string schema(SchemaWriter& writer, AskKind kind, AskedBy by) {
    SchemaWriter::Keys keys;
    for (const Row& row : rows()) {
      if ((row.kinds & asked_in(kind, by)) != 0) keys.add(row, writer);
    }
    return keys.schema();
  }

 private:
  struct Row : KeyRow<AskReader> {
    unsigned kinds = 0;
  };

  static constexpr std::size_t index(AskKind kind) { return static_cast<std::size_t>(kind); }

  template <auto member>
  static void read_name(AskReader& reader, const Node& node, std::string_view key) {
    if (auto text = scalar_text(node, key, reader.problems_)) {
      reader.ask_.*member = std::move(*text);
    }
  }
  template <auto member>
  static void read_line(AskReader& reader, const Node& node, std::string_view key) {
    reader.ask_.*member = line_of_text(node, key, reader.problems_);
  }
  template <auto member>
  static void read_list(AskReader& reader, const Node& node, std::string_view key) {
    reader.ask_.*member = read_texts(node, key, reader.problems_);
  }
  template <auto member>
  static void read_formula(AskReader& reader, const Node& node, std::string_view key) {
    reader.ask_.*member = read_placed_expression(node, key, reader.problems_);
  }

  static void read_with(AskReader& reader, const Node& node, std::string_view key) {
    Mapping given(node, "'" + std::string(key) + "'", reader.problems_);
    for (const Mapping::Entry& each : given.entries()) {
      if (auto value = read_placed_expression(*each.value, each.key->text, reader.problems_)) {
        reader.ask_.with.push_back({each.key->text, std::move(*value)});
      }
    }
  }
  static void read_set(AskReader& reader, const Node& node, std::string_view key) {
    Mapping given(node, "'" + std::string(key) + "'", reader.problems_);
    for (const Mapping::Entry& each : given.entries()) {
      if (const auto text = scalar_text(*each.value, each.key->text, reader.problems_)) {
        std::string value = *text;
        std::erase(value, ' ');
        reader.ask_.set.push_back(each.key->text + "=" + value);
      }
    }
  }
  template <const auto& words, auto member>
  static void read_choice(AskReader& reader, const Node& node, std::string_view key) {
    reader.ask_.*member = word_of(node, key, words, reader.problems_);
  }

  static std::span<const Row> rows() {
    static constexpr auto all = std::to_array<Row>({
        {{{"kernel", Key::required, types::text,
           "a file, by its place beside this one, or a name from the library"},
          read_name<&EngineAsk::what>},
         in(kernel)},
        {{{"program", Key::required, types::text, "the same"}, read_name<&EngineAsk::what>},
         in(program)},
        {{{"occupancy", Key::required, types::text, "of a launch on this GPU, or capability"},
          read_name<&EngineAsk::what>},
         in(occupancy)},
        {{{"accesses", Key::required, one_or_more_texts, "of one warp, as coalesce takes them"},
          read_list<&EngineAsk::accesses>},
         in(accesses)},
        {{{"record", Key::required, types::text, "kernel or program that was measured"},
          read_name<&EngineAsk::what>},
         in(record)},
        {{{"device", Key::required, types::text, "a GPU or a CPU whose numbers are asked for"},
          read_name<&EngineAsk::what>},
         in(device)},
        {{{"device", Key::required, types::text, "a GPU"}, read_name<&EngineAsk::device>},
         in(kernel, program, accesses)},
        {{{"host", Key::optional, types::text, "a CPU"}, read_name<&EngineAsk::host>},
         in(kernel, program)},
        {{{"gpus", Key::optional, types::expression, "how many such devices"},
          read_formula<&EngineAsk::gpus>},
         in(program)},
        {{{"model", Key::optional, types::text, "textbook, roofline or machine (default)"},
          read_name<&EngineAsk::model>},
         in(kernel, program)},
        {{{"with", Key::optional, settings, "values of parameters"}, read_with},
         in(kernel, program, record, accesses)},
        {{{"set", Key::optional, numbers_set, "numbers of the device in place of its own"},
          read_set},
         in(kernel, program, device)},
        {{{"cache", Key::optional, types::one_of<l2_states>,
           "what L2 holds before a kernel: cold (default) or warm"},
          read_choice<l2_states, &EngineAsk::warm>},
         in(kernel, record)},
        {{{"code", Key::optional, types::one_of<code_ways>,
           "a launch of CUDA (default), or the schedule of OpenACC"},
          read_choice<code_ways, &EngineAsk::openacc>},
         in(kernel, program)},
        {{{"streams", Key::optional, types::expression, "to overlap copies and kernels in"},
          read_formula<&EngineAsk::streams>},
         in(kernel, program, record)},
        {{{"chunks", Key::optional, types::expression, "of a program that has them"},
          read_formula<&EngineAsk::chunks>},
         in(program, record)},
        {{{"threads", Key::required, types::expression, "per block"},
          read_formula<&EngineAsk::threads>},
         in(occupancy)},
        {{{"shared", Key::optional, types::expression, "bytes of shared memory per block"},
          read_formula<&EngineAsk::shared>},
         in(occupancy)},
        {{{"registers_per_block", Key::optional, types::expression, ""},
          read_formula<&EngineAsk::registers_per_block>},
         in(occupancy)},
        {{{"registers_per_thread", Key::optional, types::expression, ""},
          read_formula<&EngineAsk::registers_per_thread>},
         in(occupancy)},
        {{{"struct", Key::optional, types::text, "members of a structure"},
          read_line<&EngineAsk::structure>},
         in(accesses)},
        {{{"element", Key::optional, types::text, "type of elements, where they are none"},
          read_line<&EngineAsk::element>},
         in(accesses)},
        {{{"where", Key::optional, types::text, "lanes that are active: i % 2 == 0"},
          read_line<&EngineAsk::where>},
         in(accesses)},
        {{{"memory", Key::optional, types::one_of<memories>,
           "where the arrays are: global (default)"},
          read_choice<memories, &EngineAsk::in_shared_memory>},
         in(accesses)},
        {{{"in", Key::required, types::text, "file of measurements below validate/records"},
          read_line<&EngineAsk::records>},
         in(record)},
        {{{"assumes", Key::optional, one_or_more_texts, "assumptions that the answer rests on"},
          read_list<&EngineAsk::assumes>},
         stories},
    });
    return all;
  }

  unsigned takes_;  // of rows()
  Mapping fields_;
  Problems& problems_;
  EngineAsk ask_;
};

}  // namespace

std::optional<PlacedExpression> read_placed_expression(const Node& node, std::string_view key,
                                                       Problems& problems) {
  const auto text = scalar_text(node, key, problems);
  if (!text) return std::nullopt;
  try {
    return PlacedExpression{Expression::parse(*text), node};
  } catch (const ExpressionError& error) {
    problems.add("expression-syntax", node, error);
    return std::nullopt;
  }
}

std::vector<std::string> read_texts(const Node& node, std::string_view key, Problems& problems) {
  if (node.kind != Node::Kind::sequence) {
    const std::string text = line_of_text(node, key, problems);
    return text.empty() ? std::vector<std::string>{} : std::vector{text};
  }
  std::vector<std::string> all;
  for (const Node& child : node.children) all.push_back(line_of_text(child, key, problems));
  return all;
}

std::optional<EngineAsk> read_ask(const Node& name, const Node& body, AskedBy by,
                                  Problems& problems) {
  check_name(name, problems);
  for (const AskKindRow& row : ask_kinds) {
    if (std::ranges::find(body.keys, row.key, &Node::text) == body.keys.end()) continue;
    const auto is_its_own = [](const Node& key) {
      return key.text == "device" || key.text == "set" || key.text == "assumes";
    };
    if (row.kind == AskKind::device && !std::ranges::all_of(body.keys, is_its_own)) continue;
    return AskReader(name, body, row.kind, by, problems).read();
  }
  std::vector<std::string> known;
  std::string all = "an ask is one of:";
  for (const AskKindRow& row : ask_kinds) {
    known.emplace_back(row.key);
    all += " " + known.back();
  }
  std::vector<std::string> hints;
  if (!body.keys.empty()) hints = did_you_mean(body.keys.front().text, known);
  hints.push_back(std::move(all));
  problems.add("step-unknown", body.keys.empty() ? name : body.keys.front(),
               "it is not said what '" + name.text + "' asks", std::move(hints));
  return std::nullopt;
}

std::vector<EngineAsk> read_asks(const Node& node, AskedBy by, Problems& problems) {
  std::vector<EngineAsk> all;
  Mapping asks(node, "'asks'", problems);
  for (const Mapping::Entry& each : asks.entries()) {
    if (auto ask = read_ask(*each.key, *each.value, by, problems)) all.push_back(std::move(*ask));
  }
  return all;
}

std::string schema_of_ask(SchemaWriter& writer, AskedBy by) {
  std::string all;
  for (const AskKindRow& row : ask_kinds) {
    all += (all.empty() ? "" : ", ") + AskReader::schema(writer, row.kind, by);
  }
  return R"({"oneOf": [)" + all + "]}";
}

}  // namespace gpumodel
