#include "src/input/read_kernel.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "src/input/check_values.hpp"
#include "src/input/formula_reader.hpp"
#include "src/input/mapping.hpp"
#include "src/input/nearest.hpp"

namespace gpumodel {
namespace {

bool is_identifier(std::string_view name) {
  const auto word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::ranges::all_of(name, word);
}

// Reads one descriptor; members are in the order of the file.
class KernelReader {
 public:
  KernelReader(const Node& root, Problems& problems)
      : top_(root, "the kernel file", problems), problems_(problems), formulas_(problems) {}

  Kernel read() {
    kernel_.id = top_.required_text("kernel");
    kernel_.summary = top_.optional_text("summary");
    read_parameters();
    read_arrays();
    if (const Node* node = top_.required("work_items")) {
      kernel_.work_items = formulas_.read(*node, "work_items", NameScope::parameters);
    }
    if (const Node* node = top_.required("per_item")) read_per_item(*node);
    if (const Node* node = top_.optional("launch")) read_launch(*node);
    if (const Node* node = top_.optional("transfers")) read_transfers(*node);
    top_.reject_unknown_keys();
    return std::move(kernel_);
  }

 private:
  void read_parameters() {
    const Node* node = top_.optional("parameters");
    if (node == nullptr) return;
    Mapping parameters(*node, "'parameters'", problems_);
    const std::vector<Mapping::Entry> entries = parameters.entries();
    for (const Mapping::Entry& entry : entries) {
      if (!is_identifier(entry.key->text)) {
        problems_.add("name-wrong", *entry.key, "'" + entry.key->text + "' cannot be a name",
                      {"a name is letters, digits and _, and starts with no digit"});
      }
      formulas_.add_parameter(entry.key->text);
      kernel_.parameters.push_back({entry.key->text, {}});
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      kernel_.parameters[i].value =
          formulas_.read(*entries[i].value, entries[i].key->text, NameScope::parameters);
    }
    std::vector<Visit> visits(entries.size(), Visit::none);
    for (std::size_t i = 0; i < entries.size(); ++i) order_parameter(i, entries, visits);
  }

  // Each parameter after those it uses, depth first.
  enum class Visit { none, open, done };
  void order_parameter(std::size_t i, const std::vector<Mapping::Entry>& entries,
                       std::vector<Visit>& visits) {
    if (visits[i] == Visit::done) return;
    const Parameter& parameter = kernel_.parameters[i];
    if (visits[i] == Visit::open) {
      problems_.add("parameter-cycle", *entries[i].value,
                    "parameter '" + parameter.name + "' depends on itself");
      return;
    }
    visits[i] = Visit::open;
    for (const Expression::Name& name : parameter.value.expression.names()) {
      if (name.slot >= 0) order_parameter(static_cast<std::size_t>(name.slot), entries, visits);
    }
    visits[i] = Visit::done;
    kernel_.evaluation_order.push_back(i);
  }

  void read_arrays() {
    const Node* node = top_.optional("arrays");
    if (node == nullptr) return;
    Mapping arrays(*node, "'arrays'", problems_);
    for (const Mapping::Entry& entry : arrays.entries()) {
      Array array;
      array.name = entry.key->text;
      array.source = {Provenance::derived,
                      "arrays." + array.name,
                      problems_.file().shown,
                      entry.key->line,
                      {},
                      1.0};
      if (!is_identifier(array.name)) {
        problems_.add("name-wrong", *entry.key, "'" + array.name + "' cannot be a name",
                      {"a name is letters, digits and _, and starts with no digit"});
      }
      read_array(*entry.value, array);
      kernel_.arrays.push_back(std::move(array));
    }
  }

  void read_array(const Node& node, Array& array) {
    Mapping fields(node, "array '" + array.name + "'", problems_);
    if (const Node* type = fields.required("type")) {
      const std::string text = scalar_text(*type, "type", problems_).value_or("f32");
      const std::optional<ElementType> parsed = parse_element_type(text);
      if (parsed) {
        array.type = *parsed;
      } else {
        problems_.add("value-unknown", *type, "unknown element type '" + text + "'",
                      {"known: " + std::string(scalar_type_names) + ", vectors such as f32x4"});
      }
    }
    if (const Node* shape = fields.required("shape")) {
      array.shape = formulas_.read_list(*shape, "shape", 4, NameScope::parameters);
    }
    fields.reject_unknown_keys();
  }

  void read_per_item(const Node& node) {
    Mapping item(node, "'per_item'", problems_);
    for (const Pipe pipe : all_pipes) {
      if (const Node* counts = item.optional(to_string(pipe))) read_operations(*counts, pipe);
    }
    if (const Node* words = item.optional("load")) {
      kernel_.loads = read_words(*words, "load", kernel_.loads_source);
    }
    if (const Node* words = item.optional("store")) {
      kernel_.stores = read_words(*words, "store", kernel_.stores_source);
    }
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
    struct Kind {
      std::string_view name;
      double flop;
    };
    static constexpr std::array<Kind, 3> kinds = {{{"add", 1.0}, {"mul", 1.0}, {"fma", 2.0}}};
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
      const std::optional<std::size_t> array = find_array(*entry.key);
      if (!array) continue;
      all.push_back({*array, count});
      note += (note.empty() ? "" : " + ") + count.expression.text() + " " + entry.key->text + " (" +
              to_string(kernel_.arrays[*array].type) + ")";
    }
    source = per_item_source(node, key, note);
    return all;
  }

  std::optional<std::size_t> find_array(const Node& name) {
    const auto found = std::ranges::find(kernel_.arrays, name.text, &Array::name);
    if (found != kernel_.arrays.end()) {
      return static_cast<std::size_t>(found - kernel_.arrays.begin());
    }
    std::vector<std::string> known;
    for (const Array& array : kernel_.arrays) known.push_back(array.name);
    std::vector<std::string> hints = did_you_mean(name.text, known);
    if (hints.empty()) hints = {"it is not defined under 'arrays'"};
    problems_.add("name-unknown", name, "unknown array '" + name.text + "'", std::move(hints));
    return std::nullopt;
  }

  void read_launch(const Node& node) {
    Mapping fields(node, "'launch'", problems_);
    LaunchFormula launch;
    if (const Node* block = fields.required("block")) {
      launch.block = formulas_.read_list(*block, "block", 3, NameScope::parameters);
    }
    if (const Node* grid = fields.required("grid")) {
      launch.grid = formulas_.read_list(*grid, "grid", 3, NameScope::parameters_and_block);
    }
    if (const Node* registers = fields.optional("registers_per_thread")) {
      launch.registers_per_thread =
          formulas_.read(*registers, "registers_per_thread", NameScope::parameters_and_block);
    }
    if (const Node* shared = fields.optional("shared_memory")) {
      launch.shared_memory =
          formulas_.read(*shared, "shared_memory", NameScope::parameters_and_block);
    }
    fields.reject_unknown_keys();
    kernel_.launch = std::move(launch);
  }

  void read_transfers(const Node& node) {
    Mapping fields(node, "'transfers'", problems_);
    if (const Node* names = fields.optional("to_device")) {
      kernel_.to_device = array_list(*names, "to_device", kernel_.to_device_source);
    }
    if (const Node* names = fields.optional("to_host")) {
      kernel_.to_host = array_list(*names, "to_host", kernel_.to_host_source);
    }
    fields.reject_unknown_keys();
  }

  std::vector<std::size_t> array_list(const Node& node, const std::string& key, Source& source) {
    std::vector<std::size_t> all;
    source = {Provenance::derived, "transfers." + key, problems_.file().shown, node.line, {}, 1.0};
    if (node.kind != Node::Kind::sequence) {
      problems_.add("type-wrong", node, "'" + key + "' must be a list of arrays, such as [a, b]");
      return all;
    }
    for (const Node& child : node.children) {
      if (!scalar_text(child, key, problems_)) continue;
      const std::optional<std::size_t> array = find_array(child);
      if (!array) continue;
      if (std::ranges::find(all, *array) != all.end()) {
        problems_.add("key-duplicate", child, "array '" + child.text + "' is listed twice");
      }
      all.push_back(*array);
      source.note += (source.note.empty() ? "" : " + ") + child.text;
    }
    return all;
  }

  Mapping top_;
  Problems& problems_;
  FormulaReader formulas_;
  Kernel kernel_;
};

}  // namespace

InputError to_input_error(const FormulaError& error, const TextFile& text) {
  Problems problems(text);
  add_value_fault(error, problems);
  return {problems.sorted()};
}

KernelFile read_kernel(TextFile text) {
  KernelFile result{{}, std::move(text)};
  const Node root = parse_yaml(result.text);
  Problems problems(result.text);
  result.kernel = KernelReader(root, problems).read();
  problems.throw_if_any();
  check_values(result.kernel, problems);
  problems.throw_if_any();
  return result;
}

}  // namespace gpumodel
