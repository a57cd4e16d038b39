#include "src/cli/coalesce/kernel_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "src/io/library/load.hpp"
#include "src/io/library/parameters.hpp"

namespace gpumodel {
namespace {

bool is_access(const std::string& expression) {
  return expression.find('[') != std::string::npos;
}

bool is_kernel(const std::string& name) {
  try {
    load_kernel(name);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

struct AnsweredByFile {
  const char* option;
  const char* where;
};
constexpr auto answered_by_file = std::to_array<AnsweredByFile>({
    {"--elem", "'type' of its arrays"},
    {"--struct", "'struct' of its arrays"},
    {"--fields", "'load' in its 'thread'"},
    {"--store", "'store' in its 'thread'"},
    {"--shape", "'shape' of its arrays"},
    {"--base", "'offset' of its arrays"},
    {"--where", "'where' of its 'thread'"},
    {"--load-path", "'path' of its arrays"},
});

// "64x2" -> "64", "2".
std::vector<std::string> extents_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// "-D bx=64 -D by=2": an extent that is a parameter gets the value wanted for it.
std::string definitions_for(const Kernel& kernel, const std::string& wanted) {
  if (!kernel.launch) return {};
  std::vector<std::string> extents = extents_of(wanted);
  extents.resize(std::max(extents.size(), kernel.launch->block.size()), "1");
  std::vector<std::string> named;
  std::string result;
  for (std::size_t axis = 0; axis < kernel.launch->block.size(); ++axis) {
    const Expression& formula = kernel.launch->block[axis].expression;
    for (const Expression::Name& name : formula.names()) {
      if (!find_parameter(kernel, name.text)) continue;
      if (std::ranges::find(named, name.text) != named.end()) continue;
      named.push_back(name.text);
      const bool alone = formula.code().size() == 1;
      result += (result.empty() ? "-D " : " -D ") + name.text + "=" +
                (alone ? extents[axis] : std::string("..."));
    }
  }
  return result;
}

[[noreturn]] void refuse_block(const CoalesceOptions& options, const KernelFile& file) {
  const std::string definitions = definitions_for(file.kernel, options.block);
  const std::string& id = file.kernel.id;
  if (!definitions.empty()) {
    refuse_call("usage", fmt::format("--block: the block of '{}' follows from its parameters", id),
                {"set them: " + definitions});
  }
  refuse_call("usage", fmt::format("--block: the file of '{}' fixes its block", id),
              {"no parameter changes it; change it in a copy of " + file.text.shown});
}

// Throws UsageError for the first one given, with the key of the file that says the same.
void refuse_options_of_expressions(const CoalesceOptions& options, const KernelFile& file) {
  if (options.expressions.size() > 1) {
    refuse_call("usage", fmt::format("'{}' is a kernel, and stands alone", file.kernel.id),
                {"its file says which accesses there are; --access N draws another one"});
  }
  for (const AnsweredByFile& one : answered_by_file) {
    if (!options.given(one.option)) continue;
    refuse_call("usage",
                fmt::format("{} is about accesses given as expressions, and '{}' is a kernel",
                            one.option, file.kernel.id),
                {fmt::format("its file says that, under {}: {}", one.where, file.text.shown)});
  }
  if (options.given("--block")) refuse_block(options, file);
}

}  // namespace

bool asks_for_kernel(const CoalesceOptions& options) {
  return std::ranges::any_of(options.expressions, [&](const std::string& expression) {
    return !is_access(expression) && (options.structure.empty() || is_kernel(expression));
  });
}

CoalesceKernelAsk kernel_ask(const CoalesceOptions& options) {
  CoalesceKernelAsk ask;
  const auto name = std::ranges::find_if_not(options.expressions, is_access);
  if (!names_source(*name)) options.source.refuse_without_source(*name);
  ask.kernel = std::make_shared<const KernelFile>(
      load_kernel_or_source(*name, options.source, options.definitions));
  refuse_options_of_expressions(options, *ask.kernel);
  ask.target = choose_target(options.device, options.capability, options.set);
  ask.overrides = parse_parameters(options.definitions, ask.kernel->kernel);
  ask.way = options.schedule.chosen();
  ask.shared_only = options.shared;
  const auto number = [&](const char* option, const std::string& text) {
    return options.given(option) ? std::optional(parse_single(option, text, AmountKind::count))
                                 : std::nullopt;
  };
  ask.access = number("--access", options.access);
  ask.warp = number("--warp", options.warp);
  if (options.given("--at-block")) ask.block = parse_block_index(options.at_block);
  ask.work = options.work;
  return ask;
}

}  // namespace gpumodel
