#include "src/view/roofline/json.hpp"

namespace gpumodel {
namespace {

struct RoofOf {
  const RooflineDevice& device;
  const Roof& roof;
};

std::vector<RoofOf> roofs_of(const RooflineAnswer& a) {
  std::vector<RoofOf> all;
  for (const RooflineDevice& device : a.devices) {
    for (const Roof& roof : device.roofs) all.push_back({device, roof});
  }
  return all;
}

const Object<RoofOf>& roof_object() {
  static const Object<RoofOf> table(
      "roof", "What one part of a device does at most.",
      {
          {"device", "", [](auto& r) { return r.device.gpu().id; }},
          {"level", "", [](auto& r) { return r.roof.level; }},
          {"kind",
           "peak: by the datasheet; sustained: as a program reached",
           [](auto& r) { return r.roof.sustained ? "sustained" : "peak"; },
           {.words = "peak|sustained"}},
          {"value", "in its unit", [](auto& r) { return r.roof.value; }},
          {"unit", "of integer operations and of warp instructions 1/s",
           [](auto& r) { return r.roof.unit; }},
          {"origin", "", [](auto& r) { return r.roof.origin.from; }},
          {"key", "of the device's number that it hangs on",
           [](auto& r) { return r.roof.origin.key; }},
      });
  return table;
}

struct DotOf {
  const RooflineAnswer& answer;
  const RooflineStand& stand;
  const RoofUse& use;
};

std::vector<DotOf> dots_of(const RooflineAnswer& a) {
  std::vector<DotOf> all;
  for (const RooflineStand& stand : a.stands) {
    for (const RoofUse& use : stand.uses) all.push_back({a, stand, use});
  }
  return all;
}

const Object<DotOf>& dot_object() {
  static const Object<DotOf> table(
      "dot", "A kernel under the roof of one part that it uses.",
      {
          {"kernel", "", [](auto& d) { return d.answer.kernel_name(d.stand); }},
          {"device", "", [](auto& d) { return d.answer.devices[d.stand.device].gpu().id; }},
          {"level", "", [](auto& d) { return d.use.level; }},
          {"measured", "otherwise predicted", [](auto& d) { return d.stand.measured.has_value(); }},
          {"backend", "of a measurement", [](auto& d) { return d.stand.measured; }},
          {"record", "that holds the measurement",
           [](auto& d) { return only_if(d.stand.measured.has_value(), d.stand.record); }},
          {"time_s", "s", [](auto& d) { return d.stand.time.value; }},
          {"interval_s", "s; of a measurement its quartiles", [](auto& d) { return d.stand.time; }},
          {"flop_per_s", "FLOP/s of all types; 0 where the kernel has none",
           [](auto& d) { return d.stand.flop_per_s(); }},
          {"intensity_flop_per_byte", "FLOP/B at this level; null: no level of memory",
           [](auto& d) {
             return is_memory(d.use.level) ? d.stand.intensity(d.use.level) : std::nullopt;
           }},
          {"work", "of the launch: B, FLOP, operations or warp instructions",
           [](auto& d) { return d.use.work; }},
          {"rate", "work over time, in the unit of the roof", [](auto& d) { return d.use.rate; }},
          {"share", "of the sustained roof, of the peak where that is not known; null: neither is",
           [](auto& d) { return d.use.share; }},
          {"above_roof", "above the larger of peak and sustained roof, with its factor",
           [](auto& d) { return d.use.above_roof; }},
      });
  return table;
}

struct KernelInput {
  const PredictAnswer& answer;
};

const Object<KernelInput>& kernel_input_object() {
  static const Object<KernelInput> table(
      "kernel_input", "",
      {
          {"file", "", input_file,
           [](auto& k) { return input(k.answer.kernel().id, k.answer.ask.kernel->text); }},
          {"parameters", "",
           [](auto& k) { return by_name(k.answer.kernel().parameters, k.answer.values()); }},
      });
  return table;
}

const Object<RooflineAnswer>& roofline_inputs() {
  static const Object<RooflineAnswer> table(
      "inputs", "",
      {
          {"kernels", "", kernel_input_object,
           [](auto& a) {
             std::vector<KernelInput> all;
             for (std::size_t i = 0; i < a.predictions.size(); i += a.devices.size()) {
               all.push_back({a.predictions[i]});
             }
             return all;
           }},
          {"devices", "", input_file,
           [](auto& a) {
             std::vector<InputFile> all;
             for (const RooflineDevice& device : a.devices) {
               all.push_back(input(device.gpu().id, *device.file));
             }
             return all;
           }},
      });
  return table;
}

}  // namespace

const Document<RooflineAnswer>& roofline_document() {
  static const Document<RooflineAnswer> document(
      {.name = "roofline",
       .description = "Where kernels stand under the roofs of devices. Base SI units.",
       .exit_codes = {0, 1}},  // 1: a dot is above a roof
      {
          {"inputs", "", roofline_inputs, std::identity{}},
          {"cache",
           "of L2 before the launch",
           [](auto& a) { return to_string(a.cache); },
           {.words = "cold|warm|used|copied"}},
          {"roofs", "", roof_object, roofs_of},
          {"dots", "one for each part that a kernel uses", dot_object, dots_of},
      });
  return document;
}

Json roofline_json(const RooflineAnswer& answer, int exit_code) {
  std::vector<Diagnostic> all = answer.faults;
  all.insert(all.end(), answer.warnings.begin(), answer.warnings.end());
  return roofline_document().write(answer, all, exit_code);
}

}  // namespace gpumodel
