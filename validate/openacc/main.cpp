// gpumodel-openacc-idioms [NAME...]: runs idioms of OpenACC, all or those named, and checks what
// they compute.
#include <openacc.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "validate/openacc/cuda_parts.hpp"
#include "validate/openacc/idiom.hpp"

namespace gpumodel {
namespace {

std::vector<Idiom>& registered() {
  static std::vector<Idiom> all;
  return all;
}

// Why an idiom cannot run here; empty: it can.
std::string missing(Needs needs) {
#ifndef __NVCOMPILER
  if (needs == Needs::nvhpc) return "NVHPC";
#endif
  if (needs != Needs::nothing && gpus() == 0) return "a device";
  if (needs == Needs::two_devices && gpus() < 2) return "two devices";
  if (needs == Needs::cuda && cuda_parts() == nullptr) return "a build with CUDA";
  return {};
}

struct Tally {
  int ok = 0, skipped = 0, failed = 0;
};

void run(const Idiom& idiom, Tally& tally) {
  std::printf("%-20s ", idiom.name.c_str());
  std::fflush(stdout);  // run-time libraries end the process where they find a fault
  std::string lacks = missing(idiom.needs);
  try {
    if (lacks.empty()) idiom.run();
  } catch (const NotHere& thing) {
    lacks = thing.what();
  } catch (const std::exception& fault) {
    ++tally.failed;
    std::printf("failed: %s\n", fault.what());
    return;
  }
  ++(lacks.empty() ? tally.ok : tally.skipped);
  std::printf("%s%s\n", lacks.empty() ? "ok" : "skipped: needs ", lacks.c_str());
}

int run(const std::vector<Idiom>& chosen) {
  Tally tally;
  for (const Idiom& idiom : chosen) run(idiom, tally);
  std::printf("%zu idiom%s: %d ok, %d skipped, %d failed\n", chosen.size(),
              chosen.size() == 1 ? "" : "s", tally.ok, tally.skipped, tally.failed);
  return tally.failed > 0 ? 1 : 0;
}

int refuse(const char* name) {
  std::fprintf(stderr, "error: no idiom '%s'; there are", name);
  for (const Idiom& idiom : idioms()) std::fprintf(stderr, " %s", idiom.name.c_str());
  std::fprintf(stderr, "\n");
  return 2;
}

int help() {
  std::printf(
      "Runs idioms of OpenACC and checks what they compute\n"
      "Usage: gpumodel-openacc-idioms [NAME...]\n\nIdioms:\n");
  for (const Idiom& idiom : idioms()) std::printf("  %s\n", idiom.name.c_str());
  return 0;
}

int run_named(std::span<char* const> names) {
  const std::vector<Idiom> all = idioms();
  std::vector<Idiom> chosen;
  for (const char* name : names) {
    if (std::strcmp(name, "--help") == 0 || std::strcmp(name, "-h") == 0) return help();
    const auto found = std::ranges::find(all, std::string(name), &Idiom::name);
    if (found == all.end()) return refuse(name);
    chosen.push_back(*found);
  }
  return run(names.empty() ? all : chosen);
}

}  // namespace

bool register_idiom(const char* name, Needs needs, void (*run)()) {
  registered().push_back({name, needs, run});
  return true;
}

std::vector<Idiom> idioms() {
  std::vector<Idiom> all = registered();
  std::ranges::sort(all, {}, &Idiom::name);
  return all;
}

int gpus() {
#ifdef GPUMODEL_OPENACC_HOST_ONLY
  return 0;
#else
  return acc_get_num_devices(acc_device_nvidia);
#endif
}

}  // namespace gpumodel

int main(int argc, char** argv) {
  // A GPU for which there is no code must not be taken.
  if (gpumodel::gpus() == 0) acc_set_device_type(acc_device_host);
  return gpumodel::run_named({argv + 1, static_cast<std::size_t>(argc - 1)});
}
