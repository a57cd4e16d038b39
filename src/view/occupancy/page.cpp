#include "src/view/occupancy/page.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

std::string plain(Resource resource) {
  return resource == Resource::shared_memory ? "shared memory" : std::string(name(resource));
}

}  // namespace

std::string limiter_text(const std::vector<Resource>& limiters) {
  std::string text;
  for (std::size_t i = 0; i < limiters.size(); ++i) {
    if (i > 0) text += i + 1 == limiters.size() ? " and " : ", ";
    text += plain(limiters[i]);
  }
  return text;
}

std::string device_text(const OccupancyAnswer& a, const SmLimits& limits) {
  return device_and_capability(a.device, limits.capability);
}

std::string default_mark(const OccupancyAnswer& a) {
  return a.default_device ? std::string(default_device_mark) : std::string();
}

Page occupancy_page(const OccupancyAnswer& answer, bool explain) {
  Page page;
  if (answer.single() && answer.points.front().kernel.empty()) {
    add_launch(page, answer, explain);
  } else {
    add_launches(page, answer, explain);
  }
  return page;
}

}  // namespace gpumodel
