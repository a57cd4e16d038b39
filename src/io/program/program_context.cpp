#include "src/io/program/program_context.hpp"

#include <algorithm>

#include "src/io/kernel/expression_list.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/quantity.hpp"

namespace gpumodel {
namespace {

bool allowed(std::string_view name, const LoopScope& scope) {
  if (name == "iteration") return scope.iteration;
  if (name == "chunk" || name == "chunks") return scope.chunk;
  if (name == "first" || name == "size") return scope.elements;
  return true;
}

std::string where_known(std::string_view name) {
  if (name == "iteration") return "it is known in the steps of 'repeat'";
  if (name == "chunk" || name == "chunks") return "it is known in the steps of 'chunks'";
  return "it is known in the steps of 'chunks' or 'each' that say what they split ('of')";
}

}  // namespace

Formula ProgramContext::formula(const Node& node, std::string_view key, const LoopScope& scope) {
  Formula made = formulas_.read(node, key, NameScope::parameters);
  const std::size_t parameters = program_.parameters.size();
  for (const Expression::Name& name : made.expression.names()) {
    if (name.slot < static_cast<std::int32_t>(parameters) || allowed(name.text, scope)) continue;
    problems_.add(
        "expression-unknown-name", node,
        ExpressionError{"'" + name.text + "' is not known here", {}, name.column, name.text.size()},
        {where_known(name.text)});
  }
  return made;
}

std::optional<Formula> ProgramContext::optional_formula(Mapping& fields, std::string_view key,
                                                        const LoopScope& scope) {
  const Node* node = fields.optional(key);
  if (node == nullptr || node->kind == Node::Kind::null) return std::nullopt;
  return formula(*node, key, scope);
}

std::optional<Formula> ProgramContext::stream(Mapping& fields, std::string_view key,
                                              const LoopScope& scope) {
  const Node* node = fields.optional(key);
  if (node == nullptr || node->text == "default") return std::nullopt;
  if (!program_.streams.empty()) return named_stream(*node);
  if (!program_.stream_count && node->kind == Node::Kind::scalar) {
    problems_.add("stream-unknown", *node, "the program has no streams",
                  {"say how many, or their names, under 'streams'"});
    return std::nullopt;
  }
  return formula(*node, key, scope);
}

std::optional<Formula> ProgramContext::named_stream(const Node& node) {
  const std::vector<std::string>& names = program_.streams;
  const auto found = std::ranges::find(names, node.text);
  if (found == names.end()) {
    std::vector<std::string> hints = did_you_mean(node.text, names);
    std::string all = "streams:";
    for (const std::string& name : names) all += " " + name;
    hints.push_back(std::move(all));
    problems_.add("stream-unknown", node, "no stream '" + node.text + "'", std::move(hints));
    return std::nullopt;
  }
  Formula made;
  made.expression = Expression::constant(Number::integer(found - names.begin()));
  return made;
}

std::optional<std::size_t> ProgramContext::buffer(const Node& name) {
  const auto found = std::ranges::find(program_.buffers, name.text, &Buffer::name);
  if (found != program_.buffers.end()) {
    return static_cast<std::size_t>(found - program_.buffers.begin());
  }
  std::vector<std::string> known;
  for (const Buffer& each : program_.buffers) known.push_back(each.name);
  std::vector<std::string> hints = did_you_mean(name.text, known);
  if (hints.empty()) hints = {"it is not defined under 'buffers'"};
  problems_.add("name-unknown", name, "unknown buffer '" + name.text + "'", std::move(hints));
  return std::nullopt;
}

std::vector<std::size_t> ProgramContext::buffers(const Node& node, std::string_view key) {
  std::vector<std::size_t> all;
  const std::vector<Node> items = expression_list(node, problems_.file());
  const bool none = node.kind == Node::Kind::sequence && node.children.empty();
  if (items.empty() && !none) {
    problems_.add("type-wrong", node,
                  "'" + std::string(key) + "' must be a buffer, or a list such as [a, b]");
  }
  for (const Node& item : items) {
    if (!scalar_text(item, key, problems_)) continue;
    const std::optional<std::size_t> found = buffer(item);
    if (!found) continue;
    if (std::ranges::find(all, *found) != all.end()) {
      problems_.add("key-duplicate", item, "buffer '" + item.text + "' is listed twice");
    }
    all.push_back(*found);
  }
  return all;
}

// Files may have several names.
std::size_t ProgramContext::add_kernel(const std::string& name) {
  KernelFile read = kernels_(name);
  const auto same = std::ranges::find(kernel_files_, read.text.path, &TextFile::path);
  if (same != kernel_files_.end()) return static_cast<std::size_t>(same - kernel_files_.begin());
  program_.kernels.push_back(std::move(read.kernel));
  kernel_files_.push_back(std::move(read.text));
  return kernel_files_.size() - 1;
}

std::optional<std::size_t> ProgramContext::kernel(const Node& name) {
  if (!scalar_text(name, "kernel", problems_)) return std::nullopt;
  const auto [known, added] = named_.try_emplace(name.text);
  if (!added) return known->second;
  try {
    return known->second = add_kernel(name.text);
  } catch (const InputError& error) {
    for (const Diagnostic& fault : error.found) {
      if (fault.line == 0) {
        problems_.add(fault.id, name, fault.message, fault.hints);
      } else {
        foreign.push_back(fault);
      }
    }
    return std::nullopt;
  }
}

double ProgramContext::quantity(Mapping& fields, std::string_view key, Dim dim, double fallback) {
  const Node* node = fields.optional(key);
  return node == nullptr ? fallback : quantity_of(*node, key, dim, fallback);
}

double ProgramContext::quantity_of(const Node& node, std::string_view key, Dim dim,
                                   double fallback) {
  const std::optional<std::string> text = scalar_text(node, key, problems_);
  if (!text) return fallback;
  try {
    const ParsedQuantity read = parse_quantity(*text);
    if (read.dim != dim) {
      problems_.add("unit-wrong", node, "'" + std::string(key) + "' has the wrong unit",
                    {"expected " + describe(dim)});
    } else if (read.si < 0.0) {
      problems_.add("value-negative", node, "'" + std::string(key) + "' must not be negative");
    } else if (read.si == 0.0 && dim != Seconds::dim) {
      problems_.add("value-zero", node, "'" + std::string(key) + "' must not be zero");
    } else if (!is_plausible(read.si)) {
      problems_.add("value-range", node, "'" + std::string(key) + "' is not plausible",
                    {"expected " + describe(dim)});
    } else {
      return read.si;
    }
  } catch (const ExpressionError& error) {
    problems_.add("value-wrong", node, error, {"expected " + describe(dim)});
  }
  return fallback;
}

}  // namespace gpumodel
