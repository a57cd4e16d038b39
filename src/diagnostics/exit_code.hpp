// How the program ends; the JSON of `validate` says it, too.
#pragma once

namespace gpumodel::exit_code {

inline constexpr int done = 0;
inline constexpr int check_failed = 1;
inline constexpr int usage = 2;
inline constexpr int bad_input = 3;
inline constexpr int no_device = 4;
inline constexpr int counters_denied = 5;
inline constexpr int inconclusive = 6;
inline constexpr int internal = 70;
inline constexpr int interrupted = 130;  // by Ctrl-C, as shells report it

}  // namespace gpumodel::exit_code
