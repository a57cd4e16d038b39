#include "src/io/kernel/read_statements.hpp"

#include <algorithm>
#include <iterator>

#include "src/io/kernel/read_accesses.hpp"
#include "src/io/kernel/read_bindings.hpp"
#include "src/io/kernel/read_contents.hpp"
#include "src/io/kernel/read_loop.hpp"
#include "src/io/kernel/read_operations.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

constexpr auto barrier_kinds = std::to_array<Word<Barrier>>({{"block", {}}});
constexpr auto uniform_words = std::to_array<Word<bool>>({{"false", false}, {"true", true}});

constexpr ValueType named_values{"lets", [](SchemaWriter& writer) {
                                   return described(
                                       "Names for expressions, in order; / and % are those of C.",
                                       types::schema_of_names(writer, types::expression));
                                 }};
constexpr ValueType named_elements{
    [](SchemaWriter& writer) { return types::schema_of_names(writer, types::text); }};
constexpr ValueType drawn_values{
    [](SchemaWriter& writer) { return types::schema_of_names(writer, types::contents); }};
constexpr ValueType loop_range{[](SchemaWriter& writer) {
  return types::schema_of_names(writer, types::text, R"(, "minProperties": 1, "maxProperties": 1)");
}};
constexpr ValueType barrier_kind{R"({"enum": [null, "block"]})"};
constexpr ValueType spilled{schema_of_spill};
constexpr ValueType statement_list{
    "statements", [](SchemaWriter& writer) {
      return R"({"description": "What is done, in order.", "type": "array", "minItems": 1, "items": )" +
             writer.value({"statement", schema_of_statement}) + "}";
    }};
constexpr KeyText inside{"do", Key::required, statement_list, ""};
constexpr KeyText otherwise{"else", Key::optional, statement_list, ""};

// if: {probability: 0.3, uniform: true}
constexpr KeyText chance_of{"probability", Key::required, types::expression, "of a lane"};
constexpr KeyText chance_uniform{"uniform", Key::optional, types::one_of<uniform_words>,
                                 "of a warp, all of its lanes alike"};
constexpr KeyText chance_warps{"warps", Key::optional, types::expression,
                               "of a warp to have such lanes; else each lane is drawn by itself"};
constexpr ValueType branch_condition{[](SchemaWriter& writer) {
  return R"({"oneOf": [)" + writer.value(types::expression) + ", " +
         writer.mapping(std::array{chance_of, chance_uniform, chance_warps}) + "]}";
}};

constexpr std::array loop_keys{loop_step, loop_unroll, inside};
constexpr std::array branch_keys{inside, otherwise};

class StatementReader {
 public:
  explicit StatementReader(const ThreadContext& context)
      : context_(context), problems_(context.problems) {
    for (const StatementRow& row : rows()) names_.emplace_back(row.key);
    std::ranges::copy(operation_statements(), std::back_inserter(names_));
  }

  static std::string schema(SchemaWriter& writer) {
    std::string all = R"({"anyOf": [{"const": "barrier"})";
    for (const StatementRow& row : rows()) {
      SchemaWriter::Keys keys;
      keys.add(row, writer);
      for (const KeyText& beside : row.beside) keys.add(beside, writer);
      all += ", " + keys.schema();
    }
    for (const std::string& name : operation_statements()) {
      SchemaWriter::Keys keys;
      keys.add(name, Key::required, schema_of_operation(writer, name));
      all += ", " + keys.schema();
    }
    return all + "]}";
  }

  Body read_list(const Node& list, std::string_view key) {
    Body body;
    if (list.kind != Node::Kind::sequence || list.children.empty()) {
      problems_.add("type-wrong", list, "'" + std::string(key) + "' must be a list of statements",
                    {"each is an item of its own: - load: x[i]"});
      return body;
    }
    const Variables::Scope scope(context_.formulas.variables());
    ++depth_;
    for (const Node& item : list.children) {
      if (!within_limits(item)) break;
      read_statement(item, body);
    }
    --depth_;
    return body;
  }

 private:
  // Reading stops at the first statement too many.
  bool within_limits(const Node& item) {
    if (count_ > max_statements) return false;
    if (++count_ > max_statements) {
      problems_.add("thread-too-large", item,
                    "more than " + std::to_string(max_statements) + " statements",
                    {"'for' repeats statements"});
      return false;
    }
    if (depth_ <= max_statement_depth) return true;
    problems_.add("thread-too-large", item,
                  "statements nested more than " + std::to_string(max_statement_depth) + " deep");
    return false;
  }

  bool is_statement(const Node& key) const {
    return std::ranges::find(names_, key.text) != names_.end();
  }

  void read_statement(const Node& item, Body& body) {
    if (item.kind == Node::Kind::scalar) return read_bare(item, body);
    const auto key =
        std::ranges::find_if(item.keys, [&](const Node& k) { return is_statement(k); });
    const bool named = key != item.keys.end();
    Mapping fields(item, named ? "'" + key->text + "'" : "a statement", problems_);
    if (!fields.is_mapping()) return;
    if (!named) return report_unknown(item.keys.empty() ? item : item.keys.front());
    refuse_second(item, *key, fields);
    if (key->text == "barrier") {
      read_barrier(fields, body);
    } else if (const Node* value = fields.optional(key->text)) {
      dispatch(key->text, *value, fields, body);
    } else {
      report_no_value(*key);
    }
    fields.reject_unknown_keys();
  }

  void read_bare(const Node& item, Body& body) {
    if (item.text == "barrier") {
      body.push_back({Barrier{}});
    } else if (is_statement(item)) {
      report_no_value(item);
    } else {
      report_unknown(item);
    }
  }

  void report_no_value(const Node& name) {
    problems_.add("key-missing", name, "'" + name.text + "' needs a value",
                  {"behind a colon: " + name.text + ": ..."});
  }

  void report_unknown(const Node& at) {
    std::vector<std::string> hints = did_you_mean(at.text, names_);
    if (hints.empty()) {
      hints = {"known:"};
      for (const std::string& name : names_) hints[0] += " " + name;
    }
    problems_.add("statement-unknown", at,
                  at.text.empty() ? "no statement" : "unknown statement '" + at.text + "'",
                  std::move(hints));
  }

  // A dash was forgotten.
  void refuse_second(const Node& item, const Node& first, Mapping& fields) {
    for (const Node& key : item.keys) {
      if (&key == &first || key.text == first.text || !is_statement(key)) continue;
      fields.optional(key.text);
      problems_.add("key-unknown", key,
                    "'" + key.text + "' stands in the item of '" + first.text + "'",
                    {"each statement is an item of its own: - " + key.text + ": ..."});
    }
  }

  void dispatch(const std::string& name, const Node& value, Mapping& fields, Body& body) {
    const auto row = std::ranges::find(rows(), name, &StatementRow::key);
    if (row != rows().end()) return row->read(*this, value, fields, body);
    read_operations(name, value, context_, body);
  }

  // Those that count operations are in the table of operations.
  struct StatementRow : KeyText {
    std::span<const KeyText> beside{};  // keys that may stand beside it
    void (*read)(StatementReader&, const Node& value, Mapping& fields, Body& body) = nullptr;
  };
  static std::span<const StatementRow> rows() {
    static constexpr std::span as{&operated_as, 1}, per{&drawn_per, 1};
    static constexpr auto all = std::to_array<StatementRow>({
        {{"load", Key::required, access_list, "one load instruction per access"},
         {},
         [](auto& reader, const Node& value, auto&, Body& body) {
           read_accesses(Access::Op::load, value, reader.context_, body);
         }},
        {{"store", Key::required, access_list, "one store instruction per access"},
         {},
         [](auto& reader, const Node& value, auto&, Body& body) {
           read_accesses(Access::Op::store, value, reader.context_, body);
         }},
        {{"atomic", Key::required, access_list, "read-modify-write that returns the old value"},
         as,
         [](auto& reader, const Node& value, Mapping& fields, Body& body) {
           read_atomics(Access::Op::atomic, value, fields, reader.context_, body);
         }},
        {{"reduction", Key::required, access_list, "the same without returning it"},
         as,
         [](auto& reader, const Node& value, Mapping& fields, Body& body) {
           read_atomics(Access::Op::reduction, value, fields, reader.context_, body);
         }},
        {{"read", Key::required, named_elements, "names for the values of elements"},
         {},
         [](auto& reader, const Node& value, auto&, Body& body) {
           read_values(value, reader.context_, body);
         }},
        {{"let", Key::required, named_values, ""},
         {},
         [](auto& reader, const Node& value, auto&, Body& body) {
           read_lets(value, reader.context_, body);
         }},
        {{"draw", Key::required, drawn_values, "values known only at run time"},
         per,
         [](auto& reader, const Node& value, Mapping& fields, Body& body) {
           read_draws(value, fields, reader.context_, body);
         }},
        {{"for", Key::required, loop_range, "{k: 0..n}; the end is not included"},
         loop_keys,
         [](auto& reader, const Node& value, Mapping& fields, Body& body) {
           reader.read_loop(value, fields, body);
         }},
        {{"if", Key::required, branch_condition, "a condition, or a part of the lanes"},
         branch_keys,
         [](auto& reader, const Node& value, Mapping& fields, Body& body) {
           reader.read_branch(value, fields, body);
         }},
        {{"barrier", Key::required, barrier_kind, "__syncthreads()"}},  // also without a value
        {{"spill", Key::required, spilled, "B of spilled registers per thread"},
         {},
         [](auto& reader, const Node& value, auto&, Body& body) {
           read_spill(value, reader.context_, body);
         }},
    });
    return all;
  }

  // __syncthreads; nothing else waits yet.
  static void read_barrier(Mapping& fields, Body& body) {
    body.push_back({read_word<Barrier>(fields, "barrier", barrier_kinds)});
  }

  void read_loop(const Node& value, Mapping& fields, Body& body) {
    const Variables::Scope scope(context_.formulas.variables());
    Loop loop = read_loop_head(value, fields, context_);
    if (const Node* list = ask(fields, inside)) loop.body = read_list(*list, inside.key);
    body.push_back({std::move(loop)});
  }

  void read_branch(const Node& value, Mapping& fields, Body& body) {
    Branch branch;
    branch.source = context_.source(value, "if", value.text);
    if (value.kind == Node::Kind::mapping) {
      read_chance(value, branch);
    } else {
      branch.condition = context_.index_formula(value, "if");
    }
    if (const Node* list = ask(fields, inside)) branch.then = read_list(*list, inside.key);
    if (const Node* list = ask(fields, otherwise)) {
      branch.otherwise = read_list(*list, otherwise.key);
    }
    body.push_back({std::move(branch)});
  }

  void read_chance(const Node& value, Branch& branch) {
    Mapping fields(value, "'if'", problems_);
    if (const Node* probability = ask(fields, chance_of)) {
      branch.probability = context_.exact_formula(*probability, chance_of.key);
      branch.source.note = "probability " + probability->text;
    }
    branch.uniform = read_word<bool>(fields, chance_uniform.key, uniform_words);
    if (const Node* warps = ask(fields, chance_warps)) {
      branch.warps = context_.exact_formula(*warps, chance_warps.key);
      if (branch.uniform)
        problems_.add("key-unknown", *warps, "'uniform' says that warps go as a whole",
                      {"leave out one of them"});
    }
    fields.reject_unknown_keys();
  }

  const ThreadContext& context_;
  Problems& problems_;
  std::vector<std::string> names_;
  std::size_t count_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

Body read_statements(const Node& list, const ThreadContext& context) {
  return StatementReader(context).read_list(list, "do");
}

std::string schema_of_statement(SchemaWriter& writer) {
  return StatementReader::schema(writer);
}
std::string schema_of_statements(SchemaWriter& writer) {
  return writer.value(statement_list);
}
std::string schema_of_lets(SchemaWriter& writer) {
  return writer.value(named_values);
}

}  // namespace gpumodel
