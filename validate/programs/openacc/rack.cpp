// Doubled widths of racks, with the copies: of an array of structures every member moves, both
// ways; of arrays only what is needed.
#include "validate/programs/openacc/program.hpp"

namespace {

struct Rack {
  float widthA, widthB, doubledWidth;
};

constexpr double rounding = 1e-6;

void check_structures(const gpumodel::OpenAccProgram& p) {
  p.expect<float>("racks", rounding, [&](std::int64_t i) {
    const auto member = [&](std::int64_t number) { return p.start<float>("racks", number); };
    return i % 3 == 2 ? 2 * (member(i - 2) + member(i - 1)) : member(i);
  });
}

void check_arrays(const gpumodel::OpenAccProgram& p) {
  p.expect<float>("doubledWidth", rounding, [&](std::int64_t i) {
    return 2 * (p.start<float>("widthA", i) + p.start<float>("widthB", i));
  });
}

}  // namespace

GPUMODEL_OPENACC_PROGRAM("rack-offload-aos", nothing, check_structures, p) {
  const int N = p.value("N");
  Rack* racks = reinterpret_cast<Rack*>(p.buffer<float>("racks"));
#pragma acc parallel loop gang vector vector_length(128) copy(racks[0 : N])
  for (int i = 0; i < N; ++i) racks[i].doubledWidth = 2 * (racks[i].widthA + racks[i].widthB);
}

GPUMODEL_OPENACC_PROGRAM("rack-offload-soa", nothing, check_arrays, p) {
  const int N = p.value("N");
  const float *widthA = p.buffer<float>("widthA"), *widthB = p.buffer<float>("widthB");
  float* doubledWidth = p.buffer<float>("doubledWidth");
#pragma acc parallel loop gang vector vector_length(128) copyin(widthA[0 : N], widthB[0 : N]) \
    copyout(doubledWidth[0 : N])
  for (int i = 0; i < N; ++i) doubledWidth[i] = 2 * (widthA[i] + widthB[i]);
}
