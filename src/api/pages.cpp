#include "src/api/pages.hpp"

#include <fmt/format.h>

#include <sstream>

#include "models/core/work_limit.hpp"
#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {
inline namespace v1 {

std::string text_of(const Page& page) {
  std::ostringstream out;
  render_text(out, page, false);
  return std::move(out).str();
}

LaunchWay way_of(Way way) {
  switch (way) {
    case Way::launch:
      return LaunchWay::launch;
    case Way::openacc:
      return LaunchWay::openacc;
    case Way::any:
      break;
  }
  return LaunchWay::any;
}

double work_of(double work) {
  if (work >= usual_work && work <= most_work) return work;
  refuse_call("usage", fmt::format("{} times the usual work cannot be allowed", work),
              {"expected a number from 1 to 1e6"});
}

}  // namespace v1
}  // namespace gpumodel
