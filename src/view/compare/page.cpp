#include "src/view/compare/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/io/text/format.hpp"
#include "src/view/compare/words.hpp"

namespace gpumodel {
namespace {

constexpr const char* none = "n/a";

// Columns that say the same in all rows stand in the headline instead.
struct Shown {
  bool what, model;
};
Shown shown_of(const CompareAnswer& a) {
  return {a.ask.what.size() > 1, a.ask.models.size() > 1};
}

std::vector<Column> heads_of(const Shown& shown) {
  return {{shown.what ? "kernel" : "", "kernel"},
          {"device", "device"},
          {shown.model ? "model" : "", "model"}};
}
std::vector<Cell> heads_of(const CompareRow& row) {
  return {{row.what}, {row.device}, {std::string(row.model->name)}};
}

Cell seconds_cell(const std::optional<Seconds>& time, const std::string& text) {
  return time ? Cell{text, raw_number(time->si)} : Cell{none, ""};
}

Cell number_cell(const std::optional<double>& value, const std::string& text) {
  return value ? Cell{text, raw_number(*value)} : Cell{none, ""};
}

std::string interval_text(const Estimate<Seconds>& time) {
  if (time.low == time.high) return "exact";
  return format_beside(time.low, time) + " ... " + format_beside(time.high, time);
}

Table times_table(const CompareAnswer& a) {
  Table table{.caption = {}, .columns = heads_of(shown_of(a)), .rows = {}};
  const std::vector<Column> rest = {
      {"time", "time_s", true},        {"interval", ""},       {"", "low_s"}, {"", "high_s"},
      {"best", "ratio_to_best", true}, {"limited by", "bound"}};
  table.columns.insert(table.columns.end(), rest.begin(), rest.end());
  for (const CompareRow& row : a.rows) {
    std::vector<Cell> cells = heads_of(row);
    if (row.time) {
      cells.push_back(seconds_cell(row.time->value, format_estimate(*row.time)));
      cells.push_back({interval_text(*row.time)});
      cells.push_back({"", raw_number(row.time->low.si)});
      cells.push_back({"", raw_number(row.time->high.si)});
      cells.push_back(number_cell(row.to_best, fmt::format("{:.3g}x", row.to_best.value_or(1.0))));
      cells.push_back({bound_text(row)});
    } else {
      for (const char* text : {none, none, "", "", none}) cells.push_back({text, ""});
      cells.push_back({fmt::format("n/a ({})", reason_text(row)), ""});
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// The DRAM's peak is not named: it is that of most kernels.
Cell peak_cell(const CompareRow& row) {
  if (!row.rates || !row.rates->of_peak) return {none, ""};
  const std::string& peak = row.rates->peak;
  const bool dram = peak.starts_with("dram.");
  return {format_percent(*row.rates->of_peak) + (dram ? "" : " " + peak.substr(peak.find('.') + 1)),
          raw_number(*row.rates->of_peak)};
}

Cell memory_cell(const DeviceMemory& memory) {
  const std::string needed = format_quantity(memory.needed.si, Bytes::dim);
  return {memory.fits() ? needed : "no, " + needed, raw_number(memory.needed.si)};
}

std::string joules_text(double joules) {
  return joules < 1.0 ? fmt::format("{:.3g} mJ", 1e3 * joules) : fmt::format("{:.3g} J", joules);
}

Cell energy_cell(const std::optional<double>& joules) {
  return number_cell(joules, joules_text(joules.value_or(0.0)));
}

Table use_table(const CompareAnswer& a) {
  const bool priced = !a.ask.prices_per_hour.empty();
  const bool recorded = !a.ask.record_files.empty();
  Table table{.caption = {}, .columns = heads_of(shown_of(a)), .rows = {}};
  const std::vector<Column> rest = {{"DRAM", "dram_bytes_per_s", true},
                                    {"FLOP", "flop_per_s", true},
                                    {"of peak", "fraction_of_peak", true},
                                    {"fits", "needed_bytes", true},
                                    {"", "fits"},
                                    {"energy <=", "energy_j", true}};
  table.columns.insert(table.columns.end(), rest.begin(), rest.end());
  if (recorded) {
    table.columns.push_back({"measured", "measured_energy_j", true});
    table.columns.push_back({"", "power_w", true});
  }
  if (priced) table.columns.push_back({"cost", "cost", true});
  for (const CompareRow& row : a.rows) {
    if (!row.time) continue;
    std::vector<Cell> cells = heads_of(row);
    const auto rate = [&](double ReachedRates::*which, Dim dim) {
      if (!row.rates) return Cell{none, ""};
      const double value = (*row.rates).*which;
      return Cell{format_quantity(value, dim), raw_number(value)};
    };
    cells.push_back(rate(&ReachedRates::dram_bytes_per_s, BytesPerSecond::dim));
    cells.push_back(rate(&ReachedRates::flop_per_s, FlopPerSecond::dim));
    cells.push_back(peak_cell(row));
    cells.push_back(memory_cell(*row.memory));
    cells.push_back({"", row.memory->fits() ? "yes" : "no"});
    cells.push_back(energy_cell(row.energy_j));
    if (recorded) {
      cells.push_back(energy_cell(row.measured_energy_j));
      cells.push_back({"", row.power_w ? raw_number(*row.power_w) : ""});
    }
    if (priced) cells.push_back(number_cell(row.cost, fmt::format("{:.3g}", row.cost.value_or(0))));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string pays_text(const CompareRow& row) {
  const auto& from = row.pays_from->expected;
  if (!from) return "never";
  if (*from == 1) {
    return row.loop_here ? "from the first iteration on"
           : row.longest ? "from the first run on"
                         : "from the first launch on";
  }
  return fmt::format("from {} {} on", *from, row.loop_here ? "iterations" : "launches");
}

// Offloading, where there is a host.
Table host_table(const CompareAnswer& a) {
  Table table{.caption = {}, .columns = heads_of(shown_of(a)), .rows = {}};
  const std::vector<Column> rest = {{"with copies", "offload_time_s", true},
                                    {"on the host", "host_time_s", true},
                                    {"offloading pays", "pays_from"}};
  table.columns.insert(table.columns.end(), rest.begin(), rest.end());
  for (const CompareRow& row : a.rows) {
    if (!row.on_host) continue;
    std::vector<Cell> cells = heads_of(row);
    const auto& from = row.pays_from->expected;
    cells.push_back(seconds_cell(row.with_copies->value, format_estimate(*row.with_copies)));
    cells.push_back(seconds_cell(row.on_host->value, format_estimate(*row.on_host)));
    cells.push_back({pays_text(row), from ? std::to_string(*from) : ""});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// What the step from which a program pays follows from.
Table loops_table(const CompareAnswer& a) {
  Table table{.caption = "time of n iterations: first + (n - 1) each",
              .columns = heads_of(shown_of(a)),
              .rows = {}};
  const std::vector<Column> rest = {{"n here", "iterations", true},
                                    {"first", "first_s", true},
                                    {"each", "each_s", true},
                                    {"first on host", "host_first_s", true},
                                    {"each on host", "host_each_s", true}};
  table.columns.insert(table.columns.end(), rest.begin(), rest.end());
  for (const CompareRow& row : a.rows) {
    if (!row.loop_here) continue;
    std::vector<Cell> cells = heads_of(row);
    cells.push_back({std::to_string(row.loop_here->count), std::to_string(row.loop_here->count)});
    for (const auto* side : {&row.loop_here, &row.loop_on_host}) {
      cells.push_back({format_time(Seconds{(*side)->first_s}), raw_number((*side)->first_s)});
      cells.push_back({format_time(Seconds{(*side)->each_s}), raw_number((*side)->each_s)});
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string counted_things(const CompareAsk& ask) {
  const auto programs =
      static_cast<std::size_t>(std::ranges::count_if(ask.what, [](const KernelOrProgram& what) {
        return std::holds_alternative<std::shared_ptr<const ProgramFile>>(what);
      }));
  const std::size_t kernels = ask.what.size() - programs;
  if (programs == 0) return counted(kernels, "kernel");
  if (kernels == 0) return counted(programs, "program");
  return counted(kernels, "kernel") + " and " + counted(programs, "program");
}

std::string compared_text(const CompareAnswer& a) {
  const bool one = a.ask.what.size() == 1;
  std::string text = one ? a.rows.front().what : counted_things(a.ask);
  text += " on " + (a.ask.devices.size() == 1 ? std::get<Gpu>(a.ask.devices.front()->device).name +
                                                    (a.ask.default_device ? " (default)" : "")
                                              : counted(a.ask.devices.size(), "device"));
  if (a.ask.models.size() > 1) text += ", " + counted(a.ask.models.size(), "model");
  return text +
         (a.ask.cache == CacheStart::cold ? "" : ", L2 " + std::string(to_string(a.ask.cache)));
}

// Of each kernel or program the fastest row.
std::string best_lines(const CompareAnswer& a) {
  std::string text;
  std::size_t shown = 0;
  for (const CompareRow& row : a.rows) {
    if (!row.time || row.to_best != 1.0) continue;
    if (++shown > 5) return text + "\n...";
    text += fmt::format("{}{}: fastest on {}, {}", shown == 1 ? "" : "\n", row.what, row.device,
                        format_estimate_and_interval(*row.time));
  }
  return text.empty() ? "nothing could be predicted" : text;
}

std::string footnote(const CompareAnswer& a) {
  std::string text = "best: times over the shortest of the same kernel; of peak: DRAM if not named";
  const auto any = [&](auto has) { return std::ranges::any_of(a.rows, has); };
  if (any([](const CompareRow& row) { return row.energy_j.has_value(); })) {
    text += "\nenergy: at most, the board draws its power.tdp all the time";
  }
  if (any([](const CompareRow& row) { return row.time && !row.energy_j; })) {
    text += "\nenergy n/a: the device file states no power.tdp";
  }
  if (any([](const CompareRow& row) { return row.time && !row.rates; })) {
    text += "\nrates n/a: of programs, whose kernels differ";
  }
  if (any([](const CompareRow& row) { return row.power_w.has_value(); })) {
    text += "\nmeasured: the time by the power recorded while the same was measured";
  }
  if (any([](const CompareRow& row) { return row.time && !row.power_w; }) &&
      !a.ask.record_files.empty()) {
    text += "\nmeasured n/a: no record has the power of it";
  }
  if (any([](const CompareRow& row) { return row.longest && row.on_host; })) {
    text += "\na program on the host: its kernels as loops on all cores, nothing copied";
  }
  return text;
}

}  // namespace

Page compare_page(const CompareAnswer& answer) {
  Page page;
  page.blocks.emplace_back(Paragraph{best_lines(answer) + "\n" + compared_text(answer)});
  page.add(times_table(answer));
  page.add(use_table(answer));
  page.add(host_table(answer));
  page.add(loops_table(answer));
  page.blocks.emplace_back(Paragraph{footnote(answer)});
  return page;
}

}  // namespace gpumodel
