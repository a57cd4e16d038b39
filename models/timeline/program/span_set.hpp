// Parts of buffers as spans of one scale, so that chunks of different sections compare.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gpumodel {

// From `begin` up to `end`, in 2^-40 parts of a buffer.
struct BufferSpan {
  std::int64_t begin = 0, end = whole;
  static constexpr std::int64_t whole = std::int64_t{1} << 40;

  bool overlaps(const BufferSpan& other) const { return begin < other.end && other.begin < end; }
  bool covers(const BufferSpan& other) const { return begin <= other.begin && other.end <= end; }
};

// A union of spans.
class SpanSet {
 public:
  void add(BufferSpan added) {
    std::vector<BufferSpan> kept;
    for (const BufferSpan& span : spans_) {
      if (span.end < added.begin || added.end < span.begin) {
        kept.push_back(span);
      } else {
        added = {std::min(added.begin, span.begin), std::max(added.end, span.end)};
      }
    }
    kept.push_back(added);
    spans_ = std::move(kept);
  }
  bool covers(const BufferSpan& asked) const {
    return std::ranges::any_of(spans_, [&](const BufferSpan& s) { return s.covers(asked); });
  }
  bool empty() const { return spans_.empty(); }
  // In parts of the buffer.
  std::int64_t size() const {
    std::int64_t total = 0;
    for (const BufferSpan& span : spans_) total += span.end - span.begin;
    return total;
  }
  void clear() { spans_.clear(); }

 private:
  std::vector<BufferSpan> spans_;
};

}  // namespace gpumodel
