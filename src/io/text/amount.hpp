// Counts, memory sizes and ranges of them, as given on a command line.
//
//   8192   64Ki   2^13          counts
//   8K   8KiB   8kB   8192      sizes: a bare K or M means KiB, MiB (as on the exercise sheet),
//                               kB and MB are decimal
//   32..1024:32   64,128,256    ranges with a step (1 if none is given), and lists
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

enum class AmountKind { count, bytes };

// The values an option asks for, ascending as written; one for a single amount. At most 100,000.
// Throws InputError that names `option`: not a number, a fraction of a byte, negative, an empty or
// endless range.
std::vector<std::int64_t> parse_amounts(std::string_view option, std::string_view text,
                                        AmountKind kind);

}  // namespace gpumodel
