// The four kinds of atomic: a histogram (update), a list without gaps (capture), and a flag that
// many may set and look at (write, read).
#include <algorithm>

#include "validate/openacc/idiom.hpp"

static void histogram(int n, const int* a, int bins, int* h) {
#pragma acc parallel loop copyin(a[0 : n]) copy(h[0 : bins])
  for (int i = 0; i < n; ++i) {
#pragma acc atomic update
    h[a[i]] += 1;
  }
}

// Numbers below `limit`, in any order; how many.
static int keep_below(int limit, int n, const int* a, int* kept) {
  int count = 0;
#pragma acc parallel loop copyin(a[0 : n]) copyout(kept[0 : n]) copy(count)
  for (int i = 0; i < n; ++i) {
    if (a[i] >= limit) continue;
    int place = 0;
#pragma acc atomic capture
    place = count++;
    kept[place] = a[i];
  }
  return count;
}

static bool contains(int wanted, int n, const int* a) {
  int found = 0;
#pragma acc parallel loop copyin(a[0 : n]) copy(found)
  for (int i = 0; i < n; ++i) {
    int already = 0;
#pragma acc atomic read
    already = found;
    if (already != 0 || a[i] != wanted) continue;
#pragma acc atomic write
    found = 1;
  }
  return found != 0;
}

GPUMODEL_IDIOM("atomic", nothing) {
  constexpr int n = 6400, bins = 64;
  std::vector<int> a(n), h(bins), kept(n, -1);
  for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(i)] = i * 37 % bins;
  histogram(n, a.data(), bins, h.data());
  gpumodel::expect_all(h, [](std::size_t) { return n / bins; });
  const int count = keep_below(3, n, a.data(), kept.data());
  gpumodel::expect(count == 3 * n / bins, std::to_string(count) + " numbers are kept");
  kept.resize(static_cast<std::size_t>(count));
  std::ranges::sort(kept);
  gpumodel::expect_all(kept, [](std::size_t i) { return i / (n / bins); });
  gpumodel::expect(contains(63, n, a.data()), "63 is not found");
  gpumodel::expect(!contains(64, n, a.data()), "64 is found");
}
