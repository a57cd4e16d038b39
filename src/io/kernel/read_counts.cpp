#include "src/io/kernel/read_counts.hpp"

#include "src/io/kernel/read_arrays.hpp"

namespace gpumodel {
namespace {

class CountsReader {
 public:
  CountsReader(FormulaReader& formulas, Problems& problems, Kernel& kernel)
      : formulas_(formulas), problems_(problems), kernel_(kernel) {}

  void read(Mapping& top) {
    if (const Node* node = top.required("work_items")) {
      kernel_.work_items = formulas_.read(*node, "work_items", NameScope::parameters);
    }
    if (const Node* node = top.required("per_item")) read_per_item(*node);
  }

  static std::string schema(SchemaWriter& writer) {
    return writer.mapping(rows(), R"(, "minProperties": 1)");
  }

 private:
  using Row = KeyRow<CountsReader>;

  static std::span<const Row> rows() {
    static constexpr ValueType operations{"operations", schema_of_operations};
    static constexpr ValueType words{"words", [](SchemaWriter& writer) {
                                       return described(
                                           "Elements of each array per work item.",
                                           types::schema_of_names(writer, types::expression));
                                     }};
    static constexpr auto all = std::to_array<Row>({
        {{"fp64", Key::optional, operations, ""}, read_pipe<Pipe::fp64>},
        {{"fp32", Key::optional, operations, ""}, read_pipe<Pipe::fp32>},
        {{"fp16", Key::optional, operations, ""}, read_pipe<Pipe::fp16>},
        {{"load", Key::optional, words, "from device memory"},
         [](auto& reader, const Node& node, auto key) {
           Kernel& kernel = reader.kernel_;
           kernel.loads = reader.read_words(node, std::string(key), kernel.loads_source);
         }},
        {{"store", Key::optional, words, "to device memory"},
         [](auto& reader, const Node& node, auto key) {
           Kernel& kernel = reader.kernel_;
           kernel.stores = reader.read_words(node, std::string(key), kernel.stores_source);
         }},
    });
    return all;
  }

  template <Pipe pipe>
  static void read_pipe(CountsReader& reader, const Node& node, std::string_view) {
    reader.read_operations(node, pipe);
  }

  struct Kind {
    std::string_view name;
    double flop;
  };
  static constexpr std::array<Kind, 3> kinds = {{{"add", 1.0}, {"mul", 1.0}, {"fma", 2.0}}};

  static std::string schema_of_operations(SchemaWriter& writer) {
    const std::string count = writer.value(types::expression);
    SchemaWriter::Keys by_kind;
    for (const Kind& kind : kinds) by_kind.add(kind.name, Key::optional, count);
    return R"({"description": "FLOP per work item, or operations by kind (a fused multiply-add is )"
           R"(two FLOP).", "oneOf": [)" +
           count + ", " + by_kind.schema() + "]}";
  }

  void read_per_item(const Node& node) {
    Mapping item(node, "'per_item'", problems_);
    read_keys(rows(), item, *this);
    item.reject_unknown_keys();
    const bool empty =
        kernel_.operations.empty() && kernel_.loads.empty() && kernel_.stores.empty();
    if (empty && item.is_mapping() && !problems_.has_errors()) {
      problems_.add("key-missing", node, "'per_item' states no work",
                    {"known here: fp64 fp32 fp16 load store"});
    }
  }

  // Either a number of flop ("fp64: 2") or operations by kind ("fp64: {add: 3, mul: 1}").
  void read_operations(const Node& node, Pipe pipe) {
    const std::string name(to_string(pipe));
    std::string note = node.text + " flop";
    if (node.kind == Node::Kind::mapping) {
      note.clear();
      Mapping counts(node, "'" + name + "'", problems_);
      for (const Kind& kind : kinds) {
        const Node* count = counts.optional(kind.name);
        if (count == nullptr) continue;
        kernel_.operations.push_back(
            {pipe, kind.flop, formulas_.read(*count, kind.name, NameScope::parameters)});
        note += (note.empty() ? "" : " + ") + count->text + " " + std::string(kind.name);
      }
      counts.reject_unknown_keys();
    } else {
      kernel_.operations.push_back({pipe, 1.0, formulas_.read(node, name, NameScope::parameters)});
    }
    kernel_.flop_sources[static_cast<std::size_t>(pipe)] = per_item_source(node, name, note);
  }

  Source per_item_source(const Node& node, const std::string& key, const std::string& what) const {
    return {Provenance::derived,
            "per_item." + key,
            problems_.file().shown,
            node.line,
            "work_items (" + kernel_.work_items.expression.text() + ") x (" + what + ")",
            1.0};
  }

  // Elements per array: {b: 1, c: 1}.
  std::vector<WordCount> read_words(const Node& node, const std::string& key, Source& source) {
    Mapping words(node, "'" + key + "'", problems_);
    std::vector<WordCount> all;
    std::string note;
    for (const Mapping::Entry& entry : words.entries()) {
      const Formula count = formulas_.read(*entry.value, entry.key->text, NameScope::parameters);
      const std::optional<std::size_t> array = find_array(*entry.key, kernel_.arrays, problems_);
      if (!array) continue;
      all.push_back({*array, count});
      note += (note.empty() ? "" : " + ") + count.expression.text() + " " + entry.key->text + " (" +
              to_string(kernel_.arrays[*array].type) + ")";
    }
    source = per_item_source(node, key, note);
    return all;
  }

  FormulaReader& formulas_;
  Problems& problems_;
  Kernel& kernel_;
};

}  // namespace

void read_counts(Mapping& top, FormulaReader& formulas, Problems& problems, Kernel& kernel) {
  CountsReader(formulas, problems, kernel).read(top);
}

std::string schema_of_per_item(SchemaWriter& writer) {
  return CountsReader::schema(writer);
}

}  // namespace gpumodel
