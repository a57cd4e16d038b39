// Peak arithmetic rate, P = units x lanes x 2 flop x clock: every lane of every unit finishes one
// fused multiply-add, which is two flop, in each cycle.
#pragma once

namespace gpumodel {

constexpr double peak_flop_rate(double units, double lanes, double clock_hz) {
  return units * lanes * 2.0 * clock_hz;
}

}  // namespace gpumodel
