#include "src/io/program/read_step.hpp"

#include <algorithm>
#include <array>

#include "src/io/kernel/expression_list.hpp"
#include "src/io/program/read_steps.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

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
    if (!row_.has_steps && what == nullptr) {
      problems_.add("key-missing", key, "'" + step_.name + "' has no value");
    } else {
      read_kind(value);
    }
    read_common();
    if (row_.has_steps) read_inner();
    fields_.reject_unknown_keys();
    return std::move(step_);
  }

 private:
  void read_kind(const Node& value) {
    switch (row_.kind) {
      case StepKind::to_device:
      case StepKind::to_host:
      case StepKind::peer_copy:
      case StepKind::halo:
      case StepKind::all_reduce:
        return read_copy(value);
      case StepKind::kernel:
        return read_kernel_call(value);
      case StepKind::host_work:
        return read_host_work(value);
      case StepKind::synchronise:
        return read_synchronise();
      case StepKind::repeat:
        step_.count = context_.formula(value, row_.key, scope_);
        inner_.iteration = true;
        return;
      case StepKind::chunks:
        return read_chunks(value);
      case StepKind::data:
        return read_data(value);
      case StepKind::each_device:
        return read_each(value);
      default:
        return;
    }
  }

  void read_copy(const Node& value) {
    step_.buffers = context_.buffers(value, row_.key);
    for (const std::size_t buffer : step_.buffers) {
      step_.name += " " + context_.program().buffers[buffer].name;
    }
    step_.bytes = context_.optional_formula(fields_, "bytes", scope_);
    if (row_.kind == StepKind::peer_copy) {
      step_.device = context_.optional_formula(fields_, "from", scope_);
      if (const Node* to = fields_.required("to")) step_.peer = context_.formula(*to, "to", scope_);
    }
    if (row_.kind == StepKind::halo) {
      static constexpr auto shapes = std::to_array<Word<bool>>({{"line", false}, {"ring", true}});
      step_.ring = read_word<bool>(fields_, "neighbours", shapes);
    }
    if (row_.kind == StepKind::all_reduce) {
      static constexpr auto algorithms =
          std::to_array<Word<Algorithm>>({{"ring", Algorithm::ring}, {"tree", Algorithm::tree}});
      step_.algorithm = read_word<Algorithm>(fields_, "algorithm", algorithms);
    }
    const bool one = row_.kind == StepKind::halo || row_.kind == StepKind::all_reduce;
    if (one && step_.buffers.size() != 1) {
      problems_.add("type-wrong", value, "'" + std::string(row_.key) + "' takes one buffer");
      step_.buffers.assign(1, 0);
    }
  }

  void read_kernel_call(const Node& value) {
    step_.call.emplace();
    step_.name = value.text;
    const std::optional<std::size_t> kernel = context_.kernel(value);
    if (kernel) step_.call->kernel = *kernel;
    read_bindings(kernel);
    read_accesses(kernel, value);
    read_clauses(fields_);
    static constexpr auto caches = std::to_array<Word<bool>>({{"cold", false}, {"warm", true}});
    step_.call->warm = read_word<bool>(fields_, "cache", caches);
    static constexpr auto codes = std::to_array<Word<bool>>({{"any", false}, {"cuda", true}});
    step_.call->cuda = read_word<bool>(fields_, "code", codes);
    step_.call->divided = read_flag("divided").value_or(false);
  }

  void read_bindings(std::optional<std::size_t> kernel) {
    read_bindings("with", kernel, step_.call->with);
    read_bindings("at", kernel, step_.call->at);
  }

  void read_bindings(std::string_view key, std::optional<std::size_t> kernel,
                     std::vector<KernelCall::Binding>& bindings) {
    const Node* node = fields_.optional(key);
    if (node == nullptr) return;
    Mapping values(*node, "'" + std::string(key) + "'", problems_);
    for (const Mapping::Entry& entry : values.entries()) {
      Formula value = context_.formula(*entry.value, entry.key->text, scope_);
      if (!kernel) continue;
      const Kernel& called = context_.program().kernels[*kernel];
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

  // What is not stated are the arrays that the kernel's own file transfers.
  void read_accesses(std::optional<std::size_t> kernel, const Node& at) {
    const Node* reads = fields_.optional("reads");
    const Node* writes = fields_.optional("writes");
    if (reads != nullptr) step_.call->reads = context_.buffers(*reads, "reads");
    if (writes != nullptr) step_.call->writes = context_.buffers(*writes, "writes");
    if (!kernel || reads != nullptr || writes != nullptr) return;
    const Kernel& called = context_.program().kernels[*kernel];
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

  void read_host_work(const Node& value) {
    step_.call.emplace();
    step_.name = scalar_text(value, "host", problems_).value_or("host");
    const Node* time = fields_.optional("time");
    const Node* kernel = fields_.optional("kernel");
    if ((time == nullptr) == (kernel == nullptr)) {
      problems_.add("key-missing", value, "host work states either 'time' or 'kernel'",
                    {"time: 5 ms, or kernel: jacobi2d-copy for its loop on the host"});
    }
    if (time != nullptr) step_.seconds = context_.quantity_of(*time, "time", Seconds::dim, 0.0);
    std::optional<std::size_t> called;
    if (kernel != nullptr) called = context_.kernel(*kernel);
    if (called) step_.call->kernel = *called;
    read_bindings(called);
    static constexpr auto threads = std::to_array<Word<bool>>({{"all", false}, {"1", true}});
    step_.one_thread = read_word<bool>(fields_, "threads", threads);
    read_accesses(std::nullopt, value);
  }

  void read_synchronise() {
    const Node* value = fields_.optional(row_.key);
    if (value != nullptr && value->text != "all") {
      step_.stream = context_.stream(fields_, row_.key, scope_);
    }
  }

  void read_chunks(const Node& value) {
    step_.count = context_.formula(value, row_.key, scope_);
    inner_.chunk = true;
    read_split();
    static constexpr auto words = std::to_array<Word<IssueOrder>>(
        {{"depth", IssueOrder::depth_first}, {"breadth", IssueOrder::breadth_first}});
    step_.order = read_word<IssueOrder>(fields_, "order", words);
    step_.weight = context_.optional_formula(fields_, "weight", inner_);
    if (const Node* profile = fields_.optional("profile")) read_profile(*profile);
  }

  void read_split() {
    step_.elements = context_.optional_formula(fields_, "of", scope_);
    inner_.elements = inner_.elements || step_.elements.has_value();
    if (const Node* split = fields_.optional("split")) {
      step_.split = context_.buffers(*split, "split");
    }
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
    Mapping clauses(value, "'data'", problems_);
    read_clauses(clauses);
    clauses.reject_unknown_keys();
  }

  void read_clauses(Mapping& from) {
    const auto read = [&](std::string_view key, std::vector<std::size_t>& into) {
      if (const Node* node = from.optional(key)) into = context_.buffers(*node, key);
    };
    read("copyin", step_.data.copyin);
    read("copyout", step_.data.copyout);
    read("copy", step_.data.copy);
    read("create", step_.data.create);
  }

  void read_each(const Node& value) {
    if (value.text != "device") {
      problems_.add("value-unknown", value, "'each' cannot be '" + value.text + "'",
                    {"write each: device"});
    }
    step_.name = "each device";
    read_split();
  }

  void read_common() {
    if (const Node* name = fields_.optional("name")) {
      step_.name = scalar_text(*name, "name", problems_).value_or(step_.name);
    }
    const bool own_device = row_.kind == StepKind::peer_copy || row_.kind == StepKind::each_device;
    if (!own_device) step_.device = context_.optional_formula(fields_, "device", scope_);
    if (row_.kind == StepKind::synchronise) return;
    if (row_.has_steps) return;
    step_.stream = context_.stream(fields_, "stream", scope_);
    fields_.optional("after");  // read once all names are known
    step_.blocking = read_flag("blocking").value_or(blocks_by_itself());
  }

  // cudaMemcpy holds the host, a launch does not; with OpenACC everything without async does.
  bool blocks_by_itself() const {
    const Node* stream = fields_.key_node("stream");
    if (stream != nullptr) return false;
    const bool copies = row_.kind == StepKind::to_device || row_.kind == StepKind::to_host;
    return copies || (context_.openacc && row_.kind == StepKind::kernel);
  }

  std::optional<bool> read_flag(std::string_view key) {
    if (fields_.key_node(key) == nullptr) {
      fields_.optional(key);
      return std::nullopt;
    }
    static constexpr auto words = std::to_array<Word<bool>>({{"true", true}, {"false", false}});
    return read_word<bool>(fields_, key, words);
  }

  void read_inner() {
    const Node* steps = fields_.required("steps");
    if (steps == nullptr) return;
    LoopScope within = scope_;
    within.iteration = within.iteration || inner_.iteration;
    within.chunk = within.chunk || inner_.chunk;
    within.elements = within.elements || inner_.elements;
    StepList list = read_steps(*steps, context_, within);
    step_.steps = std::move(list.steps);
    step_.issue_order = std::move(list.issue_order);
  }

  const KindRow& row_;
  ProgramContext& context_;
  Problems& problems_;
  Mapping fields_;
  LoopScope scope_, inner_;
  ProgramStep step_;
};

}  // namespace

std::optional<ProgramStep> read_step(const Node& node, ProgramContext& context,
                                     const LoopScope& scope) {
  const KindRow* row = kind_of(node, context);
  if (row == nullptr) return std::nullopt;
  return StepReader(node, *row, context, scope).read();
}

}  // namespace gpumodel
