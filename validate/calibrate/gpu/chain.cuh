// Throughput and latency of one operation.
//
// An operation is a type with a State, a step that depends on the step before, and how many results
// of a thread a step is. Throughput: 32 warps on one SM, each with several independent chains.
// Latency: one warp, one chain.
#pragma once

#include <algorithm>
#include <string>

#include "validate/calibrate/gpu/one_block.cuh"

namespace gpumodel::calibrate {

// Numbers that the compiler does not know.
template <class T>
struct Operands {
  T a, b;
};

// A bare scalar as the state of a chain.
template <class T>
__device__ T start_of(unsigned thread, int chain) {
  return static_cast<T>(2U + thread % 7U + static_cast<unsigned>(chain));
}

template <class Op, int Chains>
__global__ void __launch_bounds__(1024)
    run_chains(int iterations, Operands<typename Op::Operand> operands, int never,
               long long* cycles) {
  constexpr int unrolled = std::max(1, Op::body / Chains);
  typename Op::State x[Chains];
#pragma unroll
  for (int c = 0; c < Chains; ++c) x[c] = Op::start(threadIdx.x, c);
  time_block(cycles, [&] {
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
      for (int u = 0; u < unrolled; ++u) {
#pragma unroll
        for (int c = 0; c < Chains; ++c) Op::step(x[c], operands.a, operands.b);
      }
    }
    bool hit = false;
#pragma unroll
    for (int c = 0; c < Chains; ++c) hit |= Op::is(x[c], never);
    if (hit) *cycles = 0;  // waits for the last results
  });
}

// Results per SM and cycle.
template <class Op, int chains = Op::chains>
Sample throughput(const Session& s) {
  constexpr int steps = std::max(1, Op::body / chains) * chains;
  const Sample cycles = block_cycles(s, 8, 32, [](int n, long long* answer) {
    run_chains<Op, chains><<<1, 1024>>>(n, Op::operands(), -12345, answer);
  });
  return inverse(cycles, steps * Op::results * 1024.0);
}

// Cycles until the next step of a chain can start.
template <class Op>
Sample latency(const Session& s) {
  constexpr int steps = std::max(1, Op::body);
  const Sample cycles = block_cycles(s, 8, 32, [](int n, long long* answer) {
    run_chains<Op, 1><<<1, 32>>>(n, Op::operands(), -12345, answer);
  });
  return scaled(cycles, 1.0 / (steps * Op::steps_in_a_row));
}

template <class Op>
void measure_operation(Session& s, const std::string& name, const char* what) {
  s.value("throughput." + name, throughput<Op>(s),
          std::string(what) + "; results per SM and cycle, 32 warps with independent chains");
  s.value("latency." + name, latency<Op>(s),
          std::string(what) + "; cycles from one step of a dependent chain to the next, one warp");
}

inline std::vector<Key> pipe_keys(std::initializer_list<const char*> operations) {
  std::vector<Key> keys;
  for (const std::string name : operations) {
    keys.push_back({"throughput." + name, "1"});
    keys.push_back({"latency." + name, "cycle"});
  }
  return keys;
}

// What most operations share: T is state and operand, 128 steps stand in the loop.
template <class T>
struct Basic {
  using State = T;
  using Operand = T;
  static constexpr int body = 128;
  static constexpr int chains = 8;
  static constexpr double results = 1.0;
  static constexpr int steps_in_a_row = 1;  // dependent results of a step
  static __device__ T start(unsigned thread, int chain) { return start_of<T>(thread, chain); }
  static __device__ bool is(T x, int value) { return x == static_cast<T>(value); }
};

}  // namespace gpumodel::calibrate

// An operation on a T x with the operands a and b: STEP changes x.
#define GPUMODEL_OPERATION(NAME, T, BODY, A, B, STEP)                               \
  struct NAME : Basic<T> {                                                          \
    static constexpr int body = BODY;                                               \
    static Operands<T> operands() {                                                 \
      return {A, B};                                                                \
    }                                                                               \
    static __device__ void step(T& x, [[maybe_unused]] T a, [[maybe_unused]] T b) { \
      STEP;                                                                         \
    }                                                                               \
  }
