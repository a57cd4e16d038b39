#include "src/io/kernel/read_statements.hpp"

#include <algorithm>

#include "src/io/kernel/read_accesses.hpp"
#include "src/io/kernel/read_bindings.hpp"
#include "src/io/kernel/read_loop.hpp"
#include "src/io/kernel/read_operations.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

// Those that count operations are in the table of operations.
constexpr auto other_statements =
    std::to_array<std::string_view>({"load", "store", "atomic", "reduction", "read", "let", "draw",
                                     "for", "if", "barrier", "spill"});

class StatementReader {
 public:
  explicit StatementReader(const ThreadContext& context)
      : context_(context), problems_(context.problems), names_(operation_statements()) {
    names_.insert(names_.begin(), other_statements.begin(), other_statements.end());
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
    if (name == "load") return read_accesses(Access::Op::load, value, context_, body);
    if (name == "store") return read_accesses(Access::Op::store, value, context_, body);
    if (name == "atomic") return read_atomics(Access::Op::atomic, value, fields, context_, body);
    if (name == "reduction") {
      return read_atomics(Access::Op::reduction, value, fields, context_, body);
    }
    if (name == "read") return read_values(value, context_, body);
    if (name == "let") return read_lets(value, context_, body);
    if (name == "draw") return read_draws(value, fields, context_, body);
    if (name == "for") return read_loop(value, fields, body);
    if (name == "if") return read_branch(value, fields, body);
    if (name == "spill") return read_spill(value, context_, body);
    read_operations(name, value, context_, body);
  }

  // __syncthreads; nothing else waits yet.
  static void read_barrier(Mapping& fields, Body& body) {
    static constexpr auto kinds = std::to_array<Word<Barrier>>({{"block", {}}});
    body.push_back({read_word<Barrier>(fields, "barrier", kinds)});
  }

  void read_loop(const Node& value, Mapping& fields, Body& body) {
    const Variables::Scope scope(context_.formulas.variables());
    Loop loop = read_loop_head(value, fields, context_);
    if (const Node* list = fields.required("do")) loop.body = read_list(*list, "do");
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
    if (const Node* list = fields.required("do")) branch.then = read_list(*list, "do");
    if (const Node* list = fields.optional("else")) branch.otherwise = read_list(*list, "else");
    body.push_back({std::move(branch)});
  }

  // if: {probability: 0.3, uniform: true}
  void read_chance(const Node& value, Branch& branch) {
    static constexpr auto yes_or_no = std::to_array<Word<bool>>({{"false", false}, {"true", true}});
    Mapping fields(value, "'if'", problems_);
    if (const Node* probability = fields.required("probability")) {
      branch.probability = context_.exact_formula(*probability, "probability");
      branch.source.note = "probability " + probability->text;
    }
    branch.uniform = read_word<bool>(fields, "uniform", yes_or_no);
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

}  // namespace gpumodel
