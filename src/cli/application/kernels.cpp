#include "src/cli/application/kernels.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "models/kernel/thread/index_bounds.hpp"
#include "src/app/application/program_text.hpp"
#include "src/app/occupancy/kernel_launch.hpp"
#include "src/cli/application/counted_number.hpp"
#include "src/cli/application/ending.hpp"
#include "src/cli/application/numbers_file.hpp"
#include "src/cli/describe/describer.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/diagnostics/all_faults.hpp"

namespace gpumodel {

namespace {

std::string extents_text(const std::array<std::int64_t, 3>& extents) {
  std::string text = std::to_string(extents[0]);
  for (std::size_t i = 1; i < 3; ++i) text += "x" + std::to_string(extents[i]);
  return text;
}

// "  n:      # asked: -D n=VALUE": what a file leaves open, its launch says.
std::string with_known(std::string text, const std::map<std::string, std::string>& known) {
  for (const auto& [name, value] : known) {
    const std::string key = "\n  " + name + ":";
    const std::size_t at = text.find(key);
    if (at == std::string::npos) continue;
    const std::size_t next = text.find_first_not_of(' ', at + key.size());
    if (next != std::string::npos && text[next] == '#') text.insert(at + key.size(), " " + value);
  }
  return text;
}

// A descriptor that somebody wrote, with the block that is launched, or refused.
KernelFile written(const CalledKernel& called, const std::string& path) {
  const std::string text = with_known(read_text_file(path, path).content, called.known);
  KernelFile file = read_kernel(make_text_file(text, path));
  std::vector<std::string> definitions;
  for (const Parameter& parameter : file.kernel.parameters) {
    const auto value = called.known.find(parameter.name);
    if (value != called.known.end()) definitions.push_back(value->first + "=" + value->second);
  }
  const LaunchShape shape = launch_of_kernel(file, definitions, nullptr, nullptr);
  if (shape.block == called.block && shape.grid == called.grid) return file;
  throw InputError{
      {{.id = "launch-differs",
        .message = called.kernel->name + " is launched with " + extents_text(called.grid) +
                   " blocks of " + extents_text(called.block) + ", its descriptor says " +
                   extents_text(shape.grid) + " of " + extents_text(shape.block),
        .file = path,
        .hints = {"'grid: [grid_x, grid_y]' with these as parameters takes any grid"}}}};
}

std::vector<std::string> names_asked(const SourceAnswer& answer) {
  std::vector<std::string> names;
  for (const Diagnostic& said : answer.said) {
    if (std::string name = name_asked(said); !name.empty()) names.push_back(std::move(name));
  }
  return names;
}

std::string reached_in(const CountedNumber& number, const std::string& where) {
  return (number.kind == CountedNumber::Kind::unreached ? "reached nowhere in " : "in ") + where;
}

template <class Holds>
bool in_any_later(const CountedKernel& counted, const std::string& name, const Holds& holds) {
  return std::ranges::any_of(counted.later,
                             [&](const auto& launch) { return holds(launch.second.at(name)); });
}

}  // namespace

const KernelFile& ApplicationKernels::file(const std::string& name) {
  if (const auto found = files_.find(name); found != files_.end()) return found->second;
  if (name == fill_kernel || name == copy_kernel) {
    const TextFile text = make_text_file(driver_kernel(name), name + ".yaml");
    return files_.emplace(name, read_kernel(text)).first->second;
  }
  describe({&*std::ranges::find(recording_.called(), name, &CalledKernel::name)}, true);
  return files_.at(name);
}

void ApplicationKernels::describe_all() {
  std::vector<const CalledKernel*> all;
  for (const CalledKernel& called : recording_.called()) {
    if (files_.contains(called.name))
      keep_within(called);  // all launches are known now
    else
      all.push_back(&called);
  }
  describe(all, false);
  const bool none_is_described = left_out_.size() == recording_.called().size();
  if (none_is_described && !left_out_.empty()) throw InputError{all_reasons(left_out_)};
}

// One further run counts for all of them.
void ApplicationKernels::describe(const std::vector<const CalledKernel*>& called, bool alone) {
  if (built_.is_described()) {
    AllFaults faults;
    for (const CalledKernel* each : called) {
      faults.attempt([&] {
        files_.emplace(each->name, written(*each, built_.sources.at(each->kernel->mangled)));
      });
    }
    faults.throw_if_any();
    return;
  }
  const auto attempt = [&](const CalledKernel& kernel, const auto& how) {
    if (auto why = faults_of(how); !why.empty()) leave_out(kernel, std::move(why));
  };
  for (const CalledKernel* each : called)
    if (alone && may_change(*each)) see_ahead();
  std::vector<Draft> drafts;
  for (const CalledKernel* each : called) attempt(*each, [&] { drafts.push_back(draft(*each)); });
  count(drafts, alone);
  for (Draft& each : drafts) {
    const CalledKernel& kernel = *each.called;
    attempt(kernel, [&] {
      files_.emplace(kernel.name, finish(each));
      asked_.emplace(kernel.name, std::move(each.ask));
      keep_within(kernel);
    });
  }
}

void ApplicationKernels::leave_out(const CalledKernel& called, std::vector<Diagnostic> why) {
  const std::string& name = called.name;
  const TextFile text =
      make_text_file(undescribed_kernel(name, called.launch, called.known), name + ".yaml");
  files_.insert_or_assign(name, read_kernel(text));
  asked_.erase(name);
  left_out_.emplace(name, std::move(why));
}

const LaunchableKernel& ApplicationKernels::launchable(const std::string& mangled) const {
  const auto found = std::ranges::find(built_.kernels, mangled, &LaunchableKernel::mangled);
  if (found != built_.kernels.end()) return *found;
  throw InputError{
      {{.id = "application-record",
        .message = "the application asks about a kernel that is in no file: " + mangled}}};
}

int ApplicationKernels::registers(const std::string& mangled, std::int64_t threads) {
  const auto [known, is_new] = registers_.try_emplace({mangled, threads}, 0);
  if (!is_new) return known->second;
  const std::string& source = built_.sources.at(launchable(mangled).mangled);
  if (built_.is_described()) {
    const KernelFile file = read_kernel(read_text_file(source, source));
    const auto& stated = file.kernel.launch;
    if (stated && stated->registers_per_thread) {
      known->second = static_cast<int>(
          launch_of_kernel(file, {}, nullptr, nullptr).registers_per_thread.value_or(0));
    }
    return known->second;
  }
  SourceAsk ask = about_one_of(built_.files, source, compile_);
  ask.kernels = {launchable(mangled).name};
  ask.launch = "grid=[grid_x] block=[" + std::to_string(threads) + "]";
  ask.values = values_;
  ask.known = definitions_;
  const SourceAnswer answer = describe_source(ask);  // what it asks does not matter to registers
  constexpr std::string_view key = "\n  registers_per_thread: ";
  const std::string& text = answer.descriptors.at(0);
  const std::size_t at = text.find(key);
  if (at != std::string::npos) known->second = std::atoi(text.c_str() + at + key.size());
  return known->second;
}

// What stood in an array, as it was found there, in a file of numbers.
std::string ApplicationKernels::file_of_data(const CalledKernel& called, const std::string& array,
                                             const std::string& raw) {
  std::string numbers;
  for (const auto& parameter : called.kernel->parameters) {
    if (parameter.name == array) numbers = parameter.whole;
    for (const auto& member : parameter.members)
      if (member.name == array) numbers = member.whole;
  }
  const std::string name = called.name + "." + array + ".txt";
  write_numbers_file(raw, numbers,
                     array + ", as it stood at the first launch of " + called.kernel->name,
                     folder_.file(name));
  data_.push_back(name);
  return array + "=file: " + folder_.file(name);
}

std::vector<std::string> ApplicationKernels::answers_of_data(const CalledKernel& called,
                                                             const std::vector<Diagnostic>& said) {
  std::vector<std::string> answers;
  for (const Diagnostic& each : said) {
    const std::string array = array_asked(each);
    const auto found = called.contents.find(array);
    if (found == called.contents.end()) continue;
    answers.push_back(
        file_of_data(called, array, folder_.file("data" + std::to_string(found->second.file))));
  }
  return answers;
}

SourceAsk ApplicationKernels::ask_of(const CalledKernel& called) const {
  SourceAsk ask = about_one_of(built_.files, built_.sources.at(called.kernel->mangled), compile_);
  ask.kernels = {called.kernel->name};
  ask.launch = called.launch;
  ask.values = values_;
  ask.name = called.name;
  ask.known = definitions_;  // what the user says comes first
  for (const auto& [name, value] : called.known) ask.known.push_back(name + "=" + value);
  for (const RecordedRun* run : {&recording_, scouted_.get()})
    if (run != nullptr)
      for (const CalledKernel& each : run->called())
        if (key_of(each) == key_of(called))
          ask.changing.insert(ask.changing.end(), each.changing.begin(), each.changing.end());
  return ask;
}

ApplicationKernels::Draft ApplicationKernels::draft(const CalledKernel& called) {
  SourceAsk ask = ask_of(called);
  SourceAnswer answer = describe_source(ask);
  const std::vector<std::string> answers = answers_of_data(called, answer.said);
  if (!answers.empty()) {
    ask.values.insert(ask.values.end(), answers.begin(), answers.end());
    answer = describe_source(ask);
  }
  return {&called, std::move(ask), std::move(answer), {}};
}

// A parameter that was counted: what it is at the first launch, and where it is another later.
template <class Text>
void ApplicationKernels::state(Draft& draft, const CountedKernel& counted, const std::string& name,
                               const std::string& parameter, const Text& text) {
  const std::string first = text(counted.numbers.at(name));
  draft.ask.known.push_back(parameter + "=" + first);
  draft.ask.counted.push_back(parameter + "=" +
                              reached_in(counted.numbers.at(name), counted.where));
  for (const auto& [launch, numbers] : counted.later) {
    Values& others = of_launches_[draft.called->name][launch];
    const std::string other = text(numbers.at(name));
    if (other != first) others[parameter] = other;
  }
}

void ApplicationKernels::answer_parameter(Draft& draft, const CountedKernel& counted,
                                          const std::string& name) {
  state(draft, counted, name, name, [](const CountedNumber& n) { return number_text(n, true); });
  if (in_fewer_warps(counted.numbers.at(name)) || in_any_later(counted, name, in_fewer_warps))
    state(draft, counted, name, name + "_warps", warps_text);
}

void ApplicationKernels::answer_draw(Draft& draft, const CountedKernel& counted,
                                     const std::string& name) {
  const CountedNumber &first = counted.numbers.at(name), &all = counted.of_all.at(name);
  draft.ask.counted.push_back(name + "=" + reached_in(all, counted.where_all));
  const bool changes = in_any_later(
      counted, name, [&](const CountedNumber& later) { return differs(first, later); });
  if (!changes) {
    draft.ask.values.push_back(name + "=" + number_text(all, false));
    return;
  }
  const std::string least = name + "_least", end = name + "_end";
  state(draft, counted, name, least,
        [](const CountedNumber& n) { return std::to_string(even(n).least); });
  state(draft, counted, name, end,
        [](const CountedNumber& n) { return std::to_string(even(n).end); });
  const bool warps = all.kind == CountedNumber::Kind::warps;
  draft.ask.values.push_back(name + "=uniform: [" + least + ", " + end + "]" +
                             (warps ? " per warp" : ""));
}

void ApplicationKernels::answer(Draft& draft, const CountedKernel& counted) {
  draft.not_counted = counted.why_not_name;
  std::string names;
  for (const Diagnostic& said : draft.answer.said) {
    const std::string name = name_asked(said);
    const auto contents = counted.contents.find(array_asked(said));
    if (contents != counted.contents.end()) {
      draft.ask.values.push_back(file_of_data(*draft.called, name, contents->second));
    } else if (name.empty() || !counted.numbers.contains(name)) {
      if (!name.empty() && !counted.why_not.empty()) draft.not_counted[name] = counted.why_not;
      continue;
    } else if (said.hints.front().starts_with("-D ")) {
      answer_parameter(draft, counted, name);
    } else {
      answer_draw(draft, counted, name);
    }
    names += (names.empty() ? "" : ", ") + name;
  }
  if (names.empty()) return;
  draft.answer = describe_source(draft.ask);
  counted_.push_back(draft.called->name + ": " + names + ", in " + counted.where_all);
}

const ApplicationKernels::Values* ApplicationKernels::counted_at(const std::string& name,
                                                                 std::size_t launch) const {
  const auto found = of_launches_.find(name);
  if (found == of_launches_.end()) return nullptr;
  const auto behind = found->second.upper_bound(launch);
  return behind == found->second.begin() ? nullptr : &std::prev(behind)->second;
}

// Where it says of all that is open what it is, or why nobody knows.
const CountedKernel* ApplicationKernels::counted_ahead(const CalledKernel& called,
                                                       const OpenKernel& open) const {
  const auto found = ahead_.find(key_of(called));
  if (found == ahead_.end()) return nullptr;
  const CountedKernel& counted = found->second;
  const bool all = std::ranges::all_of(open.names, [&](const std::string& name) {
    return counted.numbers.contains(name) || counted.contents.contains(name) ||
           counted.why_not_name.contains(name) || !counted.why_not.empty();
  });
  return all ? &counted : nullptr;
}

void ApplicationKernels::see_ahead() {
  if (!scouted_) scouted_ = scout_();
}

// Whether what its arrays hold may be others' numbers at a later launch.
bool ApplicationKernels::may_change(const CalledKernel& called) const {
  const auto writes_numbers = [](const LaunchableKernel& kernel) {
    return std::ranges::any_of(kernel.parameters, [](const auto& parameter) {
      return parameter.written && !parameter.whole.empty();
    });
  };
  return !called.contents.empty() && std::ranges::any_of(built_.kernels, writes_numbers);
}

// What the application will launch beside these, and its descriptions leave open.
std::vector<OpenKernel> ApplicationKernels::still_to_come(const std::vector<Draft>& drafts) {
  if (std::exchange(looked_ahead_, true)) return {};
  see_ahead();
  std::vector<OpenKernel> open;
  for (const CalledKernel& called : scouted_->called()) {
    const auto same = [&](const CalledKernel& other) { return key_of(other) == key_of(called); };
    const bool known = std::ranges::any_of(recording_.called(), [&](const CalledKernel& other) {
      return same(other) && files_.contains(other.name);
    });
    if (known || std::ranges::any_of(drafts, [&](auto& each) { return same(*each.called); }))
      continue;
    try {
      SourceAsk ask = ask_of(called);
      std::vector<std::string> names = names_asked(describe_source(ask));
      if (names.empty()) continue;
      open.push_back({called.kernel, std::move(ask), called.block, std::move(names)});
    } catch (const InputError&) {  // said once it is launched
    }
  }
  return open;
}

// As far as they were seen, here or ahead.
std::size_t ApplicationKernels::launches_of(const Key& key) const {
  std::size_t most = 0;
  for (const RecordedRun* run : {&recording_, scouted_.get()}) {
    if (run == nullptr) continue;
    std::size_t launches = 0;
    run->each_launch([&](const RecordedStep& step) {
      if (key_of(run->called()[step.called]) == key) ++launches;
    });
    most = std::max(most, launches);
  }
  return most;
}

void ApplicationKernels::count(std::vector<Draft>& drafts, bool alone) {
  std::vector<OpenKernel> open;
  std::vector<Draft*> of;
  for (Draft& draft : drafts) {
    OpenKernel kernel{draft.called->kernel, draft.ask, draft.called->block,
                      names_asked(draft.answer)};
    if (kernel.names.empty()) continue;
    if (const CountedKernel* counted = counted_ahead(*draft.called, kernel)) {
      answer(draft, *counted);
      continue;
    }
    open.push_back(std::move(kernel));
    of.push_back(&draft);
  }
  if (open.empty()) return;
  if (alone) {
    for (OpenKernel& each : still_to_come(drafts)) open.push_back(std::move(each));
  }
  for (OpenKernel& each : open) each.launches = launches_of({each.kernel->mangled, each.block});
  std::vector<CountedKernel> counted = counting_.count(open);
  for (std::size_t i = 0; i < of.size(); ++i) answer(*of[i], counted[i]);
  for (std::size_t i = of.size(); i < open.size(); ++i)
    ahead_[{open[i].kernel->mangled, open[i].block}] = std::move(counted[i]);
}

namespace {

using LaunchValues = std::map<std::string, std::string>;

// How a launch leaves an array, for certain, or has no sizes; empty: neither.
std::string way_outside(const Kernel& kernel, const LaunchValues& launch) {
  std::vector<std::optional<Number>> with(kernel.parameters.size());
  for (const auto& [name, value] : launch)
    if (const auto parameter = find_parameter(kernel, name))
      with[*parameter] = Number::integer(std::strtoll(value.c_str(), nullptr, 10));
  std::vector<Number> values;
  try {
    evaluate_parameters(kernel, with, values);
    const IndexBounds bounds = index_bounds(kernel, values);
    return bounds.outside.empty() ? std::string() : bounds.outside.front().error.message;
  } catch (const FormulaError& fault) {
    return fault.error.message;
  }
}

}  // namespace

KernelFile ApplicationKernels::finish(Draft& draft) const {
  for (Diagnostic& said : draft.answer.said) {
    const auto why = draft.not_counted.find(name_asked(said));
    if (why != draft.not_counted.end()) said.hints.push_back("not counted: " + why->second);
  }
  refuse_open(draft.answer);
  return read_described(draft.answer.descriptors.front(), draft.called->name, draft.ask.file);
}

// Values that are drawn one by one do not know of each other, nor of the sizes of later launches:
// they may make an index that no thread came to. One that comes about without them is the kernel's.
void ApplicationKernels::keep_within(const CalledKernel& called) {
  const auto asked = asked_.find(called.name);
  if (asked == asked_.end()) return;
  KernelFile& file = files_.at(called.name);
  std::set<LaunchValues> launches;
  recording_.each_launch([&](const RecordedStep& step) {
    if (&recording_.called()[step.called] == &called) launches.insert(step.values);
  });
  const auto outside = [&] {
    for (const LaunchValues& launch : launches)
      if (std::string way = way_outside(file.kernel, launch); !way.empty()) return way;
    return std::string();
  };
  SourceAsk& ask = asked->second;
  std::string way = outside();
  if (!way.empty() && !ask.values.empty() && !ask.within) {
    ask.within = true;
    file = read_described(describe_source(ask).descriptors.at(0), called.name, ask.file);
    way = outside();
  }
  if (way.empty()) return;
  leave_out(
      called,
      {{.id = "access-address", .message = called.kernel->name + ": " + way, .file = ask.file}});
}

}  // namespace gpumodel
