#include "src/view/program/list_page.hpp"

#include "models/timeline/program/loop_values.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_devices = 64;

ProgramAtDefaults at_defaults(const ProgramFile& file) try {
  const Program& program = file.program;
  ProgramAtDefaults result{file};
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

Table buffer_table(const std::vector<ProgramAtDefaults::Size>& buffers) {
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

Page program_file_page(const ProgramFile& file) {
  const Program& program = file.program;
  const ProgramAtDefaults defaults = at_defaults(file);
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

namespace {

constexpr std::string_view programs_description =
    "The library of programs, or one of them at its default parameters. Base SI units.";

const Object<ProgramAtDefaults>& described_program() {
  static const Object<ProgramAtDefaults> table(
      "described", "",
      {
          {"program", "name that finds it", [](auto& p) { return p.file.program.id; }},
          {"summary", "one line", [](auto& p) { return p.file.program.summary; }},
      });
  return table;
}

const Object<ProgramAtDefaults>& evaluated_program() {
  static const auto kernels = [](auto& p) {
    std::vector<std::string> all;
    for (const Kernel& kernel : p.file.program.kernels) all.push_back(kernel.id);
    return all;
  };
  static const Object<ProgramAtDefaults> table(
      "evaluated", "",
      {
          {"devices", "how many GPUs it uses", &ProgramAtDefaults::devices, {.least = 1}},
          {"kernels", "", kernels},
          {"parameters", "with their defaults",
           [](auto& p) { return by_name(p.file.program.parameters, p.values); }},
      });
  return table;
}

const Object<ProgramAtDefaults>& listed_program() {
  static const Object<ProgramAtDefaults> table(
      "program", "",
      {
          {described_program, std::identity{}},
          {"file", "where it was found", [](auto& p) { return p.file.text.shown; }},
          {evaluated_program, std::identity{}},
      });
  return table;
}

const Object<ProgramAtDefaults>& program_file_inputs() {
  static const Object<ProgramAtDefaults> table(
      "inputs", "",
      {
          {"program", "", input_file,
           [](auto& p) { return input(p.file.program.id, p.file.text); }},
      });
  return table;
}

const Object<ProgramAtDefaults::Size>& buffer_object() {
  static const Object<ProgramAtDefaults::Size> table(
      "buffer", "",
      {
          {"buffer", "", [](auto& b) { return b.buffer->name; }},
          {"size_bytes", "B", &ProgramAtDefaults::Size::bytes},
          {"memory", "", [](auto& b) { return b.buffer->memory; }},
          {"starts_on",
           "",
           [](auto& b) { return b.buffer->resident ? "device" : "host"; },
           {.words = "host|device"}},
      });
  return table;
}

}  // namespace

const Document<std::vector<ProgramAtDefaults>>& program_list_document() {
  static const Document<std::vector<ProgramAtDefaults>> document(
      {.name = "programs",
       .description = programs_description,
       .alternative = "programs list",
       .exit_codes = {0, 3}},
      {
          {"inputs", "", no_inputs<std::vector<ProgramAtDefaults>>, std::identity{}},
          {"programs", "", listed_program, std::identity{}},
      });
  return document;
}

const Document<ProgramAtDefaults>& program_file_document() {
  static const Document<ProgramAtDefaults> document(
      {.name = "programs", .description = programs_description, .alternative = "programs show"},
      {
          {"inputs", "", program_file_inputs, std::identity{}},
          {described_program, std::identity{}},
          {evaluated_program, std::identity{}},
          {"buffers", "", buffer_object, &ProgramAtDefaults::buffers},
          {"chunks", "whether a part of it is in chunks",
           [](auto& p) { return find_chunks(p.file.program.steps) != nullptr; }},
      });
  return document;
}

Json program_list_json(const std::vector<ProgramFile>& programs,
                       const std::vector<Diagnostic>& faults) {
  std::vector<ProgramAtDefaults> all;
  for (const ProgramFile& file : programs) all.push_back(at_defaults(file));
  return program_list_document().write(all, faults, faults.empty() ? 0 : 3);
}

Json program_file_json(const ProgramFile& file) {
  return program_file_document().write(at_defaults(file), {});
}

}  // namespace gpumodel
