// What ends an idiom or a program of OpenACC.
#pragma once

#include <stdexcept>

namespace gpumodel {

// A wrong answer, in words.
struct WrongAnswer : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// What it stands on is not on this machine, in words: "libcublas".
struct NotHere : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace gpumodel
