#include "src/io/gate/read_baseline.hpp"

#include "src/io/record/record_file.hpp"
#include "src/io/result/result_fields.hpp"
#include "src/io/text/json_file.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

// A text as the list of its lines.
std::string lines_of(JsonObject& fields, std::string_view key) {
  std::string text;
  for (const Json& line : fields.array(key)) {
    if (!line.is_string()) fields.fail(key, "is no list of lines");
    text += line.get<std::string>() + '\n';
  }
  return text;
}

BaselineEntry entry_of(JsonObject fields) {
  BaselineEntry entry;
  entry.name = fields.text("name");
  entry.descriptor = lines_of(fields, "descriptor");
  const Json& kernels = fields.array("kernels");
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    JsonObject kernel(kernels[i], fields.path_of("kernels[" + std::to_string(i) + "]"));
    entry.kernels.push_back({kernel.text("name"), lines_of(kernel, "descriptor")});
    kernel.reject_unknown();
  }
  for (const Json& each : fields.array("definitions")) {
    if (!each.is_string()) fields.fail("definitions", "is no list of texts");
    entry.definitions.push_back(each.get<std::string>());
  }
  entry.result.key = {.what = fields.text("kernel"),
                      .metric = "time",
                      .device = fields.text("device"),
                      .model = fields.text("model"),
                      .cache = fields.text("cache"),
                      .backend = {},
                      .system = {}};
  entry.result.device_sha256 = fields.text("device_sha256");
  entry.result.time = estimate_of(fields, "time_s", "interval_s");
  entry.result.bound = fields.text("bound");
  if (auto terms = fields.optional_object("terms")) entry.result.terms = term_of(std::move(*terms));
  fields.reject_unknown();
  return entry;
}

}  // namespace

Baseline read_baseline(const std::string& path) {
  const TextFile file = read_json_bytes(path, path);
  const Json root = parse_json(file.content, path);
  return reading_record({file.content, path}, [&] {
    JsonObject fields(root, "");
    const std::string schema = fields.optional_text("schema").value_or("");
    if (schema != baseline_schema) {
      throw JsonFault{schema.empty() ? "" : "schema",
                      schema.empty() ? "is no baseline: it has no 'schema'"
                                     : "is '" + schema + "', which is no baseline",
                      {"gpumodel gate BUDGETS.yaml --baseline FILE --write-baseline writes one"},
                      "baseline-schema"};
    }
    Baseline baseline{.engine = fields.text("gpumodel"), .entries = {}};
    const Json& entries = fields.array("entries");
    for (std::size_t i = 0; i < entries.size(); ++i) {
      baseline.entries.push_back(
          entry_of({entries[i], fields.path_of("entries[" + std::to_string(i) + "]")}));
    }
    return baseline;
  });
}

}  // namespace gpumodel
