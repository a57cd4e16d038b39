#include "src/view/kernel/json.hpp"

namespace gpumodel {
namespace {

Field<Workload> flop_of(Pipe pipe) {
  const auto flop = [pipe](auto& work) { return work.flop[static_cast<std::size_t>(pipe)]; };
  return {to_string(pipe), "FLOP of the whole launch; a fused multiply-add counts as two", flop};
}

const Object<KernelFile>& listed_kernel() {
  static const auto values = [](auto& file) {
    if (is_open(file.kernel)) return ByName{};
    std::vector<Number> all;
    evaluate_parameters(file.kernel, {}, all);
    return by_name(file.kernel.parameters, all);
  };
  static const Object<KernelFile> table(
      "kernel", "",
      {
          {"kernel", "name that finds it", [](auto& file) { return file.kernel.id; }},
          {"summary", "one line", [](auto& file) { return file.kernel.summary; }},
          {"file", "where it was found", [](auto& file) { return file.text.shown; }},
          {"parameters", "with their defaults; none where one has no default", values},
      });
  return table;
}

const Object<KernelAtDefaults>& kernel_inputs() {
  static const Object<KernelAtDefaults> table(
      "inputs", "",
      {{"kernel", "", input_file, [](auto& k) { return input(k.file.kernel.id, k.file.text); }}});
  return table;
}

const Object<LaunchShape>& shape_object() {
  static const Object<LaunchShape> table(
      "launch", "null: the descriptor states no launch",
      {
          {"block", "x, y, z", &LaunchShape::block, {.least = 1}},
          {"grid", "x, y, z", &LaunchShape::grid, {.least = 1}},
          {"registers_per_thread", "", &LaunchShape::registers_per_thread, {.least = 1}},
          {"shared_memory_bytes", "", &LaunchShape::shared_memory},
      });
  return table;
}

constexpr std::string_view kernels_description =
    "The library of kernels, or one kernel with its numbers at the default parameters. Base SI "
    "units.";

}  // namespace

const Object<Workload>& flop_object() {
  static const Object<Workload> table(
      "flop", "Operations by pipe.",
      {flop_of(Pipe::fp64), flop_of(Pipe::fp32), flop_of(Pipe::fp16)});
  return table;
}

const Document<std::vector<KernelFile>>& kernel_list_document() {
  static const Document<std::vector<KernelFile>> document(
      {.name = "kernels",
       .description = kernels_description,
       .alternative = "kernels list",
       .exit_codes = {0, 3}},
      {
          {"inputs", "", no_inputs<std::vector<KernelFile>>, std::identity{}},
          {"kernels", "", listed_kernel, std::identity{}},
      });
  return document;
}

const Document<KernelAtDefaults>& kernel_document() {
  static const Document<KernelAtDefaults> document(
      {.name = "kernels", .description = kernels_description, .alternative = "kernels show"},
      {
          {"inputs", "", kernel_inputs, std::identity{}},
          {"kernel", "name that finds it", [](auto& k) { return k.file.kernel.id; }},
          {"summary", "one line", [](auto& k) { return k.file.kernel.summary; }},
          {"parameters", "with their defaults",
           [](auto& k) { return by_name(k.file.kernel.parameters, k.values); }},
          {"work_items", "work items", [](auto& k) { return k.work.work_items; }, {.least = 1}},
          {"flop", "", flop_object, &KernelAtDefaults::work},
          {"loaded_bytes", "B from device memory", [](auto& k) { return k.work.loaded; }},
          {"stored_bytes", "B to device memory", [](auto& k) { return k.work.stored; }},
          {"h2d_bytes", "B over the host link", [](auto& k) { return k.work.to_device; }},
          {"d2h_bytes", "B over the host link", [](auto& k) { return k.work.to_host; }},
          {"launch", "", shape_object, [](auto& k) { return k.work.launch; }},
      });
  return document;
}

Json kernel_list_json(const std::vector<KernelFile>& kernels,
                      const std::vector<Diagnostic>& faults) {
  return kernel_list_document().write(kernels, faults, faults.empty() ? 0 : 3);
}

Json kernel_json(const KernelAtDefaults& kernel) {
  return kernel_document().write(kernel, {});
}

}  // namespace gpumodel
