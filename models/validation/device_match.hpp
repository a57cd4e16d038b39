// Level 0 of validation: does the device file describe the machine that was measured?
#pragma once

#include <string>
#include <vector>

#include "models/hardware/device.hpp"
#include "models/validation/record.hpp"

namespace gpumodel {

struct FieldMatch {
  std::string field;  // "l2.capacity"
  std::string stated, found;
  bool matches = false;
};

// Every field that both sides know. Sizes may differ by what the driver keeps for itself, clocks by
// the resolution of what is reported.
std::vector<FieldMatch> match_device(const Gpu& gpu, const RecordedDevice& device);

// Whether the file is about this kind of GPU: its compute capability and its number of SMs.
bool same_kind(const Gpu& gpu, const RecordedDevice& device);

// How well names agree: words of the file's name and id that occur in the device's name, the
// maker's left out. "NVIDIA H200" and h200 agree in one.
int common_words(const Gpu& gpu, const RecordedDevice& device);

// The same for the processor of a host.
std::vector<FieldMatch> match_device(const Cpu& cpu, const RecordedHost& host);

// Whether the file is about this processor: its name and its number of cores. Virtual machines may
// hide behind one name; what they measured is another matter.
bool describes(const Cpu& cpu, const RecordedHost& host);

}  // namespace gpumodel
