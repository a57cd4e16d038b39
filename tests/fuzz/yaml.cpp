// Bytes as a file: read as YAML, and as each of the kinds of file whose first key they hold. Bad
// input may only throw InputError, with diagnostics that point into the file; whatever is accepted
// must be predictable. No other file is read: programs call kernels that are in memory.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/time/predict.hpp"
#include "models/timeline/program/expand.hpp"
#include "models/timeline/program/loop_values.hpp"
#include "models/timeline/simulate.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/program/read_program.hpp"
#include "src/io/text/yaml_tree.hpp"

namespace {

using namespace gpumodel;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const InputError& error) {
  require(!error.found.empty() && error.found.size() <= 101);
  for (const Diagnostic& found : error.found) {
    require(!found.id.empty() && !found.message.empty() && found.file == "fuzz.yaml");
    require(found.line >= 0 && found.column >= 0 && found.length >= 1);
    const int width = characters(found.source_line, found.source_line.size());
    if (found.line > 0) require(found.column <= width + 1 && found.length <= width + 1);
  }
}

template <class Read>
void attempt(const std::string& bytes, Read read) {
  try {
    read(make_text_file(bytes, "fuzz.yaml"));
  } catch (const InputError& error) {
    check(error);
  }
}

const Gpu& some_gpu() {
  static const DeviceFile file = read_device(make_text_file(R"(
device: d
kind: gpu
name: d
compute_capability: 7.0
sms: {value: 80, from: datasheet}
clock: {sm: {value: 1 GHz, from: datasheet}}
dram: {capacity: {value: 1 GB, from: datasheet}, bandwidth: {value: 1 GB/s, from: datasheet}}
link: {h2d_bandwidth: {value: 1 GB/s, from: datasheet}, d2h_bandwidth: {value: 1 GB/s, from: datasheet}}
)",
                                                            "gpu.yaml"));
  return std::get<Gpu>(file.device);
}

const KernelFile& some_kernel_file() {
  static const KernelFile file = read_kernel(make_text_file(R"(
kernel: k
parameters: {N: 1000}
arrays: {x: {type: f32, shape: [N]}}
work_items: N
per_item: {fp64: 1, fp32: 1, fp16: 1, load: {x: 1}}
transfers: {to_device: [x], to_host: [x]}
)",
                                                            "kernel.yaml"));
  return file;
}
const Kernel& some_kernel() {
  return some_kernel_file().kernel;
}

// Kernels of programs are called so; names of others are unknown.
KernelFile kernel_called(const std::string& name) {
  if (name == "k" || name == "saxpy") return some_kernel_file();
  throw InputError{{{.id = "kernel-unknown", .message = "no kernel '" + name + "'"}}};
}

ProgramFile program_of(TextFile text) {
  return read_program(std::move(text), kernel_called);
}

const System& some_system() {
  static const SystemFile file = read_system(make_text_file(R"(
system: s
devices: [d, d]
links:
  all:
    bandwidth: {value: 9 GB/s, from: assumed}
    both_ways: {value: 8 GB/s, from: assumed}
    latency: {value: 3 us, from: assumed}
)",
                                                            "system.yaml"));
  return file.system;
}

// Copies, an exchange and a sum between two devices.
const Program& some_program() {
  static const ProgramFile file = program_of(make_text_file(R"(
program: p
devices: 2
streams: 1
buffers: {x: {type: f32, shape: [1000], starts_on: device}}
steps:
  - {peer: x, from: 0, to: 1, stream: 0}
  - {peer: x, from: 0, to: 1, stream: 0}
  - {halo: x, bytes: 8, stream: 0}
  - {all_reduce: x, stream: 0}
)",
                                                            "program.yaml"));
  return file.program;
}

void predict_all(const Kernel& kernel, const Gpu& gpu, const Cpu* cpu) {
  std::vector<Number> values;
  evaluate_parameters(kernel, {}, values);
  for (const Model& model : models()) {
    try {
      Prediction p;
      predict(model, {&kernel, values, &gpu, cpu, 3}, p);
      const Estimate<Seconds> time = p.terms[p.offload].time;
      require(std::isfinite(time.high.si) && time.low.si >= 0.0);
      require(time.low <= time.value && time.value <= time.high);
    } catch (const UnknownInput& unknown) {
      require(!unknown.key.empty());
    }
  }
}

Machine two_gpus(const System& system) {
  return {{&some_gpu(), &some_gpu()}, &system};
}

void run_on(const System& system) {
  KernelCosts costs(*find_model("roofline"), nullptr);
  try {
    const Timeline timeline = expand(some_program(), {}, two_gpus(system), costs);
    require(std::isfinite(makespan(simulate(timeline.schedule))));
  } catch (const ProgramFaults& faults) {  // a link is missing
    require(!faults.found.empty());
  }
}

void check_accepted(const ProgramFile& file) {
  KernelCosts costs(*find_model("roofline"), nullptr);
  try {
    const std::vector<Number> values = evaluate_program_parameters(file.program, {});
    check_program(file.program, values, two_gpus(some_system()), costs);
  } catch (const ProgramFaults& faults) {
    require(!faults.found.empty());
    check(to_input_error(faults, file.text));
  } catch (const FormulaError& error) {
    check(to_input_error(error, file.text));
  } catch (const UnknownInput& unknown) {
    require(!unknown.key.empty());
  }
}

void read_device_or_kernel(const std::string& bytes) {
  if (bytes.find("device:") != std::string::npos) {
    attempt(bytes, [](TextFile text) {
      const DeviceFile file = read_device(std::move(text));
      if (const Gpu* gpu = std::get_if<Gpu>(&file.device)) {
        predict_all(some_kernel(), *gpu, nullptr);
      } else {
        predict_all(some_kernel(), some_gpu(), &std::get<Cpu>(file.device));
      }
    });
  }
  if (bytes.find("kernel:") != std::string::npos) {
    attempt(bytes, [](TextFile text) {
      predict_all(read_kernel(std::move(text)).kernel, some_gpu(), nullptr);
    });
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  attempt(bytes, [](TextFile text) { parse_yaml(text); });
  read_device_or_kernel(bytes);
  if (bytes.find("program:") != std::string::npos) {
    attempt(bytes, [](TextFile text) { check_accepted(program_of(std::move(text))); });
  }
  if (bytes.find("system:") != std::string::npos) {
    attempt(bytes, [](TextFile text) { run_on(read_system(std::move(text)).system); });
  }
  return 0;
}
