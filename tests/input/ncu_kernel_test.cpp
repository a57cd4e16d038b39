// Every CUDA function of the library is found again by its name.
#include "src/io/record/ncu_kernel.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

const fs::path library = GPUMODEL_LIBRARY;

std::vector<std::string> library_kernels() {
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(library / "kernels")) {
    if (entry.is_directory()) all.push_back(entry.path().filename().string());
  }
  return all;
}

std::vector<std::string> functions(const fs::path& file, const std::string& declaration) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  const std::string source = text.str();
  const std::regex pattern(declaration + "\\s+(\\w+)\\(");
  std::vector<std::string> all;
  for (std::sregex_iterator at(source.begin(), source.end(), pattern), end; at != end; ++at)
    all.push_back((*at)[1]);
  return all;
}

std::string kernel_of(const std::string& function, const std::string& signature) {
  ProfiledLaunch launch;
  launch.function = function;
  launch.signature = signature;
  return kernel_of_launch(launch, library_kernels()).value_or("none");
}

TEST(NcuKernel, FunctionsOfTheLibrary) {
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(library / "kernels")) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cu" && extension != ".cuh") continue;
    for (const std::string& function : functions(entry.path(), "__global__ void")) {
      ++count;
      const std::string folder = entry.path().parent_path().filename().string();
      const bool fp64 = folder.ends_with("-f64");
      EXPECT_EQ(kernel_of(function, fp64 ? "f<double>()" : "f<float>()"), folder) << entry.path();
    }
  }
  EXPECT_GE(count, 40);
}

TEST(NcuKernel, FunctionsOfTheCountingProgram) {
  const auto all = functions(library / "validate/counters/kernels.cuh", "\nK");
  EXPECT_GE(all.size(), 60U);
  for (const std::string& function : all) EXPECT_NE(kernel_of(function, ""), "none") << function;
}

TEST(NcuKernel, TemplateArgumentsTellKernelsApart) {
  EXPECT_EQ(kernel_of("transpose_tiled", "void transpose_tiled<1>(const float *)"),
            "transpose-padded");
  EXPECT_EQ(kernel_of("transpose_tiled", "void transpose_tiled<(int)0>(const float *)"),
            "transpose-tiled");
  EXPECT_EQ(kernel_of("matmul_tiled", "void matmul_tiled<double, 16>(const T1 *)"),
            "matmul-tiled-f64");
  EXPECT_EQ(kernel_of("matmul_tiled32_f64", "matmul_tiled32_f64"), "matmul-tiled-f64");
}

TEST(NcuKernel, ForeignFunctionsAreNone) {
  for (const char* name : {"export_data", "my_kernel", "", "dotted", "ampere_sgemm_128x64_nn"})
    EXPECT_EQ(kernel_of(name, name), "none") << name;
}

}  // namespace
}  // namespace gpumodel
