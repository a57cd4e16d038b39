#include "src/io/fields/schema_writer.hpp"

#include <algorithm>

#include "src/io/text/json_file.hpp"

namespace gpumodel {
namespace {

std::string comma(const std::string& before) {
  return before.empty() ? "" : ", ";
}

}  // namespace

// Beside a reference draft-07 ignores everything.
std::string described(std::string_view summary, const std::string& schema) {
  if (summary.empty()) return schema;
  const bool reference = schema.starts_with(R"({"$ref")");
  return R"({"description": )" + json_quoted(summary) + ", " +
         (reference ? R"("allOf": [)" + schema + "]}" : schema.substr(1));
}

std::string SchemaWriter::value(const ValueType& type, std::string_view summary) {
  const auto schema = [&](SchemaWriter& writer) {
    return type.make != nullptr ? type.make(writer) : std::string(type.json);
  };
  return described(summary,
                   type.name.empty() ? schema(*this) : reference(std::string(type.name), schema));
}

std::string SchemaWriter::reference(const std::string& name,
                                    const std::function<std::string(SchemaWriter&)>& make) {
  if (std::ranges::find(definitions_, name, &Definition::first) == definitions_.end()) {
    const std::size_t own = definitions_.size();
    definitions_.emplace_back(name, "");  // one that contains itself finds its name
    std::string schema = make(*this);
    definitions_[own].second = std::move(schema);
  }
  return R"({"$ref": "#/definitions/)" + name + R"("})";
}

void SchemaWriter::Keys::add(const KeyText& row, SchemaWriter& writer) {
  add(row.key, row.presence, writer.value(row.type, row.summary));
}

void SchemaWriter::Keys::add(std::string_view key, Key presence, const std::string& schema) {
  const std::string quoted = json_quoted(key);
  if (presence == Key::required) required_ += comma(required_) + quoted;
  properties_ += comma(properties_) + quoted + ": " + schema;
}

std::string SchemaWriter::Keys::schema(std::string_view more) const {
  std::string all = R"({"type": "object", "additionalProperties": false, )";
  if (!required_.empty()) all += R"("required": [)" + required_ + "], ";
  return all + R"("properties": {)" + properties_ + "}" + std::string(more) + "}";
}

std::string SchemaWriter::document(std::string_view name, std::string_view description,
                                   const std::string& body) const {
  std::string all = R"({"$schema": "http://json-schema.org/draft-07/schema#", )"
                    R"("$id": "https://gpumodel.invalid/schema/)" +
                    std::string(name) + R"(-1.json", "title": "gpumodel )" + std::string(name) +
                    (name.ends_with("-file") ? "" : " file") + R"(", "description": )" +
                    json_quoted(description) + ", " + body.substr(1, body.size() - 2) +
                    R"(, "definitions": {)";
  for (std::size_t i = 0; i < definitions_.size(); ++i) {
    all += (i > 0 ? ", " : "") + json_quoted(definitions_[i].first) + ": " + definitions_[i].second;
  }
  return parse_json(all + "}}", "schema").dump(2) + "\n";
}

}  // namespace gpumodel
