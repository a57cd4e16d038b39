#include "src/io/kernel/read_kernel.hpp"

#include <algorithm>

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

// Reads one descriptor; members are in the order of the file.
class KernelReader {
 public:
  KernelReader(const Node& root, Problems& problems)
      : top_(root, "the kernel file", problems), problems_(problems), formulas_(problems) {}

  Kernel read() {
    kernel_.id = top_.required_text("kernel");
    kernel_.summary = top_.optional_text("summary");
    read_parameters();
    if (const Node* node = top_.optional("arrays")) {
      kernel_.arrays = read_arrays(*node, formulas_, problems_);
    }
    read_depth();
    const bool needs_launch = kernel_.thread && !kernel_.openacc;
    const Node* launch = needs_launch ? top_.required("launch") : top_.optional("launch");
    if (launch != nullptr) read_launch(*launch);
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
      check_name(*entry.key, problems_);
      if (top_.key_node("thread") != nullptr) refuse_coordinate(*entry.key);
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

KernelFile read_kernel(TextFile text) {
  KernelFile result{{}, std::move(text)};
  const Node root = parse_yaml(result.text);
  Problems problems(result.text);
  result.kernel = KernelReader(root, problems).read();
  problems.throw_if_any();
  settle_openacc(result.kernel, problems);
  problems.throw_if_any();
  check_values(result.kernel, problems);
  problems.throw_if_any();
  return result;
}

}  // namespace gpumodel
