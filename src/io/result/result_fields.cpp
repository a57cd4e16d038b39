#include "src/io/result/result_fields.hpp"

namespace gpumodel {
namespace {

Combine combine_of(JsonObject& fields) {
  const std::string word = fields.text("combine");
  for (const Combine how :
       {Combine::leaf, Combine::sum, Combine::max, Combine::norm, Combine::queue}) {
    if (word == to_string(how)) return how;
  }
  fields.fail("combine", "is '" + word + "'", {"known: leaf sum max norm queue"});
}

}  // namespace

Estimate<Seconds> estimate_of(JsonObject& fields, std::string_view time,
                              std::string_view interval) {
  const double value = fields.any_number(time);
  Estimate<Seconds> all = exact(Seconds{value});
  const nlohmann::ordered_json* ends = fields.optional_array(interval);
  if (ends == nullptr) return all;
  if (ends->size() != 2 || !(*ends)[0].is_number() || !(*ends)[1].is_number()) {
    fields.fail(interval, "is no interval", {"expected two times, such as [1e-6, 2e-6]"});
  }
  all.low = Seconds{(*ends)[0].get<double>()};
  all.high = Seconds{(*ends)[1].get<double>()};
  if (!(all.low <= all.value && all.value <= all.high)) {
    fields.fail(interval, "does not hold the time", {"was the file edited?"});
  }
  return all;
}

TimedTerm term_of(JsonObject fields) {
  TimedTerm term{.name = fields.text("name"),
                 .time = estimate_of(fields, "time_s", "interval_s"),
                 .combine = combine_of(fields),
                 .exponent = fields.optional_any_number("exponent").value_or(0.0),
                 .in_a_burst = fields.optional_any_number("in_a_burst").value_or(0.0),
                 .even = fields.optional_boolean("even").value_or(false)};
  if (const nlohmann::ordered_json* within = fields.optional_array("known_within")) {
    if (within->size() != 2 || !(*within)[0].is_number() || !(*within)[1].is_number()) {
      fields.fail("known_within", "is no interval");
    }
    term.known_within = {(*within)[0].get<double>(), (*within)[1].get<double>()};
  }
  const nlohmann::ordered_json& parts = fields.array("parts");
  if (parts.empty() != (term.combine == Combine::leaf)) {
    fields.fail("parts", "and 'combine' contradict each other");
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    term.parts.push_back(term_of({parts[i], fields.path_of("parts[" + std::to_string(i) + "]")}));
  }
  return term;
}

}  // namespace gpumodel
