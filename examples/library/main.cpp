// Which GPU runs a kernel of one's own fastest, and what limits it there? The kernel is text in
// this file; the GPUs are those that come with gpumodel.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <gpumodel/gpumodel.hpp>

constexpr const char* triad = R"(
kernel: triad
summary: a[i] = b[i] + s * c[i] in double precision
parameters: {N: 2^24}
arrays:
  a: {type: f64, shape: [N]}
  b: {type: f64, shape: [N]}
  c: {type: f64, shape: [N]}
launch:
  block: [256]
  grid: [ceil_div(N, block.x)]
  registers_per_thread: 16
thread:
  let: {i: global.x}
  where: i < N
  do:
    - load: b[i], c[i]
    - fp64: {fma: 1}
    - store: a[i]
)";

int main() {
  try {
    const auto library = gpumodel::Library::open();
    const auto kernel = library.kernel(gpumodel::Text{triad, "triad"});

    std::vector<gpumodel::Report> reports;
    std::vector<std::string> names;
    for (const std::string& name : library.gpus()) {
      try {
        reports.push_back(predict(kernel, library.gpu(name), {.parameters = {{"N", 1 << 26}}}));
        names.push_back(name);
      } catch (const gpumodel::Error& error) {
        std::printf("%-16s %s\n", name.c_str(), error.findings().front().message.c_str());
      }
    }
    for (std::size_t i = 0; i < reports.size(); ++i) {
      const auto [low, high] = reports[i].interval();
      std::printf("%-16s %8.3f ms  (%.3f ... %.3f)  %s\n", names[i].c_str(),
                  1e3 * reports[i].time(), 1e3 * low, 1e3 * high, reports[i].limiter().c_str());
    }
    const auto fastest =
        std::min_element(reports.begin(), reports.end(),
                         [](const auto& a, const auto& b) { return a.time() < b.time(); });
    std::printf("\n%s", fastest->text().c_str());
  } catch (const gpumodel::Error& error) {
    std::fputs(error.what(), stderr);
    return 1;
  }
}
