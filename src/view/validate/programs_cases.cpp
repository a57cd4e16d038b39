#include "src/view/validate/programs_cases.hpp"

#include <algorithm>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

// Names and values of all that can be set, in one list: parameters, then counts.
std::vector<std::pair<std::string, std::string>> settings_of(const ProgramPoint& point) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const ParameterValue& p : point.parameters) all.emplace_back(p.name, to_string(p.value));
  all.emplace_back("GPUs", std::to_string(point.gpus));
  if (point.order) all.emplace_back("order", std::string(to_string(*point.order)));
  if (point.streams) all.emplace_back("streams", std::to_string(*point.streams));
  if (point.chunks) all.emplace_back("chunks", std::to_string(*point.chunks));
  return all;
}

std::string value_of(const ProgramPoint& point, const std::string& name) {
  for (auto& [known, value] : settings_of(point)) {
    if (known == name) return value;
  }
  return {};
}

std::vector<std::string> differing_names(std::span<const ProgramPoint> points) {
  std::vector<std::string> names;
  for (const auto& [name, value] : settings_of(points.front())) {
    const auto same = [&](const ProgramPoint& p) { return value_of(p, name) == value; };
    if (!std::ranges::all_of(points, same)) names.push_back(name);
  }
  return names;
}

Cell time_cell(const std::optional<double>& seconds) {
  return seconds ? Cell{format_time(Seconds{*seconds}), raw_number(*seconds)} : Cell{"", "null"};
}

Cell error_cell(const std::optional<double>& error) {
  return error ? Cell{format_error(*error), raw_number(*error)} : Cell{"", "null"};
}

std::optional<double> measured(const JudgedProgram& judged) {
  return judged.point.time ? std::optional(judged.point.time->median_s) : std::nullopt;
}

Table case_table(const std::string& caption, std::span<const JudgedProgram* const> cases) {
  std::vector<ProgramPoint> points;
  bool textbook = false;
  for (const JudgedProgram* judged : cases) {
    points.push_back(judged->point);
    textbook = textbook || judged->textbook_error();
  }
  const std::vector<std::string> names = differing_names(points);
  Table table;
  table.caption = caption;
  for (const std::string& name : names) table.columns.push_back({name, "", true});
  table.columns.insert(table.columns.end(),
                       {{"predicted", "", true}, {"measured", "", true}, {"error", "", true}});
  if (textbook) table.columns.push_back({"textbook", "", true});
  table.columns.push_back({"verdict"});
  for (const JudgedProgram* judged : cases) {
    std::vector<Cell> row;
    for (const std::string& name : names) row.push_back({value_of(judged->point, name)});
    row.insert(row.end(), {time_cell(judged->prediction.time_s), time_cell(measured(*judged)),
                           error_cell(judged->relative_error())});
    if (textbook) row.push_back(error_cell(judged->textbook_error()));
    row.push_back({std::string(to_string(judged->verdict))});
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string trouble_of(const JudgedProgram& judged) {
  if (!judged.point.is_measured()) return judged.point.reason;
  std::string text = judged.prediction.reason;
  for (const std::string& doubt : judged.doubts) text += (text.empty() ? "" : "; ") + doubt;
  return text;
}

Cell raw(std::string text) {
  return {"", std::move(text)};
}

Cell raw(const std::optional<double>& value) {
  return raw(value ? raw_number(*value) : std::string("null"));
}

Cell raw(const std::optional<std::int64_t>& value) {
  return raw(value ? std::to_string(*value) : std::string("null"));
}

}  // namespace

std::vector<std::string> differing_settings(std::span<const ProgramPoint> points) {
  std::vector<std::string> all;
  const std::vector<std::string> names = differing_names(points);
  for (const ProgramPoint& point : points) {
    std::string text;
    for (const std::string& name : names) {
      text += (text.empty() ? "" : ", ") + name + "=" + value_of(point, name);
    }
    all.push_back(std::move(text));
  }
  return all;
}

std::vector<Table> case_tables(const ProgramsAnswer& answer) {
  std::vector<std::pair<std::string, std::vector<const JudgedProgram*>>> groups;
  for (const JudgedProgram& judged : answer.points) {
    const std::string caption = judged.point.program + " (" + judged.point.set + ")";
    if (groups.empty() || groups.back().first != caption) groups.push_back({caption, {}});
    groups.back().second.push_back(&judged);
  }
  std::vector<Table> tables;
  for (const auto& [caption, cases] : groups) tables.push_back(case_table(caption, cases));
  return tables;
}

Table case_list(const ProgramsAnswer& answer) {
  Table table;
  for (const char* key :
       {"set", "program", "parameters", "chunks", "streams", "order", "gpus", "verdict",
        "predicted_s", "interval_low_s", "interval_high_s", "measured_s", "spread",
        "relative_error", "textbook_s", "textbook_error", "remark"}) {
    table.columns.push_back({"", key});
  }
  for (const JudgedProgram& judged : answer.points) {
    const ProgramPoint& p = judged.point;
    const ProgramPrediction& predicted = judged.prediction;
    const auto known = [&](double value) {
      return predicted.time_s ? std::optional(value) : std::nullopt;
    };
    table.rows.push_back(
        {raw(p.set), raw(p.program), raw(parameter_text(p.parameters)), raw(p.chunks),
         raw(p.streams), raw(p.order ? std::string(to_string(*p.order)) : "null"),
         raw(std::to_string(p.gpus)), raw(std::string(to_string(judged.verdict))),
         raw(predicted.time_s), raw(known(predicted.low_s)), raw(known(predicted.high_s)),
         raw(measured(judged)), raw(p.time ? std::optional(p.time->spread()) : std::nullopt),
         raw(judged.relative_error()), raw(predicted.textbook_s), raw(judged.textbook_error()),
         raw(trouble_of(judged))});
  }
  return table;
}

}  // namespace gpumodel
