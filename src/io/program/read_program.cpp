#include "src/io/program/read_program.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "models/timeline/program/loop_values.hpp"
#include "src/io/kernel/expression_list.hpp"
#include "src/io/program/read_step.hpp"
#include "src/io/program/read_steps.hpp"
#include "src/io/text/check_values.hpp"
#include "src/io/text/names.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

constexpr auto memory_kinds = std::to_array<Word<MemoryKind>>({{"pinned", MemoryKind::pinned},
                                                               {"pageable", MemoryKind::pageable},
                                                               {"staged", MemoryKind::staged},
                                                               {"managed", MemoryKind::managed}});
constexpr auto start_places = std::to_array<Word<bool>>({{"host", false}, {"device", true}});
constexpr auto apis = std::to_array<Word<bool>>({{"cuda", false}, {"openacc", true}});
constexpr auto default_streams =
    std::to_array<Word<bool>>({{"legacy", false}, {"per_thread", true}});
constexpr auto issuing_threads = std::to_array<Word<bool>>({{"one", false}, {"per_device", true}});
constexpr auto scalings = std::to_array<Word<bool>>({{"strong", false}, {"weak", true}});

constexpr ValueType stream_names{"names", [](SchemaWriter& writer) {
                                   return R"({"type": "array", "items": )" +
                                          writer.value(types::name) +
                                          R"(, "minItems": 1, "uniqueItems": true})";
                                 }};
constexpr ValueType creation_time{
    [](SchemaWriter&) { return types::schema_of_quantity(Seconds::dim, "device"); }};
constexpr ValueType piece_count{R"({"type": "integer", "minimum": 1, "maximum": 64})"};

// Reads one descriptor; rows are in the order in which they are read.
class ProgramReader {
 public:
  ProgramReader(const Node& root, Program& program, ProgramContext& context)
      : top_(root, "the program file", context.problems()),
        program_(program),
        context_(context),
        problems_(context.problems()) {}

  void read() {
    read_keys(head_rows(), top_, *this);
    for (const std::string_view name : loop_variables) {
      context_.formulas().add_parameter(std::string(name));
    }
    read_keys(rows(), top_, *this);
    const bool staged = std::ranges::any_of(
        program_.buffers, [](const Buffer& buffer) { return buffer.memory == MemoryKind::staged; });
    if (staged) top_.required("staging");
    top_.reject_unknown_keys();
  }

  static std::string schema(SchemaWriter& writer) {
    SchemaWriter::Keys all;
    for (const KeyText& row : head_rows()) all.add(row, writer);
    for (const KeyText& row : rows()) all.add(row, writer);
    return all.schema();
  }

 private:
  using Row = KeyRow<ProgramReader>;

  // What is read before the variables of loops are known.
  static std::span<const Row> head_rows() {
    static constexpr ValueType parameters{
        [](SchemaWriter& writer) { return types::schema_of_names(writer, types::expression); }};
    static constexpr auto all = std::to_array<Row>({
        {{"program", Key::required, types::text, "name that finds the file: its stem"},
         [](auto& reader, const Node& node, auto key) {
           reader.program_.id = line_of_text(node, key, reader.problems_);
         }},
        {{"summary", Key::optional, types::text, "one line"},
         [](auto& reader, const Node& node, auto key) {
           reader.program_.summary = line_of_text(node, key, reader.problems_);
         }},
        {{"parameters", Key::optional, parameters,
          "names with defaults; a default may use other parameters"},
         [](auto& reader, const Node& node, auto) { reader.read_parameters(node); }},
        {{"devices", Key::optional, types::expression, "how many it uses"},
         [](auto& reader, const Node& node, auto key) {
           reader.program_.devices = reader.context_.formula(node, key, {});
         }},
    });
    return all;
  }

  static std::span<const Row> rows() {
    static constexpr ValueType buffers{[](SchemaWriter& writer) {
      return types::schema_of_names(writer, {"buffer", schema_of_buffer});
    }};
    static constexpr ValueType streams{[](SchemaWriter& writer) {
      return R"({"oneOf": [)" + writer.value(types::expression) + ", " +
             writer.value(stream_names) + ", " +
             writer.mapping(stream_rows(),
                            R"(, "anyOf": [{"required": ["count"]}, {"required": ["names"]}])") +
             "]}";
    }};
    static constexpr ValueType staging{
        [](SchemaWriter& writer) { return writer.mapping(staging_rows()); }};
    static constexpr ValueType managed{
        [](SchemaWriter& writer) { return writer.mapping(managed_rows()); }};
    static constexpr ValueType steps{schema_of_steps};
    static constexpr auto all = std::to_array<Row>({
        {{"buffers", Key::optional, buffers, "arrays that live on the host and on devices"},
         [](auto& reader, const Node& node, auto) { reader.read_buffers(node); }},
        {{"streams", Key::optional, streams, "how many, or their names"},
         [](auto& reader, const Node& node, auto) { reader.read_streams(node); }},
        {{"api", Key::optional, types::one_of<apis>, "what a step without a stream does"},
         [](auto& reader, const Node& node, auto key) {
           reader.context_.openacc = word_of(node, key, apis, reader.problems_);
         }},
        {{"default_stream", Key::optional, types::one_of<default_streams>,
          "whether the default stream and all others wait for each other"},
         read_word_of<&Program::per_thread_default_stream, default_streams>},
        {{"host_threads", Key::optional, types::one_of<issuing_threads>, "who issues"},
         read_word_of<&Program::host_thread_per_device, issuing_threads>},
        {{"scaling", Key::optional, types::one_of<scalings>, "what --scaling compares"},
         read_word_of<&Program::weak_scaling, scalings>},
        {{"staging", Key::optional, staging, "how the host copies staged buffers"},
         [](auto& reader, const Node& node, auto) {
           reader.program_.staging.emplace();
           reader.read_inside(node, "'staging'", staging_rows());
         }},
        {{"managed", Key::optional, managed, "pages that move when they are touched"},
         [](auto& reader, const Node& node, auto) {
           reader.read_inside(node, "'managed'", managed_rows());
         }},
        {{"steps", Key::required, steps, "what is issued, in order"},
         [](auto& reader, const Node& node, auto) {
           StepList list = read_steps(node, reader.context_, {});
           reader.program_.steps = std::move(list.steps);
           reader.program_.issue_order = std::move(list.issue_order);
         }},
    });
    return all;
  }

  static std::span<const Row> stream_rows() {
    static constexpr auto all = std::to_array<Row>({
        {{"creation", Key::optional, creation_time,
          "paid by the host when one is first used; device: as its file states"},
         [](auto& reader, const Node& node, auto key) {
           reader.program_.creation_of_device = node.text == "device";
           if (node.text == "device") return;
           reader.program_.stream_creation =
               reader.context_.quantity_of(node, key, Seconds::dim, 0.0);
         }},
        {{"names", Key::optional, stream_names, "as steps call them"},
         [](auto& reader, const Node& node, auto) { reader.read_stream_names(node); }},
        {{"count", Key::optional, types::expression, "how many"},
         [](auto& reader, const Node& node, auto key) {
           reader.program_.stream_count = reader.context_.formula(node, key, {.chunk = true});
         }},
    });
    return all;
  }

  static std::span<const Row> staging_rows() {
    static constexpr auto all = std::to_array<Row>({
        {{"piece", Key::required, types::quantity<Bytes>, "of one copy"},
         [](auto& reader, const Node& node, auto key) {
           reader.program_.staging->piece_bytes =
               reader.context_.quantity_of(node, key, Bytes::dim, 1.0);
         }},
        {{"rate", Key::required, types::quantity<BytesPerSecond>, "at which the host moves it"},
         [](auto& reader, const Node& node, auto key) {
           reader.program_.staging->copy_rate =
               reader.context_.quantity_of(node, key, BytesPerSecond::dim, 1.0);
         }},
        {{"buffers", Key::optional, piece_count, "pieces on their way; 2 if not given"},
         [](auto& reader, const Node& node, auto key) { reader.read_pieces(node, key); }},
    });
    return all;
  }

  static std::span<const Row> managed_rows() {
    static constexpr auto all = std::to_array<Row>({
        {{"page", Key::optional, types::quantity<Bytes>, "bytes of one"},
         [](auto& reader, const Node& node, auto key) {
           double& bytes = reader.program_.migration.page_bytes;
           bytes = reader.context_.quantity_of(node, key, Bytes::dim, bytes);
         }},
        {{"fault", Key::optional, types::quantity<Seconds>, "of moving one"},
         [](auto& reader, const Node& node, auto key) {
           double& seconds = reader.program_.migration.fault_seconds;
           seconds = reader.context_.quantity_of(node, key, Seconds::dim, seconds);
         }},
    });
    return all;
  }

  template <auto member, const auto& words>
  static void read_word_of(ProgramReader& reader, const Node& node, std::string_view key) {
    reader.program_.*member = word_of(node, key, words, reader.problems_);
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

  struct BufferReader {
    Buffer buffer;
    ProgramContext& context;
    Problems& problems;
  };
  static std::span<const KeyRow<BufferReader>> buffer_rows() {
    static constexpr auto all = std::to_array<KeyRow<BufferReader>>({
        {{"bytes", Key::optional, types::quantity<Bytes>, "of an element that is no number"},
         [](auto& reader, const Node& node, auto key) {
           reader.buffer.element_bytes = reader.context.quantity_of(node, key, Bytes::dim, 1.0);
         }},
        {{"type", Key::optional, types::element_type, "element type"},
         [](auto& reader, const Node& node, auto) {
           reader.buffer.element_bytes = bytes_of_type(node, reader.problems);
         }},
        {{"shape", Key::required, types::expressions, "elements per dimension"},
         [](auto& reader, const Node& node, auto key) {
           for (const Node& extent : expression_list(node, reader.problems.file())) {
             reader.buffer.shape.push_back(reader.context.formula(extent, key, {}));
           }
           if (reader.buffer.shape.empty()) {
             reader.problems.add("type-wrong", node, "'shape' must be a list");
           }
         }},
        {{"memory", Key::optional, types::one_of<memory_kinds>, "pinned if not given"},
         [](auto& reader, const Node& node, auto key) {
           reader.buffer.memory = word_of(node, key, memory_kinds, reader.problems);
         }},
        {{"starts_on", Key::optional, types::one_of<start_places>, "host if not given"},
         [](auto& reader, const Node& node, auto key) {
           reader.buffer.resident = word_of(node, key, start_places, reader.problems);
         }},
    });
    return all;
  }
  static std::string schema_of_buffer(SchemaWriter& writer) {
    return writer.mapping(buffer_rows(),
                          R"(, "oneOf": [{"required": ["type"]}, {"required": ["bytes"]}])");
  }

  Buffer read_buffer(const Node& name, const Node& node) {
    BufferReader reader{{.name = name.text}, context_, problems_};
    Buffer& buffer = reader.buffer;
    buffer.source = {Provenance::derived, name.text, problems_.file().shown, name.line};
    buffer.column = name.column;
    Mapping fields(node, "buffer '" + name.text + "'", problems_);
    read_keys(buffer_rows(), fields, reader);
    const bool bytes = fields.optional("bytes") != nullptr;
    const bool type = fields.optional("type") != nullptr;
    if (bytes && type) {
      problems_.add("keys-mixed", *fields.key_node("bytes"),
                    "buffer '" + name.text + "' has both 'type' and 'bytes'",
                    {"'bytes' is the size of an element that is no number: leave one out"});
    } else if (!bytes && !type) {
      fields.required("type");
    }
    fields.reject_unknown_keys();
    return buffer;
  }

  static double bytes_of_type(const Node& node, Problems& problems) {
    const std::string text = scalar_text(node, "type", problems).value_or("f32");
    if (const auto type = parse_element_type(text)) return type->size().si;
    problems.add("value-unknown", node, "unknown element type '" + text + "'",
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
    read_keys(stream_rows(), fields, *this);
    if (program_.streams.empty() && !program_.stream_count) fields.required("count");
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

  void read_pieces(const Node& node, std::string_view key) {
    const double pieces = context_.quantity_of(node, key, Dim{}, 2.0);
    if (pieces < 1.0 || pieces > 64.0 || pieces != std::floor(pieces)) {
      problems_.add("value-range", node, "'buffers' is from 1 to 64");
    } else {
      program_.staging->buffers = static_cast<int>(pieces);
    }
  }

  Mapping top_;
  Program& program_;
  ProgramContext& context_;
  Problems& problems_;
};

}  // namespace

// A kernel beside the program's file comes before those of the library.
ProgramFile read_program(TextFile text, const Shelves& library) {
  const std::filesystem::path folder = std::filesystem::path(text.path).parent_path();
  return read_program(std::move(text), [&](const std::string& name) {
    const std::filesystem::path beside = folder / (name + ".yaml");
    std::error_code ignored;
    const bool there = !folder.empty() && std::filesystem::is_regular_file(beside, ignored);
    return read_kernel(library.read(Shelf::kernels, there ? beside.string() : name));
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

std::string program_schema() {
  SchemaWriter writer;
  const std::string file = ProgramReader::schema(writer);
  return writer.document("program-file",
                         "Copies, kernels and host work in the order in which they are issued. The "
                         "program also checks "
                         "what a schema cannot: names, races, data that is never sent.",
                         file);
}

}  // namespace gpumodel
