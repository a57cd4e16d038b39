#include "src/io/kernel/read_contents.hpp"

#include "src/io/device/read_numbers.hpp"
#include "src/io/kernel/expression_list.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {
namespace {

class ContentsReader {
 public:
  ContentsReader(std::string_view key, NameScope scope, FormulaReader& formulas, Problems& problems)
      : key_(key), scope_(scope), formulas_(formulas), problems_(problems) {}

  Contents read(const Node& node) {
    contents_.source = {Provenance::derived, key_,      problems_.file().shown,
                        node.line,           node.text, 1.0};
    if (node.kind == Node::Kind::mapping) {
      read_distribution(node);
    } else {
      contents_.arguments = {formulas_.read(node, key_, scope_)};
    }
    return std::move(contents_);
  }

  static std::span<const KeyRow<ContentsReader>> rows() {
    static constexpr ValueType weights{[](SchemaWriter& writer) {
      return R"({"type": "object", "minProperties": 1, "additionalProperties": )" +
             writer.value(types::expression) + "}";
    }};
    static constexpr auto all = std::to_array<KeyRow<ContentsReader>>({
        {{"uniform", Key::optional, types::expressions, "[first, end]; the end is not included"},
         [](auto& reader, const Node& node, auto) {
           reader.read_pair(node, Contents::Kind::uniform, "uniform: [first, end]");
         }},
        {{"banded", Key::optional, types::expressions, "[centre, half_width]"},
         [](auto& reader, const Node& node, auto) {
           reader.read_pair(node, Contents::Kind::banded, "banded: [centre, width]");
         }},
        {{"histogram", Key::optional, weights, "values and their weights"},
         [](auto& reader, const Node& node, auto) { reader.read_histogram(node); }},
        {{"file", Key::optional, types::text,
          "whole numbers between spaces, commas or line ends; the path counts from the folder of "
          "the kernel file"},
         [](auto& reader, const Node& node, auto) { reader.read_file(node); }},
    });
    return all;
  }

 private:
  void read_distribution(const Node& node) {
    Mapping fields(node, "'" + key_ + "'", problems_);
    read_keys(rows(), fields, *this);
    fields.reject_unknown_keys();
    if (node.keys.size() == 1) return;
    problems_.add("type-wrong", node,
                  "'" + key_ + "' must have one key, found " + std::to_string(node.keys.size()),
                  {"one of: uniform banded histogram file"});
  }

  void read_pair(const Node& node, Contents::Kind kind, const std::string& example) {
    contents_.kind = kind;
    const std::vector<Node> pair = expression_list(node, problems_.file());
    if (pair.size() != 2) {
      problems_.add("type-wrong", node, "expected two expressions", {"for example " + example});
      return;
    }
    for (const Node& each : pair) contents_.arguments.push_back(formulas_.read(each, key_, scope_));
  }

  void read_histogram(const Node& node) {
    contents_.kind = Contents::Kind::histogram;
    Mapping weights(node, "'histogram'", problems_);
    for (const Mapping::Entry& entry : weights.entries()) {
      contents_.arguments.push_back(formulas_.read(*entry.key, key_, scope_));
      contents_.arguments.push_back(formulas_.read(*entry.value, entry.key->text, scope_));
    }
    if (weights.is_mapping() && contents_.arguments.empty()) {
      problems_.add("type-wrong", node, "'histogram' has no values",
                    {"values and their weights: {1: 0.75, 32: 0.25}"});
    }
  }

  void read_file(const Node& node) {
    contents_.kind = Contents::Kind::file;
    if (scalar_text(node, "file", problems_)) contents_.values = read_numbers(node, problems_);
  }

  std::string key_;
  NameScope scope_;
  FormulaReader& formulas_;
  Problems& problems_;
  Contents contents_;
};

}  // namespace

Contents read_contents(const Node& node, std::string_view key, NameScope scope,
                       FormulaReader& formulas, Problems& problems) {
  return ContentsReader(key, scope, formulas, problems).read(node);
}

std::string schema_of_contents(SchemaWriter& writer) {
  return R"({"description": "Whole numbers: an expression, a distribution, or a file.", "oneOf": [)" +
         writer.value(types::expression) + ", " +
         writer.mapping(ContentsReader::rows(), R"(, "minProperties": 1, "maxProperties": 1)") +
         "]}";
}

}  // namespace gpumodel
