#include "src/view/doctor/page.hpp"

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

std::string abilities(const DoctorAnswer& answer, bool can) {
  std::string text;
  for (const Ability& ability : answer.abilities) {
    if (ability.can() == can) text += (text.empty() ? "" : ", ") + std::string(ability.title);
  }
  return text;
}

// Running text within 80 columns, later lines below the first word of the text.
void add_lines(std::vector<std::string>& lines, std::string head, const std::string& text) {
  std::vector<std::string> wrapped;
  append_wrapped(wrapped, std::string(head.size(), ' '), text);
  if (!wrapped.empty()) wrapped.front().replace(0, head.size(), head);
  lines.insert(lines.end(), wrapped.begin(), wrapped.end());
}

Paragraph headline(const DoctorAnswer& answer) {
  const std::vector<GpuFacts>& gpus = answer.facts.gpus;
  if (gpus.empty()) return {"no GPU to measure on"};
  const Ability& cuda = answer.ability("measure_cuda");
  if (!cuda.can()) return {"a GPU is there, but " + cuda.why_not()};
  return {"ready to measure on " + gpus.front().device.name};
}

Preformatted what_it_can(const DoctorAnswer& answer) {
  Preformatted block;
  add_lines(block.lines, "  can     ", abilities(answer, true));
  add_lines(block.lines, "  cannot  ", abilities(answer, false));
  return block;
}

Table check_table(const DoctorAnswer& answer) {
  Table table;
  table.columns = {{"part", "part"}, {"state", "state"}, {"found", "found"}};
  for (const DoctorCheck& check : answer.checks) {
    table.rows.push_back(
        {{std::string(check.title)}, {std::string(to_string(check.state))}, {check.found}});
  }
  return table;
}

Table gpu_table(const DoctorAnswer& answer) {
  Table table;
  table.columns = {{"GPU", "gpu"},
                   {"CC", "compute_capability"},
                   {"SMs", "sms", true},
                   {"memory", "memory_bytes", true},
                   {"device file", "device_file"}};
  for (const GpuFacts& gpu : answer.facts.gpus) {
    const double memory = gpu.device.memory_bytes.value_or(0.0);
    table.rows.push_back({{gpu.device.name},
                          {gpu.device.compute_capability},
                          {std::to_string(gpu.device.sms)},
                          {format_quantity(memory, Bytes::dim), raw_number(memory)},
                          {gpu.device_file.empty() ? "n/a (none)" : gpu.device_file}});
  }
  return table;
}

Preformatted to_do(const DoctorAnswer& answer) {
  Preformatted block;
  block.lines.emplace_back("to do");
  for (const DoctorCheck& check : answer.checks) {
    for (const std::string& hint : check.hints) {
      const bool first = &hint == &check.hints.front();
      std::string head = "  " + std::string(first ? check.title : "");
      head.resize(20, ' ');
      add_lines(block.lines, std::move(head), hint);
    }
  }
  if (block.lines.size() == 1) block.lines = {"nothing is missing"};
  return block;
}

}  // namespace

Page doctor_page(const DoctorAnswer& answer) {
  Page page;
  page.blocks.emplace_back(headline(answer));
  page.blocks.emplace_back(what_it_can(answer));
  page.blocks.emplace_back(check_table(answer));
  if (!answer.facts.gpus.empty()) page.blocks.emplace_back(gpu_table(answer));
  page.blocks.emplace_back(to_do(answer));
  return page;
}

}  // namespace gpumodel
