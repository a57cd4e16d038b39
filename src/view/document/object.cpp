#include "src/view/document/object.hpp"

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

void add(Json& all, const AnyField& field, Json value) {
  if (value.is_null() && field.bounds.left_out) return;
  if (!field.name.empty()) {
    all[std::string(field.name)] = std::move(value);
  } else {
    all.update(value.is_null() ? field.object().without_values() : value);
  }
}

}  // namespace

Json AnyObject::write(const void* of) const {
  Json all = Json::object();
  for (const AnyField& field : fields) add(all, field, field.value(of));
  return all;
}

Json AnyObject::without_values() const {
  Json all = Json::object();
  for (const AnyField& field : fields) add(all, field, nullptr);
  return all;
}

Json json_of(Dim unit) {
  return unit_name(unit);
}

std::vector<std::string_view> unit_words() {
  return {"1",      "s",       "B",          "FLOP",    "cycle",  "Hz", "1/s", "B/s",
          "FLOP/s", "B/cycle", "FLOP/cycle", "1/cycle", "FLOP/B", "J",  "W"};
}

}  // namespace gpumodel
