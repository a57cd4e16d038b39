// Memory bandwidth of the processor: of one core, of all, and by footprint through the caches.
// Every thread works on memory that it has touched first.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "validate/calibrate/host/timing.hpp"
#include "validate/calibrate/host/topology.hpp"
#include "validate/calibrate/measurement.hpp"
#include "validate/runner/host_facts.hpp"

namespace gpumodel::calibrate {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;

// Beyond all caches, within a third of the memory that is free.
double large_bytes() {
  const double caches = topology().llc_bytes.value_or(64 * mebibyte);
  const double wanted = std::clamp(8.0 * caches, 512 * mebibyte, 4096 * mebibyte);
  return std::min(wanted, static_cast<double>(free_host_bytes()) / 3.0);
}

class Arrays {
 public:
  Arrays(double bytes, int threads)
      : threads_(threads),
        count_(static_cast<long>(bytes / 2 / sizeof(double)) / threads * threads),
        from_(pages(count_)),
        to_(pages(count_)) {
    for_each_share([](double* from, double* to, long n) {
      std::fill_n(from, n, 1.0);
      std::fill_n(to, n, 2.0);
    });
  }

  // Bytes of both arrays.
  double bytes() const { return 2.0 * sizeof(double) * static_cast<double>(count_); }
  int threads() const { return threads_; }

  // Each thread with its share.
  template <class F>
  void for_each_share(F&& work) {
    const long share = count_ / threads_;
#pragma omp parallel for num_threads(threads_) schedule(static, 1)
    for (int t = 0; t < threads_; ++t) {
      work(from_.get() + t * share, to_.get() + t * share, share);
    }
  }

 private:
  struct Free {
    void operator()(double* memory) const { std::free(memory); }
  };
  using Pages = std::unique_ptr<double[], Free>;

  // From the start of a page, as programs have them: were `to` a few bytes further into its page
  // than `from`, loads would wait for the stores before them, whose addresses look the same.
  static Pages pages(long count) {
    constexpr std::size_t page = 4096;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(double);
    Pages memory(static_cast<double*>(std::aligned_alloc(page, (bytes / page + 1) * page)));
    if (!memory) throw MeasurementError("not enough host memory");
    return memory;
  }

  int threads_;
  long count_;
  Pages from_, to_;
};

// A factor that the compiler does not know: a plain copy would become a call with other stores.
volatile double factor = 1.0;
volatile double sink;

void scale(const double* from, double* to, long n) {
  const double s = factor;
  for (long i = 0; i < n; ++i) to[i] = s * from[i];
}

void write(double* to, long n) {
  const double s = factor;
  for (long i = 0; i < n; ++i) to[i] = s;
  asm volatile("" ::"r"(to) : "memory");
}

void read(const double* from, long n) {
  double sum[8] = {};
  for (long i = 0; i + 8 <= n; i += 8) {
    for (int k = 0; k < 8; ++k) sum[k] += from[i + k];
  }
  for (const double part : sum) {
    if (part == -1.0) sink = part;
  }
}

// Bytes per second of passes over all shares.
template <class F>
Sample bandwidth(const Session& s, Arrays& arrays, double bytes_per_pass, F&& work) {
  const auto run = [&](double passes) {
    return host_seconds([&] {
      arrays.for_each_share([&](double* from, double* to, long n) {
        for (long pass = 0; pass < static_cast<long>(passes); ++pass) work(from, to, n);
      });
    });
  };
  run(1);
  const double one = std::max(1e-7, run(4) / 4);
  const double passes = std::max(1.0, std::floor((s.quick() ? 0.01 : 0.03) / one));
  const auto quiet = [&](double n) { return quietest([&] { return run(n); }); };
  return inverse(slope(s.repeats(), passes, 3 * passes, quiet), bytes_per_pass);
}

Sample copy_bandwidth(const Session& s, double bytes, int threads) {
  Arrays arrays(bytes, threads);
  return bandwidth(s, arrays, arrays.bytes(), scale);
}

void measure(Session& s) {
  const int cores = topology().cores;
  Arrays arrays(large_bytes(), cores);
  const double half = arrays.bytes() / 2;
  const std::string by = std::to_string(cores) + " cores, ";
  s.value("memory.copy_bandwidth", bandwidth(s, arrays, arrays.bytes(), scale),
          by + "a[i] = s * b[i], ordinary stores; bytes read and written");
  s.value("memory.read_bandwidth",
          bandwidth(s, arrays, half, [](double* from, double*, long n) { read(from, n); }),
          by + "a sum");
  s.value("memory.write_bandwidth",
          bandwidth(s, arrays, half, [](double*, double* to, long n) { write(to, n); }),
          by + "ordinary stores");
  s.value("core.copy_bandwidth", copy_bandwidth(s, large_bytes() / 2, 1),
          "one core, a[i] = s * b[i], ordinary stores; bytes read and written");
}

void copy_curve(Session& s, const std::string& key, int threads, double most) {
  std::vector<double> x;
  std::vector<Sample> y;
  for (double bytes = 16.0 * 1024 * threads; bytes <= most; bytes *= 2) {
    x.push_back(bytes);
    y.push_back(copy_bandwidth(s, bytes, threads));
  }
  const std::string by = threads == 1 ? "one core" : std::to_string(threads) + " cores";
  s.curve(key, x, y, by + ", a[i] = s * b[i], bytes of both arrays");
}

void by_footprint(Session& s) {
  copy_curve(s, "memory.copy_curve", topology().cores, large_bytes());
}
void by_footprint_of_core(Session& s) {
  copy_curve(s, "core.copy_curve", 1, large_bytes() / 2);
}

const Registered memory({"memory",
                         6.0,
                         {{"memory.copy_bandwidth", "B/s"},
                          {"memory.read_bandwidth", "B/s"},
                          {"memory.write_bandwidth", "B/s"},
                          {"core.copy_bandwidth", "B/s"}},
                         measure});
const Registered footprint(
    {"memory-by-footprint", 60.0, {{"memory.copy_curve", "B/s", "B"}}, by_footprint});
const Registered footprint_of_core(
    {"core-by-footprint", 55.0, {{"core.copy_curve", "B/s", "B"}}, by_footprint_of_core});

}  // namespace
}  // namespace gpumodel::calibrate
