// Copies between host and device: pinned and pageable, one way and both at once, large and small.
#include <sys/mman.h>

#include <chrono>
#include <cstring>
#include <functional>

#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_{};
};

constexpr std::size_t large = 256U << 20;

struct Way {
  cudaMemcpyKind kind;
  const char* name;  // "h2d"
};
constexpr Way ways[] = {{cudaMemcpyHostToDevice, "h2d"}, {cudaMemcpyDeviceToHost, "d2h"}};

void copy(Way way, void* host, const Buffer& device, double bytes) {
  const bool to_device = way.kind == cudaMemcpyHostToDevice;
  check(cudaMemcpyAsync(to_device ? device.as<void>() : host, to_device ? host : device.as<void>(),
                        static_cast<std::size_t>(bytes), way.kind));
}

enum class Until { returned, arrived };

double host_seconds(Way way, void* host, const Buffer& device, std::size_t bytes,
                    Until until = Until::returned) {
  const bool to_device = way.kind == cudaMemcpyHostToDevice;
  check(cudaDeviceSynchronize());  // small copies come back before they have arrived
  const auto start = std::chrono::steady_clock::now();
  check(cudaMemcpy(to_device ? device.as<void>() : host, to_device ? host : device.as<void>(),
                   bytes, way.kind));
  if (until == Until::arrived) check(cudaDeviceSynchronize());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void pinned(Session& s) {
  const PinnedMemory host(large);
  const Buffer device(large);
  const int repeats = s.quick() ? 21 : 51;
  for (const Way way : ways) {
    const std::string prefix = std::string("link.") + way.name;
    const Sample per_byte = slope(s.repeats(), large / 4, large, [&](double bytes) {
      return event_seconds([&] { copy(way, host.get(), device, bytes); });
    });
    s.value(prefix + "_sustained", inverse(per_byte, 1.0), "pinned, 64 to 256 MiB, events");
    s.value(
        prefix + "_latency",
        repeated(repeats, [&] { return event_seconds([&] { copy(way, host.get(), device, 8); }); }),
        "pinned, 8 bytes, between two events");
    s.value(prefix + "_host_latency",
            repeated(repeats, [&] { return host_seconds(way, host.get(), device, 8); }),
            "pinned, 8 bytes, a blocking copy seen from the host");
    s.curve_by_size(
        prefix + "_host_by_size", large,
        [&](std::size_t bytes) {
          return repeated(3 * s.repeats(),
                          [&] { return host_seconds(way, host.get(), device, bytes); });
        },
        "pinned, one blocking copy, seen from the host");
  }
}

// Seconds from the start of both copies to the end of each, as bytes per second. The directions
// take turns to be issued first, and the same amount is under way until the end of the first.
void both_ways(Session& s) {
  const PinnedMemory in(large), out(large);
  const Buffer device_in(large), device_out(large);
  const Stream streams[2];
  cudaEvent_t start, end[2];
  check(cudaEventCreate(&start));
  for (cudaEvent_t& event : end) check(cudaEventCreate(&event));
  std::vector<double> seconds[2];
  for (int i = -1; i < s.repeats(); ++i) {
    check(cudaEventRecord(start, streams[0].get()));
    check(cudaStreamWaitEvent(streams[1].get(), start));
    for (int k = 0; k < 2; ++k) {
      const int w = (i + k) & 1;
      check(w == 0 ? cudaMemcpyAsync(device_in.as<void>(), in.get(), large, ways[0].kind,
                                     streams[0].get())
                   : cudaMemcpyAsync(out.get(), device_out.as<void>(), large, ways[1].kind,
                                     streams[1].get()));
      check(cudaEventRecord(end[w], streams[w].get()));
    }
    check(cudaDeviceSynchronize());
    for (int w = 0; w < 2; ++w) {
      const double each = seconds_between(start, end[w]);
      if (i >= 0) seconds[w].push_back(each);
    }
  }
  for (int w = 0; w < 2; ++w) {
    s.value(std::string("link.") + ways[w].name + "_bidirectional",
            inverse(sample_of(seconds[w]), static_cast<double>(large)),
            "pinned, 256 MiB each way at once, events");
  }
}

class PageableMemory {
 public:
  explicit PageableMemory(std::size_t bytes)
      : bytes_(bytes),
        memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) throw MeasurementError("not enough host memory");
    std::memset(memory_, 1, bytes);
  }
  ~PageableMemory() { munmap(memory_, bytes_); }
  PageableMemory(const PageableMemory&) = delete;
  PageableMemory& operator=(const PageableMemory&) = delete;
  void* get() const { return memory_; }

 private:
  std::size_t bytes_;
  void* memory_;
};

void pageable(Session& s) {
  const PageableMemory host(large);
  const Buffer device(large);
  for (const Way way : ways) {
    const std::string prefix = std::string("link.") + way.name;
    const Sample per_byte = slope(s.repeats(), large / 4, large, [&](double bytes) {
      return host_seconds(way, host.get(), device, static_cast<std::size_t>(bytes));
    });
    s.value(prefix + "_pageable", inverse(per_byte, 1.0),
            "pageable memory, 64 to 256 MiB, seen from the host");
    s.value(prefix + "_pageable_latency",
            repeated(s.quick() ? 21 : 51, [&] { return host_seconds(way, host.get(), device, 8); }),
            "pageable memory, 8 bytes, seen from the host");
  }
}

// The driver moves small blocks at once and large ones in pieces: no line through two points. What
// goes to the device is under way for a while after the host has come back; and the driver stores
// what comes from there past the caches, so that it is slow to read again.
void pageable_by_size(Session& s) {
  constexpr std::size_t most = 2 * large;
  const PageableMemory host(most);
  const Buffer device(most);
  const Way in = ways[0], out = ways[1];
  struct {
    const char* key;
    const char* note;
    std::function<double(std::size_t)> seconds;
  } const curves[] = {
      {"link.h2d_pageable_by_size", "pageable memory, one copy, seen from the host",
       [&](std::size_t bytes) { return host_seconds(in, host.get(), device, bytes); }},
      {"link.d2h_pageable_by_size", "pageable memory, one copy, seen from the host",
       [&](std::size_t bytes) { return host_seconds(out, host.get(), device, bytes); }},
      {"link.h2d_pageable_end_by_size", "pageable memory, one copy, until it has arrived",
       [&](std::size_t bytes) {
         return host_seconds(in, host.get(), device, bytes, Until::arrived);
       }},
      {"link.h2d_pageable_again_by_size",
       "pageable memory that the copy before brought from the device, until it has arrived",
       [&](std::size_t bytes) {
         host_seconds(out, host.get(), device, bytes);
         return host_seconds(in, host.get(), device, bytes, Until::arrived);
       }}};
  for (const auto& curve : curves) {
    s.curve_by_size(
        curve.key, most,
        [&](std::size_t bytes) {
          return repeated(3 * s.repeats(), [&] { return curve.seconds(bytes); });
        },
        curve.note);
  }
}

const Registered pinned_copies({"link-pinned",
                                10.0,
                                {{"link.h2d_sustained", "B/s"},
                                 {"link.h2d_latency", "s"},
                                 {"link.h2d_host_latency", "s"},
                                 {"link.h2d_host_by_size", "B/s", "B"},
                                 {"link.d2h_host_by_size", "B/s", "B"},
                                 {"link.d2h_sustained", "B/s"},
                                 {"link.d2h_latency", "s"},
                                 {"link.d2h_host_latency", "s"}},
                                pinned,
                                1,
                                5});
const Registered both_directions({"link-both-ways",
                                  2.0,
                                  {{"link.h2d_bidirectional", "B/s"},
                                   {"link.d2h_bidirectional", "B/s"}},
                                  both_ways});
const Registered pageable_copies({"link-pageable",
                                  9.0,
                                  {{"link.h2d_pageable", "B/s"},
                                   {"link.h2d_pageable_latency", "s"},
                                   {"link.d2h_pageable", "B/s"},
                                   {"link.d2h_pageable_latency", "s"}},
                                  pageable,
                                  1,
                                  3});
const Registered pageable_sizes({"link-pageable-sizes",
                                 24.0,
                                 {{"link.h2d_pageable_by_size", "B/s", "B"},
                                  {"link.d2h_pageable_by_size", "B/s", "B"},
                                  {"link.h2d_pageable_end_by_size", "B/s", "B"},
                                  {"link.h2d_pageable_again_by_size", "B/s", "B"}},
                                 pageable_by_size,
                                 1,
                                 3});

}  // namespace
}  // namespace gpumodel::calibrate
