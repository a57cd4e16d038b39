#include "src/io/kernel/read_openacc.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "models/kernel/openacc/lower.hpp"
#include "src/io/kernel/read_range.hpp"
#include "src/io/kernel/read_schedule.hpp"
#include "src/io/text/check_values.hpp"
#include "src/io/text/read_word.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t max_nest = 8;

constexpr auto acc_compilers =
    std::to_array<Word<AccCompiler>>({{"gcc", AccCompiler::gcc}, {"nvhpc", AccCompiler::nvhpc}});

class OpenAccReader {
 public:
  OpenAccReader(const Node& node, const Node& thread, const Kernel& kernel, FormulaReader& formulas,
                Problems& problems)
      : fields_(node, "'openacc'", problems),
        node_(node),
        thread_(thread),
        kernel_(kernel),
        formulas_(formulas),
        problems_(problems) {}

  OpenAccSchedule read() {
    schedule_.source = {Provenance::derived, "openacc", problems_.file().shown,
                        node_.line,          {},        1.0};
    read_keys(rows(), fields_, *this);
    fields_.reject_unknown_keys();
    take_body();
    return std::move(schedule_);
  }

  static std::span<const KeyRow<OpenAccReader>> rows() {
    static constexpr ValueType loop_nest{schema_of_nest};
    static constexpr ValueType levels{schema_of_levels};
    static constexpr ValueType loops{R"({"type": "integer", "minimum": 1, "maximum": 8})"};
    static constexpr auto all = std::to_array<KeyRow<OpenAccReader>>({
        {{"compiler", Key::optional, types::one_of<acc_compilers>,
          "whose mapping to blocks and threads"},
         [](auto& reader, const Node& node, auto key) {
           reader.schedule_.compiler = word_of(node, key, acc_compilers, reader.problems_);
         }},
        {{"nest", Key::required, loop_nest,
          "loops from the outside in: {i: 1..n-1, j: {range: 1..m-1, step: 2}}"},
         [](auto& reader, const Node& node, auto) { reader.read_nest(node); }},
        {{"collapse", Key::optional, loops,
          "loops that are fused into one, with the levels of the first"},
         [](auto& reader, const Node& node, auto) { reader.read_collapse(node); }},
        {{"schedule", Key::optional, levels,
          "levels by loop; auto, also of loops without an entry, is what the compiler takes"},
         [](auto& reader, const Node& node, auto) {
           read_levels(node, reader.schedule_, reader.problems_);
         }},
        {{"num_gangs", Key::optional, types::expression, ""},
         read_size<&OpenAccSchedule::num_gangs>},
        {{"num_workers", Key::optional, types::expression, ""},
         read_size<&OpenAccSchedule::num_workers>},
        {{"vector_length", Key::optional, types::expression, "a multiple of 32, at most 1024"},
         read_size<&OpenAccSchedule::vector_length>},
        {{"registers_per_thread", Key::optional, types::expression,
          "as the compiler reports it, 1 to 255"},
         read_size<&OpenAccSchedule::registers_per_thread>},
    });
    return all;
  }

 private:
  struct BoundsReader {
    OpenAccReader& nest;
    NestLoop& loop;
  };
  static std::span<const KeyRow<BoundsReader>> bound_rows() {
    static constexpr auto all = std::to_array<KeyRow<BoundsReader>>({
        {{"range", Key::required, types::text, "first..end; the end is not included"},
         [](auto& reader, const Node& node, auto) { reader.nest.read_bounds(node, reader.loop); }},
        {{"step", Key::optional, types::expression, "1 if not given"},
         [](auto& reader, const Node& node, auto key) {
           reader.loop.step = reader.nest.parameter_formula(node, key);
         }},
    });
    return all;
  }

  static std::string schema_of_nest(SchemaWriter& writer) {
    return R"({"type": "object", "minProperties": 1, "maxProperties": 8, "propertyNames": )" +
           writer.value(types::name) +
           R"(, "additionalProperties": {"oneOf": [{"type": "string"}, )" +
           writer.mapping(bound_rows()) + "]}}";
  }

  void read_nest(const Node& nest) {
    Mapping loops(nest, "'nest'", problems_);
    const std::vector<Mapping::Entry> entries = loops.entries();
    if (loops.is_mapping() && (entries.empty() || entries.size() > max_nest)) {
      problems_.add("type-wrong", nest, "'nest' must have 1 to 8 loops",
                    {"from the outside in: {i: 1..n-1, j: 1..m-1}"});
      return;
    }
    for (const Mapping::Entry& entry : entries) read_loop(*entry.key, *entry.value);
  }

  void read_loop(const Node& name, const Node& value) {
    NestLoop loop;
    loop.name = name.text;
    const Variables::Variable* variable = formulas_.variables().find(name.text);
    if (variable == nullptr) {
      problems_.add("openacc-loop", name, "no 'let' of the launch says what '" + name.text + "' is",
                    {"thread: {let: {" + name.text +
                     ": global.x}, ...} for the launch; the nest "
                     "takes its place under OpenACC"});
    } else {
      loop.slot =
          kernel_.parameters.size() + block_names.size() + thread_names.size() + variable->index;
    }
    loop.step.expression = Expression::constant(Number::integer(1));
    if (value.kind == Node::Kind::mapping) {
      Mapping parts(value, "'" + name.text + "'", problems_);
      BoundsReader reader{*this, loop};
      read_keys(bound_rows(), parts, reader);
      parts.reject_unknown_keys();
    } else {
      read_bounds(value, loop);
    }
    schedule_.nest.push_back(std::move(loop));
  }

  Formula parameter_formula(const Node& node, std::string_view key) {
    return formulas_.read(node, key, NameScope::parameters, Arithmetic::index);
  }

  void read_bounds(const Node& range, NestLoop& loop) {
    const std::optional<RangeParts> parts = split_range(range, "nest", problems_);
    if (!parts) return;
    loop.first = parameter_formula(parts->first, "nest");
    loop.end = parameter_formula(parts->end, "nest");
    if (loop.step.source.line == 0) loop.step.source = loop.first.source;
  }

  void read_collapse(const Node& node) {
    const std::optional<std::string> text = scalar_text(node, "collapse", problems_);
    if (!text) return;
    std::size_t loops = 0;
    const auto parsed = std::from_chars(text->data(), text->data() + text->size(), loops);
    const bool whole = parsed.ec == std::errc{} && parsed.ptr == text->data() + text->size();
    if (whole && loops >= 1 && loops <= std::max<std::size_t>(1, schedule_.nest.size())) {
      schedule_.collapse = loops;
      return;
    }
    problems_.add("value-wrong", node, "'collapse' cannot be '" + *text + "'",
                  {"a whole number from 1 to the loops of the nest, " +
                   std::to_string(schedule_.nest.size())});
  }

  template <auto member>
  static void read_size(OpenAccReader& reader, const Node& node, std::string_view key) {
    reader.schedule_.*member = reader.formulas_.read(node, key, NameScope::parameters);
  }

  bool is_of_nest(const Statement& statement) const {
    const auto* let = std::get_if<Let>(&statement.what);
    return let != nullptr &&
           std::ranges::find(schedule_.nest, let->slot, &NestLoop::slot) != schedule_.nest.end();
  }

  // The statements without what stands for the launch: the values of the nest's variables and the
  // guard, which is the last statement where there is one.
  void take_body() {
    schedule_.variables = kernel_.thread->variables;
    schedule_.body = kernel_.thread->body;
    std::erase_if(schedule_.body, [&](const Statement& each) { return is_of_nest(each); });
    const bool guarded = value_of(thread_, "where") != nullptr && !schedule_.body.empty() &&
                         std::holds_alternative<Branch>(schedule_.body.back().what);
    if (!guarded) return;
    Body inside = std::move(std::get<Branch>(schedule_.body.back().what).then);
    schedule_.body.pop_back();
    std::ranges::move(inside, std::back_inserter(schedule_.body));
  }

  Mapping fields_;
  const Node& node_;
  const Node& thread_;
  const Kernel& kernel_;
  FormulaReader& formulas_;
  Problems& problems_;
  OpenAccSchedule schedule_;
};

}  // namespace

void define_nest(const Node& openacc, const ThreadContext& context) {
  const Node* nest = value_of(openacc, "nest");
  if (nest == nullptr) return;
  for (const Node& name : nest->keys) {
    if (name.kind == Node::Kind::scalar) context.define(name);
  }
}

OpenAccSchedule read_openacc(const Node& node, const Node& thread, const Kernel& kernel,
                             FormulaReader& formulas, Problems& problems) {
  return OpenAccReader(node, thread, kernel, formulas, problems).read();
}

void settle_openacc(Kernel& kernel, Problems& problems) {
  if (!kernel.openacc) return;
  try {
    // The form is the same for all values; who asks states those of open parameters.
    std::vector<std::optional<Number>> made_up(kernel.parameters.size());
    for (std::size_t i = 0; i < made_up.size(); ++i)
      if (kernel.parameters[i].open) made_up[i] = Number::integer(1);
    Kernel lowered = with_openacc(kernel, {}, made_up);
    if (!kernel.launch) kernel = std::move(lowered);
  } catch (const FormulaError& error) {
    add_value_fault(error, problems);
  }
}

std::string schema_of_openacc(SchemaWriter& writer) {
  return writer.mapping(OpenAccReader::rows());
}

}  // namespace gpumodel
