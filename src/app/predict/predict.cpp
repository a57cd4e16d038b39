#include "src/app/predict/predict.hpp"

#include "src/app/common/kernel_faults.hpp"
#include "src/app/common/memory_text.hpp"
#include "src/app/common/missing_number.hpp"
#include "src/app/common/usable_time.hpp"
#include "src/app/occupancy/impossible_launch.hpp"
#include "src/app/predict/on_devices.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/check_values.hpp"

namespace gpumodel {
namespace {

// An answer to the same on another device; null where there is none.
const PredictAnswer* earlier_of(const AnswersOnDevices* others) {
  return others == nullptr || others->given.empty() ? nullptr : &others->given.back();
}

void settle_question(PredictAnswer& answer, const PredictAnswer* earlier) {
  const PredictAsk& ask = answer.ask;
  settle({.kernel = &ask.kernel->kernel,
          .overrides = ask.overrides,
          .gpu = &ask.gpu(),
          .host = ask.cpu(),
          .way = ask.way,
          .compiled = ask.compiled ? &ask.compiled->resources : nullptr,
          .streams = ask.streams,
          .cache = ask.cache,
          .work = ask.work},
         answer.asked);
  if (ask.compiled && !answer.kernel().launch) {
    refuse_call("usage", "the kernel '" + answer.kernel().id + "' states no launch",
                {"registers and shared memory of a compiler belong to one"});
  }
  // The launch of OpenACC's loops hangs on the device, and which of its threads stay inside.
  answer.undecided = earlier != nullptr && !answer.asked.question.openacc
                         ? earlier->undecided
                         : refuse_outside(answer.kernel(), answer.values(), ask.kernel->text);
}

// A kernel by itself may be asked about whatever there is, its copies may not.
void look_at_memory(PredictAnswer& answer) {
  const PredictAsk& ask = answer.ask;
  const Kernel& kernel = answer.kernel();
  answer.memory = DeviceMemory(device_bytes(kernel, answer.values()), ask.gpu());
  if (answer.memory.fits()) return;
  Diagnostic fault =
      memory_exceeded(answer.memory, ask.gpu(), kernel, answer.values(), ask.kernel->text);
  if (answer.size_parameter) {
    const auto most =
        largest_that_fits(kernel, *answer.size_parameter, ask.overrides, *answer.memory.capacity);
    const std::string& name = kernel.parameters[*answer.size_parameter].name;
    if (most) fault.hints = {"the largest " + name + " that fits: " + std::to_string(*most)};
  }
  if (ask.host || ask.streams > 0) throw InputError{{std::move(fault)}};
  fault.severity = Severity::warning;
  answer.warnings.push_back(std::move(fault));
}

void compare_with_host(PredictAnswer& answer) {
  const PredictAsk& ask = answer.ask;
  const Question& question = answer.asked.question;
  answer.offloading = offloading(*ask.model, question, answer.prediction);
  if (!answer.size_parameter) return;
  answer.break_even = find_break_even(*ask.model, question, answer.prediction,
                                      *answer.size_parameter, ask.overrides);
}

void explain(PredictAnswer& answer) {
  const PredictAsk& ask = answer.ask;
  const Question& question = answer.asked.question;
  answer.sensitivities = sensitivities(*ask.model, question, answer.prediction);
  answer.launch_changes = launch_changes(*ask.model, question, answer.prediction, ask.overrides);
}

void find_prediction(PredictAnswer& answer, AnswersOnDevices* others) {
  const Question& question = answer.asked.question;
  if (others == nullptr || question.openacc) {
    predict(*answer.ask.model, question, answer.prediction);
  } else {
    answer.prediction = others->predictions.predict(*answer.ask.model, question);
  }
}

// `others`: null where the kernel is asked about on no other device.
void evaluate(PredictAnswer& answer, AnswersOnDevices* others) {
  const PredictAsk& ask = answer.ask;
  settle_question(answer, earlier_of(others));
  Prediction& made = answer.prediction;
  find_prediction(answer, others);
  require_usable(made.terms[made.kernel].time, ask.kernel->text);
  answer.achieved = achieved(*ask.model, answer.asked.question, made);
  if (ask.next) answer.next = next_steps(answer);
  answer.size_parameter = size_parameter(answer.kernel());
  look_at_memory(answer);
  if (ask.host) compare_with_host(answer);
  if (ask.explain) explain(answer);
  if (ask.streams > 0) add_overlap(answer);
}

PredictAnswer answer_of(PredictAsk asked_for, AnswersOnDevices* others) {
  PredictAnswer answer;
  answer.ask = std::move(asked_for);
  const PredictAsk& ask = answer.ask;
  try {
    with_kernel_faults(*ask.kernel, [&] { evaluate(answer, others); });
  } catch (const UnknownInput& unknown) {
    std::vector<const DeviceFile*> files = {ask.device.get()};
    if (ask.host) files.push_back(ask.host.get());
    throw missing_number(unknown, *ask.model, files);
  }
  answer.occupancy = occupancy_of(answer.prediction.work.launch, ask.gpu(), *ask.library);
  return answer;
}

}  // namespace

PredictAnswer predict(PredictAsk asked_for) {
  return answer_of(std::move(asked_for), nullptr);
}

const PredictAnswer& predict(PredictAsk asked_for, AnswersOnDevices& others) {
  return others.given.emplace_back(answer_of(std::move(asked_for), &others));
}

}  // namespace gpumodel
