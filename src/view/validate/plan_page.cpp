#include "src/view/validate/plan_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

struct KernelCount {
  std::string kernel;
  std::array<std::size_t, all_backends.size()> points{};  // by backend

  std::size_t all() const { return points[0] + points[1] + points[2]; }
};

std::vector<KernelCount> counts_of(std::span<const Point> points) {
  std::vector<KernelCount> counts;
  for (const Point& point : points) {
    auto found = std::ranges::find(counts, point.kernel, &KernelCount::kernel);
    if (found == counts.end()) {
      counts.push_back({point.kernel, {}});
      found = counts.end() - 1;
    }
    ++found->points[static_cast<std::size_t>(point.backend)];
  }
  return counts;
}

std::string headline(std::span<const Point> points, std::size_t kernels) {
  std::string text = counted(points.size(), "point") + " of " + counted(kernels, "kernel") + ":";
  for (const BackendKind backend : all_backends) {
    const auto n = std::ranges::count(points, backend, &Point::backend);
    text += fmt::format("{} {} {}", backend == BackendKind::cuda ? "" : ",", n, to_string(backend));
  }
  return text;
}

Table count_table(const std::vector<KernelCount>& counts, std::size_t all) {
  Table table;
  table.caption = "points per kernel";
  table.columns = {{"kernel", "kernel"},   {"cuda", "cuda", true}, {"openacc", "openacc", true},
                   {"host", "host", true}, {"all", "all", true},   {"share", "share", true}};
  for (const KernelCount& count : counts) {
    const double share = static_cast<double>(count.all()) / static_cast<double>(all);
    std::vector<Cell> row = {{count.kernel}};
    for (const std::size_t n : count.points) row.push_back({std::to_string(n)});
    row.push_back({std::to_string(count.all())});
    row.push_back({format_percent(share), raw_number(share)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table point_table(std::span<const Point> points) {
  Table table;
  table.caption = "points";
  table.columns = {
      {"backend", "backend"}, {"L2", "cache"}, {"kernel", "kernel"}, {"parameters", "parameters"}};
  for (const Point& point : points) {
    table.rows.push_back({{std::string(to_string(point.backend))},
                          {std::string(to_string(point.cache))},
                          {point.kernel},
                          {parameter_text(point)}});
  }
  return table;
}

}  // namespace

Page plan_page(std::span<const Point> points) {
  const std::vector<KernelCount> counts = counts_of(points);
  Page page;
  page.blocks.emplace_back(Paragraph{headline(points, counts.size())});
  if (points.empty()) return page;
  page.blocks.emplace_back(count_table(counts, points.size()));
  page.blocks.emplace_back(point_table(points));
  return page;
}

}  // namespace gpumodel
