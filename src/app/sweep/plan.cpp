#include "src/app/sweep/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/format.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

using Kind = SweepAxis::Kind;

bool uses(const Formula& formula, std::string_view name) {
  return std::ranges::any_of(formula.expression.names(),
                             [&](const Expression::Name& used) { return used.text == name; });
}

// Whether a parameter says how the work is cut up, and not how much there is: the launch uses it,
// and no array's size, nor a parameter that follows from it.
bool is_launch_choice(const Kernel& kernel, const std::string& name) {
  if (!kernel.launch) return false;
  const auto used_in = [&](const std::vector<Formula>& formulas) {
    return std::ranges::any_of(formulas, [&](const Formula& f) { return uses(f, name); });
  };
  for (const Array& array : kernel.arrays) {
    if (array.space != MemorySpace::shared && used_in(array.shape)) return false;
  }
  for (const Parameter& parameter : kernel.parameters) {
    if (uses(parameter.value, name) && !is_launch_choice(kernel, parameter.name)) return false;
  }
  const LaunchFormula& launch = *kernel.launch;
  return !uses(kernel.work_items, name) &&
         (used_in(launch.block) || used_in(launch.grid) ||
          (launch.shared_memory && uses(*launch.shared_memory, name)));
}

Diagnostic fault_in_definition(const std::string& definition, std::string_view id,
                               std::string message, std::size_t length,
                               std::vector<std::string> hints) {
  Diagnostic fault{.id = id, .message = std::move(message), .file = "-D"};
  fault.column = 1;
  fault.length = static_cast<int>(std::max<std::size_t>(1, length));
  fault.source_line = definition;
  fault.hints = std::move(hints);
  return fault;
}

std::string combinations_text(std::uint64_t combinations) {
  return fmt::format("looked at {} combination{}", combinations, combinations == 1 ? "" : "s");
}

constexpr std::string_view threads_name = "threads", registers_name = "registers_per_thread",
                           streams_name = "streams", chunks_name = "chunks";

}  // namespace

SweepPlan::SweepPlan(SweepAsk ask) : ask_(std::move(ask)) {
  add_parameters();
  add_launch();
  count();
  read_condition();
  count_points();
}

void SweepPlan::add_parameters() {
  const Kernel& kernel = ask_.kernel->kernel;
  std::vector<std::string> names;
  for (const Parameter& parameter : kernel.parameters) names.push_back(parameter.name);
  std::vector<Diagnostic> faults;
  for (const std::string& definition : ask_.definitions) {
    const std::size_t equals = definition.find('=');
    const std::string name = definition.substr(0, equals);
    if (equals == std::string::npos || equals + 1 == definition.size()) {
      faults.push_back(fault_in_definition(definition, "parameter-wrong", "-D needs name=values",
                                           definition.size(), {"for example -D n=2^10..2^28:x4"}));
      continue;
    }
    const auto found = find_parameter(kernel, name);
    if (!found) {
      std::vector<std::string> hints = did_you_mean(name, names);
      std::string list = "parameters of " + kernel.id + ":";
      for (const std::string& each : names) list += " " + each;
      hints.push_back(names.empty() ? list + " none" : list);
      faults.push_back(fault_in_definition(definition, "parameter-unknown",
                                           "the kernel has no parameter '" + name + "'",
                                           name.size(), std::move(hints)));
      continue;
    }
    const bool twice =
        std::ranges::any_of(axes_, [&](const SweepAxis& axis) { return axis.parameter == *found; });
    if (twice) {
      faults.push_back(fault_in_definition(definition, "parameter-wrong",
                                           "parameter '" + name + "' is given twice", name.size(),
                                           {"one list has all its values: " + name + "=32,64"}));
      continue;
    }
    try {
      axes_.push_back({Kind::parameter, name, parse_value_list("-D", definition, equals + 1),
                       *found, is_launch_choice(kernel, name)});
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.found.begin(), error.found.end());
    }
  }
  if (!faults.empty()) throw InputError{std::move(faults)};
}

void SweepPlan::add(SweepAxis axis, const std::string& option, const std::string& list,
                    std::int64_t least) {
  if (list.empty()) return;
  axis.values = parse_value_list(option, list);
  for (std::uint64_t i = 0; i < axis.values.size(); ++i) {
    const Number value = axis.values.at(i);
    constexpr std::int64_t most = 1 << 20;
    if (value.is_integer() && value.integer() >= least && value.integer() <= most) continue;
    throw InputError{{{.id = "range-wrong",
                       .message = option + " " + list + ": " + to_string(value) + " is none",
                       .hints = {"expected whole numbers from " + std::to_string(least) + " to " +
                                 std::to_string(most)}}}};
  }
  axes_.push_back(std::move(axis));
}

void SweepPlan::add_launch() {
  const Kernel& kernel = ask_.kernel->kernel;
  const bool of_launch = !ask_.threads.empty() || !ask_.registers.empty();
  if (of_launch && (!kernel.launch || ask_.way == LaunchWay::openacc)) {
    refuse_call("usage", "--threads and --registers-per-thread need a kernel with a launch", {});
  }
  if (!ask_.threads.empty()) {
    const std::vector<Formula>& block = kernel.launch->block;
    if (block.size() != 1) {
      std::string parameters;
      for (const Formula& axis : block) parameters += " -D " + axis.expression.text() + "=...";
      refuse_call("usage", "the blocks of '" + kernel.id + "' have several dimensions",
                  {"sweep each:" + parameters});
    }
    SweepAxis axis{Kind::threads, std::string(threads_name), {}, 0, true};
    if (const auto parameter = find_parameter(kernel, block.front().expression.text())) {
      axis = {Kind::parameter, kernel.parameters[*parameter].name, {}, *parameter, true};
      if (std::ranges::any_of(axes_, [&](auto& other) { return other.name == axis.name; })) {
        refuse_call("usage", "--threads and -D " + axis.name + " are two ways to say the same",
                    {"give one"});
      }
    } else if (!block.front().expression.names().empty() ||
               std::ranges::none_of(kernel.launch->grid,
                                    [](const Formula& g) { return uses(g, "block.x"); })) {
      refuse_call("usage", "the launch of '" + kernel.id + "' does not follow its block",
                  {"write block.x in `grid:`, or a parameter in `block:`"});
    }
    add(std::move(axis), "--threads", ask_.threads, 1);
  }
  add({Kind::registers, std::string(registers_name), {}, 0, true}, "--registers-per-thread",
      ask_.registers, 1);
  overlaps_ = !ask_.streams.empty() || !ask_.chunks.empty();
  if (overlaps_ && ask_.model->ceiling == Ceiling::peak) {
    refuse_call("usage", "--streams and --chunks need sustained rates",
                {"with --model machine or --model roofline"});
  }
  add({Kind::streams, std::string(streams_name), {}, 0, true}, "--streams", ask_.streams, 1);
  add({Kind::chunks, std::string(chunks_name), {}, 0, true}, "--chunks", ask_.chunks, 1);
}

void SweepPlan::count() {
  inner_.assign(axes_.size(), 1);
  double all = static_cast<double>(ask_.devices.size());
  for (const SweepAxis& axis : axes_) all *= static_cast<double>(axis.values.size());
  if (all > static_cast<double>(ask_.most_points)) {
    std::string product;
    for (const SweepAxis& axis : axes_) {
      if (axis.values.is_single()) continue;
      product +=
          fmt::format("{}{} of {}", product.empty() ? "" : " x ", axis.values.size(), axis.name);
    }
    throw InputError{{{.id = "sweep-too-large",
                       .message = fmt::format("the sweep has {:.15g} points, more than {}", all,
                                              ask_.most_points),
                       .hints = {product + (ask_.devices.size() > 1
                                                ? fmt::format(" x {} devices", ask_.devices.size())
                                                : ""),
                                 fmt::format("--most-points {:.0f} lifts the limit", all)}}}};
  }
  std::uint64_t combinations = 1;
  for (std::size_t i = axes_.size(); i-- > 0;) {
    inner_[i] = combinations;
    combinations *= axes_[i].values.size();
  }
  const auto part = [&](std::uint64_t i) {  // without overflow
    return combinations / ask_.shard.of * i + combinations % ask_.shard.of * i / ask_.shard.of;
  };
  first_ = part(ask_.shard.index - 1);
  last_ = part(ask_.shard.index);
}

void SweepPlan::read_condition() {
  if (ask_.where.empty()) return;
  const Kernel& kernel = ask_.kernel->kernel;
  std::vector<std::string> known;
  for (const Parameter& parameter : kernel.parameters) known.push_back(parameter.name);
  for (const std::string_view name : block_names) known.emplace_back(name);
  for (const std::string_view name : {threads_name, registers_name, streams_name, chunks_name}) {
    known.emplace_back(name);
  }
  const auto refuse = [&](std::string_view id, std::string message, std::size_t column,
                          std::size_t length, std::vector<std::string> hints) {
    Diagnostic fault{.id = id, .message = std::move(message), .file = "--where"};
    fault.column = static_cast<int>(column) + 1;
    fault.length = static_cast<int>(std::max<std::size_t>(1, length));
    fault.source_line = ask_.where;
    fault.hints = std::move(hints);
    throw InputError{{std::move(fault)}};
  };
  try {
    condition_ = Expression::parse(ask_.where);
  } catch (const ExpressionError& error) {
    refuse("expression-syntax", error.message, error.column, error.length,
           error.hint.empty() ? std::vector<std::string>{} : std::vector{error.hint});
  }
  for (Expression::Name& name : condition_->names()) {
    const auto found = std::ranges::find(known, name.text);  // a parameter of that name is first
    if (found == known.end()) {
      std::vector<std::string> hints = did_you_mean(name.text, known);
      std::string list = "known here:";
      for (const std::string& each : known) list += " " + each;
      hints.push_back(std::move(list));
      refuse("expression-unknown-name", "unknown name '" + name.text + "'", name.column,
             name.text.size(), std::move(hints));
    }
    name.slot = static_cast<std::int32_t>(found - known.begin());
    const auto asked_for = [&](std::string_view axis) {
      return name.text != axis ||
             std::ranges::any_of(axes_, [&](auto& each) { return each.name == axis; });
    };
    if (!asked_for(streams_name) || !asked_for(chunks_name)) {
      refuse("expression-unknown-name", "the sweep has no '" + name.text + "'", name.column,
             name.text.size(), {"give --" + name.text + " its values"});
    }
  }
}

void SweepPlan::count_points() {
  std::uint64_t counted = last_ - first_;
  if (condition_) {
    counted = 0;
    for (std::uint64_t i = first_; i < last_; ++i) counted += counts(i) ? 1U : 0U;
  }
  points_ = counted * ask_.devices.size();
  if (points_ > 0 || ask_.shard.of > 1) return;
  Diagnostic fault{.id = "sweep-empty",
                   .message = "no combination of values meets the condition",
                   .file = "--where"};
  fault.column = 1;
  fault.length = static_cast<int>(ask_.where.size());
  fault.source_line = ask_.where;
  fault.hints = {combinations_text(last_ - first_)};
  throw InputError{{std::move(fault)}};
}

void SweepPlan::values_of(std::uint64_t combination, std::vector<Number>& values) const {
  values.clear();
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    values.push_back(axes_[i].values.at(index_on(i, combination)));
  }
}

std::vector<std::optional<Number>> SweepPlan::overrides(std::span<const Number> values) const {
  std::vector<std::optional<Number>> all(ask_.kernel->kernel.parameters.size());
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    if (axes_[i].kind == Kind::parameter) all[axes_[i].parameter] = values[i];
  }
  return all;
}

std::optional<std::int64_t> SweepPlan::value_of(Kind kind, std::span<const Number> values) const {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    if (axes_[i].kind == kind) return values[i].integer();
  }
  return std::nullopt;
}

std::shared_ptr<const KernelFile> SweepPlan::kernel_for(std::span<const Number> values) const {
  const auto threads = value_of(Kind::threads, values);
  const auto registers = value_of(Kind::registers, values);
  if (!threads && !registers) return ask_.kernel;
  auto changed = std::make_shared<KernelFile>(*ask_.kernel);
  LaunchFormula& launch = *changed->kernel.launch;
  const auto put = [](Formula& formula, std::int64_t value) {
    formula.expression = Expression::constant(Number::integer(value));
  };
  if (threads) put(launch.block.front(), *threads);
  if (registers) {
    if (!launch.registers_per_thread) launch.registers_per_thread = constant_formula(*registers);
    put(*launch.registers_per_thread, *registers);
  }
  return changed;
}

bool SweepPlan::counts(std::uint64_t combination) const {
  if (!condition_) return true;
  std::vector<Number> values;
  values_of(combination, values);
  std::vector<Number> slots;
  const Kernel& kernel = ask_.kernel->kernel;
  try {
    evaluate_parameters(kernel, overrides(values), slots);
  } catch (const FormulaError&) {
    return true;  // its row says why it has no time
  }
  slots.resize(kernel.parameters.size() + block_names.size(), Number::integer(1));
  Number& x = slots[kernel.parameters.size()];
  if (const auto threads = value_of(Kind::threads, values)) x = Number::integer(*threads);
  std::int64_t threads = 1;
  for (std::size_t i = kernel.parameters.size(); i < slots.size(); ++i) {
    if (slots[i].is_integer() && slots[i].integer() < (1 << 20)) threads *= slots[i].integer();
  }
  slots.push_back(Number::integer(threads));
  for (const Kind kind : {Kind::registers, Kind::streams, Kind::chunks}) {
    slots.push_back(Number::integer(value_of(kind, values).value_or(0)));
  }
  if (!value_of(Kind::registers, values) && kernel.launch && kernel.launch->registers_per_thread) {
    slots[slots.size() - 3] = kernel.launch->registers_per_thread->expression.evaluate(slots);
  }
  try {
    return !condition_->evaluate(slots).is_zero();
  } catch (const ExpressionError& error) {
    Diagnostic fault{.id = "expression-value", .message = error.message, .file = "--where"};
    fault.column = static_cast<int>(error.column) + 1;
    fault.length = static_cast<int>(std::max<std::size_t>(1, error.length));
    fault.source_line = ask_.where;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      fault.hints.push_back("at " + axes_[i].name + " = " + to_string(values[i]));
    }
    throw InputError{{std::move(fault)}};
  }
}

std::uint64_t SweepPlan::after(std::uint64_t counted) const {
  std::uint64_t combination = first_;
  if (!condition_) return first_ + counted;
  for (; counted > 0; ++combination) counted -= counts(combination) ? 1U : 0U;
  return combination;
}

}  // namespace gpumodel
