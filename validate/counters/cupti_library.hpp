// The loaded CUPTI, its functions called by name. For the files of this folder: needs the headers
// of the toolkit, but the program starts without the library.
#pragma once

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <dlfcn.h>

#include <string>

namespace gpumodel {

struct CuptiError {
  int code;
  std::string doing, text;
};

class CuptiLibrary {
 public:
  // Loaded once and kept until the program ends, as its hooks in the driver are. Null, and the
  // reason, where there is none of the version that this program is compiled for.
  static const CuptiLibrary* get(std::string& why_not);

  // Calls a function of this type, throws CuptiError where it fails or is missing.
  template <class Function, class... Arguments>
  void call(const char* name, const char* doing, Arguments... arguments) const {
    const auto function = reinterpret_cast<Function>(dlsym(handle_, name));
    if (function == nullptr) throw CuptiError{CUPTI_ERROR_API_NOT_IMPLEMENTED, doing, name};
    const CUptiResult result = function(arguments...);
    if (result != CUPTI_SUCCESS) throw CuptiError{result, doing, text(result)};
  }

 private:
  explicit CuptiLibrary(void* handle) : handle_(handle) {}
  std::string text(CUptiResult result) const;

  void* handle_;
};

}  // namespace gpumodel

// Parameters of a function of CUPTI, their size set as it wants it. The headers name both alike.
// NOLINTBEGIN(bugprone-macro-parentheses): NAME is declared, TYPE is a type.
#define GPUMODEL_CUPTI_PARAMS(TYPE, NAME) \
  TYPE NAME{};                            \
  NAME.structSize = TYPE##_STRUCT_SIZE
// NOLINTEND(bugprone-macro-parentheses)

#define GPUMODEL_CUPTI_CALL(LIBRARY, FUNCTION, DOING, ...) \
  (LIBRARY).call<decltype(&FUNCTION)>(#FUNCTION, DOING, __VA_ARGS__)
