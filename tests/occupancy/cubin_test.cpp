// The cubin reader on real images (tests/data/cubin, nvcc 13.0) and on damaged ones.
#include "models/occupancy/cubin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "models/occupancy/ptxas_log.hpp"
#include "tests/occupancy/launch_sampler.hpp"

namespace gpumodel::test {
namespace {

std::string read(const std::string& name) {
  std::ifstream file(GPUMODEL_TEST_DATA "/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

auto parse(std::string_view image) {
  return read_cubin(std::as_bytes(std::span(image.data(), image.size())));
}

std::vector<KernelResources> kernels_in(const std::string& image) {
  const auto answer = parse(image);
  const auto* const kernels = std::get_if<std::vector<KernelResources>>(&answer);
  EXPECT_NE(kernels, nullptr);
  return kernels ? *kernels : std::vector<KernelResources>{};
}

std::string error_in(std::string_view image) {
  const auto answer = parse(image);
  const auto* const error = std::get_if<CubinError>(&answer);
  return error ? error->message : "";
}

std::vector<KernelResources> by_name(std::vector<KernelResources> kernels) {
  std::ranges::sort(kernels, {}, &KernelResources::name);
  return kernels;
}

// The compiler's log of the same compilation is the oracle; only it knows spills.
TEST(Cubin, AgreesWithTheCompilersLog) {
  for (const std::string architecture : {"sm_75", "sm_90", "sm_120"}) {
    auto logged = read_ptxas_log(read("ptxas/" + architecture + ".log"));
    for (KernelResources& kernel : logged) kernel.spill_stores = kernel.spill_loads = std::nullopt;
    const auto found = kernels_in(read("cubin/small_" + architecture + ".cubin"));
    EXPECT_EQ(found.size(), 4u);
    EXPECT_EQ(by_name(found), by_name(logged)) << architecture;
  }
}

TEST(Cubin, ReservedSharedMemoryIsNotTheKernels) {
  for (const KernelResources& kernel : kernels_in(read("cubin/small_sm_90.cubin"))) {
    EXPECT_EQ(kernel.static_shared_memory, kernel.name == "three_barriers"  ? 4000
                                           : kernel.name.starts_with("_Z9") ? 2048
                                                                            : 0);
  }
}

// Before ABI version 8 the architecture is in the lowest byte of e_flags.
TEST(Cubin, OlderArchitectureField) {
  std::string image = read("cubin/small_sm_75.cubin");
  const std::uint32_t flags = 0x004b054b;
  image[8] = 7;
  std::memcpy(image.data() + 48, &flags, sizeof flags);
  EXPECT_EQ(kernels_in(image).at(0).capability, (ComputeCapability{7, 5}));
}

TEST(Cubin, SaysWhatItIsInstead) {
  EXPECT_EQ(error_in(""), "this is not a cubin: it does not start like an ELF file");
  EXPECT_EQ(error_in("name: saxpy\n"), "this is not a cubin: it does not start like an ELF file");
  EXPECT_EQ(error_in("\x50\xed\x55\xba and more"),
            "this is a fat binary, not a cubin: extract the cubin first");
  std::string host = read("cubin/small_sm_90.cubin");
  host[18] = 62;
  EXPECT_EQ(error_in(host), "this is an ELF file for another machine, not a cubin");
  host[4] = 1;
  EXPECT_EQ(error_in(host), "this is not a cubin: the ELF file is not 64-bit little-endian");
}

// Nothing read from a damaged image may come from outside it: run with -fsanitize=address to see.
TEST(Cubin, TruncatedImagesAreRefused) {
  const std::string whole = read("cubin/small_sm_75.cubin");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string part = whole.substr(0, length);
    const auto answer = parse(part);
    const auto* const kernels = std::get_if<std::vector<KernelResources>>(&answer);
    EXPECT_TRUE(!kernels || kernels->size() <= 4);
  }
  EXPECT_EQ(error_in(whole.substr(0, 40)), "the cubin is cut off within its ELF header");
  EXPECT_FALSE(error_in(whole.substr(0, whole.size() / 2)).empty());
}

TEST(Cubin, FlippedBytesDoNotCrash) {
  Random random(6);
  for (const std::string name : {"cubin/small_sm_75.cubin", "cubin/small_sm_120.cubin"}) {
    const std::string whole = read(name);
    for (int i = 0; i < 10'000; ++i) {
      std::string damaged = whole;
      const int flips = random.between(1, 8);
      for (int flip = 0; flip < flips; ++flip)
        damaged[random.between<std::size_t>(0, damaged.size() - 1)] =
            static_cast<char>(random.bits());
      const auto answer = parse(damaged);
      const auto* const kernels = std::get_if<std::vector<KernelResources>>(&answer);
      EXPECT_TRUE(!kernels || kernels->size() <= damaged.size() / 24);
    }
  }
}

// Every byte of the header and of the section table, which is at the end, with its worst values.
TEST(Cubin, DamagedTablesDoNotCrash) {
  const std::string whole = read("cubin/small_sm_75.cubin");
  for (std::size_t at = 0; at < whole.size(); at = at == 64 ? whole.size() / 2 : at + 1)
    for (const int value : {0, 1, 0x7f, 0x80, 0xff}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(value);
      parse(damaged);
    }
}

}  // namespace
}  // namespace gpumodel::test
