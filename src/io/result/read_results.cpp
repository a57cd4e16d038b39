#include "src/io/result/read_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "src/io/record/record_file.hpp"
#include "src/io/result/result_fields.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

NamedValues named_parameters(JsonObject& fields) {
  NamedValues all;
  if (auto named = fields.optional_object("parameters")) {
    for (const auto& [name, value] : named->members().items()) {
      if (value.is_number()) all.emplace_back(name, value.get<double>());
    }
  }
  return all;
}

std::string sha_of(JsonObject& inputs, std::string_view which) {
  auto file = inputs.optional_object(which);
  return file ? file->text("sha256") : std::string();
}

StoredResult of_kernel(JsonObject& fields) {
  StoredResult result{.key = {.what = fields.text("kernel"),
                              .metric = "time",
                              .device = fields.text("device"),
                              .model = fields.text("model"),
                              .cache = fields.optional_text("cache").value_or(""),
                              .backend = {},
                              .system = {},
                              .parameters = named_parameters(fields)},
                      .time = estimate_of(fields, "time_s", "interval_s"),
                      .bound = fields.text("bound")};
  JsonObject inputs = fields.object("inputs");
  result.what_sha256 = sha_of(inputs, "kernel");
  result.device_sha256 = sha_of(inputs, "device");
  result.terms = term_of(fields.object("terms"));
  return result;
}

std::string devices_text(JsonObject& fields) {
  std::string all;
  for (const Json& name : fields.array("devices")) {
    if (name.is_string()) all += (all.empty() ? "" : " ") + name.get<std::string>();
  }
  return all;
}

StoredResult of_program(JsonObject& fields) {
  JsonObject inputs = fields.object("inputs");
  std::string shas;
  if (const Json* devices = inputs.optional_array("devices")) {
    for (std::size_t i = 0; i < devices->size(); ++i) {
      const std::string path = inputs.path_of("devices[" + std::to_string(i) + "]");
      shas += JsonObject((*devices)[i], path).text("sha256");
    }
  }
  return {.key = {.what = fields.text("program"),
                  .metric = "time",
                  .device = devices_text(fields),
                  .model = fields.optional_text("model").value_or(""),
                  .cache = {},
                  .backend = {},
                  .system = {},
                  .parameters = named_parameters(fields)},
          .time = estimate_of(fields, "time_s", "interval_s"),
          .device_sha256 = shas};
}

struct JudgedDevice {
  std::string name, sha256;  // of its file
};

// The device file of each run.
std::vector<JudgedDevice> devices_of(JsonObject& fields) {
  std::map<std::string, std::string> shas;
  JsonObject inputs = fields.object("inputs");
  if (const Json* files = inputs.optional_array("devices")) {
    for (std::size_t i = 0; i < files->size(); ++i) {
      JsonObject file((*files)[i], inputs.path_of("devices[" + std::to_string(i) + "]"));
      shas.emplace(file.text("name"), file.text("sha256"));
    }
  }
  std::vector<JudgedDevice> all;
  const Json& runs = fields.array("runs");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    JsonObject run(runs[i], fields.path_of("runs[" + std::to_string(i) + "]"));
    const std::string name = run.optional_text("device").value_or("");
    const auto sha = shas.find(name);
    all.push_back({name, sha == shas.end() ? "" : sha->second});
  }
  return all;
}

// Of a record of validate: what was predicted and what was measured, where there is one.
void of_judged(JsonObject record, const std::vector<JudgedDevice>& devices,
               const std::string& model, std::vector<StoredResult>& all) {
  const std::int64_t run = record.integer("run");
  if (run < 0 || static_cast<std::size_t>(run) >= devices.size()) {
    record.fail("run", "is no index into 'runs'");
  }
  StoredResult result;
  const auto kernel = record.optional_text("kernel");
  result.key = {.what = kernel ? *kernel : record.text("program"),
                .metric = "predicted",
                .device = devices[static_cast<std::size_t>(run)].name,
                .model = model,
                .cache = record.optional_text("cache").value_or(""),
                .backend = record.optional_text("backend").value_or(""),
                .system = {},
                .parameters = named_parameters(record)};
  if (record.optional_any_number("predicted_s")) {
    result.device_sha256 = devices[static_cast<std::size_t>(run)].sha256;
    result.time = estimate_of(record, "predicted_s", "interval_s");
    result.bound = record.optional_text("bound").value_or("");
    all.push_back(result);
  }
  if (const auto measured = record.optional_any_number("measured_s")) {
    result.key.metric = "measured";
    result.key.model.clear();
    result.device_sha256.clear();
    result.bound.clear();
    const double spread = 1.0 + record.optional_any_number("spread").value_or(0.0);
    result.time = widened(exact(Seconds{*measured}), spread);
    all.push_back(std::move(result));
  }
}

void of_validation(JsonObject& fields, std::vector<StoredResult>& all) {
  const std::vector<JudgedDevice> devices = devices_of(fields);
  const std::string model = fields.text("model");
  const Json& records = fields.array("records");
  for (std::size_t i = 0; i < records.size(); ++i) {
    of_judged({records[i], fields.path_of("records[" + std::to_string(i) + "]")}, devices, model,
              all);
  }
}

void of_results(JsonObject& fields, const std::string& schema, std::vector<StoredResult>& all) {
  if (schema == "gpumodel/predict") return all.push_back(of_kernel(fields));
  if (schema == "gpumodel/program" || schema == "gpumodel/overlap") {
    return all.push_back(of_program(fields));
  }
  if (schema.starts_with("gpumodel/validate")) return of_validation(fields, all);
  throw JsonFault{schema.empty() ? "" : "schema",
                  schema.empty() ? "is no document of gpumodel: it has no 'schema'"
                                 : "is '" + schema + "', which holds no times to compare",
                  {"documents of predict, overlap and validate (--json FILE) do"},
                  "result-schema"};
}

void of_document(const Json& root, std::vector<StoredResult>& all) {
  JsonObject fields(root, "");
  const std::size_t before = all.size();
  of_results(fields, fields.optional_text("schema").value_or(""), all);
  const std::string version = fields.optional_text("gpumodel").value_or("");
  for (std::size_t i = before; i < all.size(); ++i) {
    if (all[i].key.metric != "measured") all[i].gpumodel = version;
  }
}

// A document to a line: the first line is whole, and not the only one.
bool has_lines(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || end == 0 || text[end - 1] != '}') return false;
  return text.find_first_not_of(" \t\r\n", end) != std::string_view::npos;
}

}  // namespace

std::string named_values_text(const NamedValues& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    text += (text.empty() ? "" : " ") + name + "=" + fmt::format("{:.15g}", value);
  }
  return text;
}

std::vector<StoredResult> read_results(const std::string& path, const std::string& shown) {
  std::vector<StoredResult> all;
  const TextFile file = read_json_bytes(path, shown);
  if (has_lines(file.content)) {
    for_each_line(path, shown, [&](int, const Json& line) { of_document(line, all); });
  } else {
    const Json root = parse_json(file.content, shown);
    reading_record({file.content, shown}, [&] { of_document(root, all); });
  }
  for (StoredResult& result : all) std::ranges::sort(result.key.parameters);
  return all;
}

}  // namespace gpumodel
