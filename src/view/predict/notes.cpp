#include "src/view/predict/notes.hpp"

#include "models/core/constants.hpp"
#include "models/time/machine/judged_parts.hpp"

namespace gpumodel {
namespace {

Diagnostic unjudged_note(const PlacedPart& part) {
  Diagnostic note{.severity = Severity::note,
                  .id = "part-unjudged",
                  .message = "fewer than " + std::to_string(kernels_that_judge) +
                             " measured kernels have " + to_string(part.part) +
                             ": the interval is that of kernels nobody had seen"};
  if (part.place != nullptr) {
    note.file = part.place->file;
    note.line = part.place->line;
  }
  return note;
}

}  // namespace

std::vector<Diagnostic> approximation_notes(const PredictAnswer& answer) {
  const Prediction& p = answer.prediction;
  std::vector<Diagnostic> all;
  if (p.terms[p.kernel].known_within == &constants::residual_unjudged) {
    for (const PlacedPart& each : unjudged_parts(answer.kernel()))
      all.push_back(unjudged_note(each));
  }
  if (!p.analysis) return all;
  for (const Approximation& each : p.analysis->approximations) {
    all.push_back({.severity = Severity::note,
                   .id = "analysis-approximate",
                   .message = each.message,
                   .file = each.file,
                   .line = each.line});
  }
  return all;
}

std::vector<Diagnostic> predict_notes(const PredictAnswer& answer) {
  const PredictAsk& ask = answer.ask;
  std::vector<Diagnostic> all;
  const auto add = [&](std::string_view id, std::string message) {
    all.push_back({.severity = Severity::note, .id = id, .message = std::move(message)});
  };
  const auto not_applicable = [&](std::string message) {
    add("not-applicable", std::move(message));
  };
  if (!ask.host) not_applicable("host: no --host was given");
  if (ask.streams == 0) not_applicable("overlap: no --streams was given");
  if (!ask.explain) not_applicable("sensitivities, launch_changes: no --explain");
  if (!ask.compiled) not_applicable("compiled: neither --from-ptxas nor --cubin was given");
  if (!answer.occupancy) {
    not_applicable(
        "occupancy: the kernel states no launch, or the compute capability of the device is not "
        "known");
  }
  if (!answer.prediction.analysis) {
    not_applicable(
        "accesses, warp_instructions, traffic.l1_bytes, traffic.l2_bytes: the descriptor counts "
        "words, it does not say which addresses threads access");
  }
  return all;
}

std::vector<Diagnostic> predict_diagnostics(const PredictAnswer& answer) {
  std::vector<Diagnostic> all = answer.warnings;
  const auto add = [&](const std::vector<Diagnostic>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(answer.ask.device->warnings);
  if (answer.ask.host) add(answer.ask.host->warnings);
  add(predict_notes(answer));
  add(approximation_notes(answer));
  return all;
}

}  // namespace gpumodel
