#include "src/describe/regions/announced_source.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

#include "src/describe/regions/host_source.hpp"

namespace gpumodel::describe {
namespace {

// As the head of a loop that runs once: so the directive behind it stays one statement.
std::string call_of(const Announcement& region, unsigned number) {
  const std::string line = std::to_string(region.line);
  return "for (int gpumodel_once = gpumodel_region(" + std::to_string(number) + ", " + line +
         ", \"" + region.names + "\"" + region.values +
         "); gpumodel_once; gpumodel_once = 0)\n#line " + line + "\n";
}

// As it stands between quotes in C.
std::string as_string(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

}  // namespace

std::vector<Announcement> write_announced(const CompileRequest& request, unsigned number,
                                          const std::string& to) {
  std::ifstream file(request.file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<Announcement> regions;
  if (text.find("acc") != std::string::npos) {
    regions = read_host_source(request).announcements;
    std::ranges::sort(regions, std::greater(), &Announcement::offset);
    for (const Announcement& each : regions) text.insert(each.offset, call_of(each, number));
  }
  std::ofstream out(to, std::ios::binary);
  out << "#ifdef __cplusplus\nextern \"C\"\n#endif\n"
         "int gpumodel_region(int, int, const char*, ...);\n#line 1 \""
      << as_string(request.file) << "\"\n"
      << text;
  out.close();
  if (out) return regions;
  throw Failure{{{Severity::error, "output-file", to + " cannot be written", {}, {}, {}}}, 3};
}

}  // namespace gpumodel::describe
