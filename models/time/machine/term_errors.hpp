// How far the equation of a term can be from the truth where its inputs are right, as a factor:
// four of five residuals on kernels that repeat a calibration (copy, read, fill, multiply-add
// chains, bank strides, gather) on an H200, in sizes and shapes that calibration does not have; of
// DRAM the mixtures between those calibrated, of L2 its calibrated curves of bandwidth over bytes
// in flight. docs/models.md has the residuals. Part of every interval, beside what the numbers of
// the device leave open and how parts combine (models/core/term.cpp).
#pragma once

#include "models/core/estimate.hpp"

namespace gpumodel::term_error {

inline constexpr double launch = 1.07;
inline constexpr double dispatch = 1.03;
inline constexpr double latency = 1.05;
inline constexpr double execution = 1.09;
inline constexpr double l1 = 1.07;
inline constexpr double l2 = 1.065;
inline constexpr double dram = 1.01;
inline constexpr double scattered = 1.12;
inline constexpr double atomics = 1.10;  // no such kernel: as execution
// Single loops give 0.43 to 0.88 us for the 0.7 us of a batch.
inline constexpr double behind_writes = 1.4;
// Its runtime takes 55 to 77 us by what it manages, and an empty region that is measured 55.
inline constexpr double openacc_launch = 77.0 / 55.0;
// Code of an OpenACC compiler is put together from what it adds around a loop. Its instructions
// are known as well as the estimates of nvcc's, counted within 14 % for four of five kernels. An
// added one is taken to cost 2.5 cycles of its warp, between 1.4 where all issue side by side and
// 4.5 where each waits for the one before, a factor of 1.8; they are about half of the wait.
inline constexpr double openacc_instructions = 1.14;
inline constexpr double openacc_latency = 1.4;

constexpr Estimate<Seconds> widened(Estimate<Seconds> time, double factor) {
  return {time.value, time.low / factor, factor * time.high};
}

}  // namespace gpumodel::term_error
