// The differences of two devices.
#include <fmt/format.h>

#include "src/io/text/format.hpp"
#include "src/view/device/entries.hpp"
#include "src/view/device/page.hpp"

namespace gpumodel {
Page device_diff_page(const DeviceFile& a, const DeviceFile& b) {
  Page page;
  const std::vector<Difference> found = differences(a.device, b.device);
  std::string head = name(a.device) + " against " + name(b.device) + ": ";
  head += a.device.index() != b.device.index()
              ? "a GPU and a CPU have no numbers in common"
              : counted(found.size(), "number") + (found.size() == 1 ? " differs" : " differ");
  page.blocks.emplace_back(Paragraph{std::move(head)});
  Table table;
  table.columns = {{"key", "key"},
                   {id(a.device), "a", true},
                   {id(b.device), "b", true},
                   {"ratio", "ratio", true},
                   {"", "from"},
                   {"", "unit"}};
  for (const Difference& d : found) {
    const std::optional<double> ratio = d.ratio();
    const std::string from = fmt::format("{} / {}", to_string(d.a.value->source.from),
                                         to_string(d.b.value->source.from));
    table.rows.push_back({{std::string(d.a.key)},
                          {formatted(d.a), raw_value(*d.a.value)},
                          {formatted(d.b), raw_value(*d.b.value)},
                          ratio ? Cell{fmt::format("{:.3g}", *ratio), raw_number(*ratio)}
                                : Cell{"n/a (not known)", "unknown"},
                          {from},
                          {unit_name(d.a.dim)}});
  }
  if (!found.empty()) page.blocks.emplace_back(std::move(table));
  return page;
}

}  // namespace gpumodel
