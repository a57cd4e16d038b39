// Bytes as a file: read as YAML, as a device and as a kernel. Bad input may only throw InputError,
// with diagnostics that point into the file; whatever is accepted must be predictable.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/predict.hpp"
#include "src/input/read_device.hpp"
#include "src/input/read_kernel.hpp"
#include "src/input/yaml_tree.hpp"

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

const Kernel& some_kernel() {
  static const KernelFile file = read_kernel(make_text_file(R"(
kernel: k
arrays: {x: {type: f32, shape: [1000]}}
work_items: 1000
per_item: {fp64: 1, fp32: 1, fp16: 1, load: {x: 1}}
transfers: {to_device: [x], to_host: [x]}
)",
                                                            "kernel.yaml"));
  return file.kernel;
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  attempt(bytes, [](TextFile text) { parse_yaml(text); });
  attempt(bytes, [](TextFile text) {
    const DeviceFile file = read_device(std::move(text));
    if (const Gpu* gpu = std::get_if<Gpu>(&file.device)) predict_all(some_kernel(), *gpu, nullptr);
    if (const Cpu* cpu = std::get_if<Cpu>(&file.device))
      predict_all(some_kernel(), some_gpu(), cpu);
  });
  attempt(bytes, [](TextFile text) {
    predict_all(read_kernel(std::move(text)).kernel, some_gpu(), nullptr);
  });
  return 0;
}
