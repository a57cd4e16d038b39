#include "src/io/kernel/read_arrays.hpp"

#include <algorithm>

#include "src/io/kernel/read_contents.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/names.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

constexpr auto storage_orders = std::to_array<Word<StorageOrder>>(
    {{"row", StorageOrder::row_major}, {"column", StorageOrder::column_major}});
constexpr auto memory_spaces =
    std::to_array<Word<MemorySpace>>({{"global", MemorySpace::global},
                                      {"shared", MemorySpace::shared},
                                      {"constant", MemorySpace::constant}});
constexpr auto load_paths =
    std::to_array<Word<LoadPath>>({{"usual", LoadPath::usual},
                                   {"read_only", LoadPath::read_only},
                                   {"texture", LoadPath::read_only},  // one cache serves both
                                   {"l1", LoadPath::l1}});

class ArrayReader {
 public:
  ArrayReader(const Node& node, Array& array, FormulaReader& formulas, Problems& problems)
      : fields_(node, "array '" + array.name + "'", problems),
        array_(array),
        formulas_(formulas),
        problems_(problems) {}

  void read() {
    read_keys(rows(), fields_, *this);
    check_element();
    fields_.reject_unknown_keys();
  }

  static std::string schema(SchemaWriter& writer) {
    return writer.mapping(rows(),
                          R"(, "oneOf": [{"required": ["type"]}, {"required": ["struct"]}])");
  }

 private:
  static std::span<const KeyRow<ArrayReader>> rows() {
    static constexpr auto all = std::to_array<KeyRow<ArrayReader>>({
        {{"type", Key::optional, types::element_type, "element type"},
         [](auto& reader, const Node& node, auto) { reader.read_type(node); }},
        {{"struct", Key::optional, types::text,
          "the members of an element, 'f32 a, f32 v[3]', instead of a type"},
         [](auto& reader, const Node& node, auto) { reader.read_structure(node); }},
        {{"shape", Key::required, types::expressions,
          "elements per dimension, slowest first; one to eight"},
         [](auto& reader, const Node& node, auto key) {
           reader.array_.shape =
               reader.formulas_.read_list(node, key, max_dimensions, NameScope::parameters);
         }},
        {{"layout", Key::optional, types::one_of<storage_orders>,
          "which index runs fastest through memory: the last (row) or the first (column)"},
         read_as<&Array::order, storage_orders>},
        {{"space", Key::optional, types::one_of<memory_spaces>, "global if not given"},
         read_as<&Array::space, memory_spaces>},
        {{"path", Key::optional, types::one_of<load_paths>,
          "how loads go: as the compiler does (usual), __ldg or const __restrict__ (read_only), "
          "texture fetches (texture, the same cache), -dlcm=ca (l1)"},
         read_as<&Array::path, load_paths>},
        {{"restrict", Key::optional, types::one_of<true_or_false>,
          "whether the pointer is __restrict__: loads may then pass stores of other arrays"},
         read_as<&Array::restricted, true_or_false>},
        {{"padding", Key::optional, types::expression, "elements added to the fastest dimension"},
         read_formula<&Array::padding>},
        {{"offset", Key::optional, types::expression,
          "B by which the first element is off an aligned address"},
         read_formula<&Array::offset>},
        {{"values", Key::optional, types::contents,
          "what stands in the array, for 'read'; an expression may use index, the number of the "
          "element"},
         [](auto& reader, const Node& node, auto key) {
           reader.array_.contents =
               read_contents(node, key, NameScope::contents, reader.formulas_, reader.problems_);
         }},
    });
    return all;
  }

  template <auto member, const auto& words>
  static void read_as(ArrayReader& reader, const Node& node, std::string_view key) {
    reader.array_.*member = word_of(node, key, words, reader.problems_);
  }
  template <auto member>
  static void read_formula(ArrayReader& reader, const Node& node, std::string_view key) {
    reader.array_.*member = reader.formulas_.read(node, key, NameScope::parameters);
  }

  void check_element() {
    const bool type = fields_.optional("type") != nullptr;
    if (fields_.optional("struct") == nullptr) {
      if (!type) fields_.required(fields_.key_node("struct") != nullptr ? "struct" : "type");
    } else if (type) {
      problems_.add("keys-mixed", *fields_.key_node("type"),
                    "array '" + array_.name + "' has both 'type' and 'struct'",
                    {"an element is either a number or a structure: leave one out"});
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

  Mapping fields_;
  Array& array_;
  FormulaReader& formulas_;
  Problems& problems_;
};

}  // namespace

std::string schema_of_array(SchemaWriter& writer) {
  return ArrayReader::schema(writer);
}

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
