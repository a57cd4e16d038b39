#include "src/io/gate/read_budgets.hpp"

#include <algorithm>
#include <array>

#include "src/io/fields/schema_writer.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/quantity.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_checks = 1000;

constexpr ValueType share{R"({"type": ["string", "number"], "description": "such as 5 %"})"};
constexpr ValueType cache_state{R"({"enum": ["cold", "warm"]})"};
constexpr ValueType values{R"({"type": "object", "additionalProperties":
    {"type": ["string", "number"]}})"};

struct CheckReader {
  BudgetCheck& check;
  Problems& problems;

  void read_budget(const Node& node, std::string_view key) {
    const auto text = scalar_text(node, key, problems);
    if (!text) return;
    try {
      const ParsedQuantity read = parse_quantity(*text);
      if (read.dim == Seconds::dim && read.si > 0.0) {
        check.budget_s = read.si;
      } else {
        problems.add("unit-wrong", node, "'" + *text + "' is no budget of time",
                     {"expected a time above 0, such as 300 us"});
      }
    } catch (const ExpressionError& error) {
      problems.add("expression-syntax", node, error, {"expected a time, such as 300 us"});
    }
  }

  // "5 %", "0.05".
  void read_share(const Node& node, std::string_view key) {
    const auto text = scalar_text(node, key, problems);
    if (!text) return;
    std::string number = *text;
    const bool percent = number.ends_with('%');
    if (percent) number.pop_back();
    try {
      const ParsedQuantity read = parse_quantity(number);
      const double value = percent ? read.si / 100.0 : read.si;
      if (read.dim == Dim{} && value >= 0.0 && value <= 1.0) {
        check.slower_by = value;
        return;
      }
    } catch (const ExpressionError&) {
      check.slower_by.reset();  // told below
    }
    problems.add("value-wrong", node, "'" + *text + "' is no share of a time",
                 {"expected 0 to 100 %, such as 5 %"});
  }

  void read_values(const Node& node) {
    check.with = node;
    Mapping with(node, "'with'", problems);
    for (const Mapping::Entry& each : with.entries()) {
      if (const auto text = scalar_text(*each.value, each.key->text, problems)) {
        check.definitions.push_back(each.key->text + "=" + *text);
      }
    }
  }
};

using CheckRow = KeyRow<CheckReader>;

constexpr auto check_rows = std::to_array<CheckRow>({
    {{"name", Key::optional, types::text, "of the check; else that of the kernel or program"},
     [](CheckReader& reader, const Node& node, auto key) {
       reader.check.name = line_of_text(node, key, reader.problems);
     }},
    {{"kernel", Key::optional, types::text,
      "a file, by its place beside this one, or a name from the library"}},
    {{"program", Key::optional, types::text, "the same"}},
    {{"device", Key::optional, types::text, "a GPU: the same"},
     [](CheckReader& reader, const Node& node, auto key) {
       if (scalar_text(node, key, reader.problems)) reader.check.device = node;
     }},
    {{"model", Key::optional, types::text, "textbook, roofline or machine (default)"},
     [](CheckReader& reader, const Node& node, auto key) {
       if (scalar_text(node, key, reader.problems)) reader.check.model = node;
     }},
    {{"with", Key::optional, values, "values of parameters"},
     [](CheckReader& reader, const Node& node, auto) { reader.read_values(node); }},
    {{"cache", Key::optional, cache_state, "what L2 holds before a kernel: cold (default) or warm"},
     [](CheckReader& reader, const Node& node, auto key) {
       const auto text = scalar_text(node, key, reader.problems);
       if (!text) return;
       reader.check.warm = *text == "warm";
       if (*text == "warm" || *text == "cold") return;
       reader.problems.add("value-unknown", node, "'cache' cannot be '" + *text + "'",
                           {"known: cold, warm"});
     }},
    {{"budget", Key::optional, types::quantity<Seconds>, "the longest time allowed"},
     [](CheckReader& reader, const Node& node, auto key) { reader.read_budget(node, key); }},
    {{"slower_by_at_most", Key::optional, share, "than the baseline, of its time"},
     [](CheckReader& reader, const Node& node, auto key) { reader.read_share(node, key); }},
});

constexpr ValueType list_of_checks{[](SchemaWriter& writer) {
  return R"({"type": "array", "minItems": 1, "items": )" +
         writer.mapping(check_rows,
                        R"(, "allOf": [{"oneOf": [{"required": ["kernel"]},
                            {"required": ["program"]}]}, {"anyOf": [{"required": ["budget"]},
                            {"required": ["slower_by_at_most"]}]}])") +
         "}";
}};

class BudgetsReader {
 public:
  BudgetsReader(const Node& root, Problems& problems)
      : top_(root, "the budgets", problems), problems_(problems) {}

  void read(BudgetsFile& into) {
    read_keys(rows(), top_, *this);
    top_.reject_unknown_keys();
    into.name = std::move(name_);
    for (BudgetCheck& check : checks_) {
      if (!check.device) check.device = device_;
      if (!check.model) check.model = model_;
    }
    into.checks = std::move(checks_);
  }

  static std::string schema(SchemaWriter& writer) { return writer.mapping(rows()); }

 private:
  static std::span<const KeyRow<BudgetsReader>> rows() {
    static constexpr auto all = std::to_array<KeyRow<BudgetsReader>>({
        {{"budgets", Key::required, types::text, "name of the whole"},
         [](auto& reader, const Node& node, auto key) {
           reader.name_ = line_of_text(node, key, reader.problems_);
         }},
        {{"summary", Key::optional, types::text, "one line"}},
        {{"device", Key::optional, types::text, "a GPU, for all checks that name none"},
         [](auto& reader, const Node& node, auto key) {
           if (scalar_text(node, key, reader.problems_)) reader.device_ = node;
         }},
        {{"model", Key::optional, types::text, "for all checks that name none"},
         [](auto& reader, const Node& node, auto key) {
           if (scalar_text(node, key, reader.problems_)) reader.model_ = node;
         }},
        {{"checks", Key::required, list_of_checks, "each one kernel or program"},
         [](auto& reader, const Node& node, auto) { reader.read_checks(node); }},
    });
    return all;
  }

  void read_checks(const Node& node) {
    if (node.kind != Node::Kind::sequence || node.children.empty()) {
      problems_.add("type-wrong", node, "'checks' must be a list of checks",
                    {"such as - {kernel: saxpy, budget: 300 us}"});
      return;
    }
    if (node.children.size() > most_checks) {
      problems_.add("type-wrong", node, "more than 1000 checks", {"split the file"});
      return;
    }
    for (const Node& child : node.children) read_check(child);
  }

  void read_check(const Node& node) {
    BudgetCheck check;
    check.line = node.line;
    Mapping fields(node, "a check", problems_);
    CheckReader reader{check, problems_};
    read_keys<CheckReader>(check_rows, fields, reader);
    const Node* kernel = fields.key_node("kernel") != nullptr ? fields.optional("kernel") : nullptr;
    const Node* program =
        fields.key_node("program") != nullptr ? fields.optional("program") : nullptr;
    fields.reject_unknown_keys();
    if (!fields.is_mapping()) return;
    if ((kernel == nullptr) == (program == nullptr)) {
      problems_.add("key-missing", node, "a check needs a 'kernel' or a 'program', and not both");
      return;
    }
    check.is_program = program != nullptr;
    check.what = *(check.is_program ? program : kernel);
    if (!scalar_text(check.what, check.is_program ? "program" : "kernel", problems_)) return;
    if (!check.budget_s && !check.slower_by && fields.key_node("budget") == nullptr &&
        fields.key_node("slower_by_at_most") == nullptr) {
      problems_.add("key-missing", node, "a check needs a 'budget' or 'slower_by_at_most'",
                    {"such as budget: 300 us, or slower_by_at_most: 5 %"});
    }
    if (check.name.empty()) check.name = default_name(check);
    if (std::ranges::find(checks_, check.name, &BudgetCheck::name) != checks_.end()) {
      problems_.add("key-duplicate", node, "two checks have the name '" + check.name + "'",
                    {"give one of them another 'name'"});
    }
    checks_.push_back(std::move(check));
  }

  static std::string default_name(const BudgetCheck& check) {
    std::string name = check.what.text;
    name.erase(0, name.rfind('/') + 1);
    if (name.ends_with(".yaml")) name.resize(name.size() - 5);
    return name;
  }

  Mapping top_;
  Problems& problems_;
  std::string name_;
  std::optional<Node> device_, model_;
  std::vector<BudgetCheck> checks_;
};

}  // namespace

BudgetsFile read_budgets(TextFile text) {
  BudgetsFile file{{}, {}, std::move(text)};
  const Node root = parse_yaml(file.text);
  Problems problems(file.text);
  BudgetsReader(root, problems).read(file);
  problems.throw_if_any();
  return file;
}

std::string budgets_schema() {
  SchemaWriter writer;
  const std::string body = BudgetsReader::schema(writer);
  return writer.document("budgets",
                         "How long kernels and programs may take by their prediction, and how much "
                         "longer than a baseline.",
                         body);
}

}  // namespace gpumodel
