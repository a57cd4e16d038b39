// What a library of written kernels offers to gpumodel-run-written, which loads it. The library is
// compiled from CUDA by itself: it gets these lines as text.
#pragma once

#include <string_view>

namespace gpumodel {

// Changes with the lines below.
inline constexpr int measured_library_version = 1;
inline constexpr const char* measured_library_symbol = "gpumodel_measured_library";

#define GPUMODEL_AS_CODE_AND_TEXT(NAME, ...) \
  __VA_ARGS__                                \
  inline constexpr std::string_view NAME = #__VA_ARGS__;

// Extents are x, y, z. `queue` launches and does not wait; `before` says what L2 holds then.
// What fails ends the process, with the reason on standard error.
// clang-format off
GPUMODEL_AS_CODE_AND_TEXT(measured_case_text,
struct MeasuredFacts {
  long long grid[3]; long long block[3];
  long long shared_bytes; long long registers; long long local_bytes; long long static_shared_bytes;
  long long blocks_per_sm;
};
struct MeasuredAnswer {
  int right; long long checked; double worst; char fault[200];
};
struct MeasuredCase {
  const char* kernel;
  void (*prepare)();
  void (*check)(MeasuredAnswer*);
  void (*queue)();
  void (*facts)(MeasuredFacts*);
  void (*clean_up)();
};
struct MeasuredLibrary {
  int version; int count;
  const MeasuredCase* const* cases;
  void (*before)(int warm);
  double (*once)(void (*queue)(), int warm, int from_host);
  double (*in_graph)(void (*queue)(), int launches);
  void (*wait)();
};
)
// clang-format on

#undef GPUMODEL_AS_CODE_AND_TEXT

}  // namespace gpumodel
