#include "src/view/program/list_page.hpp"

#include "models/timeline/program/loop_values.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_devices = 64;

struct BufferSize {
  double bytes = 0.0;
  const Buffer* buffer = nullptr;
};

// A program with the values that its file states.
struct AtDefaults {
  std::vector<Number> values;
  std::int64_t devices = 1;
  std::vector<BufferSize> buffers;
};

AtDefaults at_defaults(const ProgramFile& file) try {
  const Program& program = file.program;
  AtDefaults result;
  result.values = evaluate_program_parameters(program, {});
  LoopValues values(result.values);
  if (program.devices) result.devices = values.whole(*program.devices, 1, most_devices);
  values.set(LoopVariable::devices, result.devices);
  for (const Buffer& buffer : program.buffers) {
    result.buffers.push_back({buffer_bytes(buffer, values), &buffer});
  }
  return result;
} catch (const FormulaError& error) {
  throw to_input_error(error, file.text);
}

std::string kernel_names(const Program& program) {
  std::string text;
  for (const Kernel& kernel : program.kernels) text += (text.empty() ? "" : ", ") + kernel.id;
  return text.empty() ? "-" : text;
}

Json parameters_of(const Program& program, const std::vector<Number>& values) {
  Json all = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) {
    all[program.parameters[i].name] = json_number(values[i]);
  }
  return all;
}

Json kernels_of(const Program& program) {
  Json all = Json::array();
  for (const Kernel& kernel : program.kernels) all.push_back(kernel.id);
  return all;
}

Table parameter_table(const Program& program, const std::vector<Number>& values) {
  Table table;
  table.caption = "parameters";
  table.columns = {{"name", "parameter"}, {"default", "default"}, {"value", "value", true}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    table.rows.push_back({{program.parameters[i].name},
                          {program.parameters[i].value.expression.text()},
                          {to_string(values[i])}});
  }
  return table;
}

Table buffer_table(const std::vector<BufferSize>& buffers) {
  Table table;
  table.caption = "buffers at the default parameters";
  table.columns = {
      {"buffer", "buffer"}, {"size", "bytes", true}, {"memory", "memory"}, {"starts on", "start"}};
  for (const auto& [bytes, buffer] : buffers) {
    table.rows.push_back({{buffer->name},
                          {format_quantity(bytes, Bytes::dim), raw_number(bytes)},
                          {std::string(to_string(buffer->memory))},
                          {buffer->resident ? "device" : "host"}});
  }
  return table;
}

}  // namespace

Page program_list_page(const std::vector<ProgramFile>& programs) {
  Table table;
  table.columns = {{"program", "program"},
                   {"GPUs", "devices", true},
                   {"what it does", "summary"},
                   {"", "kernels"}};
  for (const ProgramFile& file : programs) {
    table.rows.push_back({{file.program.id},
                          {std::to_string(at_defaults(file).devices)},
                          {file.program.summary},
                          {"", kernel_names(file.program)}});
  }
  Page page;
  page.blocks.emplace_back(Paragraph{counted(programs.size(), "program")});
  page.blocks.emplace_back(std::move(table));
  return page;
}

Json program_list_json(const std::vector<ProgramFile>& programs,
                       const std::vector<Diagnostic>& faults) {
  Json document = json_document("programs", Json::object());
  document["programs"] = Json::array();
  for (const ProgramFile& file : programs) {
    const AtDefaults defaults = at_defaults(file);
    document["programs"].push_back({{"program", file.program.id},
                                    {"summary", file.program.summary},
                                    {"file", file.text.shown},
                                    {"devices", defaults.devices},
                                    {"kernels", kernels_of(file.program)},
                                    {"parameters", parameters_of(file.program, defaults.values)}});
  }
  finish_document(document, faults, faults.empty() ? 0 : 3);
  return document;
}

Page program_file_page(const ProgramFile& file) {
  const Program& program = file.program;
  const AtDefaults defaults = at_defaults(file);
  Page page;
  page.blocks.emplace_back(
      Paragraph{program.id + (program.summary.empty() ? "" : ": " + program.summary) + "\n" +
                file.text.shown + "\nkernels: " + kernel_names(program) + "; " +
                counted(static_cast<std::size_t>(defaults.devices), "GPU") +
                (find_chunks(program.steps) != nullptr ? "; in chunks" : "")});
  if (!defaults.values.empty()) {
    page.blocks.emplace_back(parameter_table(program, defaults.values));
  }
  page.blocks.emplace_back(buffer_table(defaults.buffers));
  return page;
}

Json program_file_json(const ProgramFile& file) {
  const Program& program = file.program;
  const AtDefaults defaults = at_defaults(file);
  Json document = json_document("programs", {{"program", json_input(program.id, file.text)}});
  document["program"] = program.id;
  document["summary"] = program.summary;
  document["devices"] = defaults.devices;
  document["kernels"] = kernels_of(program);
  document["parameters"] = parameters_of(program, defaults.values);
  document["buffers"] = Json::array();
  for (const auto& [bytes, buffer] : defaults.buffers) {
    document["buffers"].push_back({{"buffer", buffer->name},
                                   {"size_bytes", bytes},
                                   {"memory", to_string(buffer->memory)},
                                   {"starts_on", buffer->resident ? "device" : "host"}});
  }
  document["chunks"] = find_chunks(program.steps) != nullptr;
  finish_document(document, {}, 0);
  return document;
}

}  // namespace gpumodel
