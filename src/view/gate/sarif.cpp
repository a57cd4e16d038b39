#include "src/view/gate/json.hpp"
#include "src/view/gate/words.hpp"

namespace gpumodel {
namespace {

Json rule(const char* id, const char* text) {
  Json made;
  made["id"] = id;
  made["shortDescription"] = {{"text", text}};
  return made;
}

const char* rule_of(const GateCheck& check) {
  if (check.verdict == GateVerdict::over) return "over-budget";
  if (check.verdict == GateVerdict::slower) return "slower-than-baseline";
  return "uncertain";
}

}  // namespace

Json gate_sarif(const GateAnswer& answer, bool strict) {
  Json results = Json::array();
  for (const GateCheck& check : answer.checks) {
    if (check.verdict == GateVerdict::ok && check.certain) continue;
    Json result;
    result["ruleId"] = rule_of(check);
    result["level"] = is_failure(check, strict) ? "error" : "note";
    result["message"] = {{"text", check.asked.name + ": " + check_sentence(check)}};
    Json place;
    place["artifactLocation"] = {{"uri", check.file}};
    place["region"] = {{"startLine", check.line}};
    result["locations"] = Json::array({{{"physicalLocation", place}}});
    results.push_back(std::move(result));
  }
  Json driver;
  driver["name"] = "gpumodel";
  driver["version"] = answer.ask.engine;
  driver["rules"] =
      Json::array({rule("over-budget", "The predicted time is above its budget"),
                   rule("slower-than-baseline", "The predicted time rose above the baseline's"),
                   rule("uncertain", "The interval of the time holds another verdict")});
  Json run;
  run["tool"] = {{"driver", driver}};
  run["results"] = std::move(results);
  Json all;
  all["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  all["version"] = "2.1.0";
  all["runs"] = Json::array({run});
  return all;
}

}  // namespace gpumodel
