// Where the work stands that a term of a kernel's time hangs on.
#pragma once

#include <string>
#include <string_view>

#include "src/app/predict/predict.hpp"

namespace gpumodel {

struct WorkPlace {
  std::string file;
  int line = 1;
};
// The first formula of the kernel's file in the term's equation; else the access that moves most
// sectors, in the source that the file was made from where it says so; else the largest array.
WorkPlace place_of(const PredictAnswer& answer, std::string_view term);

}  // namespace gpumodel
