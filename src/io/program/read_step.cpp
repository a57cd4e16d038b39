#include "src/io/program/read_step.hpp"

#include <algorithm>
#include <array>

#include "src/io/fields/schema_writer.hpp"
#include "src/io/kernel/expression_list.hpp"
#include "src/io/program/read_steps.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

constexpr auto neighbour_shapes = std::to_array<Word<bool>>({{"line", false}, {"ring", true}});
constexpr auto sum_algorithms =
    std::to_array<Word<Algorithm>>({{"ring", Algorithm::ring}, {"tree", Algorithm::tree}});
constexpr auto caches = std::to_array<Word<CacheStart>>({{"cold", CacheStart::cold},
                                                         {"warm", CacheStart::warm},
                                                         {"used", CacheStart::used},
                                                         {"copied", CacheStart::copied}});
constexpr auto codes = std::to_array<Word<bool>>({{"any", false}, {"cuda", true}});
constexpr auto host_threads = std::to_array<Word<bool>>({{"all", false}, {"1", true}});
constexpr auto issue_orders = std::to_array<Word<IssueOrder>>(
    {{"depth", IssueOrder::depth_first}, {"breadth", IssueOrder::breadth_first}});

constexpr ValueType buffer_list{
    "buffers", R"({"description": "one buffer by name, or a list", "oneOf": [{"type": "string"},
             {"type": "array", "items": {"type": "string"}, "uniqueItems": true}]})"};
constexpr ValueType kernel_bindings{"bindings", [](SchemaWriter& writer) {
                                      return described(
                                          "parameters of the kernel",
                                          types::schema_of_names(writer, types::expression));
                                    }};
constexpr ValueType step_names{
    R"({"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]})"};
constexpr ValueType weights{
    R"({"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 1})"};

constexpr ValueType program_steps{"steps", [](SchemaWriter& writer) {
                                    return R"({"type": "array", "minItems": 1, "items": )" +
                                           writer.value({"step", schema_of_step}) + "}";
                                  }};
constexpr ValueType graph_name{R"({"type": ["string", "null"]})"};
constexpr ValueType each_what{R"({"const": "device"})"};

struct KindRow {
  std::string_view key;
  StepKind kind;
  bool has_steps = false;
};
constexpr std::array<KindRow, 13> kinds = {{
    {"to_device", StepKind::to_device},
    {"to_host", StepKind::to_host},
    {"peer", StepKind::peer_copy},
    {"halo", StepKind::halo},
    {"all_reduce", StepKind::all_reduce},
    {"kernel", StepKind::kernel},
    {"host", StepKind::host_work},
    {"synchronise", StepKind::synchronise},
    {"repeat", StepKind::repeat, true},
    {"chunks", StepKind::chunks, true},
    {"data", StepKind::data, true},
    {"graph", StepKind::graph, true},
    {"each", StepKind::each_device, true},
}};

// Kinds of steps that have a key.
template <class... Kinds>
constexpr unsigned of_kinds(Kinds... all) {
  return (... | (1U << static_cast<unsigned>(all)));
}
constexpr unsigned every_kind = ~0U;
constexpr unsigned copy_kinds = of_kinds(StepKind::to_device, StepKind::to_host,
                                         StepKind::peer_copy, StepKind::halo, StepKind::all_reduce);
constexpr unsigned kernels = of_kinds(StepKind::kernel);
constexpr unsigned calls = of_kinds(StepKind::kernel, StepKind::host_work);
constexpr unsigned splits = of_kinds(StepKind::chunks, StepKind::each_device);
constexpr unsigned nested = splits | of_kinds(StepKind::repeat, StepKind::data, StepKind::graph);
constexpr unsigned queued = copy_kinds | calls;

const KindRow* kind_of(const Node& node, ProgramContext& context) {
  const auto host = std::ranges::find(node.keys, "host", &Node::text);
  for (const Node& key : node.keys) {
    const auto row = std::ranges::find(kinds, host != node.keys.end() ? host->text : key.text,
                                       &KindRow::key);  // `kernel` may say what the host runs
    if (row != kinds.end()) return &*row;
  }
  std::vector<std::string> known;
  std::string all = "a step is one of:";
  for (const KindRow& row : kinds) {
    known.emplace_back(row.key);
    all += " " + known.back();
  }
  std::vector<std::string> hints;
  if (!node.keys.empty()) hints = did_you_mean(node.keys.front().text, known);
  hints.push_back(std::move(all));
  context.problems().add("step-unknown", node.keys.empty() ? node : node.keys.front(),
                         "it is not said what this step does", std::move(hints));
  return nullptr;
}

class StepReader;
template <auto member>
void read_clause(StepReader& step, const Node& node, std::string_view key);

// Of a data region, and of a kernel.
constexpr auto clause_rows = std::to_array<KeyRow<StepReader>>({
    {{"copyin", Key::optional, buffer_list, "copied to the device before"},
     read_clause<&DataClauses::copyin>},
    {{"copyout", Key::optional, buffer_list, "copied to the host after"},
     read_clause<&DataClauses::copyout>},
    {{"copy", Key::optional, buffer_list, "both"}, read_clause<&DataClauses::copy>},
    {{"create", Key::optional, buffer_list, "neither"}, read_clause<&DataClauses::create>},
});
constexpr ValueType clauses{[](SchemaWriter& writer) { return writer.mapping(clause_rows); }};

class StepReader {
 public:
  StepReader(const Node& node, const KindRow& row, ProgramContext& context, const LoopScope& scope)
      : row_(row),
        context_(context),
        problems_(context.problems()),
        fields_(node, "a step", problems_),
        scope_(scope) {}

  ProgramStep read() {
    const Node& key = *fields_.key_node(row_.key);
    step_.kind = row_.kind;
    step_.source = {Provenance::derived, std::string(row_.key), problems_.file().shown, key.line};
    step_.column = key.column;
    const Node* what = fields_.optional(row_.key);
    const Node& value = what != nullptr ? *what : key;
    step_.name = std::string(row_.key);
    step_.blocking = blocks_by_itself();
    if ((of_kinds(row_.kind) & calls) != 0) step_.call.emplace();
    if (!row_.has_steps && what == nullptr) {
      problems_.add("key-missing", key, "'" + step_.name + "' has no value");
    }
    for (const StepRow& row : rows()) {
      if ((row.kinds & of_kinds(row_.kind)) == 0) continue;
      const bool own = row.key == row_.key && row.presence == Key::required;
      const Node* node = !own ? ask(fields_, row) : row_.has_steps ? &value : what;
      if (node != nullptr && row.read != nullptr) row.read(*this, *node, row.key);
    }
    if (what != nullptr) finish(value);
    fields_.reject_unknown_keys();
    return std::move(step_);
  }

  static std::string schema(SchemaWriter& writer, const KindRow& kind) {
    SchemaWriter::Keys keys;
    for (const StepRow& row : rows()) {
      if ((row.kinds & of_kinds(kind.kind)) != 0) keys.add(row, writer);
    }
    return keys.schema(kind.kind == StepKind::host_work
                           ? R"(, "oneOf": [{"required": ["time"]}, {"required": ["kernel"]}])"
                           : "");
  }

 private:
  struct StepRow : KeyRow<StepReader> {
    unsigned kinds = 0;
  };

  // The key that says what a step is, what else that kind has, and what several have.
  static std::span<const StepRow> rows() {
    static constexpr auto all = std::to_array<StepRow>({
        {{{"to_device", Key::required, buffer_list, "copied from the host"}, read_copied},
         of_kinds(StepKind::to_device)},
        {{{"to_host", Key::required, buffer_list, "copied from the device"}, read_copied},
         of_kinds(StepKind::to_host)},
        {{{"peer", Key::required, buffer_list, "copied from one device to another"}, read_copied},
         of_kinds(StepKind::peer_copy)},
        {{{"halo", Key::required, buffer_list,
           "of which devices exchange bytes with their neighbours"},
          read_copied},
         of_kinds(StepKind::halo)},
        {{{"all_reduce", Key::required, buffer_list, "summed over all devices, on every device"},
          read_copied},
         of_kinds(StepKind::all_reduce)},
        {{{"bytes", Key::optional, types::expression,
           "instead of the whole buffer, or of its part"},
          read_formula<&ProgramStep::bytes>},
         copy_kinds},
        {{{"from", Key::optional, types::expression, "number of the device"},
          read_formula<&ProgramStep::device>},
         of_kinds(StepKind::peer_copy)},
        {{{"to", Key::required, types::expression, "number of the device"},
          read_formula<&ProgramStep::peer>},
         of_kinds(StepKind::peer_copy)},
        {{{"neighbours", Key::optional, types::one_of<neighbour_shapes>, "line if not given"},
          read_as<&ProgramStep::ring, neighbour_shapes>},
         of_kinds(StepKind::halo)},
        {{{"algorithm", Key::optional, types::one_of<sum_algorithms>,
           "where the system does not state what the whole takes; ring if not given"},
          read_as<&ProgramStep::algorithm, sum_algorithms>},
         of_kinds(StepKind::all_reduce)},

        {{{"host", Key::required, types::text, "name of the work"},
          [](auto& step, const Node& node, auto key) {
            step.step_.name = scalar_text(node, key, step.problems_).value_or("host");
          }},
         of_kinds(StepKind::host_work)},
        {{{"time", Key::optional, types::quantity<Seconds>, "how long it takes"},
          [](auto& step, const Node& node, auto key) {
            step.step_.seconds = step.context_.quantity_of(node, key, Seconds::dim, 0.0);
          }},
         of_kinds(StepKind::host_work)},
        {{{"kernel", Key::optional, types::text, "whose loop it is, instead of a time"},
          [](auto& step, const Node& node, auto) { step.find_kernel(node); }},
         of_kinds(StepKind::host_work)},
        {{{"kernel", Key::required, types::text, "of the library, or a file"},
          [](auto& step, const Node& node, auto) {
            step.step_.name = node.text;
            step.find_kernel(node);
          }},
         kernels},
        {{{"with", Key::optional, kernel_bindings, "parameters of the kernel"},
          read_bindings<&KernelCall::with>},
         calls},
        {{{"at", Key::optional, kernel_bindings, "those that only say where in the data it works"},
          read_bindings<&KernelCall::at>},
         calls},
        {{{"threads", Key::optional, types::one_of<host_threads>, "all if not given"},
          read_as<&ProgramStep::one_thread, host_threads>},
         of_kinds(StepKind::host_work)},
        {{{"reads", Key::optional, buffer_list, "buffers"}, read_call_buffers<&KernelCall::reads>},
         calls},
        {{{"writes", Key::optional, buffer_list, "buffers"},
          read_call_buffers<&KernelCall::writes>},
         calls},
        {clause_rows[0], kernels},
        {clause_rows[1], kernels},
        {clause_rows[2], kernels},
        {clause_rows[3], kernels},
        {{{"cache", Key::optional, types::one_of<caches>, "cold if not given"},
          read_call_word<&KernelCall::cache, caches>},
         kernels},
        {{{"code", Key::optional, types::one_of<codes>,
           "cuda: a library's kernel, CUDA whatever the program is written in"},
          read_call_word<&KernelCall::cuda, codes>},
         kernels},
        {{{"divided", Key::optional, types::one_of<true_or_false>,
           "a part of it in chunks, for a kernel that has no parameter for that"},
          read_call_word<&KernelCall::divided, true_or_false>},
         kernels},

        {{{"synchronise", Key::required, types::expression, "all, or a stream"},
          [](auto& step, const Node& node, auto key) {
            if (node.text != "all") read_stream(step, node, key);
          }},
         of_kinds(StepKind::synchronise)},
        {{{"repeat", Key::required, types::expression, "how often"},
          [](auto& step, const Node& node, auto key) {
            read_formula<&ProgramStep::count>(step, node, key);
            step.inner_.iteration = true;
          }},
         of_kinds(StepKind::repeat)},
        {{{"chunks", Key::required, types::expression, "how many"},
          [](auto& step, const Node& node, auto key) {
            read_formula<&ProgramStep::count>(step, node, key);
            step.inner_.chunk = true;
          }},
         of_kinds(StepKind::chunks)},
        {{{"graph", Key::required, graph_name, "its steps are nodes of a graph, launched at once"}},
         of_kinds(StepKind::graph)},
        {{{"each", Key::required, each_what, "its steps on every device"},
          [](auto& step, const Node& node, auto) { step.read_each(node); }},
         of_kinds(StepKind::each_device)},
        {{{"of", Key::optional, types::expression, "elements that are shared out"},
          [](auto& step, const Node& node, auto key) {
            read_formula<&ProgramStep::elements>(step, node, key);
            step.inner_.elements = true;
          }},
         splits},
        {{{"split", Key::optional, buffer_list, "buffers of which each gets its part"},
          [](auto& step, const Node& node, auto key) {
            step.step_.split = step.context_.buffers(node, key);
          }},
         splits},
        {{{"order", Key::optional, types::one_of<issue_orders>,
           "all of a chunk first (depth), or each step for all"},
          read_as<&ProgramStep::order, issue_orders>},
         of_kinds(StepKind::chunks)},
        {{{"weight", Key::optional, types::expression, "of a chunk's kernels"},
          [](auto& step, const Node& node, auto key) {
            step.step_.weight = step.context_.formula(node, key, step.inner_);
          }},
         of_kinds(StepKind::chunks)},
        {{{"profile", Key::optional, weights, "weights over the elements"},
          [](auto& step, const Node& node, auto) { step.read_profile(node); }},
         of_kinds(StepKind::chunks)},
        {{{"data", Key::required, clauses, "what is in it is not copied by the steps inside"},
          [](auto& step, const Node& node, auto) { step.read_data(node); }},
         of_kinds(StepKind::data)},

        {{{"name", Key::optional, types::text, "by which 'after' knows it"},
          [](auto& step, const Node& node, auto key) {
            step.step_.name = scalar_text(node, key, step.problems_).value_or(step.step_.name);
          }},
         every_kind},
        {{{"device", Key::optional, types::expression, "number of the device"},
          read_formula<&ProgramStep::device>},
         ~of_kinds(StepKind::peer_copy, StepKind::each_device)},
        {{{"stream", Key::optional, types::expression,
           "a stream's name, an expression, or default"},
          read_stream},
         queued | of_kinds(StepKind::graph)},
        // Read once all names are known.
        {{{"after", Key::optional, step_names,
           "names of steps of the same list whose end it waits for"}},
         queued | of_kinds(StepKind::graph)},
        {{{"blocking", Key::optional, types::one_of<true_or_false>,
           "whether the host waits for its end"},
          read_as<&ProgramStep::blocking, true_or_false>},
         queued},
        {{{"steps", Key::required, program_steps, "what is in it"},
          [](auto& step, const Node& node, auto) { step.read_inner(node); }},
         nested},
    });
    return all;
  }

  template <auto member>
  static void read_formula(StepReader& step, const Node& node, std::string_view key) {
    step.step_.*member = step.context_.formula(node, key, step.scope_);
  }
  template <auto member, const auto& words>
  static void read_as(StepReader& step, const Node& node, std::string_view key) {
    step.step_.*member = word_of(node, key, words, step.problems_);
  }
  template <auto member, const auto& words>
  static void read_call_word(StepReader& step, const Node& node, std::string_view key) {
    (*step.step_.call).*member = word_of(node, key, words, step.problems_);
  }
  template <auto member>
  static void read_call_buffers(StepReader& step, const Node& node, std::string_view key) {
    (*step.step_.call).*member = step.context_.buffers(node, key);
  }
  static void read_stream(StepReader& step, const Node&, std::string_view key) {
    step.step_.stream = step.context_.stream(step.fields_, key, step.scope_);
  }
  template <auto member>
  friend void read_clause(StepReader& step, const Node& node, std::string_view key);

  static void read_copied(StepReader& reader, const Node& value, std::string_view key) {
    ProgramStep& step = reader.step_;
    step.buffers = reader.context_.buffers(value, key);
    for (const std::size_t buffer : step.buffers) {
      step.name += " " + reader.context_.program().buffers[buffer].name;
    }
    const bool one = step.kind == StepKind::halo || step.kind == StepKind::all_reduce;
    if (one && step.buffers.size() != 1) {
      reader.problems_.add("type-wrong", value, "'" + std::string(key) + "' takes one buffer");
      step.buffers.assign(1, 0);
    }
  }

  void find_kernel(const Node& name) {
    called_ = context_.kernel(name);
    if (called_) step_.call->kernel = *called_;
  }

  template <auto member>
  static void read_bindings(StepReader& step, const Node& node, std::string_view key) {
    step.add_bindings(node, key, (*step.step_.call).*member);
  }

  void add_bindings(const Node& node, std::string_view key,
                    std::vector<KernelCall::Binding>& bindings) {
    Mapping values(node, "'" + std::string(key) + "'", problems_);
    for (const Mapping::Entry& entry : values.entries()) {
      Formula value = context_.formula(*entry.value, entry.key->text, scope_);
      if (!called_) continue;
      const Kernel& called = context_.program().kernels[*called_];
      if (const auto parameter = find_parameter(called, entry.key->text)) {
        bindings.push_back({*parameter, std::move(value)});
        continue;
      }
      std::vector<std::string> known;
      for (const Parameter& each : called.parameters) known.push_back(each.name);
      std::vector<std::string> hints = did_you_mean(entry.key->text, known);
      std::string all = "parameters of " + called.id + ":";
      for (const std::string& each : known) all += " " + each;
      hints.push_back(std::move(all));
      problems_.add("parameter-unknown", *entry.key,
                    "the kernel has no parameter '" + entry.key->text + "'", std::move(hints));
    }
  }

  // What the keys say together.
  void finish(const Node& value) {
    if (row_.kind == StepKind::kernel) take_transfers(value);
    if (row_.kind != StepKind::host_work) return;
    if ((fields_.optional("time") == nullptr) == (fields_.optional("kernel") == nullptr)) {
      problems_.add("key-missing", value, "host work states either 'time' or 'kernel'",
                    {"time: 5 ms, or kernel: jacobi2d-copy for its loop on the host"});
    }
  }

  // Buffers that are not stated are the arrays that the kernel's own file transfers.
  void take_transfers(const Node& at) {
    if (!called_ || fields_.optional("reads") != nullptr || fields_.optional("writes") != nullptr) {
      return;
    }
    const Kernel& called = context_.program().kernels[*called_];
    const auto take = [&](const std::vector<std::size_t>& arrays, std::vector<std::size_t>& into) {
      for (const std::size_t array : arrays) {
        const std::string& name = called.arrays[array].name;
        const auto& buffers = context_.program().buffers;
        const auto found = std::ranges::find(buffers, name, &Buffer::name);
        if (found != buffers.end()) {
          into.push_back(static_cast<std::size_t>(found - buffers.begin()));
        } else {
          problems_.add("buffer-missing", at,
                        "array '" + name + "' of kernel '" + called.id + "' is no buffer here",
                        {"define it, or say which buffers the step 'reads' and 'writes'"});
        }
      }
    };
    take(called.to_device, step_.call->reads);
    take(called.to_host, step_.call->writes);
  }

  void read_profile(const Node& node) {
    double sum = 0.0;
    for (const Node& item : expression_list(node, problems_.file())) {
      const double weight = context_.quantity_of(item, "profile", Dim{}, 1.0);
      step_.profile.push_back(weight);
      sum += weight;
    }
    if (step_.weight) {
      problems_.add("keys-mixed", *fields_.key_node("profile"),
                    "'chunks' has both 'weight' and 'profile'", {"leave one of them out"});
    }
    if (step_.profile.empty() || sum <= 0.0) {
      problems_.add("type-wrong", node, "'profile' must be a list of weights, such as [1, 3, 2]");
    }
  }

  void read_data(const Node& value) {
    if (value.kind != Node::Kind::mapping) {
      problems_.add("type-wrong", value, "'data' must say what moves",
                    {"such as {copy: [U], create: [Unew]}"});
      return;
    }
    Mapping moved(value, "'data'", problems_);
    read_keys(clause_rows, moved, *this);
    moved.reject_unknown_keys();
  }

  void read_each(const Node& value) {
    if (value.text != "device") {
      problems_.add("value-unknown", value, "'each' cannot be '" + value.text + "'",
                    {"write each: device"});
    }
    step_.name = "each device";
  }

  // cudaMemcpy holds the host, a launch does not; with OpenACC everything without async does.
  bool blocks_by_itself() const {
    const Node* stream = fields_.key_node("stream");
    if (stream != nullptr) return false;
    const bool copies = row_.kind == StepKind::to_device || row_.kind == StepKind::to_host;
    return copies || (context_.openacc && row_.kind == StepKind::kernel);
  }

  void read_inner(const Node& steps) {
    LoopScope within = scope_;
    within.iteration = within.iteration || inner_.iteration;
    within.chunk = within.chunk || inner_.chunk;
    within.elements = within.elements || inner_.elements;
    StepList list = read_steps(steps, context_, within);
    step_.steps = std::move(list.steps);
    step_.issue_order = std::move(list.issue_order);
  }

  const KindRow& row_;
  ProgramContext& context_;
  Problems& problems_;
  Mapping fields_;
  LoopScope scope_, inner_;
  std::optional<std::size_t> called_;  // kernel, by its index
  ProgramStep step_;
};

template <auto member>
void read_clause(StepReader& step, const Node& node, std::string_view key) {
  step.step_.data.*member = step.context_.buffers(node, key);
}

}  // namespace

std::optional<ProgramStep> read_step(const Node& node, ProgramContext& context,
                                     const LoopScope& scope) {
  const KindRow* row = kind_of(node, context);
  if (row == nullptr) return std::nullopt;
  return StepReader(node, *row, context, scope).read();
}

std::string schema_of_step(SchemaWriter& writer) {
  std::string all;
  for (const KindRow& kind : kinds) {
    all += (all.empty() ? "" : ", ") + StepReader::schema(writer, kind);
  }
  return R"({"oneOf": [)" + all + "]}";
}

std::string schema_of_steps(SchemaWriter& writer) {
  return writer.value(program_steps);
}

}  // namespace gpumodel
