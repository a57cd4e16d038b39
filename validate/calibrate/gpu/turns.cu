// What work waits for its turn where the work before it in its stream ran on another engine: copies
// to the device, kernels and copies to the host in turn, in one stream and in several at once.
#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr int most_streams = 8;
constexpr std::size_t short_copy = 16U << 10;  // engines are idle most of the time
constexpr std::size_t long_copy = 128U << 10;  // eight of them keep an engine at work
constexpr long long kernel_cycles = 40'000;    // about 20 us, for the same reason
constexpr long long queueing_cycles = 15'000;  // more than the host needs for a round of a stream

class Streams {
 public:
  Streams() : host_(2 * most_streams * long_copy), device_(2 * most_streams * long_copy) {
    for (cudaStream_t& stream : streams_) {
      check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    }
    for (cudaEvent_t& event : joins_) {
      check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
    for (cudaEvent_t& event : ends_) check(cudaEventCreate(&event));
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  void in(int stream, std::size_t bytes) const {
    check(cudaMemcpyAsync(device_.as<char>() + at(stream), on_host(stream), bytes,
                          cudaMemcpyHostToDevice, streams_[stream]));
  }
  void out(int stream, std::size_t bytes) const {
    const std::size_t other = at(stream + most_streams);
    check(cudaMemcpyAsync(on_host(stream + most_streams), device_.as<char>() + other, bytes,
                          cudaMemcpyDeviceToHost, streams_[stream]));
  }
  void kernel(int stream, long long cycles) const { keep_busy(cycles, streams_[stream]); }

  // Seconds on the device of each further round, in which each of the streams gets some `work`.
  Sample round(const Session& s, int count, const std::function<void(int)>& work) const {
    return slope(s.repeats(), 16, 64, [&](double rounds) { return seconds(count, rounds, work); });
  }

 private:
  static std::size_t at(int place) { return static_cast<std::size_t>(place) * long_copy; }
  char* on_host(int place) const { return static_cast<char*>(host_.get()) + at(place); }

  double seconds(int count, double rounds, const std::function<void(int)>& work) const {
    const auto all = static_cast<int>(rounds);
    keep_busy(queueing_cycles * all * count, streams_[0]);
    check(cudaEventRecord(ends_[0], streams_[0]));
    for (int i = 1; i < count; ++i) check(cudaStreamWaitEvent(streams_[i], ends_[0]));
    for (int r = 0; r < all; ++r) {
      for (int i = 0; i < count; ++i) work(i);
    }
    for (int i = 1; i < count; ++i) {
      check(cudaEventRecord(joins_[i], streams_[i]));
      check(cudaStreamWaitEvent(streams_[0], joins_[i]));
    }
    check(cudaEventRecord(ends_[1], streams_[0]));
    check(cudaDeviceSynchronize());
    return seconds_between(ends_[0], ends_[1]);
  }

  PinnedMemory host_;
  Buffer device_;
  cudaStream_t streams_[most_streams] = {};
  cudaEvent_t joins_[most_streams] = {};
  cudaEvent_t ends_[2] = {};
};

// What a round takes beyond its parts, each among its like in one stream.
Sample beyond(Sample round, std::initializer_list<Sample> parts) {
  const double whole = round.value;
  for (const Sample& part : parts) round.value -= part.value;
  if (round.value > 0.0) round.spread *= whole / round.value;
  return round;
}

void by_streams(Session& s) {
  const Streams streams;
  const auto in = [&](int i) { streams.in(i, short_copy); };
  const auto kernel = [&](int i) { streams.kernel(i, kernel_cycles); };
  const auto out = [&](int i) { streams.out(i, short_copy); };
  const Sample parts[] = {streams.round(s, 1, in), streams.round(s, 1, kernel),
                          streams.round(s, 1, out)};
  std::vector<double> x;
  std::vector<Sample> y;
  for (const int count : {1, 2, 3, 4, 6, most_streams}) {
    const Sample round = streams.round(s, count, [&](int i) {
      in(i);
      kernel(i);
      out(i);
    });
    x.push_back(count);
    y.push_back(scaled(beyond(round, {parts[0], parts[1], parts[2]}), 1.0 / 3.0));
  }
  s.curve("link.turn_by_streams", x, y,
          "16 KiB to the device, a kernel of one warp and 16 KiB back in turn, in each stream");
}

void of_engine(Session& s) {
  const Streams streams;
  const auto of = [&](const char* key, const std::function<void(int)>& copy, bool first) {
    const Sample alone = streams.round(s, 1, copy);
    const Sample all = streams.round(s, most_streams, [&](int i) {
      if (first) copy(i);
      streams.kernel(i, 0);
      if (!first) copy(i);
    });
    s.value(key, beyond(scaled(all, 1.0 / most_streams), {alone}),
            "each further copy of 128 KiB and empty kernel, in turn in eight streams");
  };
  of(
      "link.h2d_turn", [&](int i) { streams.in(i, long_copy); }, true);
  of(
      "link.d2h_turn", [&](int i) { streams.out(i, long_copy); }, false);
}

const Registered turns(
    {"turns-by-streams", 5.0, {{"link.turn_by_streams", "s", "1"}}, by_streams, 1, 5});
const Registered turns_of_engine(
    {"turns-of-engine", 5.0, {{"link.h2d_turn", "s"}, {"link.d2h_turn", "s"}}, of_engine, 1, 5});

}  // namespace
}  // namespace gpumodel::calibrate
