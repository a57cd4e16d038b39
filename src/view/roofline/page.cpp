#include "src/view/roofline/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/io/text/format.hpp"
#include "src/view/roofline/ranges.hpp"

namespace gpumodel {
namespace {

constexpr int plot_columns = 64, plot_rows = 15;

// Integer operations and instructions have no unit: "2.1 T/s" is transfers.
std::string rate_text(double value, Dim unit) {
  if (unit != PerSecond::dim) return format_quantity(value, unit);
  std::string text = format_quantity(value, FlopPerSecond::dim);
  return text.substr(0, text.size() - std::string_view("FLOP/s").size()) + "op/s";
}

Dim unit_of(RoofLevel level) {
  return is_memory(level)     ? BytesPerSecond::dim
         : is_floating(level) ? FlopPerSecond::dim
                              : PerSecond::dim;
}

// Rows and columns of the text picture.
class TextPlot {
 public:
  explicit TextPlot(const RooflineAxes& axes) : axes_(axes) {}

  void roofs(const RooflineDevice& device) {
    const double top = top_of(device);
    for (const RoofLevel level : {RoofLevel::l1, RoofLevel::l2, RoofLevel::dram}) {
      const Roof* roof = device.reachable(level);
      if (roof == nullptr) continue;
      for (int column = 0; column < plot_columns; ++column) {
        const double rate = intensity_at(column) * roof->value;
        if (rate <= top)
          put(column, row_of(rate),
              level == RoofLevel::dram ? '/'
              : level == RoofLevel::l2 ? ':'
                                       : '.');
      }
    }
    double widest = 0.0;
    for (const Roof& roof : device.roofs) {
      if (is_memory(roof.level)) widest = std::max(widest, roof.value);
    }
    for (const Roof& roof : device.roofs) {
      if (!is_floating(roof.level) || &roof != device.reachable(roof.level)) continue;
      for (int column = 0; column < plot_columns; ++column) {
        if (intensity_at(column) * widest >= roof.value) put(column, row_of(roof.value), '_');
      }
    }
  }

  void dot(double intensity, double rate, char sign) {
    put(static_cast<int>(std::lround(axes_.intensity.place(intensity) * (plot_columns - 1))),
        row_of(rate), sign);
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (int row = plot_rows - 1; row >= 0; --row) {
      const std::string& cells = cells_[static_cast<std::size_t>(row)];
      all.push_back(
          fmt::format("{:>11} |{}", label(row), cells.substr(0, cells.find_last_not_of(' ') + 1)));
    }
    all.push_back(std::string(12, ' ') + '+' + std::string(plot_columns, '-'));
    std::string ticks(plot_columns + 13, ' ');
    for (const double tick : axes_.intensity.ticks()) {
      const std::string text = fmt::format("{:g}", tick);
      const auto at = 13 + static_cast<std::size_t>(
                               std::lround(axes_.intensity.place(tick) * (plot_columns - 1)));
      if (at + text.size() <= ticks.size()) ticks.replace(at, text.size(), text);
    }
    all.push_back(ticks.substr(0, ticks.find_last_not_of(' ') + 1));
    return all;
  }

 private:
  double intensity_at(int column) const {
    return axes_.intensity.from * std::pow(axes_.intensity.to / axes_.intensity.from,
                                           static_cast<double>(column) / (plot_columns - 1));
  }
  int row_of(double rate) const {
    return static_cast<int>(std::lround(axes_.rate.place(rate) * (plot_rows - 1)));
  }
  void put(int column, int row, char sign) {
    if (column < 0 || column >= plot_columns || row < 0 || row >= plot_rows) return;
    cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = sign;
  }
  std::string label(int row) const {
    for (const double tick : axes_.rate.ticks()) {
      if (row_of(tick) == row) return format_quantity(tick, FlopPerSecond::dim);
    }
    return {};
  }

  const RooflineAxes& axes_;
  std::vector<std::string> cells_{plot_rows, std::string(plot_columns, ' ')};
};

// Letters beyond Z would be two characters: such kernels are dots.
char sign_of(const RooflineStand& stand) {
  if (stand.kernel >= 26) return stand.measured ? '*' : 'o';
  return static_cast<char>((stand.measured ? 'A' : 'a') + static_cast<int>(stand.kernel));
}

Preformatted text_picture(const RooflineAnswer& a, std::size_t device, const RooflineAxes& axes) {
  TextPlot plot(axes);
  plot.roofs(a.devices[device]);
  for (const RooflineStand& stand : a.stands) {
    const auto intensity = stand.intensity(RoofLevel::dram);
    if (stand.device != device || stand.flop() <= 0.0 || !intensity) continue;
    plot.dot(*intensity, stand.flop_per_s(), sign_of(stand));
  }
  Preformatted picture{
      {a.devices[device].gpu().name + (a.devices[device].is_default ? " (default)" : "")}};
  for (std::string& line : plot.lines()) picture.lines.push_back(std::move(line));
  picture.lines.emplace_back(
      "             FLOP per byte of DRAM   / DRAM  : L2  . L1  _ arithmetic");
  return picture;
}

// "A", "A h200", "A (m)": the letter of the kernel, the device where there are several, measured.
std::string title_of(const RooflineAnswer& a, const RooflineStand& stand) {
  std::string text = kernel_mark(stand.kernel);
  if (a.devices.size() > 1) text += " " + a.devices[stand.device].gpu().id;
  return text + (stand.measured ? " (m)" : "");
}

std::string nearest_text(const RooflineStand& stand) {
  const RoofUse* nearest = stand.nearest();
  if (nearest == nullptr) return "no roof known";
  return format_percent(*nearest->share) + " of " + std::string(level_title(nearest->level));
}

Table stand_table(const RooflineAnswer& a) {
  Table table;
  table.columns = {{"kernel", "kernel"},
                   {"", "device"},
                   {"", "source"},
                   {"time", "time_s", true},
                   {"FLOP/B", "intensity_flop_per_byte", true},
                   {"arithmetic", "flop_per_s", true},
                   {"DRAM", "dram_bytes_per_s", true},
                   {"nearest roof", "nearest_roof"},
                   {"", "share"},
                   {"", "above_roof"}};
  for (const RooflineStand& stand : a.stands) {
    const RoofUse* dram = stand.find(RoofLevel::dram);
    const RoofUse* nearest = stand.nearest();
    const auto intensity = stand.intensity(RoofLevel::dram);
    const std::string source =
        stand.measured ? std::string(to_string(*stand.measured)) : "predicted";
    table.rows.push_back(
        {{title_of(a, stand), a.kernel_name(stand)},
         {"", a.devices[stand.device].gpu().id},
         {"", source},
         {stand.measured ? format_time(stand.time.value) : format_estimate(stand.time),
          raw_number(stand.time.value.si)},
         {intensity ? fmt::format("{:.3g}", *intensity) : "-",
          intensity ? raw_number(*intensity) : "null"},
         {stand.flop() > 0.0
              ? fmt::format("{}", format_quantity(stand.flop_per_s(), FlopPerSecond::dim))
              : "no FLOP",
          raw_number(stand.flop_per_s())},
         {dram != nullptr ? format_quantity(dram->rate, BytesPerSecond::dim) : "-",
          dram != nullptr ? raw_number(dram->rate) : "null"},
         {nearest_text(stand),
          nearest != nullptr ? std::string(to_string(nearest->level)) : "null"},
         {"", nearest != nullptr ? raw_number(*nearest->share) : "null"},
         {"", stand.above_roof() ? "true" : "false"}});
  }
  return table;
}

Table use_table(const RooflineAnswer& a) {
  Table table;
  table.caption = "shares of each roof (sustained; of the peak where that is not known)";
  table.columns = {{"kernel", "kernel"}};
  for (const RoofLevel level : all_roof_levels) {
    const bool used = std::ranges::any_of(
        a.stands, [&](const RooflineStand& stand) { return stand.find(level) != nullptr; });
    table.columns.push_back(
        {used ? std::string(level_title(level)) : "", std::string(to_string(level)), true});
  }
  for (const RooflineStand& stand : a.stands) {
    std::vector<Cell> row = {{title_of(a, stand), a.kernel_name(stand)}};
    for (const RoofLevel level : all_roof_levels) {
      const RoofUse* use = stand.find(level);
      const bool known = use != nullptr && use->share;
      row.push_back({known            ? format_percent(*use->share) + (use->above_roof ? "!" : "")
                     : use != nullptr ? "?"
                                      : "",
                     known ? raw_number(*use->share) : "null"});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table roof_table(const RooflineDevice& device) {
  Table table;
  table.caption = "roofs of " + device.gpu().name;
  table.columns = {{"roof", "level"},
                   {"peak", "peak", true},
                   {"sustained", "sustained", true},
                   {"ridge", "ridge_flop_per_byte", true},
                   {"origin", "origin"}};
  const Roof* dram = device.reachable(RoofLevel::dram);
  for (const RoofLevel level : all_roof_levels) {
    const Roof *peak = device.find(level, false), *sustained = device.find(level, true);
    if (peak == nullptr && sustained == nullptr) continue;
    const auto cell = [&](const Roof* roof) {
      return roof == nullptr
                 ? Cell{"-", "null"}
                 : Cell{rate_text(roof->value, unit_of(level)), raw_number(roof->value)};
    };
    const bool has_ridge = is_floating(level) && dram != nullptr;
    const double ridge = has_ridge ? device.reachable(level)->value / dram->value : 0.0;
    const Source& origin = device.reachable(level)->origin;
    table.rows.push_back({{std::string(level_title(level)), std::string(to_string(level))},
                          cell(peak),
                          cell(sustained),
                          {has_ridge ? fmt::format("{:.3g} FLOP/B", ridge) : "",
                           has_ridge ? raw_number(ridge) : "null"},
                          {fmt::format("{} ({})", origin.key, to_string(origin.from))}});
  }
  return table;
}

// What the letters stand for, and who has no place on the axes.
std::string legend_lines(const RooflineAnswer& a) {
  std::string text;
  for (std::size_t i = 0; i < a.predictions.size(); i += a.devices.size()) {
    const PredictAnswer& one = a.predictions[i];
    text += "\n" + kernel_mark(i / a.devices.size()) + " " + one.kernel().id;
    for (std::size_t k = 0; k < one.kernel().parameters.size(); ++k) {
      text += fmt::format("{} {} = {}", k == 0 ? " with" : ",", one.kernel().parameters[k].name,
                          to_string(one.values()[k]));
    }
    if (a.stands[i].flop() <= 0.0) {
      text += ": no FLOP, so not among the axes; its bytes and instructions are below";
    }
  }
  return text;
}

bool is_measured(const RooflineStand& stand) {
  return stand.measured.has_value();
}

}  // namespace

std::string kernel_mark(std::size_t kernel) {
  return kernel < 26 ? std::string(1, static_cast<char>('A' + static_cast<int>(kernel)))
                     : std::to_string(kernel + 1);
}

std::string_view level_title(RoofLevel level) {
  constexpr std::array<std::string_view, all_roof_levels.size()> titles = {
      "DRAM", "L2", "L1", "FP64", "FP32", "FP16", "tensor", "integer", "issue"};
  return titles[static_cast<std::size_t>(level)];
}

std::string roofline_headline(const RooflineAnswer& a) {
  const std::size_t kernels = a.predictions.size() / a.devices.size();
  const std::string what =
      kernels == 1 ? a.kernel_name(a.stands.front()) : counted(kernels, "kernel");
  const std::string where =
      a.devices.size() == 1 ? a.devices.front().gpu().name : counted(a.devices.size(), "device");
  std::string text = fmt::format("{} under the roofs of {}", what, where);
  if (kernels == 1 && a.devices.size() == 1) {
    text += ": " + format_estimate_and_interval(a.stands.front().time) + ", " +
            nearest_text(a.stands.front());
  }
  return text;
}

Page roofline_page(const RooflineAnswer& a) {
  Page page;
  std::string head = roofline_headline(a) + legend_lines(a);
  if (std::ranges::any_of(a.stands, is_measured)) head += "\n(m) measured, over predicted work";
  page.blocks.emplace_back(Paragraph{std::move(head)});
  page.add(stand_table(a));
  const bool drawn = std::ranges::any_of(a.stands, [](const auto& s) { return s.flop() > 0.0; });
  const RooflineAxes axes = roofline_axes(a);
  for (std::size_t i = 0; drawn && i < a.devices.size(); ++i) {
    page.blocks.emplace_back(text_picture(a, i, axes));
  }
  page.add(use_table(a));
  for (const RooflineDevice& device : a.devices) page.add(roof_table(device));
  return page;
}

}  // namespace gpumodel
