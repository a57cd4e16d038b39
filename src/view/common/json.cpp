#include "src/view/common/json.hpp"

#include "src/diagnostics/visible_text.hpp"

namespace gpumodel {
namespace {

// Names from a command line need not be UTF-8; a document must be.
std::string dumped(const Json& value, int indent) {
  return visible_json(value.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Json json_number(Number value) {
  return value.is_integer() ? Json(value.integer()) : Json(value.real());
}

std::string to_line(const Json& value) {
  return dumped(value, -1);
}

std::string to_text(const Json& document) {
  return dumped(document, 2) + '\n';
}

}  // namespace gpumodel
