#include "src/io/kernel/read_kernel.hpp"

#include <algorithm>

#include "models/kernel/thread/dataflow/dataflow.hpp"
#include "src/io/kernel/formula_reader.hpp"
#include "src/io/kernel/read_arrays.hpp"
#include "src/io/kernel/read_counts.hpp"
#include "src/io/kernel/read_openacc.hpp"
#include "src/io/kernel/read_thread.hpp"
#include "src/io/text/check_values.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/names.hpp"

namespace gpumodel {
namespace {

constexpr ValueType expression_or_none{[](SchemaWriter& writer) {
  return R"({"anyOf": [)" + writer.value(types::expression) + R"(, {"type": "null"}]})";
}};
constexpr ValueType parameter_map{
    [](SchemaWriter& writer) { return types::schema_of_names(writer, expression_or_none); }};
constexpr ValueType array_map{[](SchemaWriter& writer) {
  return types::schema_of_names(writer, {"array", schema_of_array});
}};
constexpr ValueType array_names{
    "array_names", [](SchemaWriter& writer) {
      return R"({"description": "Whole arrays, by name.", "type": "array", "items": )" +
             writer.value(types::name) + R"(, "uniqueItems": true})";
    }};
constexpr ValueType item_counts{schema_of_per_item};
constexpr ValueType thread_program{schema_of_thread};
constexpr ValueType openacc_nest{schema_of_openacc};

// Either of two depths; KernelReader::read_depth() says which keys go together.
constexpr std::array depth_keys{
    KeyText{"work_items", Key::optional, types::expression,
            "how often per_item happens; a whole number, at least 1"},
    KeyText{"per_item", Key::optional, item_counts,
            "what one work item computes, and moves from and to device memory"},
    KeyText{"thread", Key::optional, thread_program, "what one thread does"},
    KeyText{"openacc", Key::optional, openacc_nest,
            "a loop nest and how a compiler shares it out, instead of a launch or beside it"},
};

// Reads one descriptor; rows are in the order in which they are read.
class KernelReader {
 public:
  KernelReader(const Node& root, Problems& problems)
      : top_(root, "the kernel file", problems), problems_(problems), formulas_(problems) {}

  Kernel read() {
    read_keys(head_rows(), top_, *this);
    read_depth();
    read_keys(tail_rows(), top_, *this);
    if (kernel_.thread && !kernel_.openacc) top_.required("launch");
    top_.reject_unknown_keys();
    return std::move(kernel_);
  }

  static std::string schema(SchemaWriter& writer) {
    SchemaWriter::Keys all;
    for (const KeyText& row : head_rows()) all.add(row, writer);
    for (const KeyText& row : depth_keys) all.add(row, writer);
    for (const KeyText& row : tail_rows()) all.add(row, writer);
    return all.schema(R"(, "oneOf": [
      {"required": ["work_items", "per_item"],
       "not": {"anyOf": [{"required": ["thread"]}, {"required": ["openacc"]}]}},
      {"required": ["thread"], "anyOf": [{"required": ["launch"]}, {"required": ["openacc"]}],
       "not": {"anyOf": [{"required": ["work_items"]}, {"required": ["per_item"]}]}}])");
  }

 private:
  using Row = KeyRow<KernelReader>;

  static std::span<const Row> head_rows() {
    static constexpr auto all = std::to_array<Row>({
        {{"kernel", Key::required, types::text, "name that finds the file: its stem"},
         [](auto& reader, const Node& node, auto key) {
           reader.kernel_.id = line_of_text(node, key, reader.problems_);
         }},
        {{"summary", Key::optional, types::text, "one line"},
         [](auto& reader, const Node& node, auto key) {
           reader.kernel_.summary = line_of_text(node, key, reader.problems_);
         }},
        {{"parameters", Key::optional, parameter_map,
          "names with defaults; a default may use other parameters; without one, -D NAME=VALUE is "
          "needed"},
         [](auto& reader, const Node& node, auto) { reader.read_parameters(node); }},
        {{"arrays", Key::optional, array_map, "arrays by name"},
         [](auto& reader, const Node& node, auto) {
           reader.kernel_.arrays = read_arrays(node, reader.formulas_, reader.problems_);
         }},
    });
    return all;
  }

  static std::span<const Row> tail_rows() {
    static constexpr ValueType launch{
        [](SchemaWriter& writer) { return writer.mapping(launch_rows()); }};
    static constexpr ValueType transfers{
        [](SchemaWriter& writer) { return writer.mapping(transfer_rows()); }};
    static constexpr auto all = std::to_array<Row>({
        {{"launch", Key::optional, launch, "shape of the launch"},
         [](auto& reader, const Node& node, auto) {
           reader.kernel_.launch.emplace();
           reader.read_inside(node, "'launch'", launch_rows());
         }},
        {{"transfers", Key::optional, transfers,
          "arrays copied over the host link before and after the kernel"},
         [](auto& reader, const Node& node, auto) {
           reader.read_inside(node, "'transfers'", transfer_rows());
         }},
    });
    return all;
  }

  static std::span<const Row> launch_rows() {
    static constexpr auto all = std::to_array<Row>({
        {{"block", Key::required, types::expressions, "threads in x, y, z"},
         [](auto& reader, const Node& node, auto key) {
           reader.kernel_.launch->block =
               reader.formulas_.read_list(node, key, 3, NameScope::parameters);
         }},
        {{"grid", Key::required, types::expressions,
          "blocks in x, y, z; may use block.x, block.y, block.z"},
         [](auto& reader, const Node& node, auto key) {
           reader.kernel_.launch->grid =
               reader.formulas_.read_list(node, key, 3, NameScope::parameters_and_block);
         }},
        {{"registers_per_thread", Key::optional, types::expression,
          "as the compiler reports it, 1 to 255"},
         read_of_launch<&LaunchFormula::registers_per_thread>},
        {{"shared_memory", Key::optional, types::expression,
          "B per block, static and dynamic together"},
         read_of_launch<&LaunchFormula::shared_memory>},
        {{"carveout", Key::optional, types::expression,
          "% of the most shared memory per SM that the launch prefers, 0 to 100"},
         read_of_launch<&LaunchFormula::carveout>},
    });
    return all;
  }

  static std::span<const Row> transfer_rows() {
    static constexpr auto all = std::to_array<Row>({
        {{"to_device", Key::optional, array_names, "before"},
         [](auto& reader, const Node& node, auto key) {
           Kernel& kernel = reader.kernel_;
           kernel.to_device = reader.array_list(node, std::string(key), kernel.to_device_source);
         }},
        {{"to_host", Key::optional, array_names, "after"},
         [](auto& reader, const Node& node, auto key) {
           Kernel& kernel = reader.kernel_;
           kernel.to_host = reader.array_list(node, std::string(key), kernel.to_host_source);
         }},
    });
    return all;
  }

  template <auto member>
  static void read_of_launch(KernelReader& reader, const Node& node, std::string_view key) {
    (*reader.kernel_.launch).*member =
        reader.formulas_.read(node, key, NameScope::parameters_and_block);
  }

  void read_inside(const Node& node, std::string what, std::span<const Row> inner) {
    Mapping fields(node, std::move(what), problems_);
    read_keys(inner, fields, *this);
    fields.reject_unknown_keys();
  }

  void read_parameters(const Node& node) {
    Mapping parameters(node, "'parameters'", problems_);
    const std::vector<Mapping::Entry> entries = parameters.entries();
    for (const Mapping::Entry& entry : entries) {
      check_name(*entry.key, problems_);
      if (top_.key_node("thread") != nullptr) refuse_coordinate(*entry.key);
      formulas_.add_parameter(entry.key->text);
      kernel_.parameters.push_back({entry.key->text, {}});
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      Parameter& parameter = kernel_.parameters[i];
      parameter.open = entries[i].value->kind == Node::Kind::null;
      parameter.value = parameter.open ? place_of_open(*entries[i].key)
                                       : formulas_.read(*entries[i].value, entries[i].key->text,
                                                        NameScope::parameters);
    }
    std::vector<Visit> visits(entries.size(), Visit::none);
    for (std::size_t i = 0; i < entries.size(); ++i) order_parameter(i, entries, visits);
  }

  // Where the value of a parameter would stand.
  Formula place_of_open(const Node& name) const {
    Formula formula;
    formula.column = name.column;
    formula.source = {Provenance::derived, name.text, problems_.file().shown, name.line, {}, 1.0};
    return formula;
  }

  // In the expressions of a thread, `lane` would hide that of the thread.
  void refuse_coordinate(const Node& name) {
    if (name.text != contents_index && !coordinate_slot(name.text)) return;
    problems_.add("name-taken", name, "'" + name.text + "' has a meaning in 'thread' already",
                  {"a parameter needs a name of its own"});
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

  // Counts, or what one thread does: one of the two.
  void read_depth() {
    if (top_.key_node("thread") == nullptr) {
      read_counts(top_, formulas_, problems_, kernel_);
      top_.optional("thread");  // so that it is known where it is misspelt
      if (top_.optional("openacc") != nullptr) refuse_openacc();
      return;
    }
    refuse_with_thread("work_items");
    refuse_with_thread("per_item");
    const Node* thread = top_.required("thread");
    const Node* openacc = top_.optional("openacc");
    if (thread != nullptr) read_accesses_of(*thread, openacc);
  }

  void read_accesses_of(const Node& thread, const Node* openacc) {
    const bool launch = top_.key_node("launch") != nullptr;
    kernel_.thread =
        read_thread(thread, launch ? nullptr : openacc, kernel_.arrays, formulas_, problems_);
    say_where_counts_come_from();
    if (openacc == nullptr) return;
    kernel_.openacc = read_openacc(*openacc, thread, kernel_, formulas_, problems_);
    kernel_.openacc->only_way = !launch;
  }

  // Flop and bytes follow from the thread program as a whole.
  void say_where_counts_come_from() {
    Source source = kernel_.thread->source;
    source.note = "the operations of all threads, with div, sqrt, ... expanded";
    kernel_.flop_sources.fill(source);
    source.note = "the accesses of all threads: each piece once, or as caches leave it";
    kernel_.loads_source = kernel_.stores_source = source;
  }

  void refuse_openacc() {
    problems_.add("keys-mixed", *top_.key_node("openacc"), "'openacc' needs 'thread'",
                  {"it shares out loops, and counts have none: say under 'thread' what is done"});
  }

  void refuse_with_thread(std::string_view key) {
    if (top_.optional(key) == nullptr) return;
    problems_.add("keys-mixed", *top_.key_node(key),
                  "'" + std::string(key) + "' does not stand beside 'thread'",
                  {"counts follow from what the thread does: leave it out"});
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
      const std::optional<std::size_t> array = find_array(child, kernel_.arrays, problems_);
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

InputError to_input_error(const ThreadFault& fault, const TextFile& text) {
  Problems problems(text);
  add_thread_fault(fault, problems);
  return {problems.sorted()};
}

InputError to_input_error(const CannotWrite& fault, const TextFile& text) {
  Problems problems(text);
  if (fault.source.line == 0) {
    problems.add("cuda-cannot-write", fault.message, fault.hints);
    return {problems.sorted()};
  }
  Node at;
  at.line = fault.source.line;
  at.column = fault.column;
  if (fault.column == 0) {
    const std::size_t first = text.line(at.line).find_first_not_of(" -");
    at.column = static_cast<int>(first == std::string_view::npos ? 0 : first) + 1;
  } else {
    at.text = fault.source.note;
  }
  problems.add("cuda-cannot-write", at, fault.message, fault.hints);
  return {problems.sorted()};
}

KernelFile read_kernel(TextFile text) {
  KernelFile result{{}, std::move(text)};
  const Node root = parse_yaml(result.text);
  Problems problems(result.text);
  result.kernel = KernelReader(root, problems).read();
  problems.throw_if_any();
  settle_openacc(result.kernel, problems);
  problems.throw_if_any();
  if (!is_open(result.kernel)) check_values(result.kernel, problems);
  problems.throw_if_any();
  return result;
}

std::string kernel_schema() {
  SchemaWriter writer;
  const std::string file = KernelReader::schema(writer);
  return writer.document(
      "kernel",
      "A kernel, as expressions over parameters, at one of two depths. Counts: what one work item "
      "computes and moves. Accesses: what one thread does. Lists such as [U[i][j-1], U[i][j+1]] "
      "are "
      "no YAML for an editor; the same without the outer brackets is.",
      file);
}

}  // namespace gpumodel
