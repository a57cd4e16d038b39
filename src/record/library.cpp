// Calls of libraries: recorded, and seldom done, for what their kernels are is not known.
#include <array>
#include <cstddef>
#include <vector>

#include "src/record/channel.hpp"
#include "src/record/execute.hpp"
#include "src/record/memory.hpp"

using namespace gpumodel::record;

// The name is of the headers, which nobody may call by hand.
// NOLINTNEXTLINE(readability-identifier-naming)
void __gpumodel_library_call(const char* call, const void* first, const void* second,
                             const char* file, unsigned line) {
  const Call guard;
  std::vector<const void*> written;
  for (const void* each : {first, second})
    if (each != nullptr && piece_of(each) != nullptr) written.push_back(each);
  // A pointer that is in no piece says nothing: then it may be anything.
  Record("library")
      .text("call", call)
      .pointer("first", written.empty() ? nullptr : written.front())
      .pointer("second", written.size() < 2 ? nullptr : written.back())
      .number("done", 0)
      .place(file, line)
      .send();
  forget_contents(call, written);
}

// One whose results a processor makes as well: they are there where kernels are executed.
// NOLINTNEXTLINE(readability-identifier-naming)
void __gpumodel_library_fill(const char* call, void* to, std::size_t n,
                             void (*make)(void* to, std::size_t n, const double* how),
                             const double* how, const char* file, unsigned line) {
  const Call guard;
  const Piece* piece = piece_of(to);
  Record("library")
      .text("call", call)
      .pointer("first", piece != nullptr ? to : nullptr)
      .pointer("second", nullptr)
      .number("done", piece != nullptr && executes() ? 1 : 0)
      .place(file, line)
      .send();
  if (piece == nullptr || !executes()) return;
  later({{}, {piece->number}},
        [=, kept = std::array{how[0], how[1], how[2]}] { make(to, n, kept.data()); });
}
