#include "src/view/predict/json.hpp"

#include <array>

#include "src/io/text/format.hpp"
#include "src/view/common/equation.hpp"
#include "src/view/occupancy/json.hpp"
#include "src/view/predict/notes.hpp"
#include "src/view/predict/offload_json.hpp"
#include "src/view/predict/sensitivity.hpp"
#include "src/view/predict/traffic_json.hpp"

namespace gpumodel {
namespace {

Json parameters(const PredictAnswer& a) {
  Json all = Json::object();
  for (std::size_t i = 0; i < a.kernel().parameters.size(); ++i) {
    all[a.kernel().parameters[i].name] = json_number(a.values()[i]);
  }
  return all;
}

Json inputs(const PredictAnswer& a) {
  Json all;
  all["kernel"] = json_input(a.kernel().id, a.ask.kernel->text);
  all["device"] = json_input(a.ask.gpu().id, a.ask.device->text);
  all["host"] = a.ask.host ? json_input(a.ask.cpu()->id, a.ask.host->text) : Json(nullptr);
  all["compiler_output"] = a.ask.compiled ? json_input(a.ask.compiled->file) : Json(nullptr);
  all["parameters"] = parameters(a);
  all["streams"] = a.ask.streams > 0 ? Json(a.ask.streams) : Json(nullptr);
  return all;
}

std::string_view kind_of(From from) {
  constexpr std::array<std::string_view, 9> kinds = {
      "number", "curve", "begin", "formula", "count", "constant", "term", "asked", "worked"};
  return kinds[static_cast<std::size_t>(from)];
}

Json operands_json(const Workings& w, NodeId id);

Json operand_json(const Workings& w, NodeId id, bool in_equation) {
  const Operand& operand = w.operand(id);
  Json one = {{"symbol", w.symbol(id)},
              {"value", w.value(id)},
              {"interval", {w.low(id), w.high(id)}},
              {"unit", unit_name(operand.dim)},
              {"kind", kind_of(operand.from)},
              {"in_equation", in_equation}};
  one["origin"] = operand.from == From::worked ? Json(nullptr) : Json(origin(operand));
  one["note"] = note(operand).empty() ? Json(nullptr) : Json(note(operand));
  one["at"] = operand.from == From::curve ? Json(operand.at) : Json(nullptr);
  const bool worked = operand.from == From::worked;
  one["equation"] = worked ? Json(w.symbol(id) + " = " + w.text(w.behind(id))) : Json(nullptr);
  one["operands"] = worked ? operands_json(w, w.behind(id)) : Json::array();
  return one;
}

Json operands_json(const Workings& w, NodeId id) {
  const Workings::Operands all = w.operands(id);
  Json list = Json::array();
  for (const NodeId operand : all.in_text) list.push_back(operand_json(w, operand, true));
  for (const NodeId operand : all.of_ends) list.push_back(operand_json(w, operand, false));
  return list;
}

Json term_json(const TermTree& tree, TermId id) {
  const Term& term = tree[id];
  Json one = {{"name", term.name},
              {"time_s", term.time.value.si},
              {"interval_s", {term.time.low.si, term.time.high.si}},
              {"combine", to_string(term.combine)}};
  one["exponent"] = term.combine == Combine::norm || term.combine == Combine::queue
                        ? Json(term.exponent)
                        : Json(nullptr);
  one["in_a_burst"] = term.combine == Combine::queue ? Json(term.in_a_burst) : Json(nullptr);
  one["even"] = term.even;
  one["parts"] = Json::array();
  for (const TermId part : tree.parts(id)) one["parts"].push_back(term_json(tree, part));
  const bool leaf = term.combine == Combine::leaf;
  const Workings& w = tree.workings();
  one["equation"] = "t = " + (leaf ? w.text(term.worked) : combination(tree, id));
  one["operands"] = leaf ? operands_json(w, term.worked) : Json::array();
  return one;
}

Json time_or_null(const Prediction& p, TermId id) {
  return id == TermId::none ? Json(nullptr) : Json(p.time(id).si);
}

Json interval(const Prediction& p, TermId id) {
  return {p.terms[id].time.low.si, p.terms[id].time.high.si};
}

Json transfers(const Prediction& p) {
  return {{"h2d_s", p.time(p.h2d).si},
          {"d2h_s", p.time(p.d2h).si},
          {"total_s", p.time(p.transfers).si},
          {"interval_s", interval(p, p.transfers)},
          {"h2d_bytes", p.work.to_device.si},
          {"d2h_bytes", p.work.to_host.si},
          {"terms", term_json(p.terms, p.transfers)}};
}

Json overlap(const Prediction& p) {
  if (!p.overlap) return nullptr;
  return {{"streams", p.overlap->streams},
          {"chunks", p.overlap->streams},
          {"time_s", p.time(p.overlap->term).si},
          {"speedup", p.overlap->speedup},
          {"terms", term_json(p.terms, p.overlap->term)}};
}

Json host(const PredictAnswer& a) {
  Json one = host_json(a);
  if (a.prediction.host) one["terms"] = term_json(a.prediction.terms, a.prediction.host->term);
  return one;
}

Json flop(const Prediction& p) {
  Json all;
  for (const Pipe pipe : all_pipes) {
    all[std::string(to_string(pipe))] = p.work.flop[static_cast<std::size_t>(pipe)].si;
  }
  return all;
}

Json compiled(const PredictAnswer& a) {
  if (!a.ask.compiled) return nullptr;
  const KernelResources& r = a.ask.compiled->resources;
  return {{"entry", r.name},
          {"compute_capability", to_string(r.capability)},
          {"registers_per_thread", r.registers},
          {"static_shared_bytes", r.static_shared_memory},
          {"spill_load_bytes", or_null(r.spill_loads)},
          {"spill_store_bytes", or_null(r.spill_stores)}};
}

}  // namespace

Json predict_json(const PredictAnswer& a) {
  const Prediction& p = a.prediction;
  const Estimate<Seconds>& time = p.terms[p.kernel].time;
  Json document = json_document("predict", inputs(a));
  document["kernel"] = a.kernel().id;
  document["device"] = a.ask.gpu().id;
  document["model"] = a.ask.model->name;
  document["parameters"] = parameters(a);
  document["time_s"] = time.value.si;
  document["interval_s"] = {time.low.si, time.high.si};
  document["bound"] = p.bound().name;
  document["compute_time_s"] = p.time(p.compute).si;
  document["memory_time_s"] = p.time(p.memory).si;
  document["terms"] = term_json(p.terms, p.kernel);
  document["transfers"] = transfers(p);
  document["offload_time_s"] = time_or_null(p, p.offload);
  document["offload_interval_s"] = interval(p, p.offload);
  document["overlap"] = overlap(p);
  document["host"] = host(a);
  document["memory"] = memory_json(a.memory);
  document["occupancy"] = objects_of(occupancy_object(), a.occupancy);
  document["compiled"] = compiled(a);
  document["traffic"] = traffic_json(p);
  document["accesses"] = accesses_json(a.kernel(), p);
  document["flop"] = flop(p);
  document["warp_instructions"] = p.analysis ? Json(p.analysis->mix.total()) : Json(nullptr);
  const std::optional<double> intensity = p.arithmetic_intensity();
  document["arithmetic_intensity_flop_per_byte"] = intensity ? Json(*intensity) : Json(nullptr);
  document["sensitivities"] = sensitivities_json(a);
  document["launch_changes"] = launch_changes_json(a);
  finish_document(document, predict_diagnostics(a), 0);
  return document;
}

}  // namespace gpumodel
