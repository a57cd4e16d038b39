// One kernel at given parameters, ready to run: what the code of a kernel (CUDA, OpenACC, host) and
// its reference see. Every backend runs the same case, so one reference judges them all.
//
// Standard library only: CUDA and OpenACC compilers read this header too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

// What stands in an array before the kernel runs.
enum class Start {
  random,    // uniform reals, see random_real()
  contents,  // the whole numbers that the descriptor states under `values`
  zero,
  poison,  // every byte 0xFF: NaN as a real, -1 as a whole number. What a kernel must write
};

// A global or constant array. A structure or a short vector counts as its scalars: a float4 is
// four.
struct CaseArray {
  std::string name;
  std::string scalar;  // "f32", "i32"; of a structure, its members are all of this type
  int scalar_bytes = 0;
  std::int64_t scalars = 0;
  Start start = Start::poison;
  double low = 0.5, high = 1.5;  // of random reals
  std::uint64_t seed = 0;
  std::vector<std::int64_t> contents{};  // one per element, where start is contents
  void* at = nullptr;                    // where the backend put it

  std::size_t bytes() const {
    return static_cast<std::size_t>(scalars) * static_cast<std::size_t>(scalar_bytes);
  }
};

// The case cannot be run, in words for the user: a size that is not compiled, no such parameter.
struct CaseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct CaseParameter {
  std::string name;
  bool whole = true;
  std::int64_t integer = 0;  // where whole
  double real = 0.0;
};

class KernelCase {
 public:
  std::string kernel;
  std::vector<CaseParameter> parameters;
  std::array<std::int64_t, 3> block{1, 1, 1}, grid{1, 1, 1};
  std::int64_t shared_bytes = 0;  // per block, static and dynamic together
  std::vector<CaseArray> arrays;

  // A parameter of the descriptor that is a whole number.
  std::int64_t value(std::string_view name) const;
  // The same as an int; kernels use 32-bit indices as most code does. Throws CaseError beyond.
  int int_value(std::string_view name) const;
  double real_value(std::string_view name) const;

  const CaseArray& array(std::string_view name) const;
  CaseArray& array(std::string_view name);
  // The array's address on the device, or on the host where that is the device.
  template <class T>
  T* pointer(std::string_view name) const {
    return static_cast<T*>(array(name).at);
  }
};

// A number from its arguments alone, spread over all 64-bit numbers (SplitMix64): scramble() of
// models/kernel/thread/contents.hpp, here for device code as well.
#ifdef __CUDACC__
__host__ __device__
#endif
    inline std::uint64_t
    scrambled(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t x = seed + 0x9E3779B97F4A7C15U * (index + 1);
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

// A real in [low, high). 24 random bits: the arithmetic is exact, with and without fused
// multiply-adds, so every compiler gives the same number.
#ifdef __CUDACC__
__host__ __device__
#endif
    inline double
    random_real(std::uint64_t seed, std::uint64_t index, double low, double high) {
  const double unit = static_cast<double>(scrambled(seed, index) >> 40U) * 0x1p-24;
  return low + (high - low) * unit;
}

}  // namespace gpumodel
