#include "src/io/kernel/read_arrays.hpp"

#include <algorithm>

#include "src/io/kernel/read_contents.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/names.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

class ArrayReader {
 public:
  ArrayReader(const Node& node, Array& array, FormulaReader& formulas, Problems& problems)
      : fields_(node, "array '" + array.name + "'", problems),
        array_(array),
        formulas_(formulas),
        problems_(problems) {}

  void read() {
    read_element();
    if (const Node* shape = fields_.required("shape")) {
      array_.shape = formulas_.read_list(*shape, "shape", max_dimensions, NameScope::parameters);
    }
    read_place();
    array_.padding = read_formula("padding");
    array_.offset = read_formula("offset");
    if (const Node* values = fields_.optional("values")) {
      array_.contents = read_contents(*values, "values", NameScope::contents, formulas_, problems_);
    }
    fields_.reject_unknown_keys();
  }

 private:
  void read_element() {
    const bool has_struct = fields_.key_node("struct") != nullptr;
    const Node* type = has_struct ? fields_.optional("type") : fields_.required("type");
    const Node* structure = has_struct ? fields_.required("struct") : fields_.optional("struct");
    if (structure != nullptr && type != nullptr) {
      problems_.add("keys-mixed", *fields_.key_node("type"),
                    "array '" + array_.name + "' has both 'type' and 'struct'",
                    {"an element is either a number or a structure: leave one out"});
    }
    if (structure != nullptr) {
      read_structure(*structure);
    } else if (type != nullptr) {
      read_type(*type);
    }
  }

  void read_type(const Node& type) {
    const std::string text = scalar_text(type, "type", problems_).value_or("f32");
    const std::optional<ElementType> parsed = parse_element_type(text);
    if (parsed) {
      array_.type = *parsed;
    } else {
      problems_.add("value-unknown", type, "unknown element type '" + text + "'",
                    {"known: " + std::string(scalar_type_names) + ", vectors such as f32x4"});
    }
  }

  void read_structure(const Node& members) {
    const std::optional<std::string> text = scalar_text(members, "struct", problems_);
    array_.structure.emplace();  // one without members, where they cannot be read
    if (!text) return;
    try {
      array_.structure = parse_struct(*text);
    } catch (const ExpressionError& error) {
      problems_.add("struct-members", members, error);
    }
  }

  void read_place() {
    static constexpr auto orders = std::to_array<Word<StorageOrder>>(
        {{"row", StorageOrder::row_major}, {"column", StorageOrder::column_major}});
    static constexpr auto spaces =
        std::to_array<Word<MemorySpace>>({{"global", MemorySpace::global},
                                          {"shared", MemorySpace::shared},
                                          {"constant", MemorySpace::constant}});
    static constexpr auto paths =
        std::to_array<Word<LoadPath>>({{"usual", LoadPath::usual},
                                       {"read_only", LoadPath::read_only},
                                       {"texture", LoadPath::read_only},  // one cache serves both
                                       {"l1", LoadPath::l1}});
    array_.order = read_word<StorageOrder>(fields_, "layout", orders);
    array_.space = read_word<MemorySpace>(fields_, "space", spaces);
    array_.path = read_word<LoadPath>(fields_, "path", paths);
  }

  std::optional<Formula> read_formula(std::string_view key) {
    const Node* node = fields_.optional(key);
    if (node == nullptr) return std::nullopt;
    return formulas_.read(*node, key, NameScope::parameters);
  }

  Mapping fields_;
  Array& array_;
  FormulaReader& formulas_;
  Problems& problems_;
};

}  // namespace

std::vector<Array> read_arrays(const Node& node, FormulaReader& formulas, Problems& problems) {
  std::vector<Array> all;
  Mapping arrays(node, "'arrays'", problems);
  for (const Mapping::Entry& entry : arrays.entries()) {
    Array array;
    array.name = entry.key->text;
    array.source = {Provenance::derived,
                    "arrays." + array.name,
                    problems.file().shown,
                    entry.key->line,
                    {},
                    1.0};
    check_name(*entry.key, problems);
    ArrayReader(*entry.value, array, formulas, problems).read();
    all.push_back(std::move(array));
  }
  return all;
}

std::optional<std::size_t> find_array(const Node& name, const std::vector<Array>& arrays,
                                      Problems& problems) {
  const auto found = std::ranges::find(arrays, name.text, &Array::name);
  if (found != arrays.end()) return static_cast<std::size_t>(found - arrays.begin());
  std::vector<std::string> known;
  for (const Array& array : arrays) known.push_back(array.name);
  std::vector<std::string> hints = did_you_mean(name.text, known);
  if (hints.empty()) hints = {"it is not defined under 'arrays'"};
  problems.add("name-unknown", name, "unknown array '" + name.text + "'", std::move(hints));
  return std::nullopt;
}

}  // namespace gpumodel
