#include "src/view/validate/programs_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"
#include "src/view/validate/error_tables.hpp"
#include "src/view/validate/programs_cases.hpp"

namespace gpumodel {
namespace {

std::size_t count_programs(const ProgramsAnswer& answer) {
  std::vector<std::string> names;
  for (const JudgedProgram& judged : answer.points) names.push_back(judged.point.program);
  std::ranges::sort(names);
  return static_cast<std::size_t>(std::ranges::unique(names).begin() - names.begin());
}

std::string headline(const ProgramsAnswer& answer) {
  const ErrorStatistics errors = error_statistics(pairs_of(answer.points));
  const std::string what =
      counted(answer.points.size(), "case") + " of " + counted(count_programs(answer), "program");
  const std::string model = fmt::format("  (model {} for kernels)", answer.model->name);
  if (errors.n == 0) return what + ": nothing to compare" + model;
  return fmt::format("{}: MAPE {}, median {}, bias {}{}", what, format_percent(errors.mape),
                     format_percent(errors.median_ape), format_error(errors.bias), model);
}

std::string machine_text(const ProgramEnvironment& e) {
  const RecordedDevice& device = e.devices.front();
  std::string text =
      e.devices.size() == 1 ? device.name : fmt::format("{} x {}", e.devices.size(), device.name);
  if (device.driver) text += ", driver " + *device.driver;
  return text + ", host " + e.host.cpu;
}

std::string files_text(const ProgramRun& run) {
  if (!run.device) return {};
  std::string text = "predicted with " + run.device->file;
  if (run.system) text += ", " + run.system->file;
  if (run.host) text += ", host " + run.host->file;
  const auto right = std::ranges::count_if(run.matches, &FieldMatch::matches);
  return text + fmt::format("; the device file matches in {} of {} checkable fields", right,
                            run.matches.size());
}

void add_runs(const ProgramsAnswer& answer, Page& page) {
  for (const ProgramRun& run : answer.runs) {
    std::string text = machine_text(run.environment);
    if (run.record) text += "\n" + run.record->file + ": measured " + run.environment.date;
    if (const std::string files = files_text(run); !files.empty()) text += "\n" + files;
    page.blocks.emplace_back(Paragraph{text});
  }
}

Table set_table(const ProgramsAnswer& answer) {
  Table table;
  table.caption = "sets";
  table.columns = {{"set", "set"}, {"", "points"}, {"n", "n", true}};
  table.columns.insert(table.columns.end(), error_columns().begin(), error_columns().end());
  for (Column& column : table.columns) {
    if (column.key == "within_25pct") column.title.clear();  // 80 columns
  }
  table.columns.push_back({"textbook", "textbook_mape", true});
  table.columns.push_back({"", "worst_case"});
  for (const ProgramSetRow& set : answer.sets) {
    std::vector<Cell> row = {
        {set.set}, {"", std::to_string(set.points)}, {std::to_string(set.errors.n)}};
    add_errors(row, set.errors);
    row.push_back(set.textbook.n > 0 ? percent_cell(set.textbook.mape) : Cell{"", "null"});
    row.push_back({"", set.worst ? identity(answer.points[*set.worst].point) : "null"});
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Beside the program's name stands what tells its sweeps apart.
std::vector<std::string> sweep_names(const ProgramsAnswer& answer) {
  std::vector<std::string> names(answer.sweeps.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& program = answer.points[answer.sweeps[i].first].point.program;
    if (!names[i].empty()) continue;
    std::vector<ProgramPoint> points;
    std::vector<std::size_t> among;
    for (std::size_t j = i; j < names.size(); ++j) {
      const ProgramPoint& point = answer.points[answer.sweeps[j].first].point;
      if (point.program != program) continue;
      points.push_back(point);
      points.back().chunks.reset();
      among.push_back(j);
    }
    const std::vector<std::string> settings = differing_settings(points);
    for (std::size_t k = 0; k < among.size(); ++k) {
      names[among[k]] = program + (settings[k].empty() ? "" : " " + settings[k]);
    }
  }
  return names;
}

Table sweep_table(const ProgramsAnswer& answer) {
  Table table;
  table.caption = "chunk counts: what following the prediction costs";
  table.columns = {{"program", "program"},
                   {"best", "best_measured", true},
                   {"time", "best_measured_s", true},
                   {"predicted", "best_predicted", true},
                   {"its time", "best_predicted_measured_s", true},
                   {"loss", "loss", true}};
  const std::vector<std::string> names = sweep_names(answer);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ChunkSweep& sweep = answer.sweeps[i];
    table.rows.push_back({{names[i]},
                          {std::to_string(sweep.best_measured)},
                          {format_time(Seconds{sweep.best_s}), raw_number(sweep.best_s)},
                          {std::to_string(sweep.best_predicted)},
                          {format_time(Seconds{sweep.chosen_s}), raw_number(sweep.chosen_s)},
                          percent_cell(sweep.loss())});
  }
  return table;
}

}  // namespace

Page validate_programs_page(const ProgramsAnswer& answer) {
  Page page;
  page.blocks.emplace_back(Paragraph{headline(answer)});
  add_runs(answer, page);
  page.blocks.emplace_back(set_table(answer));
  page.add(sweep_table(answer));
  if (answer.every_case) {
    for (Table& table : case_tables(answer)) page.blocks.emplace_back(std::move(table));
  } else {
    page.blocks.emplace_back(Paragraph{"every case: -v, or --csv and --json"});
  }
  page.add(bar_table(answer.bars));
  page.blocks.emplace_back(case_list(answer));
  return page;
}

Page program_plan_page(std::span<const ProgramPoint> points) {
  Page page;
  std::string text = counted(points.size(), "case");
  std::vector<std::int64_t> gpus;
  for (const ProgramPoint& point : points) gpus.push_back(point.gpus);
  for (std::vector<std::int64_t> left = gpus; !left.empty();) {
    const std::int64_t least = std::ranges::min(left);
    text += fmt::format("{} {} on {}", left.size() == gpus.size() ? ":" : ",",
                        std::ranges::count(left, least),
                        counted(static_cast<std::size_t>(least), "GPU"));
    std::erase(left, least);
  }
  page.blocks.emplace_back(Paragraph{text});
  Table table;
  table.columns = {
      {"set", "set"}, {"GPUs", "gpus", true}, {"program", "program"}, {"settings", "settings"}};
  for (const ProgramPoint& point : points) {
    table.rows.push_back(
        {{point.set}, {std::to_string(point.gpus)}, {point.program}, {settings_text(point)}});
  }
  page.add(std::move(table));
  return page;
}

}  // namespace gpumodel
