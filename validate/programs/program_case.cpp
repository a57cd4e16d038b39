#include "validate/programs/program_case.hpp"

#include <algorithm>
#include <map>

#include "validate/cases/reference.hpp"
#include "validate/runner/make_case.hpp"

namespace gpumodel {
namespace {

using Kind = ScriptStep::Kind;

class Maker {
 public:
  explicit Maker(const ScriptFile& file) {
    made_.script = file.script;
    for (const std::string& path : file.kernel_files) {
      kernels_.push_back(read_kernel(read_text_file(path, path)));
    }
    for (const Script::Array& buffer : made_.script.buffers) {
      made_.buffers.push_back(
          {buffer.name, "i8", 1, buffer.bytes, Start::random, 0.0, 100.0, made_.buffers.size()});
    }
    typed_.assign(made_.buffers.size(), false);
  }

  ProgramCase make() {
    for (const ScriptStep& step : made_.script.steps) {
      const bool called = step.kind == Kind::kernel || step.kind == Kind::host_kernel;
      made_.call_of_step.push_back(called ? call(step) : 0);
    }
    return std::move(made_);
  }

 private:
  std::size_t call(const ScriptStep& step) {
    const auto [found, is_new] = known_.try_emplace(key_of(step), made_.calls.size());
    if (is_new) made_.calls.push_back(make_call(step));
    return found->second;
  }

  static std::string key_of(const ScriptStep& step) {
    std::string key = std::to_string(static_cast<int>(step.kind));
    const auto add = [&](auto value) { key += "," + std::to_string(value); };
    add(step.kernel);
    add(step.device);
    add(step.stream);
    add(static_cast<int>(step.one_thread));
    for (const ScriptStep::Parameter& each : step.parameters) {
      key += "," + each.name + "=" + to_string(each.value);
    }
    for (const ScriptStep::Part& part : step.parts) {
      add(part.buffer);
      add(part.first_byte);
      add(part.bytes);
    }
    return key;
  }

  ProgramCall make_call(const ScriptStep& step) {
    const KernelFile& file = kernels_[step.kernel];
    ProgramCall made;
    try {
      std::vector<Number> values;
      evaluate_parameters(file.kernel, overrides(file.kernel, step), values);
      made.kernel_case = std::make_unique<KernelCase>(make_case(file.kernel, values));
    } catch (const FormulaError& error) {
      throw to_input_error(error, file.text);
    }
    const ReferenceFunction judge = find_reference(file.kernel.id);
    if (judge == nullptr) throw CaseError("kernel '" + file.kernel.id + "' has no code to run");
    Reference reference(*made.kernel_case);
    judge(reference);
    made.on_host = step.kind == Kind::host_kernel;
    made.one_thread = step.one_thread;
    made.device = step.device;
    made.stream = step.stream;
    for (const CaseArray& array : made.kernel_case->arrays) {
      made.places.push_back(place(array, step));
    }
    return made;
  }

  static std::vector<std::optional<Number>> overrides(const Kernel& kernel,
                                                      const ScriptStep& step) {
    std::vector<std::optional<Number>> values(kernel.parameters.size());
    for (const ScriptStep::Parameter& each : step.parameters) {
      const auto found = find_parameter(kernel, each.name);
      if (!found) throw CaseError("kernel '" + kernel.id + "' has no parameter " + each.name);
      values[*found] = each.value;
    }
    return values;
  }

  ProgramCall::Place place(const CaseArray& array, const ScriptStep& step) {
    for (const ScriptStep::Part& part : step.parts) {
      CaseArray& buffer = made_.buffers[part.buffer];
      if (buffer.name != array.name) continue;
      const auto needed = static_cast<std::int64_t>(array.bytes());
      const auto whole = made_.script.buffers[part.buffer].bytes;
      if (needed != part.bytes && needed != whole) {
        throw CaseError("array '" + array.name + "' of kernel '" + kernels_[step.kernel].kernel.id +
                        "' has " + std::to_string(needed) + " B, the buffer's part has " +
                        std::to_string(part.bytes) + " B");
      }
      take_type(array, part.buffer);
      return {true, part.buffer, needed == part.bytes ? part.first_byte : 0};
    }
    return {};
  }

  // A buffer starts as the array of its first kernel does.
  void take_type(const CaseArray& array, std::size_t number) {
    if (typed_[number]) return;
    typed_[number] = true;
    CaseArray& buffer = made_.buffers[number];
    buffer.scalar = array.scalar;
    buffer.scalar_bytes = array.scalar_bytes;
    buffer.scalars = made_.script.buffers[number].bytes / array.scalar_bytes;
    buffer.start = array.start == Start::contents ? Start::random : array.start;
    buffer.low = array.low;
    buffer.high = array.high;
  }

  ProgramCase made_;
  std::vector<KernelFile> kernels_;
  std::vector<bool> typed_;
  std::map<std::string, std::size_t> known_;
};

}  // namespace

ProgramCase make_program_case(const ScriptFile& file) {
  return Maker(file).make();
}

}  // namespace gpumodel
