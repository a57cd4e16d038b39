// The differences of two devices.
#include <fmt/format.h>

#include "src/io/text/format.hpp"
#include "src/view/device/entries.hpp"
#include "src/view/device/page.hpp"

namespace gpumodel {
namespace {

struct Difference {
  DeviceEntry a, b;
};

std::vector<Difference> differences(const DeviceFile& a, const DeviceFile& b) {
  std::vector<Difference> all;
  if (a.device.index() != b.device.index()) return all;
  const std::vector<DeviceEntry> left = entries(a.device);
  const std::vector<DeviceEntry> right = entries(b.device);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool same = left[i].value->is_known() == right[i].value->is_known() &&
                      left[i].value->si == right[i].value->si;
    if (!same) all.push_back({left[i], right[i]});
  }
  return all;
}

bool comparable(const Difference& d) {
  return d.a.value->is_known() && d.b.value->is_known() && d.a.value->si > 0.0;
}

}  // namespace

Page device_diff_page(const DeviceFile& a, const DeviceFile& b) {
  Page page;
  const std::vector<Difference> found = differences(a, b);
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
    const double ratio = comparable(d) ? d.b.value->si / d.a.value->si : 0.0;
    const std::string from = fmt::format("{} / {}", to_string(d.a.value->source.from),
                                         to_string(d.b.value->source.from));
    table.rows.push_back({{std::string(d.a.key)},
                          {formatted(d.a), raw_value(*d.a.value)},
                          {formatted(d.b), raw_value(*d.b.value)},
                          comparable(d) ? Cell{fmt::format("{:.3g}", ratio), raw_number(ratio)}
                                        : Cell{"n/a (not known)", "unknown"},
                          {from},
                          {unit_name(d.a.dim)}});
  }
  if (!found.empty()) page.blocks.emplace_back(std::move(table));
  return page;
}

Json device_diff_json(const DeviceFile& a, const DeviceFile& b) {
  Json inputs = {{"a", json_input(id(a.device), a.text)}, {"b", json_input(id(b.device), b.text)}};
  Json document = json_document("devices", std::move(inputs));
  document["differences"] = Json::array();
  for (const Difference& d : differences(a, b)) {
    Json one = {{"key", d.a.key}, {"unit", unit_name(d.a.dim)}};
    one["a"] = d.a.value->is_known() ? Json(d.a.value->si) : Json(nullptr);
    one["b"] = d.b.value->is_known() ? Json(d.b.value->si) : Json(nullptr);
    one["ratio"] = comparable(d) ? Json(d.b.value->si / d.a.value->si) : Json(nullptr);
    document["differences"].push_back(std::move(one));
  }
  finish_document(document, {}, 0);
  return document;
}

}  // namespace gpumodel
