// Each leaf of each kernel of the library is what it was: on a GPU that nobody measured and on one
// of which everything is known, both of round numbers, so that no calibration changes leaves.txt.
// Nothing here says that a time is right. It says that no coefficient changes unnoticed: where one
// is meant to, GPUMODEL_UPDATE=1 in the environment writes the file anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/time/asked_kernel.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "tests/models/toy_machine.hpp"

namespace gpumodel {
namespace {

// A round number of each dimension.
double usual(Dim dim) {
  if (dim == Seconds::dim) return 1e-6;
  if (dim == BytesPerSecond::dim) return 1e12;
  if (dim == PerSecond::dim) return 1e10;
  if (dim == Cycles::dim) return 20.0;
  if (dim == Bytes::dim) return 4e6;
  if (dim == FlopPerSecond::dim) return 1e13;
  return 32.0;
}

// Curves rise or fall a little; no two numbers of a dimension are alike.
template <class D>
void know_everything(D& device) {
  double apart = 1.0;
  const auto next = [&](Dim dim) { return usual(dim) * (apart += 0.01); };
  for (const auto& field : fields_of<D>()) {
    auto& value = field.of(device);
    if (value.is_known()) continue;
    value.si = next(field.dim);
    value.source.from = Provenance::assumed;
  }
  for (const auto& field : curves_of<D>()) {
    const double y = next(field.y);
    const double first = field.x == Bytes::dim ? 128.0 : 1e-3;
    toy::set(field.of(device), {{first, y}, {4096.0, 1.1 * y}, {1e9, 0.9 * y}});
  }
}

void add_leaves(const TermTree& tree, TermId id, std::ostream& out) {
  const std::vector<TermId> parts = tree.parts(id);
  if (parts.empty()) out << ' ' << tree[id].name << '=' << tree[id].time.value.si;
  for (const TermId part : parts) add_leaves(tree, part, out);
}

// What the analysis of the kernel found is kept from one device to the next: most of the work.
void add_line(AskedKernel& asked, const Gpu& gpu, const Cpu& cpu, CacheStart start, Prediction& p,
              std::ostream& out) {
  asked.question.gpu = &gpu;
  asked.question.host = &cpu;
  asked.question.cache = start;
  if (!p.analysis) {
    predict(default_model(), asked.question, p);
  } else {
    analyse_device_again(gpu, *p.analysis);
    predict_again(default_model(), asked.question, p);
  }
  const Estimate<Seconds>& time = p.terms[p.kernel].time;
  out << asked.kernel().id << ", " << gpu.id
      << (start == CacheStart::warm ? ", warm: " : ", cold: ") << time.value.si << " ("
      << time.low.si << " to " << time.high.si << ')';
  add_leaves(p.terms, p.kernel, out);
  out << " | host " << p.terms[p.host->term].time.high.si;
  add_leaves(p.terms, p.host->term, out);
  out << '\n';
}

std::string leaves_of_all() {
  Gpu plain = toy::machine_gpu(), known = toy::machine_gpu();
  plain.id = "plain";
  known.id = "known";
  know_everything(known);
  Cpu host = toy::cpu(), known_host = toy::cpu();
  know_everything(known_host);
  std::vector<std::filesystem::path> files;
  for (const auto& each :
       std::filesystem::recursive_directory_iterator(GPUMODEL_LIBRARY "/kernels")) {
    if (each.path().extension() == ".yaml") files.push_back(each.path());
  }
  std::ranges::sort(files);
  std::ostringstream out;
  out.precision(6);
  for (const auto& file : files) {
    const Kernel kernel = read_kernel(read_text_file(file.string(), file.string())).kernel;
    AskedKernel asked;
    settle({.kernel = &kernel, .gpu = &plain}, asked);
    Prediction p;
    for (const CacheStart start : {CacheStart::cold, CacheStart::warm}) {
      add_line(asked, plain, host, start, p, out);
      add_line(asked, known, known_host, start, p, out);
    }
  }
  return out.str();
}

TEST(Leaves, AreWhatTheyWere) {
  const std::string path = GPUMODEL_LIBRARY "/tests/terms/leaves.txt";
  const std::string now = leaves_of_all();
  if (std::getenv("GPUMODEL_UPDATE") != nullptr) std::ofstream(path) << now;
  std::ifstream file(path);
  std::istringstream lines(now);
  for (std::string was, is; std::getline(lines, is);) {
    ASSERT_TRUE(std::getline(file, was)) << "not in leaves.txt: " << is;
    ASSERT_EQ(is, was);
  }
}

}  // namespace
}  // namespace gpumodel
