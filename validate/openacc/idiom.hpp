// What an idiom of OpenACC needs to run, how it registers and how it judges its answer.
//
//   GPUMODEL_IDIOM("collapse", nothing) {
//     ...
//   #pragma acc parallel loop collapse(2) copyout(a[0 : n * n])
//     ...
//     expect_all(a, [](std::size_t i) { return i; });
//   }
//
// Answers are whole numbers that floats hold exactly, so they are compared exactly.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "validate/openacc/faults.hpp"

namespace gpumodel {

enum class Needs {
  nothing,
  device,       // memory of its own, apart from the host's
  cuda,         // a device, and the parts that nvcc compiles
  two_devices,  // or more
  nvhpc         // a compiler that links device code of nvcc with its own
};

struct Idiom {
  std::string name;
  Needs needs;
  void (*run)();
};
// Called before main() by the macro.
bool register_idiom(const char* name, Needs needs, void (*run)());
// By name.
std::vector<Idiom> idioms();

// How many GPUs this program can run regions on: none where the compiler made no code for them.
int gpus();

inline void expect(bool holds, const std::string& what) {
  if (!holds) throw WrongAnswer(what);
}

template <class T, class Expected>
void expect_all(const std::vector<T>& actual, Expected expected) {
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const T wanted = static_cast<T>(expected(i));
    if (actual[i] == wanted) continue;
    throw WrongAnswer("element " + std::to_string(i) + " is " + std::to_string(actual[i]) +
                      ", not " + std::to_string(wanted));
  }
}

}  // namespace gpumodel

#define GPUMODEL_IDIOM(NAME, NEEDS)                                           \
  static void gpumodel_idiom();                                               \
  [[maybe_unused]] static const bool gpumodel_idiom_registered =              \
      gpumodel::register_idiom(NAME, gpumodel::Needs::NEEDS, gpumodel_idiom); \
  static void gpumodel_idiom()
