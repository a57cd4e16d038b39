#include "src/app/gate/place.hpp"

#include <algorithm>
#include <charconv>

#include "models/kernel/workload.hpp"

namespace gpumodel {
namespace {

// Through named expressions.
int formula_line(const Workings& workings, NodeId id) {
  for (const NodeId each : workings.operands(id).in_text) {
    const Operand& operand = workings.operand(each);
    if (operand.from == From::formula) return operand.source()->line;
    const int below =
        operand.from == From::worked ? formula_line(workings, workings.behind(each)) : 0;
    if (below > 0) return below;
  }
  return 0;
}

// "app.cu:12".
std::optional<WorkPlace> source_place(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  WorkPlace place{text.substr(0, colon), 0};
  std::from_chars(text.data() + colon + 1, text.data() + text.size(), place.line);
  return place.line > 0 ? std::optional(place) : std::nullopt;
}

const Access* busiest_access(const PredictAnswer& answer) {
  const std::optional<KernelAnalysis>& analysis = answer.prediction.analysis;
  if (!analysis || !answer.kernel().thread) return nullptr;
  const auto& sums = analysis->traffic.accesses;
  const auto most = std::ranges::max_element(sums, {}, &AccessSums::sectors);
  if (most == sums.end()) return nullptr;
  return &answer.kernel().thread->accesses[static_cast<std::size_t>(most - sums.begin())];
}

}  // namespace

WorkPlace place_of(const PredictAnswer& answer, std::string_view term) {
  WorkPlace place{answer.ask.kernel->text.shown, 1};
  const TermTree& terms = answer.prediction.terms;
  const TermId id = terms.find(answer.prediction.kernel, term);
  if (id != TermId::none && terms[id].combine == Combine::leaf) {
    const int line = formula_line(terms.workings(), terms[id].worked);
    if (line > 0) {
      place.line = line;
      return place;
    }
  }
  if (const Access* access = busiest_access(answer)) {
    if (const auto in_source = source_place(access->place)) return *in_source;
    place.line = std::max(1, access->source.line);
  } else if (const Array* array = largest_array(answer.kernel(), answer.values())) {
    place.line = std::max(1, array->source.line);
  }
  return place;
}

}  // namespace gpumodel
