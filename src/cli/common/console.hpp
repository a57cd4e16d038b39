// Where a command talks to: results go to `out`, everything else to `err`.
#pragma once

#include <iosfwd>
#include <string>

namespace gpumodel {

struct Console {
  std::ostream& out;
  std::ostream& err;
  bool out_color = false;
  bool err_color = false;
  double work = 1.0;  // --work-limit: see models/core/work_limit.hpp
};

// A line beside the results: "note: ...".
void tell(Console& console, const std::string& text);

// Exit codes of the program; part of its contract.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int check_failed = 1;
inline constexpr int usage = 2;
inline constexpr int bad_input = 3;
inline constexpr int no_device = 4;
inline constexpr int counters_denied = 5;
inline constexpr int inconclusive = 6;
inline constexpr int internal = 70;
inline constexpr int interrupted = 130;  // by Ctrl-C, as shells report it
}  // namespace exit_code

}  // namespace gpumodel
