#include "src/app/advise/advise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "models/time/same_work.hpp"
#include "src/app/advise/edits/fusion.hpp"
#include "src/app/common/parallel.hpp"
#include "src/app/compare/result.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/text_edit.hpp"

namespace gpumodel {
namespace {

constexpr std::array<FindEdits, 13> finders = {
    find_launch,          find_structures_of_arrays, find_padding,     find_fewer_registers,
    find_lower_precision, find_vector_loads,         find_restrict,    find_swapped_axes,
    find_loop_tiles,      find_neighbour_tiles,      find_store_tiles, find_panels,
    find_copies};

WorkDone work_of(const PredictAnswer& made) {
  return work_done(made.kernel(), made.prediction);
}

// What was said of the parameters, of a kernel that has some of them.
std::vector<std::optional<Number>> parameters_of(const PredictAnswer& now, const Kernel& kernel) {
  std::vector<std::optional<Number>> overrides(kernel.parameters.size());
  const auto& own = now.ask.kernel->kernel.parameters;
  for (std::size_t i = 0; i < now.ask.overrides.size(); ++i) {
    const auto at = find_parameter(kernel, own[i].name);
    if (at) overrides[*at] = now.ask.overrides[i];
  }
  return overrides;
}

PredictAnswer predict_edited(const PredictAsk& asked, const KernelEdit& edit) {
  PredictAsk ask = asked;
  ask.explain = false;
  ask.next = false;
  ask.streams = edit.streams;
  if (!edit.overrides.empty()) ask.overrides = edit.overrides;
  if (!edit.text.empty()) {
    const TextFile& file = ask.kernel->text;
    KernelFile edited = read_kernel(make_text_file(edit.text, file.shown + " (" + edit.name + ")"));
    ask.kernel = std::make_shared<const KernelFile>(std::move(edited));
  }
  return predict(std::move(ask));
}

// The kernel that is fused into another, as it is without.
StoredResult alone(const PredictAnswer& now, const KernelEdit& edit) {
  PredictAsk ask = now.ask;
  ask.explain = ask.next = false;
  ask.kernel = edit.instead_of;
  ask.overrides = parameters_of(now, edit.instead_of->kernel);
  return result_of(predict(std::move(ask)));
}

StoredResult one_after_the_other(StoredResult a, const StoredResult& b) {
  a.time = a.time + b.time;
  if (!a.terms || !b.terms) {
    a.terms.reset();
    return a;
  }
  TimedTerm both{.name = a.terms->name, .time = a.time, .combine = Combine::sum};
  both.parts = {std::move(*a.terms), *b.terms};
  a.terms = std::move(both);
  return a;
}

StoredResult with_copies(const PredictAnswer& made, const Estimate<Seconds>& time) {
  StoredResult result = result_of(made);
  result.key.metric = "offload";
  result.time = time;
  result.terms.reset();
  return result;
}

// The same device, model and kernel: numbers that both times stand on err alike.
Advice with_gain(Advice made, const StoredResult& now, const StoredResult& edited) {
  const Ratio ratio = ratio_of(now, edited);
  made.gain = {1.0 / ratio.value, 1.0 / ratio.high, 1.0 / ratio.low};
  std::vector<TermMove> moves = term_moves(now, edited);
  if (!moves.empty()) made.term = std::move(moves.front());
  return made;
}

// The offload as it was asked for is the edited one.
Advice as_asked(const PredictAnswer& now, const KernelEdit& edit) {
  const Estimate<Seconds> whole = now.prediction.terms[now.prediction.offload].time;
  return with_gain({.edit = edit, .time = whole}, with_copies(now, *edit.pageable),
                   with_copies(now, whole));
}

std::variant<Advice, RefusedEdit> tried(const PredictAnswer& now, const KernelEdit& edit) {
  if (!edit.why_not.empty()) return RefusedEdit{edit.name, edit.why_not};
  if (edit.pageable) return as_asked(now, edit);
  try {
    const PredictAnswer made = predict_edited(now.ask, edit);
    if (edit.same_work && !keeps_answers(work_of(now), work_of(made))) {
      return RefusedEdit{edit.name, "it would not do the same work at these sizes"};
    }
    const TermTree& terms = made.prediction.terms;
    Advice advice{.edit = edit, .time = terms[made.prediction.kernel].time};
    if (!edit.text.empty()) {
      const TextFile& file = now.ask.kernel->text;
      advice.diff = unified_diff(file.content, edit.text, file.shown, file.shown);
    }
    if (edit.basis == Basis::kernel) {
      StoredResult before = result_of(now);
      if (edit.instead_of) before = one_after_the_other(std::move(before), alone(now, edit));
      return with_gain(std::move(advice), before, result_of(made));
    }
    if (!edit.data_stay) advice.time = made.overlap->time;
    const Estimate<Seconds> whole = now.prediction.terms[now.prediction.offload].time;
    const StoredResult after = with_copies(made, advice.time);
    return with_gain(std::move(advice), with_copies(now, whole), after);
  } catch (const InputError& error) {
    return RefusedEdit{edit.name, error.found.front().message};
  } catch (const UsageError& error) {
    return RefusedEdit{edit.name, error.what.message};
  }
}

// The short name where it finds this file.
std::string name_of(const TextFile& file, const std::string& id) {
  const bool found = has(Shelf::kernels, id) && locate(Shelf::kernels, id).path == file.path;
  return found ? id : file.shown;
}

}  // namespace

std::string command_of(const AdviseAnswer& answer, const Advice& advice) {
  const PredictAsk& ask = answer.now.ask;
  std::string command = advice.edit.text.empty() ? "gpumodel predict " : "gpumodel advise ";
  command += name_of(ask.kernel->text, ask.kernel->kernel.id) + " --device " + ask.gpu().id;
  const auto& parameters = ask.kernel->kernel.parameters;
  const auto& overrides = advice.edit.overrides.empty() ? ask.overrides : advice.edit.overrides;
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    if (overrides[i]) command += " -D " + parameters[i].name + "=" + to_string(*overrides[i]);
  }
  if (!advice.edit.text.empty()) command += " --apply " + advice.edit.name;
  if (ask.cache != CacheStart::cold) command += " --cache " + std::string(to_string(ask.cache));
  for (const std::string& each : ask.device->assumed) command += " --set '" + each + "'";
  if (advice.edit.streams > 0) command += " --streams " + std::to_string(advice.edit.streams);
  return command;
}

AdviseAnswer advise(const PredictAsk& ask,
                    const std::vector<std::shared_ptr<const KernelFile>>& fuse_with) {
  PredictAsk as_it_stands = ask;
  as_it_stands.next = true;
  AdviseAnswer answer{.now = predict(std::move(as_it_stands))};
  const Node root = parse_yaml(ask.kernel->text);
  std::vector<KernelEdit> edits;
  for (const FindEdits find : finders) find({answer.now, root}, edits);
  for (const auto& other : fuse_with) {
    try {
      edits.push_back(fused({answer.now, root}, *other));
      edits.back().instead_of = other;
    } catch (const InputError& error) {
      answer.refused.push_back({"fusion:" + other->kernel.id, error.found.front().message});
    }
  }
  std::vector<std::variant<Advice, RefusedEdit>> all(edits.size());
  in_parallel(edits.size(), [&](std::size_t i) { all[i] = tried(answer.now, edits[i]); });
  for (auto& one : all) {
    if (auto* refused = std::get_if<RefusedEdit>(&one)) {
      answer.refused.push_back(std::move(*refused));
      continue;
    }
    auto& advice = std::get<Advice>(one);
    const bool helps = advice.gain.value >= least_gain && advice.gain.low > 1.0;
    (helps ? answer.helps : answer.others).push_back(std::move(advice));
  }
  for (auto* group : {&answer.helps, &answer.others}) {
    std::ranges::stable_sort(*group, [](const Advice& a, const Advice& b) {
      if (a.edit.basis != b.edit.basis) return a.edit.basis < b.edit.basis;
      return a.gain.value > b.gain.value;
    });
  }
  return answer;
}

}  // namespace gpumodel
