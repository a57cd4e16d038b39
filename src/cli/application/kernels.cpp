#include "src/cli/application/kernels.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "src/app/application/program_text.hpp"
#include "src/app/occupancy/kernel_launch.hpp"
#include "src/cli/describe/describer.hpp"
#include "src/cli/describe/source_kernel.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/binary_file.hpp"

namespace gpumodel {

const KernelFile& ApplicationKernels::file(const std::string& name) {
  if (const auto found = files_.find(name); found != files_.end()) return found->second;
  if (name == fill_kernel || name == copy_kernel) {
    const TextFile text = make_text_file(driver_kernel(name), name + ".yaml");
    return files_.emplace(name, read_kernel(text)).first->second;
  }
  const auto called = std::ranges::find(recording_.called(), name, &CalledKernel::name);
  return files_.emplace(name, describe(*called)).first->second;
}

void ApplicationKernels::describe_all() {
  std::vector<Diagnostic> faults;
  for (const CalledKernel& called : recording_.called()) {
    try {
      file(called.name);
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.found.begin(), error.found.end());
    }
  }
  if (!faults.empty()) throw InputError{std::move(faults)};
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
  SourceAsk ask{.file = source};
  ask.kernels = {launchable(mangled).name};
  ask.compile = compile_;
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

}  // namespace

namespace {

// "--values 'col=uniform: [FIRST, END]'" asks what stands in col.
std::string array_asked(const Diagnostic& said) {
  constexpr std::string_view begin = "--values '";
  if (said.id != "value-asked" || said.hints.empty()) return {};
  const std::string& hint = said.hints.front();
  if (!hint.starts_with(begin)) return {};
  return hint.substr(begin.size(), hint.find('=') - begin.size());
}

template <class Number>
void write_numbers(const std::string& bytes, std::ostream& out) {
  for (std::size_t at = 0; at + sizeof(Number) <= bytes.size(); at += sizeof(Number)) {
    Number number{};
    std::memcpy(&number, bytes.data() + at, sizeof number);
    out << +number << '\n';
  }
}

void write_numbers(const std::string& bytes, const std::string& numbers, std::ostream& out) {
  if (numbers == "i1") return write_numbers<std::int8_t>(bytes, out);
  if (numbers == "u1") return write_numbers<std::uint8_t>(bytes, out);
  if (numbers == "i2") return write_numbers<std::int16_t>(bytes, out);
  if (numbers == "u2") return write_numbers<std::uint16_t>(bytes, out);
  if (numbers == "i4") return write_numbers<std::int32_t>(bytes, out);
  if (numbers == "u4") return write_numbers<std::uint32_t>(bytes, out);
  write_numbers<std::int64_t>(bytes, out);
}

}  // namespace

// What stood in arrays that are asked for: as it was found there, in a file of numbers.
std::vector<std::string> ApplicationKernels::answers_of_data(const CalledKernel& called,
                                                             const std::vector<Diagnostic>& said) {
  constexpr std::size_t most_bytes = std::size_t{64} << 20U;
  std::vector<std::string> answers;
  for (const Diagnostic& each : said) {
    const std::string array = array_asked(each);
    const auto found = called.contents.find(array);
    if (found == called.contents.end()) continue;
    const std::string name = called.name + "." + array + ".txt";
    const std::string raw = folder_.file("data" + std::to_string(found->second.file));
    std::ofstream out(folder_.file(name));
    out << "# " << array << ", as it stood at the first launch of " << called.kernel->name << '\n';
    write_numbers(read_binary_file(raw, raw, most_bytes), found->second.numbers, out);
    out.close();
    if (!out) {
      refuse_call("output-file", folder_.file(name) + " cannot be written", {"is the disk full?"});
    }
    data_.push_back(name);
    answers.push_back(array + "=file: " + folder_.file(name));
  }
  return answers;
}

KernelFile ApplicationKernels::describe(const CalledKernel& called) {
  if (built_.is_described()) return written(called, built_.sources.at(called.kernel->mangled));
  SourceAsk ask{.file = built_.sources.at(called.kernel->mangled)};
  ask.kernels = {called.kernel->name};
  ask.compile = compile_;
  ask.launch = called.launch;
  ask.values = values_;
  ask.name = called.name;
  ask.known = definitions_;  // what the user says comes first
  for (const auto& [name, value] : called.known) ask.known.push_back(name + "=" + value);
  SourceAnswer answer = describe_source(ask);
  const std::vector<std::string> answers = answers_of_data(called, answer.said);
  if (!answers.empty()) {
    ask.values.insert(ask.values.end(), answers.begin(), answers.end());
    answer = describe_source(ask);
  }
  std::vector<Diagnostic> open;
  for (Diagnostic& said : answer.said) {
    if (said.id != "value-asked" && said.severity != Severity::error) continue;
    said.severity = Severity::error;
    open.push_back(std::move(said));
  }
  if (!open.empty()) throw InputError{std::move(open)};
  const TextFile text = make_text_file(answer.descriptors.front(), called.name + ".yaml");
  return with_source_places(ask.file, text, [&] { return read_kernel(text); });
}

}  // namespace gpumodel
