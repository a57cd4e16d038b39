#include "src/view/kernel/page.hpp"

#include <fmt/format.h>

#include "models/analysis/kernel_analysis.hpp"
#include "src/io/text/check_values.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

// What fits in a column; machines get everything.
std::string some_parameters(const Kernel& kernel) {
  constexpr std::size_t widest = 22;
  std::string text;
  for (const Parameter& parameter : kernel.parameters) {
    const std::string next = (text.empty() ? "" : ", ") + parameter.name;
    if (text.size() + next.size() + 5 > widest) return text + ", ...";
    text += next;
  }
  return text.empty() ? "-" : text;
}

std::string parameter_names(const Kernel& kernel) {
  std::string text;
  for (const Parameter& parameter : kernel.parameters) {
    text += (text.empty() ? "" : ", ") + parameter.name + "=" + parameter.value.expression.text();
  }
  return text.empty() ? "-" : text;
}

std::string shape(const std::array<std::int64_t, 3>& extent) {
  std::string text = std::to_string(extent[0]);
  if (extent[1] > 1 || extent[2] > 1) text += " x " + std::to_string(extent[1]);
  if (extent[2] > 1) text += " x " + std::to_string(extent[2]);
  return text;
}

}  // namespace

KernelAtDefaults at_defaults(KernelFile file, double times,
                             std::vector<std::optional<Number>> stated) {
  KernelAtDefaults result{std::move(file), {}, {}};
  const Kernel& kernel = result.file.kernel;
  const TextFile& text = result.file.text;
  for (std::size_t i = 0; i < stated.size(); ++i)
    if (!kernel.parameters[i].open) stated[i].reset();
  try {
    evaluate_parameters(kernel, stated, result.values);
    result.work = evaluate(kernel, result.values);
    if (kernel.thread && kernel.launch) {
      refuse_outside(kernel, result.values, text);
      const KernelAnalysis analysis = analyse(kernel, result.values, nullptr, times);
      result.work = workload_of(kernel, result.values, analysis);
    }
  } catch (const FormulaError& error) {
    throw to_input_error(error, text);
  } catch (const ThreadFault& fault) {
    throw to_input_error(fault, text);
  }
  return result;
}

Page kernel_list_page(const std::vector<KernelFile>& kernels) {
  Table table;
  table.columns = {{"kernel", "kernel"}, {"parameters", "parameters"}, {"what it does", "summary"}};
  for (const KernelFile& file : kernels) {
    table.rows.push_back({{file.kernel.id},
                          {some_parameters(file.kernel), parameter_names(file.kernel)},
                          {file.kernel.summary}});
  }
  Page page;
  page.blocks.emplace_back(Paragraph{counted(kernels.size(), "kernel")});
  page.blocks.emplace_back(std::move(table));
  return page;
}

Page kernel_page(const KernelAtDefaults& at) {
  const auto& [file, values, work] = at;
  const Kernel& kernel = file.kernel;
  Page page;
  page.blocks.emplace_back(Paragraph{
      kernel.id + (kernel.summary.empty() ? "" : ": " + kernel.summary) + "\n" + file.text.shown});
  Table parameters;
  parameters.caption = "parameters";
  parameters.columns = {{"name", "parameter"}, {"default", "default"}, {"value", "value", true}};
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    parameters.rows.push_back({{kernel.parameters[i].name},
                               {kernel.parameters[i].value.expression.text()},
                               {to_string(values[i])}});
  }
  page.add(std::move(parameters));
  Table counts;
  counts.caption = "at the default parameters";
  counts.columns = {{"quantity", "quantity"}, {"value", "value", true}};
  const auto add = [&](std::string name, double value, Dim dim) {
    counts.rows.push_back({{std::move(name)}, {format_quantity(value, dim), raw_number(value)}});
  };
  add("work items", work.work_items, Dim{});
  for (const Pipe pipe : all_pipes) {
    const Flop flop = work.flop[static_cast<std::size_t>(pipe)];
    if (flop.si > 0.0) add(std::string(to_string(pipe)), flop.si, Flop::dim);
  }
  add("loaded", work.loaded.si, Bytes::dim);
  add("stored", work.stored.si, Bytes::dim);
  add("to the device", work.to_device.si, Bytes::dim);
  add("to the host", work.to_host.si, Bytes::dim);
  if (work.launch) {
    counts.rows.push_back({{"block"}, {shape(work.launch->block)}});
    counts.rows.push_back({{"grid"}, {shape(work.launch->grid)}});
  }
  page.blocks.emplace_back(std::move(counts));
  return page;
}

}  // namespace gpumodel
