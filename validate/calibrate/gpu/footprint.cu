// Bandwidth by footprint: the same data again and again inside one kernel, past L1. What fits in
// the L2 shows the L2, what does not shows DRAM, and the soft edge lies between.
#include <algorithm>
#include <cmath>

#include "validate/calibrate/gpu/streams.cuh"

namespace gpumodel::calibrate {
namespace {

enum class Move { read, write, copy };

constexpr int block_threads = 512;
constexpr int blocks_per_sm = 3;
constexpr int independent = 4;

// A tile is what one warp moves at a time. Warps take tiles round robin, in a circle: where there
// are fewer tiles than warps, several passes are under way at once.
template <class T, Move M>
__global__ void __launch_bounds__(block_threads, blocks_per_sm)
    sweep(const T* from, T* to, unsigned tiles, unsigned total, unsigned* never) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned warps = gridDim.x * blockDim.x / 32;
  const unsigned lane = threadIdx.x % 32, step = warps % tiles;
  unsigned tile = warp % tiles, sum = 0;
  for (unsigned k = warp; k < total; k += warps) {
    const unsigned long long first = 32ULL * independent * tile + lane;
    T v[independent];
#pragma unroll
    for (int i = 0; i < independent; ++i) {
      v[i] = M == Move::write ? filled<T>(k) : load_l2(from + first + i * 32);
    }
#pragma unroll
    for (int i = 0; i < independent; ++i) {
      if constexpr (M == Move::read) {
        sum |= folded(v[i]);
      } else {
        to[first + i * 32] = v[i];
      }
    }
    tile += step;
    if (tile >= tiles) tile -= tiles;
  }
  if (sum == 0x12345678) *never = sum;
}

// Both arrays of a copy count.
template <class T, Move M>
Sample bandwidth(const Session& s, const Buffer& buffer, double footprint) {
  constexpr double tile_bytes = sizeof(T) * 32.0 * independent;
  const double tiles = std::floor((M == Move::copy ? footprint / 2 : footprint) / tile_bytes);
  const T* const from = buffer.as<T>();
  T* const to =
      buffer.as<T>() + (M == Move::copy ? static_cast<std::size_t>(tiles) * 32 * independent : 0);
  Answers<unsigned> never(1);
  const auto run = [&](double total) {
    return event_seconds([&] {
      sweep<T, M><<<s.device().sms * blocks_per_sm, block_threads>>>(
          from, to, static_cast<unsigned>(tiles), static_cast<unsigned>(total), never.device());
    });
  };
  const double moved_per_tile = tile_bytes * (M == Move::copy ? 2.0 : 1.0);
  const double least = (s.quick() ? 0.25 : 0.5) * GiB / moved_per_tile;
  const double total = tiles * std::ceil(least / tiles);
  return inverse(slope(s.repeats() - 2, total, 3 * total, run), moved_per_tile);
}

struct Curve {
  std::vector<double> x;
  std::vector<Sample> y;
};

template <class T, Move M>
Curve curve(const Session& s, const Buffer& buffer) {
  Curve curve;
  for (const double mib :
       {0.5,  1.0,  2.0,  4.0,  8.0,  16.0, 24.0,  32.0,  36.0,  40.0,  44.0,   48.0,  52.0,
        56.0, 60.0, 64.0, 72.0, 80.0, 96.0, 128.0, 192.0, 256.0, 512.0, 1024.0, 4096.0}) {
    if (mib * MiB > static_cast<double>(buffer.bytes())) break;
    curve.x.push_back(mib * MiB);
    curve.y.push_back(bandwidth<T, M>(s, buffer, mib * MiB));
  }
  return curve;
}

// The plateau of what surely lies in the L2.
Sample plateau(const Session& s, const Curve& curve) {
  std::vector<double> inside;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (curve.x[i] >= s.device().l2_bytes / 16 && curve.x[i] <= s.device().l2_bytes / 3) {
      inside.push_back(curve.y[i].value);
    }
  }
  return sample_of(inside);
}

// Where the curve is half way down from its plateau to its end.
double edge(double top, const Curve& curve) {
  const double half = 0.5 * (top + curve.y.back().value);
  std::size_t i = curve.y.size() - 1;
  while (i > 0 && curve.y[i - 1].value < half) --i;
  if (i == 0) return curve.x.front();
  const double share = (curve.y[i - 1].value - half) / (curve.y[i - 1].value - curve.y[i].value);
  return std::lerp(curve.x[i - 1], curve.x[i], std::clamp(share, 0.0, 1.0));
}

constexpr const char* how = "repeated passes of one kernel, past L1; 4 independent accesses of ";

void reads(Session& s) {
  const Buffer buffer(affordable(4 * GiB));
  const Curve wide = curve<uint4, Move::read>(s, buffer);
  s.curve("l2.read_curve", wide.x, wide.y, std::string(how) + "16 bytes per thread");
  const Sample top = plateau(s, wide);
  s.value("l2.read_bandwidth", top, "plateau of l2.read_curve, 1/16 to 1/3 of the L2");
  s.value("l2.effective_capacity", {edge(top.value, wide), 0.03, 1},
          "where l2.read_curve is half way down to DRAM");
}

void narrow_reads(Session& s) {
  const Buffer buffer(affordable(1 * GiB));
  const Curve narrow = curve<unsigned, Move::read>(s, buffer);
  s.curve("l2.read_curve_4b", narrow.x, narrow.y, std::string(how) + "4 bytes per thread");
  const Curve pairs = curve<uint2, Move::read>(s, buffer);
  s.curve("l2.read_curve_8b", pairs.x, pairs.y, std::string(how) + "8 bytes per thread");
}

void writes(Session& s) {
  const Buffer buffer(affordable(4 * GiB));
  const Curve wide = curve<uint4, Move::write>(s, buffer);
  s.curve("l2.write_curve", wide.x, wide.y, std::string(how) + "16 bytes per thread");
  s.value("l2.write_bandwidth", plateau(s, wide),
          "plateau of l2.write_curve, 1/16 to 1/3 of the L2");
  const Buffer small(affordable(1 * GiB));
  const Curve narrow = curve<unsigned, Move::write>(s, small);
  s.curve("l2.write_curve_4b", narrow.x, narrow.y, std::string(how) + "4 bytes per thread");
}

void copies(Session& s) {
  const Buffer buffer(affordable(4 * GiB));
  const Curve wide = curve<uint4, Move::copy>(s, buffer);
  s.curve("l2.copy_curve", wide.x, wide.y,
          std::string(how) + "16 bytes per thread; bytes of both arrays");
  const Buffer small(affordable(1 * GiB));
  const Curve narrow = curve<unsigned, Move::copy>(s, small);
  s.curve("l2.copy_curve_4b", narrow.x, narrow.y,
          std::string(how) + "4 bytes per thread; bytes of both arrays");
}

const Registered read(
    {"read-by-footprint",
     2.0,
     {{"l2.read_curve", "B/s", "B"}, {"l2.read_bandwidth", "B/s"}, {"l2.effective_capacity", "B"}},
     reads});
const Registered narrow_read({"narrow-read-by-footprint",
                              3.0,
                              {{"l2.read_curve_4b", "B/s", "B"}, {"l2.read_curve_8b", "B/s", "B"}},
                              narrow_reads});
const Registered write({"write-by-footprint",
                        4.0,
                        {{"l2.write_curve", "B/s", "B"},
                         {"l2.write_bandwidth", "B/s"},
                         {"l2.write_curve_4b", "B/s", "B"}},
                        writes});
const Registered copy({"copy-by-footprint",
                       4.0,
                       {{"l2.copy_curve", "B/s", "B"}, {"l2.copy_curve_4b", "B/s", "B"}},
                       copies});

}  // namespace
}  // namespace gpumodel::calibrate
