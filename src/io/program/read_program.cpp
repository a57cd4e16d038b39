#include "src/io/program/read_program.hpp"

#include <algorithm>
#include <cmath>

#include "models/timeline/program/loop_values.hpp"
#include "src/io/kernel/expression_list.hpp"
#include "src/io/program/read_steps.hpp"
#include "src/io/text/check_values.hpp"
#include "src/io/text/names.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

// Reads one descriptor; members are in the order of the file.
class ProgramReader {
 public:
  ProgramReader(const Node& root, Program& program, ProgramContext& context)
      : top_(root, "the program file", context.problems()),
        program_(program),
        context_(context),
        problems_(context.problems()) {}

  void read() {
    program_.id = top_.required_text("program");
    program_.summary = top_.optional_text("summary");
    read_parameters();
    program_.devices = context_.optional_formula(top_, "devices", {});
    for (const std::string_view name : loop_variables) {
      context_.formulas().add_parameter(std::string(name));
    }
    if (const Node* buffers = top_.optional("buffers")) read_buffers(*buffers);
    if (const Node* streams = top_.optional("streams")) read_streams(*streams);
    read_words();
    read_staging();
    read_migration();
    if (const Node* steps = top_.required("steps")) {
      StepList list = read_steps(*steps, context_, {});
      program_.steps = std::move(list.steps);
      program_.issue_order = std::move(list.issue_order);
    }
    top_.reject_unknown_keys();
  }

 private:
  void read_parameters() {
    const Node* node = top_.optional("parameters");
    if (node == nullptr) return;
    Mapping parameters(*node, "'parameters'", problems_);
    const std::vector<Mapping::Entry> entries = parameters.entries();
    for (const Mapping::Entry& entry : entries) {
      check_name(*entry.key, problems_);
      if (std::ranges::find(loop_variables, entry.key->text) != loop_variables.end()) {
        problems_.add("name-taken", *entry.key,
                      "'" + entry.key->text + "' has a meaning in loops already",
                      {"a parameter needs a name of its own"});
      }
      context_.formulas().add_parameter(entry.key->text);
      program_.parameters.push_back({entry.key->text, {}});
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      program_.parameters[i].value =
          context_.formulas().read(*entries[i].value, entries[i].key->text, NameScope::parameters);
    }
    order_parameters(entries);
  }

  // Each after those it uses; those that are left depend on themselves.
  void order_parameters(const std::vector<Mapping::Entry>& entries) {
    std::vector<bool> known(entries.size(), false);
    const auto ready = [&](std::size_t i) {
      const auto names = program_.parameters[i].value.expression.names();
      return std::ranges::all_of(names, [&](const Expression::Name& name) {
        return name.slot < 0 || known[static_cast<std::size_t>(name.slot)];
      });
    };
    for (bool progress = true; progress;) {
      progress = false;
      for (std::size_t i = 0; i < entries.size(); ++i) {
        if (known[i] || !ready(i)) continue;
        known[i] = progress = true;
        program_.evaluation_order.push_back(i);
      }
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (known[i]) continue;
      problems_.add("parameter-cycle", *entries[i].value,
                    "parameter '" + entries[i].key->text + "' depends on itself");
    }
  }

  void read_buffers(const Node& node) {
    Mapping buffers(node, "'buffers'", problems_);
    for (const Mapping::Entry& entry : buffers.entries()) {
      check_name(*entry.key, problems_);
      program_.buffers.push_back(read_buffer(*entry.key, *entry.value));
    }
  }

  Buffer read_buffer(const Node& name, const Node& node) {
    Buffer buffer{.name = name.text};
    buffer.source = {Provenance::derived, name.text, problems_.file().shown, name.line};
    buffer.column = name.column;
    Mapping fields(node, "buffer '" + name.text + "'", problems_);
    const Node* bytes = fields.optional("bytes");
    const Node* type = bytes == nullptr ? fields.required("type") : fields.optional("type");
    if (bytes != nullptr && type != nullptr) {
      problems_.add("keys-mixed", *fields.key_node("bytes"),
                    "buffer '" + name.text + "' has both 'type' and 'bytes'",
                    {"'bytes' is the size of an element that is no number: leave one out"});
    } else if (bytes != nullptr) {
      buffer.element_bytes = context_.quantity_of(*bytes, "bytes", Bytes::dim, 1.0);
    } else if (type != nullptr) {
      buffer.element_bytes = bytes_of_type(*type);
    }
    if (const Node* shape = fields.required("shape")) {
      for (const Node& extent : expression_list(*shape, problems_.file())) {
        buffer.shape.push_back(context_.formula(extent, "shape", {}));
      }
      if (buffer.shape.empty()) problems_.add("type-wrong", *shape, "'shape' must be a list");
    }
    static constexpr auto kinds =
        std::to_array<Word<MemoryKind>>({{"pinned", MemoryKind::pinned},
                                         {"pageable", MemoryKind::pageable},
                                         {"staged", MemoryKind::staged},
                                         {"managed", MemoryKind::managed}});
    static constexpr auto places = std::to_array<Word<bool>>({{"host", false}, {"device", true}});
    buffer.memory = read_word<MemoryKind>(fields, "memory", kinds);
    buffer.resident = read_word<bool>(fields, "starts_on", places);
    fields.reject_unknown_keys();
    return buffer;
  }

  double bytes_of_type(const Node& node) {
    const std::string text = scalar_text(node, "type", problems_).value_or("f32");
    if (const auto type = parse_element_type(text)) return type->size().si;
    problems_.add("value-unknown", node, "unknown element type '" + text + "'",
                  {"known: " + std::string(scalar_type_names) + ", vectors such as f32x4"});
    return 1.0;
  }

  // How many, or a list of names, or {count or names, creation}.
  void read_streams(const Node& node) {
    if (node.kind == Node::Kind::sequence) return read_stream_names(node);
    if (node.kind != Node::Kind::mapping) {
      program_.stream_count = context_.formula(node, "streams", {.chunk = true});
      return;
    }
    Mapping fields(node, "'streams'", problems_);
    const Node* creation = fields.optional("creation");
    program_.creation_of_device = creation != nullptr && creation->text == "device";
    if (creation != nullptr && !program_.creation_of_device) {
      program_.stream_creation = context_.quantity_of(*creation, "creation", Seconds::dim, 0.0);
    }
    if (const Node* names = fields.optional("names")) read_stream_names(*names);
    const bool named = !program_.streams.empty();
    const Node* count = named ? fields.optional("count") : fields.required("count");
    if (count != nullptr) {
      program_.stream_count = context_.formula(*count, "count", {.chunk = true});
    }
    fields.reject_unknown_keys();
  }

  void read_stream_names(const Node& node) {
    for (const Node& item : expression_list(node, problems_.file())) {
      check_name(item, problems_);
      if (item.text == "default" ||
          std::ranges::find(program_.streams, item.text) != program_.streams.end()) {
        problems_.add("name-taken", item, "there is a stream '" + item.text + "' already");
      }
      program_.streams.push_back(item.text);
    }
  }

  void read_words() {
    static constexpr auto apis = std::to_array<Word<bool>>({{"cuda", false}, {"openacc", true}});
    static constexpr auto defaults =
        std::to_array<Word<bool>>({{"legacy", false}, {"per_thread", true}});
    static constexpr auto threads =
        std::to_array<Word<bool>>({{"one", false}, {"per_device", true}});
    static constexpr auto scalings = std::to_array<Word<bool>>({{"strong", false}, {"weak", true}});
    context_.openacc = read_word<bool>(top_, "api", apis);
    program_.per_thread_default_stream = read_word<bool>(top_, "default_stream", defaults);
    program_.host_thread_per_device = read_word<bool>(top_, "host_threads", threads);
    program_.weak_scaling = read_word<bool>(top_, "scaling", scalings);
  }

  void read_staging() {
    const bool used = std::ranges::any_of(
        program_.buffers, [](const Buffer& buffer) { return buffer.memory == MemoryKind::staged; });
    const Node* node = used ? top_.required("staging") : top_.optional("staging");
    if (node == nullptr) return;
    Mapping fields(*node, "'staging'", problems_);
    Staging staging;
    staging.piece_bytes = required_quantity(fields, "piece", Bytes::dim);
    staging.copy_rate = required_quantity(fields, "rate", BytesPerSecond::dim);
    const double buffers = context_.quantity(fields, "buffers", Dim{}, 2.0);
    if (buffers < 1.0 || buffers > 64.0 || buffers != std::floor(buffers)) {
      problems_.add("value-range", *fields.key_node("buffers"), "'buffers' is from 1 to 64");
    } else {
      staging.buffers = static_cast<int>(buffers);
    }
    fields.reject_unknown_keys();
    program_.staging = staging;
  }

  double required_quantity(Mapping& fields, std::string_view key, Dim dim) {
    const Node* node = fields.required(key);
    return node == nullptr ? 1.0 : context_.quantity_of(*node, key, dim, 1.0);
  }

  void read_migration() {
    const Node* node = top_.optional("managed");
    if (node == nullptr) return;
    Mapping fields(*node, "'managed'", problems_);
    PageMigration& pages = program_.migration;
    pages.page_bytes = context_.quantity(fields, "page", Bytes::dim, pages.page_bytes);
    pages.fault_seconds = context_.quantity(fields, "fault", Seconds::dim, pages.fault_seconds);
    fields.reject_unknown_keys();
  }

  Mapping top_;
  Program& program_;
  ProgramContext& context_;
  Problems& problems_;
};

}  // namespace

ProgramFile read_program(TextFile text, const Shelves& library) {
  return read_program(std::move(text), [&](const std::string& name) {
    return read_kernel(library.read(Shelf::kernels, name));
  });
}

ProgramFile read_program(TextFile text,
                         const std::function<KernelFile(const std::string& name)>& kernels) {
  ProgramFile file{{}, std::move(text), {}};
  const Node root = parse_yaml(file.text);
  Problems problems(file.text);
  ProgramContext context(file.program, kernels, problems);
  ProgramReader(root, file.program, context).read();
  if (!context.foreign.empty()) {
    std::vector<Diagnostic> all = problems.sorted();
    all.insert(all.end(), context.foreign.begin(), context.foreign.end());
    throw InputError{std::move(all)};
  }
  problems.throw_if_any();
  file.kernels = std::move(context.kernel_files());
  try {
    evaluate_program_parameters(file.program, {});
  } catch (const FormulaError& error) {
    throw to_input_error(error, file.text);
  }
  return file;
}

// By its text, so that a file with a fault of syntax is still taken for what it is meant to be.
bool is_program(const TextFile& text) {
  return text.content.starts_with("program:") ||
         text.content.find("\nprogram:") != std::string::npos;
}

InputError to_input_error(const ProgramFaults& faults, const TextFile& text) {
  Problems problems(text);
  for (const ProgramFault& fault : faults.found) {
    if (fault.formula) {
      add_value_fault(*fault.formula, problems);
      continue;
    }
    Node at;
    at.line = fault.line;
    at.column = fault.column;
    const std::string_view line = text.line(fault.line);
    const auto begin = static_cast<std::size_t>(std::max(0, fault.column - 1));
    const std::size_t end = std::min(line.find_first_of(":,}", begin), line.size());
    at.text = line.substr(std::min(begin, line.size()), end - std::min(begin, end));
    problems.add(fault.id, at, fault.message, fault.hints);
  }
  return {problems.sorted()};
}

}  // namespace gpumodel
