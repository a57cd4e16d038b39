#include <gpumodel/predict.hpp>

#include "src/api/data.hpp"
#include "src/api/guard.hpp"
#include "src/api/pages.hpp"
#include "src/app/common/model_choice.hpp"
#include "src/app/predict/predict.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/format.hpp"
#include "src/view/common/equation.hpp"
#include "src/view/predict/json.hpp"
#include "src/view/predict/notes.hpp"
#include "src/view/predict/page.hpp"

namespace gpumodel {
inline namespace v1 {

struct Report::Data {
  PredictAnswer answer;
  SharedShelves shelves;  // of the question

  const Prediction& made() const { return answer.prediction; }
};

namespace {

constexpr int most_streams = 1024;

PredictAsk ask_of(const Library::Kernel& kernel, const Library::Gpu& gpu,
                  const PredictOptions& options) {
  if (options.streams < 0 || options.streams > most_streams) {
    refuse_call("amount-wrong", std::to_string(options.streams) + " is no number of streams",
                {"expected 0 to 1024"});
  }
  PredictAsk ask;
  ask.kernel = kernel.data().file;
  ask.device = gpu.data().file;
  if (options.host) ask.host = options.host->data().file;
  ask.overrides = parse_parameters(definitions_of(options.parameters), ask.kernel->kernel);
  ask.way = way_of(options.way);
  ask.streams = options.streams;
  ask.model = &chosen_model(options.model);
  ask.explain = options.explain;
  ask.next = true;
  ask.work = work_of(options.work);
  ask.library = gpu.data().shelves.get();
  return ask;
}

TimeTerm term_of(const TermTree& tree, TermId id) {
  const Term& term = tree[id];
  TimeTerm made{
      std::string(term.name), term.time.value.si, {term.time.low.si, term.time.high.si}, {}, {}};
  const bool leaf = term.combine == Combine::leaf;
  made.equation = "t = " + (leaf ? tree.workings().text(term.worked) : combination(tree, id));
  for (const TermId part : tree.parts(id)) made.parts.push_back(term_of(tree, part));
  return made;
}

}  // namespace

double Report::time() const {
  return data().made().time(data().made().kernel).si;
}
Interval Report::interval() const {
  const Prediction& p = data().made();
  return {p.terms[p.kernel].time.low.si, p.terms[p.kernel].time.high.si};
}
std::string Report::limiter() const {
  return std::string(data().made().bound().name);
}
std::optional<LimitingNumber> Report::limiting_number() const {
  const TermTree& terms = data().made().terms;
  const auto id = terms.ceiling(terms.limiter(data().made().kernel));
  if (!id) return std::nullopt;
  const Workings& w = terms.workings();
  const Operand& operand = w.operand(*id);
  return LimitingNumber{operand.source()->key, w.value(*id), unit_name(operand.dim),
                        origin(operand)};
}
TimeTerm Report::terms() const {
  return guarded([&] { return term_of(data().made().terms, data().made().kernel); });
}
double Report::transfer_time() const {
  return data().made().time(data().made().transfers).si;
}
double Report::offload_time() const {
  return data().made().time(data().made().offload).si;
}
std::optional<double> Report::overlapped_time() const {
  const auto& overlap = data().answer.overlap;
  return overlap ? std::optional(overlap->time.value.si) : std::nullopt;
}
std::optional<double> Report::host_time() const {
  const Prediction& p = data().made();
  return p.host ? std::optional(p.time(p.host->term).si) : std::nullopt;
}
std::optional<double> Report::occupancy() const {
  const auto& point = data().answer.occupancy;
  const auto* exact = point ? std::get_if<Occupancy>(&point->result) : nullptr;
  return exact != nullptr ? std::optional(exact->fraction()) : std::nullopt;
}
std::vector<Finding> Report::notes() const {
  return guarded([&] { return findings_of(predict_diagnostics(data().answer)); });
}
std::string Report::json() const {
  return guarded([&] { return to_text(predict_json(data().answer)); });
}
std::string Report::text() const {
  return guarded([&] { return text_of(predict_page(data().answer)); });
}

Report predict(const Library::Kernel& kernel, const Library::Gpu& gpu,
               const PredictOptions& options) {
  return guarded([&] {
    return Report(std::make_shared<const Report::Data>(
        Report::Data{gpumodel::predict(ask_of(kernel, gpu, options)), gpu.data().shelves}));
  });
}

}  // namespace v1
}  // namespace gpumodel
