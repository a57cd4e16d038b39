#include "src/view/predict/json.hpp"

#include "src/view/common/term_object.hpp"
#include "src/view/kernel/json.hpp"
#include "src/view/occupancy/json.hpp"
#include "src/view/predict/notes.hpp"
#include "src/view/predict/offload_json.hpp"
#include "src/view/predict/sensitivity.hpp"
#include "src/view/predict/standing_json.hpp"
#include "src/view/predict/traffic_json.hpp"

namespace gpumodel {
namespace {

ByName parameters(const PredictAnswer& a) {
  return by_name(a.kernel().parameters, a.values());
}

const Object<PredictAnswer>& predict_inputs() {
  static const Object<PredictAnswer> table(
      "inputs", "",
      {
          {"kernel", "", input_file,
           [](auto& a) { return input(a.kernel().id, a.ask.kernel->text); }},
          {"device", "", input_file, [](auto& a) { return input(a.ask.gpu().id, *a.ask.device); }},
          {"host", "", input_file,
           [](auto& a) {
             return a.ask.host ? std::optional(input(a.ask.cpu()->id, *a.ask.host)) : std::nullopt;
           }},
          {"compiler_output", "of --from-ptxas or --cubin", input_file,
           [](auto& a) { return a.ask.compiled ? &a.ask.compiled->file : nullptr; }},
          {"parameters", "of the kernel", parameters},
          {"streams",
           "null: none were asked for",
           [](auto& a) { return only_if(a.ask.streams > 0, a.ask.streams); },
           {.least = 1}},
      });
  return table;
}

const Object<Prediction>& transfers_object() {
  static const Object<Prediction> table(
      "transfers", "Copies over the host link.",
      {
          {"h2d_s", "s; host to device", [](auto& p) { return p.time(p.h2d); }},
          {"d2h_s", "s; device to host", [](auto& p) { return p.time(p.d2h); }},
          {"total_s", "s; one after the other", [](auto& p) { return p.time(p.transfers); }},
          {"interval_s", "s", [](auto& p) { return p.terms[p.transfers].time; }},
          {"h2d_bytes", "B", [](auto& p) { return p.work.to_device; }},
          {"d2h_bytes", "B", [](auto& p) { return p.work.to_host; }},
          {"terms", "", term_object,
           [](auto& p) {
             return TermOf{p.terms, p.transfers};
           }},
      });
  return table;
}

const Object<Prediction>& rule_object() {
  static const Object<Prediction> table(
      "textbook_rule",
      "max(kernel, transfers) + min(kernel, transfers) / streams: what the exercise sheet says, "
      "and "
      "the answer of the model textbook.",
      {
          {"time_s", "s", [](auto& p) { return p.time(p.textbook_overlap->term); }},
          {"speedup", "offload_time_s / time_s",
           [](auto& p) { return p.textbook_overlap->speedup; }},
          {"terms", "", term_object,
           [](auto& p) {
             return TermOf{p.terms, p.textbook_overlap->term};
           }},
      });
  return table;
}

const Object<PredictAnswer>& overlap_object() {
  static const Object<PredictAnswer> table(
      "overlap",
      "Copies and kernel overlapped on the timeline, as overlap answers; with the model "
      "textbook by its rule. null: no streams were asked for.",
      {
          {"streams", "", [](auto& a) { return a.overlap->streams; }, {.least = 1}},
          {"chunks",
           "pieces the work is cut into: those with the shortest time",
           [](auto& a) { return a.overlap->chunks; },
           {.least = 1}},
          {"time_s", "s", [](auto& a) { return a.overlap->time.value; }},
          {"interval_s", "s", [](auto& a) { return a.overlap->time; }},
          {"serial_s", "s; one chunk in one stream; with the model textbook offload_time_s",
           [](auto& a) { return a.overlap->serial; }},
          {"speedup", "serial_s / time_s", [](auto& a) { return a.overlap->speedup; }},
          {"rule", "", rule_object, &PredictAnswer::prediction},
      });
  return table;
}

const Object<KernelResources>& compiled_object() {
  static const Object<KernelResources> table(
      "compiled",
      "What the compiler made of the kernel, in place of what the descriptor states; null: not "
      "given.",
      {
          {"entry", "name of the kernel as the linker sees it", &KernelResources::name},
          {"compute_capability", "", &KernelResources::capability},
          {"registers_per_thread", "", &KernelResources::registers},
          {"static_shared_bytes", "B per block", &KernelResources::static_shared_memory},
          {"spill_load_bytes", "B per thread; null: not told", &KernelResources::spill_loads},
          {"spill_store_bytes", "B per thread; null: not told", &KernelResources::spill_stores},
      });
  return table;
}

const Object<OpenQuestion>& question_object() {
  static const Object<OpenQuestion> table(
      "question", "What decides and does not stand in the source.",
      {
          {"what", "", &OpenQuestion::what},
          {"place", "line of the source", &OpenQuestion::place},
          {"option", "that answers it", &OpenQuestion::option},
          {"least", "one end of what is possible, as that option", &OpenQuestion::least},
          {"most", "the other end", &OpenQuestion::most},
      });
  return table;
}

const Object<OpenTime>& open_object() {
  static const Object<OpenTime> table(
      "open",
      "Of a source that leaves something open: all other fields are those of the slowest case.",
      {
          {"least_time_s", "s; of the fastest case", &OpenTime::least},
          {"most_time_s", "s; of the slowest", &OpenTime::most},
          {"questions", "", question_object, &OpenTime::questions},
      });
  return table;
}

std::optional<std::string> bound_by(const PredictAnswer& a) {
  const TermTree& terms = a.prediction.terms;
  const std::optional<NodeId> number = terms.ceiling(terms.limiter(a.prediction.kernel));
  return number ? std::optional(terms.workings().operand(*number).source()->key) : std::nullopt;
}

}  // namespace

const Document<PredictAnswer>& predict_document() {
  static const auto kernel_time = [](auto& a) {
    return a.prediction.terms[a.prediction.kernel].time;
  };
  static const Document<PredictAnswer> document(
      {.name = "predict",
       .description =
           "How long a kernel takes, what limits it, what moving the data costs, and whether "
           "offloading pays. Base SI units; a field that does not apply is null, with the reason "
           "in diagnostics.",
       .version = "3.2",
       .exit_codes = {0, 6}},  // 6: the source leaves something open
      {
          {"inputs", "", predict_inputs, std::identity{}},
          {"kernel", "name of the kernel", [](auto& a) { return a.kernel().id; }},
          {"device", "name of the GPU", [](auto& a) { return a.ask.gpu().id; }},
          {"model", "name of the model", [](auto& a) { return a.ask.model->name; }},
          {"parameters", "values of the kernel's parameters", parameters},
          {"cache",
           "of L2 before the launch: cold, warm as the same launch left it, used by others, or "
           "copied there from the host",
           [](auto& a) { return to_string(a.ask.cache); },
           {.words = "cold|warm|used|copied"}},
          {"time_s", "s; the kernel alone", [](auto& a) { return kernel_time(a).value; }},
          {"interval_s", "s; from the uncertainty of all operands", kernel_time},
          {"open", "", open_object, &PredictAnswer::open, {.left_out = true}},
          {"bound", "name of the leaf term that limits the kernel",
           [](auto& a) { return a.prediction.bound().name; }},
          {"bound_by", "key of the device's number that the bound hangs on most; null: none",
           bound_by},
          {"compute_time_s", "s; arithmetic, 0 where there is none",
           [](auto& a) { return a.prediction.time(a.prediction.compute); }},
          {"memory_time_s", "s; traffic to device memory",
           [](auto& a) { return a.prediction.time(a.prediction.memory); }},
          {"terms", "of the kernel", term_object,
           [](auto& a) {
             return TermOf{a.prediction.terms, a.prediction.kernel};
           }},
          {"transfers", "", transfers_object, &PredictAnswer::prediction},
          {"offload_time_s", "s; transfers and kernel, nothing overlapped",
           [](auto& a) { return a.prediction.time(a.prediction.offload); }},
          {"offload_interval_s", "s",
           [](auto& a) { return a.prediction.terms[a.prediction.offload].time; }},
          {"overlap", "", overlap_object, [](auto& a) { return a.overlap ? &a : nullptr; }},
          {"host", "", host_object, [](auto& a) { return a.prediction.host ? &a : nullptr; }},
          {"launch", "", launched_object,
           [](auto& a) { return a.prediction.work.launch ? &a : nullptr; }},
          {"achieved", "", achieved_object, &PredictAnswer::achieved},
          {"next",
           "what would make the kernel faster, the largest gain first; empty: nothing found",
           next_step_object, &PredictAnswer::next},
          {"memory", "", memory_object, &PredictAnswer::memory},
          {"occupancy", "null: the kernel states no launch", occupancy_object,
           &PredictAnswer::occupancy},
          {"compiled", "", compiled_object,
           [](auto& a) { return a.ask.compiled ? &a.ask.compiled->resources : nullptr; }},
          {"traffic", "", traffic_object, &PredictAnswer::prediction},
          {"accesses",
           "one per access of the thread program; null: the descriptor counts words and states no "
           "addresses",
           launch_access_object,
           [](auto& a) {
             const std::optional<KernelAnalysis>& analysis = a.prediction.analysis;
             return analysis ? std::optional(launch_accesses(a.kernel(), *analysis)) : std::nullopt;
           }},
          {"flop", "", flop_object, [](auto& a) -> auto& { return a.prediction.work; }},
          {"warp_instructions", "warp instructions issued; null: not known",
           [](auto& a) {
             const std::optional<KernelAnalysis>& analysis = a.prediction.analysis;
             return analysis ? std::optional(analysis->mix.total()) : std::nullopt;
           }},
          {"arithmetic_intensity_flop_per_byte", "FLOP/B; null: the kernel moves no bytes",
           [](auto& a) { return a.prediction.arithmetic_intensity(); }},
          {"sensitivities", "null: without --explain", sensitivities_object,
           &PredictAnswer::sensitivities},
          {"launch_changes",
           "with --explain: fewer registers (one block more per SM), other block sizes",
           launch_change_object,
           [](auto& a) {
             return only_if(a.sensitivities.has_value(), std::span(a.launch_changes));
           }},
      });
  return document;
}

Json predict_json(const PredictAnswer& a) {
  constexpr int left_open = 6;
  return predict_document().write(a, predict_diagnostics(a), a.open ? left_open : 0);
}

}  // namespace gpumodel
