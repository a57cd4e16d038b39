#include "src/view/common/json.hpp"

#include <algorithm>

#include "src/diagnostics/visible_text.hpp"
#include "src/io/library/locate.hpp"

namespace gpumodel {
namespace {

// Names from a command line need not be UTF-8; a document must be.
std::string dumped(const Json& value, int indent) {
  return visible_json(value.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Json json_document(std::string_view command, Json inputs) {
  Json document;
  document["schema"] = "gpumodel/" + std::string(command);
  document["schema_version"] = "1.0";
  document["command"] = command;
  document["inputs"] = std::move(inputs);
  return document;
}

void finish_document(Json& document, const std::vector<Diagnostic>& diagnostics, int exit_code) {
  Json all = Json::array();
  const auto add = [&](const Diagnostic& d) {
    Json one = {{"id", d.id}, {"severity", to_string(d.severity)}, {"message", d.message}};
    one["file"] = d.file.empty() ? Json(nullptr) : Json(d.file);
    one["line"] = d.line > 0 ? Json(d.line) : Json(nullptr);
    one["column"] = d.line > 0 && d.column > 0 ? Json(d.column) : Json(nullptr);
    all.push_back(std::move(one));
  };
  std::ranges::for_each(diagnostics, add);
  std::ranges::for_each(shadowed_names(), add);
  document["diagnostics"] = std::move(all);
  document["exit_code"] = exit_code;
}

Json json_input(std::string_view name, const TextFile& file) {
  return {{"name", name}, {"file", file.shown}, {"sha256", file.sha256}};
}

Json json_input(const std::optional<InputFile>& file) {
  if (!file) return nullptr;
  return {{"name", file->name}, {"file", file->file}, {"sha256", file->sha256}};
}

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
