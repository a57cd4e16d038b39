#include "validate/counters/installed_cupti.hpp"

#include <dlfcn.h>
#include <link.h>

#include "validate/counters/cupti_places.hpp"

namespace gpumodel {
namespace {

std::string path_of(void* library, const std::string& otherwise) {
  link_map* map = nullptr;
  const bool known = dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr;
  return known ? map->l_name : otherwise;
}

}  // namespace

std::optional<InstalledCupti> find_cupti(std::string& why_not) {
  for (const int major : {13, 12}) {
    for (const std::string& place : cupti_places(major)) {
      if (void* library = dlopen(place.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
        const bool current = dlsym(library, "cuptiRangeProfilerEnable") != nullptr;
        return InstalledCupti{path_of(library, place), major, current};
      }
      if (why_not.empty()) why_not = dlerror();
    }
  }
  return std::nullopt;
}

}  // namespace gpumodel
