// Calls of libraries: recorded, and nothing done, for what their kernels are is not known.
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
      .place(file, line)
      .send();
  forget_contents(call, written);
}
