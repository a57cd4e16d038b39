// Every file that comes with the program: readable, without warnings, consistent, with sources.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "models/hardware/consistency.hpp"
#include "models/hardware/device_fields.hpp"
#include "models/kernel/openacc/lower.hpp"
#include "models/time/predict.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/lint.hpp"
#include "src/io/library/load.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> yaml_files(const std::string& folder) {
  std::vector<fs::path> all;
  for (const auto& entry : fs::recursive_directory_iterator(GPUMODEL_LIBRARY "/" + folder)) {
    if (entry.path().extension() == ".yaml") all.push_back(entry.path());
  }
  std::ranges::sort(all);
  return all;
}

DeviceFile device_at(const fs::path& path) {
  return read_device(read_text_file(path.string(), path.filename().string()));
}

class LibraryFile : public testing::TestWithParam<fs::path> {};

TEST_P(LibraryFile, HasNothingWrong) {
  const std::string path = GetParam().string();
  const LintResult result = lint(read_text_file(path, path), searched_shelves());
  for (const Diagnostic& found : result.found) {
    ADD_FAILURE() << found.file << ":" << found.line << " " << found.message;
  }
}

TEST(Library, IsComplete) {
  EXPECT_GE(yaml_files("devices").size(), 25u);
  EXPECT_GE(yaml_files("kernels").size(), 5u);
}

TEST(Library, DevicesAreListed) {
  const auto two = load_gpus("v100,a100-40gb");
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[1].text.shown, load_gpu("a100-40gb").text.shown);
  EXPECT_GT(load_gpus("all").size(), 15u);
  EXPECT_EQ(load_gpus("v100").size(), 1u);
  for (const char* wrong : {",", "v100,", ",v100", "v100,,h200", "v100,v100"}) {
    EXPECT_THROW(load_gpus(wrong), UsageError) << wrong;
  }
  try {
    load_gpus("v1000,xeon-16vcpu,a9");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_GE(error.found.size(), 2u) << "each has its fault";
  }
}

class DeviceInLibrary : public testing::TestWithParam<fs::path> {};

TEST_P(DeviceInLibrary, PeaksAgreeWithTheirParts) {
  const DeviceFile file = device_at(GetParam());
  std::visit(
      [](const auto& device) {
        for (const ConsistencyCheck& row : consistency_checks(device)) {
          EXPECT_LE(std::abs(row.relative_error()), 0.02) << row.key << " = " << row.formula;
        }
      },
      file.device);
}

template <class D>
void expect_sources(const D& device, std::span<const DeviceField<D>> fields) {
  EXPECT_FALSE(device.name.empty());
  EXPECT_FALSE(device.summary.empty());
  for (const DeviceField<D>& field : fields) {
    const SourcedValue& value = field.value(device);
    if (value.source.line == 0 && !value.is_known()) continue;
    EXPECT_FALSE(value.source.note.empty()) << field.key;
    EXPECT_GE(value.source.factor, 1.0) << field.key;
    if (!value.is_known()) continue;
    EXPECT_TRUE(std::isfinite(value.si) && value.si >= 0.0) << field.key;
    if (value.source.from == Provenance::measured) {
      EXPECT_GT(value.source.factor, 1.0) << field.key << " has no uncertainty";
    }
  }
}

TEST_P(DeviceInLibrary, EveryNumberSaysWhereItComesFrom) {
  const DeviceFile file = device_at(GetParam());
  if (const Gpu* gpu = std::get_if<Gpu>(&file.device)) expect_sources(*gpu, gpu_fields());
  if (const Cpu* cpu = std::get_if<Cpu>(&file.device)) expect_sources(*cpu, cpu_fields());
}

// A kernel of the library on a device of the library always has an answer.
// Every model has a finite time; above 0 where the kernel computes or moves anything that it sees.
void expect_times(const fs::path& path, const Gpu& gpu) {
  SCOPED_TRACE(path);
  const KernelFile kernel = read_kernel(read_text_file(path.string(), path.string()));
  std::vector<Number> values;
  evaluate_parameters(kernel.kernel, {}, values);
  for (const Model& model : models()) {
    Prediction p;
    predict(model, {&kernel.kernel, values, &gpu, nullptr, 2}, p);
    const Estimate<Seconds> time = p.terms[p.offload].time;
    const bool works = p.work.total_flop().si + p.work.moved().si > 0.0;
    if (works) {
      EXPECT_GT(time.low.si, 0.0) << model.name;
    }
    EXPECT_TRUE(std::isfinite(time.high.si)) << model.name;
  }
}

// A few kernels of different kinds on every device, and every kernel on one device.
TEST_P(DeviceInLibrary, PredictsKernels) {
  const DeviceFile file = device_at(GetParam());
  const Gpu* gpu = std::get_if<Gpu>(&file.device);
  if (gpu == nullptr) return;
  const fs::path kernels = fs::path(GetParam()).parent_path().parent_path() / "kernels";
  for (const char* name : {"exercise6", "saxpy", "jacobi2d", "matmul-naive-f64", "spmv-vector"}) {
    expect_times(kernels / name / (std::string(name) + ".yaml"), *gpu);
  }
}

class KernelInLibrary : public testing::TestWithParam<fs::path> {};
TEST_P(KernelInLibrary, IsPredicted) {
  const fs::path devices = GetParam().parent_path().parent_path().parent_path() / "devices";
  const DeviceFile file = device_at(devices / "h200.yaml");
  expect_times(GetParam(), std::get<Gpu>(file.device));
}

Workload work_of(const Kernel& kernel, const Gpu& gpu) {
  std::vector<Number> values;
  evaluate_parameters(kernel, {}, values);
  Prediction p;
  predict(default_model(), {&kernel, values, &gpu, nullptr, 0}, p);
  return p.work;
}

// As far as sampled blocks can tell: what they draw differs most.
TEST_P(KernelInLibrary, DoesTheSameWorkUnderOpenAcc) {
  const fs::path devices = GetParam().parent_path().parent_path().parent_path() / "devices";
  const DeviceFile file = device_at(devices / "h200.yaml");
  const Gpu& gpu = std::get<Gpu>(file.device);
  const Kernel kernel = read_kernel(read_text_file(GetParam().string(), "kernel")).kernel;
  if (!kernel.openacc || kernel.openacc->only_way) return;
  const Workload cuda = work_of(kernel, gpu);
  const Workload openacc = work_of(with_openacc(kernel, device_facts(gpu)), gpu);
  EXPECT_NEAR(openacc.total_flop().si, cuda.total_flop().si, 0.15 * cuda.total_flop().si);
  // Those of the matrix product: how much of it a cache still holds depends on the schedule.
  const double stored = std::max(cuda.stored.si, openacc.stored.si);
  EXPECT_NEAR(openacc.stored.si, cuda.stored.si, 0.25 * stored);
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.stem().string();
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Kernels, KernelInLibrary, testing::ValuesIn(yaml_files("kernels")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Devices, LibraryFile, testing::ValuesIn(yaml_files("devices")), name_of);
INSTANTIATE_TEST_SUITE_P(Kernels, LibraryFile, testing::ValuesIn(yaml_files("kernels")), name_of);
INSTANTIATE_TEST_SUITE_P(Devices, DeviceInLibrary, testing::ValuesIn(yaml_files("devices")),
                         name_of);

}  // namespace
}  // namespace gpumodel
