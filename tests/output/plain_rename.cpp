// A renameat2 that knows no flags, as on file systems that do not: loaded before the system's own.
#include <cerrno>

extern "C" int renameat2(int, const char*, int, const char*, unsigned) {
  errno = EINVAL;
  return -1;
}
