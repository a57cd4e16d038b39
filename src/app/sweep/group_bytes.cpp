#include "src/app/sweep/group_bytes.hpp"

#include <cstring>
#include <mutex>
#include <set>
#include <type_traits>

namespace gpumodel {
namespace {

class ByteWriter {
 public:
  template <class T>
  void plain(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view text) {
    plain(text.size());
    bytes_ += text;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  T plain() {
    T value;
    std::memcpy(static_cast<void*>(&value), next(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(next(plain<std::size_t>())); }

 private:
  std::string_view next(std::size_t count) {
    const std::string_view part = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return part;
  }
  std::string_view bytes_;
};

// Points refer to the names of terms, which are few.
std::string_view kept(std::string name) {
  static std::mutex guard;
  static std::set<std::string, std::less<>> names;
  const std::scoped_lock lock(guard);
  return *names.insert(std::move(name)).first;
}

}  // namespace

std::string bytes_of(const SweepGroup& group) {
  ByteWriter to;
  to.plain(group.points.size());
  for (const SweepPoint& point : group.points) {
    to.plain(point.combination);
    to.plain(point.device);
    to.plain(point.values.size());
    for (const Number& value : point.values) to.plain(value);
    to.plain(point.time.has_value());
    if (point.time) to.plain(*point.time);
    to.text(point.bound);
    to.plain(point.fits);
    to.plain(point.work);
    to.text(point.reason);
  }
  to.plain(group.texts.size());
  for (const std::string& text : group.texts) to.text(text);
  return to.take();
}

SweepGroup group_of(std::string_view bytes) {
  ByteReader from(bytes);
  SweepGroup group;
  group.points.resize(from.plain<std::size_t>());
  for (SweepPoint& point : group.points) {
    point.combination = from.plain<std::uint64_t>();
    point.device = from.plain<std::size_t>();
    point.values.resize(from.plain<std::size_t>());
    for (Number& value : point.values) value = from.plain<Number>();
    if (from.plain<bool>()) point.time = from.plain<Estimate<Seconds>>();
    point.bound = kept(from.text());
    point.fits = from.plain<bool>();
    point.work = from.plain<WorkDone>();
    point.reason = from.text();
  }
  group.texts.resize(from.plain<std::size_t>());
  for (std::string& text : group.texts) text = from.text();
  return group;
}

}  // namespace gpumodel
