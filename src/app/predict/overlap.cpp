#include "src/app/predict/overlap.hpp"

#include "src/app/common/crossing_warnings.hpp"
#include "src/app/predict/predict.hpp"
#include "src/app/program/ask.hpp"
#include "src/app/program/timeline.hpp"

namespace gpumodel {
namespace {

Overlapped by_rule(const PredictAnswer& answer) {
  const Prediction& p = answer.prediction;
  return {.streams = answer.ask.streams,
          .chunks = answer.ask.streams,
          .time = p.terms[p.textbook_overlap->term].time,
          .serial = p.time(p.offload),
          .speedup = p.textbook_overlap->speedup,
          .by_rule = true};
}

ProgramAnswer program_of(const PredictAnswer& answer) {
  const PredictAsk& ask = answer.ask;
  ProgramAsk program;
  program.kernel = ask.kernel;
  program.devices.emplace(ask.gpu().id, *ask.device);
  program.model = ask.model;
  program.options.streams = ask.streams;
  program.options.openacc = answer.asked.question.openacc;
  program.options.work = ask.work;
  return begin_answer(program);
}

Overlapped on_timeline(PredictAnswer& answer) {
  ProgramAnswer program = program_of(answer);
  program.predicted = &answer.prediction;
  const std::vector<Number>& values = answer.values();  // and those of block.x and its like
  program.values = {values.begin(), values.begin() + std::ssize(answer.kernel().parameters)};
  settle_devices(program, 1);
  search_overlap(program);
  answer.warnings.insert(answer.warnings.end(), program.notes.begin(), program.notes.end());
  const Seconds time{program.forecast.time_s}, serial{program.serial_s()};
  return {.streams = answer.ask.streams,
          .chunks = program.search ? program.search->best.chunks : 1,
          .time = {time, Seconds{program.low_s}, Seconds{program.high_s}},
          .serial = serial,
          .speedup = speedup(serial, time)};
}

}  // namespace

void add_overlap(PredictAnswer& answer) {
  const PredictAsk& ask = answer.ask;
  if (ask.model->ceiling == Ceiling::sustained) {
    answer.overlap = on_timeline(answer);
    return;
  }
  answer.overlap = by_rule(answer);
  if (ask.streams < 2) return;
  for (Diagnostic& warning : crossing_warnings(answer.kernel(), ask.overrides, ask.kernel->text)) {
    answer.warnings.push_back(std::move(warning));
  }
}

}  // namespace gpumodel
