#include "src/view/generate/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/validation/record.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

std::string share_below(std::span<const ChosenKernel> set, double seconds) {
  const auto n = std::ranges::count_if(
      set, [&](const ChosenKernel& one) { return one.predicted_s < seconds; });
  return format_percent(static_cast<double>(n) / static_cast<double>(set.size()));
}

std::string most_frequent_limiter(std::span<const ChosenKernel> set) {
  std::map<std::string, std::size_t> counts;
  for (const ChosenKernel& one : set) ++counts[one.limiter];
  const auto most = std::ranges::max_element(counts, {}, [](const auto& c) { return c.second; });
  return most->first + " limits " +
         format_percent(static_cast<double>(most->second) / static_cast<double>(set.size()));
}

}  // namespace

Page families_page() {
  Table table;
  table.caption = fmt::format("families of generated kernels, version {}", generator_version);
  table.columns = {{"family", "family"}, {"what", "summary"}};
  for (const Family& family : families()) {
    table.rows.push_back({{std::string(family.name)}, {std::string(family.summary)}});
  }
  Page page;
  page.blocks.emplace_back(std::move(table));
  return page;
}

Page generated_set_page(std::span<const ChosenKernel> set) {
  Table table;
  table.caption = "kernels";
  table.columns = {{"kernel", "kernel"},
                   {"L2", "cache"},
                   {"bytes", "bytes", true},
                   {"predicted", "predicted_s", true},
                   {"limiter", "limiter"}};
  for (const ChosenKernel& one : set) {
    table.rows.push_back(
        {{one.kernel.name.text()},
         {std::string(to_string(one.kernel.cache))},
         {format_quantity(one.bytes, Bytes::dim), raw_number(one.bytes)},
         {format_quantity(one.predicted_s, Seconds::dim), raw_number(one.predicted_s)},
         {one.limiter}});
  }
  Page page;
  page.blocks.emplace_back(Paragraph{
      fmt::format("{} of {} families: predicted under 10 us {}, under 100 us {}; {}",
                  counted(set.size(), "kernel"), families().size(), share_below(set, 10e-6),
                  share_below(set, 100e-6), most_frequent_limiter(set))});
  page.blocks.emplace_back(std::move(table));
  return page;
}

}  // namespace gpumodel
