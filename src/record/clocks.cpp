// With --warp the host's clocks say what the model says. They stand before those of the C library,
// which other libraries then use as well.
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include <cmath>

#include "src/record/channel.hpp"

namespace gpumodel::record {
namespace {

thread_local bool inside = false;  // the runtime itself

timespec real(clockid_t clock) {
  timespec now{};
  syscall(SYS_clock_gettime, clock, &now);
  return now;
}

timespec plus(timespec start, double seconds) {
  const double whole = std::floor(seconds);
  start.tv_sec += static_cast<time_t>(whole);
  start.tv_nsec += static_cast<long>((seconds - whole) * 1e9);
  if (start.tv_nsec >= 1000000000L) {
    start.tv_nsec -= 1000000000L;
    ++start.tv_sec;
  }
  return start;
}

timespec told(clockid_t clock) {
  static const timespec wall = real(CLOCK_REALTIME), steady = real(CLOCK_MONOTONIC);
  if (inside || !Setup::get().warp) return real(clock);
  inside = true;
  const double seconds = predicted_seconds();
  inside = false;
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
      return plus(wall, seconds);
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
      return plus(steady, seconds);
    default:  // of processors: the host is busy all the time, as one that waits spinning is
      return plus({}, seconds);
  }
}

}  // namespace
}  // namespace gpumodel::record

using namespace gpumodel::record;

extern "C" {
int clock_gettime(clockid_t clock, timespec* now) noexcept {
  *now = told(clock);
  return 0;
}
int gettimeofday(timeval* now, void*) noexcept {
  const timespec at = told(CLOCK_REALTIME);
  *now = {at.tv_sec, at.tv_nsec / 1000};
  return 0;
}
time_t time(time_t* now) noexcept {
  const time_t at = told(CLOCK_REALTIME).tv_sec;
  if (now != nullptr) *now = at;
  return at;
}
clock_t clock() noexcept {
  const timespec at = told(CLOCK_PROCESS_CPUTIME_ID);
  return at.tv_sec * CLOCKS_PER_SEC + at.tv_nsec / (1000000000L / CLOCKS_PER_SEC);
}
}
