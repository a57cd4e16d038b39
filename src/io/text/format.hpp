// The only place that picks prefixes and digits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "models/core/estimate.hpp"
#include "models/core/units.hpp"
#include "models/hardware/compute_capability.hpp"

namespace gpumodel {

// "2.857 us", "102.0 us": four significant digits, the prefix that leaves one to three digits
// before the point.
std::string format_time(Seconds time);
// "155.714 us": three decimals, for times that follow from exact numbers.
std::string format_exact_time(Seconds time);
// Digits by the interval, two to four of them: "230 us" of 209 to 254; an exact time where it has
// none.
std::string format_estimate(const Estimate<Seconds>& time);
// A part of a time, or another answer with the same uncertainty: as many digits as the time has,
// but three at least, since such times are compared.
std::string format_beside(Seconds part, const Estimate<Seconds>& time);
// "230 us  (209 ... 254 us)": all in one prefix; the time alone where it is exact.
std::string format_estimate_and_interval(const Estimate<Seconds>& time);
// "840 GB/s", "1.6 MB", "1.53 GHz", "80": at most four significant digits, decimal prefixes.
std::string format_quantity(double si, Dim dim);
// The same of a number that a file states: six digits, no more than there are.
std::string format_stated(double si, Dim dim);
// "6 MiB" where the bytes are a whole number of KiB or MiB, else as format_quantity.
std::string format_capacity(Bytes bytes);
std::string counted(std::size_t n, const std::string& what);  // "1 file", "2 files"
// "Tesla V100-SXM2-16GB (compute capability 7.0)"; only the latter where no device was named.
std::string device_and_capability(const std::string& device, ComputeCapability capability);
// Behind an answer whose device nobody named.
inline constexpr std::string_view default_device_mark = "  [default: v100]";
std::string format_percent(double fraction);  // "97 %", "0.4 %"
std::string format_tenths(double fraction);   // "56.3 %", halves rounded up as people do
std::string format_error(double fraction);    // "-1.3 %", "+61 %": signed, two digits or more
// Shared memory: "8 KiB", "4000 B", "0 B".
std::string format_shared(std::int64_t bytes);
std::string format_ratio(double ratio);  // "1.0138"
// The unit's name in machine-readable documents: "B/s", "s", "FLOP/s", "1".
std::string unit_name(Dim dim);

}  // namespace gpumodel
