#include "src/view/roofline/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"
#include "src/view/document/document.hpp"
#include "src/view/html/report.hpp"
#include "src/view/roofline/page.hpp"
#include "src/view/roofline/ranges.hpp"

namespace gpumodel {
namespace {

std::string roof_text(const RooflineDevice& device, const Roof& roof) {
  return fmt::format("{}: {} {}, {} ({} {})", device.gpu().name, level_title(roof.level),
                     roof.sustained ? "sustained" : "peak", format_quantity(roof.value, roof.unit),
                     roof.origin.key, to_string(roof.origin.from));
}

class RoofPainter {
 public:
  RoofPainter(Picture& picture, Plot& plot, const RooflineAxes& axes)
      : picture_(picture), plot_(plot), axes_(axes) {}

  // Slopes up to the highest arithmetic roof, and flat roofs from the steepest slope on.
  void draw(const RooflineDevice& device, std::size_t colour) {
    const double top = top_of(device);
    double widest = 0.0;
    for (const Roof& roof : device.roofs) {
      if (is_memory(roof.level)) widest = std::max(widest, roof.value);
    }
    for (const Roof& roof : device.roofs) {
      if (is_memory(roof.level)) slope(device, roof, colour, top);
      if (is_floating(roof.level)) flat(device, roof, colour, widest);
    }
  }

 private:
  static std::string_view weight(const Roof& roof) {
    return roof.sustained ? "" : "style=\"stroke-width:1;stroke-opacity:.6\"";
  }

  void slope(const RooflineDevice& device, const Roof& roof, std::size_t colour, double top) {
    const double from = std::max(axes_.intensity.from, axes_.rate.from / roof.value);
    const double to = std::min(axes_.intensity.to, top / roof.value);
    if (from >= to) return;
    const Look look{.index = colour, .dash = static_cast<std::size_t>(roof.level)};
    plot_.line({{from, from * roof.value}, {to, to * roof.value}}, look, roof_text(device, roof),
               weight(roof));
  }

  void flat(const RooflineDevice& device, const Roof& roof, std::size_t colour, double widest) {
    const double from =
        std::max(axes_.intensity.from, widest > 0.0 ? roof.value / widest : axes_.intensity.from);
    if (from >= axes_.intensity.to || roof.value < axes_.rate.from) return;
    plot_.line({{from, roof.value}, {axes_.intensity.to, roof.value}}, {.index = colour, .dash = 0},
               roof_text(device, roof), weight(roof));
    if (!roof.sustained && device.find(roof.level, true) != nullptr) return;
    const double y = plot_.y(roof.value) + 4;
    for (const double taken : labels_) {
      if (std::abs(taken - y) < 11) return;
    }
    labels_.push_back(y);
    picture_.text(plot_.x(axes_.intensity.to) + 6, y,
                  fmt::format("{} {}", level_title(roof.level), device.gpu().id));
  }

  Picture& picture_;
  Plot& plot_;
  const RooflineAxes& axes_;
  std::vector<double> labels_;
};

std::string dot_hover(const RooflineAnswer& a, const RooflineStand& stand, const RoofUse& use) {
  std::string text = fmt::format(
      "{} on {}, {}: {}\n{}: {:.3g} FLOP/B, {}, {}", a.kernel_name(stand),
      a.devices[stand.device].gpu().name,
      stand.measured ? fmt::format("measured ({})", to_string(*stand.measured)) : "predicted",
      format_time(stand.time.value), level_title(use.level), *stand.intensity(use.level),
      format_quantity(stand.flop_per_s(), FlopPerSecond::dim),
      format_quantity(use.rate, BytesPerSecond::dim));
  if (use.share) text += ", " + format_percent(*use.share) + " of the roof";
  return text;
}

// Rings of predictions surround dots of measurements that agree with them.
void draw_stand(const RooflineAnswer& a, const RooflineStand& stand, Plot& plot) {
  const std::size_t colour = stand.device, shape = stand.kernel;
  const bool hollow = !stand.measured;
  std::vector<PlotPoint> dots;
  for (const RoofUse& use : stand.uses) {
    if (is_memory(use.level)) dots.push_back({*stand.intensity(use.level), stand.flop_per_s()});
  }
  if (hollow) plot.line(dots, {.index = colour, .dash = 2}, {}, "style=\"stroke-width:1\"");
  for (const RoofUse& use : stand.uses) {
    if (!is_memory(use.level)) continue;
    plot.mark({*stand.intensity(use.level), stand.flop_per_s()},
              {.index = colour, .hollow = hollow, .size = hollow ? 1.5 : 0.8},
              dot_hover(a, stand, use), {}, Look{shape}.shape());
  }
}

// Beside the dots of device memory.
void draw_letters(const RooflineAnswer& a, Picture& picture, const Plot& plot) {
  for (const RooflineStand& stand : a.stands) {
    const auto intensity = stand.intensity(RoofLevel::dram);
    if (stand.measured || stand.flop() <= 0.0 || !intensity) continue;
    picture.text(plot.x(*intensity) + 9, plot.y(stand.flop_per_s()) + 13,
                 kernel_mark(stand.kernel));
  }
}

std::vector<LegendEntry> legend_of(const RooflineAnswer& a) {
  using Kind = LegendEntry::Kind;
  std::vector<LegendEntry> all;
  for (std::size_t i = 0; i < a.devices.size(); ++i) {
    all.push_back({Kind::box, {i}, a.devices[i].gpu().name});
  }
  for (const RoofLevel level : {RoofLevel::dram, RoofLevel::l2, RoofLevel::l1}) {
    all.push_back({Kind::line,
                   {.index = 6, .dash = static_cast<std::size_t>(level)},
                   std::string(level_title(level))});
  }
  all.push_back({Kind::heading, {}, "thin: peaks"});
  for (std::size_t i = 0; i < a.predictions.size(); i += a.devices.size()) {
    const std::size_t kernel = i / a.devices.size();
    const bool drawn = a.stands[i].flop() > 0.0;
    all.push_back({Kind::mark,
                   {6, true},
                   fmt::format("{} {}{}", kernel_mark(kernel), a.predictions[i].kernel().id,
                               drawn ? "" : " (no FLOP: not drawn)"),
                   Look{kernel}.shape()});
  }
  all.push_back({Kind::mark, {6, true}, "predicted", Look{}.shape()});
  all.push_back({Kind::mark, {6}, "measured", Look{}.shape()});
  return all;
}

std::string settings_of(const RooflineAnswer& a) {
  std::string text = fmt::format("L2 {} at the start", to_string(a.cache));
  for (std::size_t i = 0; i < a.predictions.size(); i += a.devices.size()) {
    const PredictAnswer& one = a.predictions[i];
    text += "; " + one.kernel().id;
    const auto& parameters = one.kernel().parameters;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      text += fmt::format(" {} = {}", parameters[k].name, to_string(one.values()[k]));
    }
  }
  return text;
}

}  // namespace

Picture roofline_picture(const RooflineAnswer& a) {
  Picture picture(860, roofline_headline(a), settings_of(a));
  const RooflineAxes axes = roofline_axes(a);
  const PlotArea area{.left = 100, .top = picture.bottom() + 12, .width = 600, .height = 400};
  Plot plot(picture, area, axes.intensity, axes.rate);
  RoofPainter painter(picture, plot, axes);
  for (std::size_t i = 0; i < a.devices.size(); ++i) painter.draw(a.devices[i], i);
  for (const bool measured : {false, true}) {
    for (const RooflineStand& stand : a.stands) {
      if (stand.flop() > 0.0 && stand.measured.has_value() == measured) draw_stand(a, stand, plot);
    }
  }
  draw_letters(a, picture, plot);
  picture.legend_line(area.left, picture.bottom() + 20, legend_of(a));
  return picture;
}

void roofline_html(std::ostream& out, const RooflineAnswer& a, const Page& page) {
  HtmlReport html(first_paragraph(page));
  html.section("Roofs").add(roofline_picture(a));
  html.section("Numbers").add_tables(page);
  std::vector<InputFile> files;
  for (std::size_t i = 0; i < a.predictions.size(); i += a.devices.size()) {
    files.push_back(input(a.predictions[i].kernel().id, a.predictions[i].ask.kernel->text));
  }
  for (const RooflineDevice& device : a.devices) {
    files.push_back(input(device.gpu().id, *device.file));
  }
  html.section("Where the numbers come from").add_files(files);
  html.write(out);
}

}  // namespace gpumodel
