// Thrust: vectors and pointers are there, and their copies are those of the runtime; algorithms are
// calls of a library, whose results nobody knows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "__gpumodel_library.h"

#define THRUST_VERSION 200000
#define THRUST_MAJOR_VERSION 2
#define __GM_THRUST_BOTH __attribute__((host)) __attribute__((device))

namespace thrust {

// Where an algorithm runs, which is a device unless it is said otherwise.
struct device_execution_policy {
  device_execution_policy on(cudaStream_t) const { return {}; }
  template <class Allocator> device_execution_policy operator()(Allocator&&) const { return {}; }
};
struct host_execution_policy {};
namespace cuda {
static const device_execution_policy par{};
}
static const device_execution_policy device{}, seq_device{};
static const host_execution_policy host{}, seq{};

template <class T> struct plus { __GM_THRUST_BOTH T operator()(const T& a, const T& b) const { return a + b; } };
template <class T> struct minus { __GM_THRUST_BOTH T operator()(const T& a, const T& b) const { return a - b; } };
template <class T> struct multiplies { __GM_THRUST_BOTH T operator()(const T& a, const T& b) const { return a * b; } };
template <class T> struct divides { __GM_THRUST_BOTH T operator()(const T& a, const T& b) const { return a / b; } };
template <class T> struct minimum { __GM_THRUST_BOTH T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
template <class T> struct maximum { __GM_THRUST_BOTH T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
template <class T> struct less { __GM_THRUST_BOTH bool operator()(const T& a, const T& b) const { return a < b; } };
template <class T> struct greater { __GM_THRUST_BOTH bool operator()(const T& a, const T& b) const { return b < a; } };
template <class T> struct equal_to { __GM_THRUST_BOTH bool operator()(const T& a, const T& b) const { return a == b; } };
template <class T> struct not_equal_to { __GM_THRUST_BOTH bool operator()(const T& a, const T& b) const { return !(a == b); } };
template <class T> struct logical_and { __GM_THRUST_BOTH bool operator()(const T& a, const T& b) const { return a && b; } };
template <class T> struct logical_or { __GM_THRUST_BOTH bool operator()(const T& a, const T& b) const { return a || b; } };
template <class T> struct identity { __GM_THRUST_BOTH const T& operator()(const T& a) const { return a; } };
template <class T> struct negate { __GM_THRUST_BOTH T operator()(const T& a) const { return -a; } };
template <class T> struct square { __GM_THRUST_BOTH T operator()(const T& a) const { return a * a; } };
using std::make_pair;
using std::get;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;

template <class T> class device_ptr;

// An element of the device: the host reads it by a copy.
template <class T>
class device_reference {
 public:
  explicit device_reference(T* at) : at_(at) {}
  operator T() const {
    T value{};
    cudaMemcpy(&value, at_, sizeof(T), cudaMemcpyDeviceToHost);
    return value;
  }
  device_reference& operator=(const T& value) {
    cudaMemcpy(at_, &value, sizeof(T), cudaMemcpyHostToDevice);
    return *this;
  }
  device_reference& operator=(const device_reference& other) {
    return *this = static_cast<T>(other);
  }
  template <class U> device_reference& operator+=(const U& by) { return *this = T(*this) + by; }
  template <class U> device_reference& operator-=(const U& by) { return *this = T(*this) - by; }
  device_ptr<T> operator&() const { return device_ptr<T>(at_); }

 private:
  T* at_;
};

template <class T>
class device_ptr {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef std::remove_cv_t<T> value_type;
  typedef std::ptrdiff_t difference_type;
  typedef device_ptr pointer;
  typedef device_reference<T> reference;
  device_ptr() = default;
  __GM_THRUST_BOTH explicit device_ptr(T* at) : at_(at) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : at_(other.get()) {}
  __GM_THRUST_BOTH T* get() const { return at_; }
  reference operator*() const { return reference(at_); }
  reference operator[](difference_type i) const { return reference(at_ + i); }
  device_ptr operator+(difference_type n) const { return device_ptr(at_ + n); }
  device_ptr operator-(difference_type n) const { return device_ptr(at_ - n); }
  difference_type operator-(const device_ptr& other) const { return at_ - other.at_; }
  device_ptr& operator+=(difference_type n) { return at_ += n, *this; }
  device_ptr& operator-=(difference_type n) { return at_ -= n, *this; }
  device_ptr& operator++() { return ++at_, *this; }
  device_ptr operator++(int) { return device_ptr(at_++); }
  device_ptr& operator--() { return --at_, *this; }
  friend bool operator==(const device_ptr& a, const device_ptr& b) { return a.at_ == b.at_; }
  friend bool operator!=(const device_ptr& a, const device_ptr& b) { return a.at_ != b.at_; }
  friend bool operator<(const device_ptr& a, const device_ptr& b) { return a.at_ < b.at_; }

 private:
  T* at_ = nullptr;
};
template <class T> device_ptr<T> device_pointer_cast(T* at) { return device_ptr<T>(at); }
template <class T> device_ptr<T> device_pointer_cast(const device_ptr<T>& at) { return at; }
template <class T> T* raw_pointer_cast(const device_ptr<T>& at) { return at.get(); }
template <class T> T* raw_pointer_cast(T* at) { return at; }
template <class T> device_ptr<T> device_malloc(size_t n) {
  void* made = nullptr;
  cudaMalloc(&made, n * sizeof(T));
  return device_ptr<T>(static_cast<T*>(made));
}
template <class T> void device_free(device_ptr<T> at) { cudaFree(at.get()); }

// Iterators that lie nowhere.
template <class T, class = std::ptrdiff_t>
class counting_iterator {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef T value_type;
  typedef std::ptrdiff_t difference_type;
  typedef const T* pointer;
  typedef T reference;
  __GM_THRUST_BOTH explicit counting_iterator(T value = T()) : value_(value) {}
  __GM_THRUST_BOTH T operator*() const { return value_; }
  __GM_THRUST_BOTH T operator[](difference_type n) const { return static_cast<T>(value_ + n); }
  counting_iterator operator+(difference_type n) const { return counting_iterator(static_cast<T>(value_ + n)); }
  difference_type operator-(const counting_iterator& other) const { return value_ - other.value_; }
  counting_iterator& operator++() { return ++value_, *this; }
  friend bool operator!=(const counting_iterator& a, const counting_iterator& b) { return a.value_ != b.value_; }
  friend bool operator==(const counting_iterator& a, const counting_iterator& b) { return a.value_ == b.value_; }

 private:
  T value_;
};
template <class T> counting_iterator<T> make_counting_iterator(T value) { return counting_iterator<T>(value); }
template <class T>
class constant_iterator : public counting_iterator<T> {
 public:
  explicit constant_iterator(T value) : counting_iterator<T>(value) {}
};
template <class T> constant_iterator<T> make_constant_iterator(T value) { return constant_iterator<T>(value); }
template <class Iterators>
class zip_iterator {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef Iterators value_type;
  typedef std::ptrdiff_t difference_type;
  typedef const Iterators* pointer;
  typedef Iterators reference;
  explicit zip_iterator(Iterators all) : all_(all) {}
  zip_iterator operator+(difference_type n) const {
    return zip_iterator(std::apply([n](auto... each) { return Iterators(each + n...); }, all_));
  }
  difference_type operator-(const zip_iterator& other) const { return std::get<0>(all_) - std::get<0>(other.all_); }

 private:
  Iterators all_;
};
// Takes whatever is written to it, and keeps nothing.
struct discard_iterator {
  struct reference { template <class T> __GM_THRUST_BOTH const reference& operator=(const T&) const { return *this; } };
  typedef std::random_access_iterator_tag iterator_category;
  typedef reference value_type;
  typedef long difference_type;
  typedef const reference* pointer;
  long at = 0;
  __GM_THRUST_BOTH reference operator*() const { return {}; }
  __GM_THRUST_BOTH reference operator[](long) const { return {}; }
  __GM_THRUST_BOTH discard_iterator operator+(long n) const { return {at + n}; }
  __GM_THRUST_BOTH long operator-(const discard_iterator& other) const { return at - other.at; }
  __GM_THRUST_BOTH discard_iterator& operator++() { return ++at, *this; }
  friend bool operator!=(const discard_iterator& a, const discard_iterator& b) { return a.at != b.at; }
  friend bool operator==(const discard_iterator& a, const discard_iterator& b) { return a.at == b.at; }
};
inline discard_iterator make_discard_iterator() { return {}; }
template <class Iterators> zip_iterator<Iterators> make_zip_iterator(Iterators all) { return zip_iterator<Iterators>(all); }
template <class Function, class Iterator>
class transform_iterator {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef typename std::iterator_traits<Iterator>::value_type value_type;
  typedef std::ptrdiff_t difference_type;
  typedef const value_type* pointer;
  typedef value_type reference;
  transform_iterator(Iterator at, Function f) : at_(at), f_(f) {}
  transform_iterator operator+(difference_type n) const { return {at_ + n, f_}; }
  difference_type operator-(const transform_iterator& other) const { return at_ - other.at_; }

 private:
  Iterator at_;
  Function f_;
};
template <class Function, class Iterator>
transform_iterator<Function, Iterator> make_transform_iterator(Iterator at, Function f) { return {at, f}; }

template <class Elements, class Indices>
class permutation_iterator {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef typename std::iterator_traits<Elements>::value_type value_type;
  typedef std::ptrdiff_t difference_type;
  typedef const value_type* pointer;
  typedef value_type reference;
  permutation_iterator(Elements all, Indices at) : all_(all), at_(at) {}
  permutation_iterator operator+(difference_type n) const { return {all_, at_ + n}; }
  difference_type operator-(const permutation_iterator& other) const { return at_ - other.at_; }

 private:
  Elements all_;
  Indices at_;
};
template <class Elements, class Indices>
permutation_iterator<Elements, Indices> make_permutation_iterator(Elements all, Indices at) { return {all, at}; }

template <class T, class Allocator = std::allocator<T>>
using host_vector = std::vector<T, Allocator>;

inline const void* __gm_memory(const void* at) { return at; }
template <class T> const void* __gm_memory(const device_ptr<T>& at) { return at.get(); }
template <class T> const void* __gm_memory(const T&) { return nullptr; }
// "thrust::sort(1000)"
inline void __gm_call(const char* name, std::ptrdiff_t n, const void* first, const void* second,
                      const char* file, unsigned line) {
  char text[120];
  snprintf(text, sizeof text, "thrust::%s(%lld)", name, static_cast<long long>(n));
  __gpumodel_library_call(text, first, second, file, line);
}
template <class T>
T __gm_result(const char* name, std::ptrdiff_t n, const char* file, unsigned line,
              const void* beside = nullptr) {
  char text[120];
  snprintf(text, sizeof text, "thrust::%s(%lld)", name, static_cast<long long>(n));
  return __gm_library_result<T>(text, file, line, beside);
}
// How many there are, of what was written.
inline void __gm_read_count(const void* written, const char* file, unsigned line) {
  int count = 0;
  if (written != nullptr) cudaMemcpy(&count, written, sizeof count, cudaMemcpyDeviceToHost, file, line);
}

template <class T, class = void>
class device_vector {
 public:
  typedef T value_type;
  typedef device_ptr<T> iterator, pointer;
  typedef device_ptr<const T> const_iterator;
  typedef device_reference<T> reference;
  typedef size_t size_type;
  device_vector() = default;
  explicit device_vector(size_t n, __GM_PLACE) { fill_all(n, __file, __line); }
  device_vector(size_t n, const T&, __GM_PLACE) { fill_all(n, __file, __line); }
  template <class U, class = std::enable_if_t<std::is_arithmetic_v<U> && std::is_convertible_v<U, T>>>
  device_vector(size_t n, const U&, __GM_PLACE) { fill_all(n, __file, __line); }  // else 0 is a pointer, too
  template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
  device_vector(Iterator first, Iterator last) { assign(first, last); }
  device_vector(const std::vector<T>& from) { assign(from.begin(), from.end()); }
  device_vector(const device_vector& from) { assign(from.begin(), from.end()); }
  device_vector(device_vector&& from) noexcept { swap(from); }
  ~device_vector() { cudaFree(at_); }
  device_vector& operator=(const device_vector& from) {
    if (this != &from) assign(from.begin(), from.end());
    return *this;
  }
  device_vector& operator=(device_vector&& from) noexcept { return swap(from), *this; }
  device_vector& operator=(const std::vector<T>& from) { return assign(from.begin(), from.end()), *this; }
  template <class Iterator> void assign(Iterator first, Iterator last) {
    const auto n = static_cast<size_t>(last - first);
    reserve_anew(n);
    if (n == 0) return;
    if constexpr (std::is_same_v<decltype(__gm_address(first)), const T*>) {
      cudaMemcpy(at_, __gm_address(first), n * sizeof(T), cudaMemcpyDefault);
    } else {
      std::vector<T> values(first, last);
      cudaMemcpy(at_, values.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    }
  }
  void swap(device_vector& other) {
    std::swap(at_, other.at_), std::swap(size_, other.size_), std::swap(capacity_, other.capacity_);
  }
  void resize(size_t n, __GM_PLACE) {
    if (n <= capacity_) {
      size_ = n;
      return;
    }
    T* const before = at_;
    const size_t kept = size_;
    at_ = nullptr, capacity_ = 0;
    fill_all(n, __file, __line);
    if (kept > 0) cudaMemcpy(at_, before, kept * sizeof(T), cudaMemcpyDeviceToDevice);
    cudaFree(before);
  }
  void resize(size_t n, const T&, __GM_PLACE) { resize(n, __file, __line); }
  void clear() { size_ = 0; }
  void shrink_to_fit() {}
  void reserve(size_t) {}
  void push_back(const T& value) {
    resize(size_ + 1);
    (*this)[size_ - 1] = value;
  }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  iterator begin() { return iterator(at_); }
  iterator end() { return iterator(at_ + size_); }
  const_iterator begin() const { return const_iterator(at_); }
  const_iterator end() const { return const_iterator(at_ + size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  pointer data() { return pointer(at_); }
  const_iterator data() const { return const_iterator(at_); }
  reference operator[](size_t i) { return reference(at_ + i); }
  T operator[](size_t i) const { return reference(at_ + i); }
  reference front() { return (*this)[0]; }
  reference back() { return (*this)[size_ - 1]; }
  operator std::vector<T>() const {
    std::vector<T> all(size_);
    if (size_ > 0) cudaMemcpy(all.data(), at_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    return all;
  }

 private:
  static const T* __gm_address(const T* at) { return at; }
  static const T* __gm_address(const device_ptr<T>& at) { return at.get(); }
  static const T* __gm_address(const device_ptr<const T>& at) { return at.get(); }
  template <class U> static U __gm_address(const U& at) { return at; }
  void reserve_anew(size_t n) {
    size_ = n;
    if (n <= capacity_) return;
    cudaFree(at_);
    void* made = nullptr;
    cudaMalloc(&made, n * sizeof(T));
    at_ = static_cast<T*>(made);
    capacity_ = n;
  }
  void fill_all(size_t n, const char* file, unsigned line) {
    reserve_anew(n);
    if (n > 0) __gm_call("uninitialized_fill", static_cast<std::ptrdiff_t>(n), at_, nullptr, file, line);
  }
  T* at_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};
template <class T, class A> device_ptr<T> raw(device_vector<T, A>& v) { return v.data(); }

// Where nobody says where it runs, what it is called with does: pointers and vectors of the host.
template <class I> struct __gm_of_host : std::false_type {};
template <class T> struct __gm_of_host<T*> : std::true_type {};
template <class I>
constexpr bool __gm_on_host = __gm_of_host<I>::value ||
    std::is_same_v<I, typename std::vector<typename std::iterator_traits<I>::value_type>::iterator> ||
    std::is_same_v<I, typename std::vector<typename std::iterator_traits<I>::value_type>::const_iterator>;
template <class> constexpr bool __gm_known_on_host = false;
template <class I>
int __gm_unknown(const I&) {
  static_assert(__gm_known_on_host<I>, "this algorithm of thrust is not known on the host");
  return 0;
}

// Each algorithm, with and without where it runs in front, and what it is on the host.
#define __GM_ALGORITHM(NAME, RETURNS, RESULT, PARAMETERS, HOST, N, FIRST, SECOND, ...)               \
  template <__VA_ARGS__>                                                                            \
  RETURNS NAME(const device_execution_policy&, PARAMETERS, __GM_PLACE) {                            \
    __gm_call(#NAME, N, __gm_memory(FIRST), __gm_memory(SECOND), __file, __line);                   \
    return RESULT;                                                                                  \
  }                                                                                                 \
  template <__VA_ARGS__>                                                                            \
  RETURNS NAME(PARAMETERS, __GM_PLACE) {                                                            \
    if constexpr (__gm_on_host<std::decay_t<decltype(a)>>) return HOST;                             \
    else __gm_call(#NAME, N, __gm_memory(FIRST), __gm_memory(SECOND), __file, __line);                   \
    return RESULT;                                                                                  \
  }
#define __GM_LIST(...) __VA_ARGS__
#define __GM_UNKNOWN __gm_unknown(a)
__GM_ALGORITHM(sort, void, void(), __GM_LIST(I a, I b), std::sort(a, b), b - a, a, nullptr, class I)
__GM_ALGORITHM(sort, void, void(), __GM_LIST(I a, I b, C c), std::sort(a, b, c), b - a, a, nullptr, class I, class C)
__GM_ALGORITHM(stable_sort, void, void(), __GM_LIST(I a, I b), std::stable_sort(a, b), b - a, a, nullptr, class I)
__GM_ALGORITHM(stable_sort, void, void(), __GM_LIST(I a, I b, C c), std::stable_sort(a, b, c), b - a, a, nullptr, class I, class C)
__GM_ALGORITHM(sort_by_key, void, void(), __GM_LIST(I a, I b, V v), __GM_UNKNOWN, b - a, a, v, class I, class V)
__GM_ALGORITHM(sort_by_key, void, void(), __GM_LIST(I a, I b, V v, C), __GM_UNKNOWN, b - a, a, v, class I, class V, class C)
__GM_ALGORITHM(stable_sort_by_key, void, void(), __GM_LIST(I a, I b, V v), __GM_UNKNOWN, b - a, a, v, class I, class V)
__GM_ALGORITHM(fill, void, void(), __GM_LIST(I a, I b, const T& t), std::fill(a, b, t), b - a, a, nullptr, class I, class T)
__GM_ALGORITHM(fill_n, I, a + n, __GM_LIST(I a, N n, const T& t), std::fill_n(a, n, t), static_cast<std::ptrdiff_t>(n), a, nullptr, class I, class N, class T)
__GM_ALGORITHM(sequence, void, void(), __GM_LIST(I a, I b), std::iota(a, b, 0), b - a, a, nullptr, class I)
__GM_ALGORITHM(sequence, void, void(), __GM_LIST(I a, I b, T t), std::iota(a, b, t), b - a, a, nullptr, class I, class T)
__GM_ALGORITHM(generate, void, void(), __GM_LIST(I a, I b, F f), std::generate(a, b, f), b - a, a, nullptr, class I, class F)
__GM_ALGORITHM(for_each, I, b, __GM_LIST(I a, I b, F f), (std::for_each(a, b, f), b), b - a, nullptr, nullptr, class I, class F)
__GM_ALGORITHM(for_each_n, I, a + n, __GM_LIST(I a, N n, F), __GM_UNKNOWN, static_cast<std::ptrdiff_t>(n), nullptr, nullptr, class I, class N, class F)
__GM_ALGORITHM(transform, O, o + (b - a), __GM_LIST(I a, I b, O o, F f), std::transform(a, b, o, f), b - a, o, nullptr, class I, class O, class F)
__GM_ALGORITHM(transform, O, o + (b - a), __GM_LIST(I a, I b, J j, O o, F f), std::transform(a, b, j, o, f), b - a, o, nullptr, class I, class J, class O, class F)
__GM_ALGORITHM(inclusive_scan, O, o + (b - a), __GM_LIST(I a, I b, O o), std::partial_sum(a, b, o), b - a, o, nullptr, class I, class O)
__GM_ALGORITHM(inclusive_scan, O, o + (b - a), __GM_LIST(I a, I b, O o, F f), std::partial_sum(a, b, o, f), b - a, o, nullptr, class I, class O, class F)
__GM_ALGORITHM(exclusive_scan, O, o + (b - a), __GM_LIST(I a, I b, O o), __GM_UNKNOWN, b - a, o, nullptr, class I, class O)
__GM_ALGORITHM(exclusive_scan, O, o + (b - a), __GM_LIST(I a, I b, O o, T), __GM_UNKNOWN, b - a, o, nullptr, class I, class O, class T)
__GM_ALGORITHM(exclusive_scan, O, o + (b - a), __GM_LIST(I a, I b, O o, T, F), __GM_UNKNOWN, b - a, o, nullptr, class I, class O, class T, class F)
__GM_ALGORITHM(gather, O, o + (b - a), __GM_LIST(M a, M b, I, O o), __GM_UNKNOWN, b - a, o, nullptr, class M, class I, class O)
__GM_ALGORITHM(scatter, void, void(), __GM_LIST(I a, I b, M, O o), __GM_UNKNOWN, b - a, o, nullptr, class I, class M, class O)
__GM_ALGORITHM(stable_sort_by_key, void, void(), __GM_LIST(I a, I b, V v, C), __GM_UNKNOWN, b - a, a, v, class I, class V, class C)
__GM_ALGORITHM(inclusive_scan_by_key, O, o + (b - a), __GM_LIST(I a, I b, V, O o), __GM_UNKNOWN, b - a, o, nullptr, class I, class V, class O)
__GM_ALGORITHM(inclusive_scan_by_key, O, o + (b - a), __GM_LIST(I a, I b, V, O o, E), __GM_UNKNOWN, b - a, o, nullptr, class I, class V, class O, class E)
__GM_ALGORITHM(inclusive_scan_by_key, O, o + (b - a), __GM_LIST(I a, I b, V, O o, E, F), __GM_UNKNOWN, b - a, o, nullptr, class I, class V, class O, class E, class F)
__GM_ALGORITHM(exclusive_scan_by_key, O, o + (b - a), __GM_LIST(I a, I b, V, O o), __GM_UNKNOWN, b - a, o, nullptr, class I, class V, class O)
__GM_ALGORITHM(exclusive_scan_by_key, O, o + (b - a), __GM_LIST(I a, I b, V, O o, T), __GM_UNKNOWN, b - a, o, nullptr, class I, class V, class O, class T)
__GM_ALGORITHM(exclusive_scan_by_key, O, o + (b - a), __GM_LIST(I a, I b, V, O o, T, E), __GM_UNKNOWN, b - a, o, nullptr, class I, class V, class O, class T, class E)
__GM_ALGORITHM(exclusive_scan_by_key, O, o + (b - a), __GM_LIST(I a, I b, V, O o, T, E, F), __GM_UNKNOWN, b - a, o, nullptr, class I, class V, class O, class T, class E, class F)
__GM_ALGORITHM(transform_inclusive_scan, O, o + (b - a), __GM_LIST(I a, I b, O o, U, F), __GM_UNKNOWN, b - a, o, nullptr, class I, class O, class U, class F)
__GM_ALGORITHM(transform_exclusive_scan, O, o + (b - a), __GM_LIST(I a, I b, O o, U, T, F), __GM_UNKNOWN, b - a, o, nullptr, class I, class O, class U, class T, class F)
__GM_ALGORITHM(adjacent_difference, O, o + (b - a), __GM_LIST(I a, I b, O o), std::adjacent_difference(a, b, o), b - a, o, nullptr, class I, class O)
__GM_ALGORITHM(transform_if, O, o + (b - a), __GM_LIST(I a, I b, O o, F, P), __GM_UNKNOWN, b - a, o, nullptr, class I, class O, class F, class P)
__GM_ALGORITHM(tabulate, void, void(), __GM_LIST(I a, I b, F), __GM_UNKNOWN, b - a, a, nullptr, class I, class F)
__GM_ALGORITHM(replace, void, void(), __GM_LIST(I a, I b, const T& t, const T& u), std::replace(a, b, t, u), b - a, a, nullptr, class I, class T)
__GM_ALGORITHM(replace_if, void, void(), __GM_LIST(I a, I b, F f, const T& t), std::replace_if(a, b, f, t), b - a, a, nullptr, class I, class F, class T)
__GM_ALGORITHM(uninitialized_fill, void, void(), __GM_LIST(I a, I b, const T& t), std::fill(a, b, t), b - a, a, nullptr, class I, class T)
__GM_ALGORITHM(lower_bound, O, o + (d - c), __GM_LIST(I a, I b, J c, J d, O o), __GM_UNKNOWN, d - c, o, nullptr, class I, class J, class O)
__GM_ALGORITHM(upper_bound, O, o + (d - c), __GM_LIST(I a, I b, J c, J d, O o), __GM_UNKNOWN, d - c, o, nullptr, class I, class J, class O)
__GM_ALGORITHM(reverse, void, void(), __GM_LIST(I a, I b), std::reverse(a, b), b - a, a, nullptr, class I)
#undef __GM_ALGORITHM

// What the host gets back.
#define __GM_NUMBER(NAME, T, PARAMETERS, HOST, N, ...)                            \
  template <__VA_ARGS__>                                                    \
  T NAME(const device_execution_policy&, PARAMETERS, __GM_PLACE) {          \
    return __gm_result<T>(#NAME, N, __file, __line);                        \
  }                                                                         \
  template <__VA_ARGS__>                                                    \
  T NAME(PARAMETERS, __GM_PLACE) {                                          \
    if constexpr (__gm_on_host<std::decay_t<decltype(a)>>) return HOST;     \
    else return __gm_result<T>(#NAME, N, __file, __line);                        \
  }
#define __GM_ELEMENT(I) typename std::iterator_traits<I>::value_type
__GM_NUMBER(reduce, __GM_ELEMENT(I), __GM_LIST(I a, I b), std::accumulate(a, b, __GM_ELEMENT(I)()), b - a, class I)
__GM_NUMBER(reduce, T, __GM_LIST(I a, I b, T t), std::accumulate(a, b, t), b - a, class I, class T)
__GM_NUMBER(reduce, T, __GM_LIST(I a, I b, T t, F f), std::accumulate(a, b, t, f), b - a, class I, class T, class F)
__GM_NUMBER(transform_reduce, T, __GM_LIST(I a, I b, U u, T t, F f), std::transform_reduce(a, b, t, f, u), b - a, class I, class U, class T, class F)
__GM_NUMBER(inner_product, T, __GM_LIST(I a, I b, J j, T t), std::inner_product(a, b, j, t), b - a, class I, class J, class T)
__GM_NUMBER(count, std::ptrdiff_t, __GM_LIST(I a, I b, const T& t), std::count(a, b, t), b - a, class I, class T)
__GM_NUMBER(count_if, std::ptrdiff_t, __GM_LIST(I a, I b, F f), std::count_if(a, b, f), b - a, class I, class F)
__GM_NUMBER(all_of, bool, __GM_LIST(I a, I b, F f), std::all_of(a, b, f), b - a, class I, class F)
__GM_NUMBER(any_of, bool, __GM_LIST(I a, I b, F f), std::any_of(a, b, f), b - a, class I, class F)
__GM_NUMBER(none_of, bool, __GM_LIST(I a, I b, F f), std::none_of(a, b, f), b - a, class I, class F)
__GM_NUMBER(equal, bool, __GM_LIST(I a, I b, J j), std::equal(a, b, j), b - a, class I, class J)
__GM_NUMBER(is_sorted, bool, __GM_LIST(I a, I b), std::is_sorted(a, b), b - a, class I)
__GM_NUMBER(binary_search, bool, __GM_LIST(I a, I b, const T& t), std::binary_search(a, b, t), b - a, class I, class T)
#undef __GM_NUMBER
#undef __GM_ELEMENT

// And a place among the elements or in what is written: the first, for nobody knows which.
#define __GM_PLACE_IN(NAME, FIRST, PARAMETERS, HOST, ...)                                            \
  template <__VA_ARGS__>                                                                            \
  auto NAME(const device_execution_policy&, PARAMETERS, __GM_PLACE)->std::decay_t<decltype(FIRST)> { \
    return FIRST + __gm_result<int>(#NAME, b - a, __file, __line, __gm_memory(FIRST));              \
  }                                                                                                 \
  template <__VA_ARGS__>                                                                            \
  auto NAME(PARAMETERS, __GM_PLACE)->std::decay_t<decltype(FIRST)> {                                \
    if constexpr (__gm_on_host<I>) return HOST;                                                     \
    else return FIRST + __gm_result<int>(#NAME, b - a, __file, __line, __gm_memory(FIRST));         \
  }
__GM_PLACE_IN(max_element, a, __GM_LIST(I a, I b), std::max_element(a, b), class I)
__GM_PLACE_IN(max_element, a, __GM_LIST(I a, I b, C c), std::max_element(a, b, c), class I, class C)
__GM_PLACE_IN(min_element, a, __GM_LIST(I a, I b), std::min_element(a, b), class I)
__GM_PLACE_IN(min_element, a, __GM_LIST(I a, I b, C c), std::min_element(a, b, c), class I, class C)
__GM_PLACE_IN(find, a, __GM_LIST(I a, I b, const T& t), std::find(a, b, t), class I, class T)
__GM_PLACE_IN(find_if, a, __GM_LIST(I a, I b, F f), std::find_if(a, b, f), class I, class F)
__GM_PLACE_IN(unique, a, __GM_LIST(I a, I b), std::unique(a, b), class I)
__GM_PLACE_IN(unique, a, __GM_LIST(I a, I b, C c), std::unique(a, b, c), class I, class C)
__GM_PLACE_IN(partition, a, __GM_LIST(I a, I b, F f), std::partition(a, b, f), class I, class F)
__GM_PLACE_IN(partition, a, __GM_LIST(I a, I b, S, F), __GM_UNKNOWN, class I, class S, class F)
__GM_PLACE_IN(stable_partition, a, __GM_LIST(I a, I b, F f), std::stable_partition(a, b, f), class I, class F)
__GM_PLACE_IN(stable_partition, a, __GM_LIST(I a, I b, S, F), __GM_UNKNOWN, class I, class S, class F)
__GM_PLACE_IN(remove, a, __GM_LIST(I a, I b, const T& t), std::remove(a, b, t), class I, class T)
__GM_PLACE_IN(remove_if, a, __GM_LIST(I a, I b, F f), std::remove_if(a, b, f), class I, class F)
__GM_PLACE_IN(remove_if, a, __GM_LIST(I a, I b, S, F), __GM_UNKNOWN, class I, class S, class F)
__GM_PLACE_IN(lower_bound, a, __GM_LIST(I a, I b, const T& t), std::lower_bound(a, b, t), class I, class T)
__GM_PLACE_IN(upper_bound, a, __GM_LIST(I a, I b, const T& t), std::upper_bound(a, b, t), class I, class T)
__GM_PLACE_IN(copy_if, o, __GM_LIST(I a, I b, O o, F f), std::copy_if(a, b, o, f), class I, class O, class F)
__GM_PLACE_IN(copy_if, o, __GM_LIST(I a, I b, S, O o, F), __GM_UNKNOWN, class I, class S, class O, class F)
__GM_PLACE_IN(remove_copy_if, o, __GM_LIST(I a, I b, O o, F f), std::remove_copy_if(a, b, o, f), class I, class O, class F)
__GM_PLACE_IN(unique_copy, o, __GM_LIST(I a, I b, O o), std::unique_copy(a, b, o), class I, class O)
__GM_PLACE_IN(merge, o, __GM_LIST(I a, I b, J c, J d, O o), std::merge(a, b, c, d, o), class I, class J, class O)
__GM_PLACE_IN(set_union, o, __GM_LIST(I a, I b, J c, J d, O o), std::set_union(a, b, c, d, o), class I, class J, class O)
__GM_PLACE_IN(set_intersection, o, __GM_LIST(I a, I b, J c, J d, O o), std::set_intersection(a, b, c, d, o), class I, class J, class O)
__GM_PLACE_IN(set_difference, o, __GM_LIST(I a, I b, J c, J d, O o), std::set_difference(a, b, c, d, o), class I, class J, class O)
#undef __GM_PLACE_IN

// Two such places, of keys and of values.
#define __GM_PLACES_IN(NAME, KEY, VALUE, PARAMETERS, ...)                                            \
  template <__VA_ARGS__>                                                                            \
  auto NAME(PARAMETERS, __GM_PLACE)                                                                 \
      ->pair<std::decay_t<decltype(KEY)>, std::decay_t<decltype(VALUE)>> {                          \
    __gm_call(#NAME, b - a, __gm_memory(KEY), __gm_memory(VALUE), __file, __line);                  \
    __gm_read_count(__gm_memory(KEY), __file, __line);                                              \
    return {KEY, VALUE};                                                                            \
  }
#define __GM_PLACES(NAME, KEY, VALUE, PARAMETERS, ...)                                               \
  __GM_PLACES_IN(NAME, KEY, VALUE, __GM_LIST(PARAMETERS), __VA_ARGS__)                              \
  __GM_PLACES_IN(NAME, KEY, VALUE, __GM_LIST(const device_execution_policy&, PARAMETERS), __VA_ARGS__)
__GM_PLACES(unique_by_key, a, v, __GM_LIST(I a, I b, V v), class I, class V)
__GM_PLACES(unique_by_key, a, v, __GM_LIST(I a, I b, V v, C), class I, class V, class C)
__GM_PLACES(reduce_by_key, o, p, __GM_LIST(I a, I b, V, O o, P p), class I, class V, class O, class P)
__GM_PLACES(reduce_by_key, o, p, __GM_LIST(I a, I b, V, O o, P p, C), class I, class V, class O, class P, class C)
__GM_PLACES(reduce_by_key, o, p, __GM_LIST(I a, I b, V, O o, P p, C, F), class I, class V, class O, class P, class C, class F)
#undef __GM_PLACES
#undef __GM_PLACES_IN
#undef __GM_LIST
#undef __GM_UNKNOWN

// Copies between the host and the device, and on it.
template <class T> T* __gm_place_of(T* at) { return at; }
template <class T> T* __gm_place_of(const device_ptr<T>& at) { return at.get(); }
template <class I, class = typename std::iterator_traits<I>::iterator_category>
auto __gm_place_of(const I& at) -> decltype(&*at) { return &*at; }
template <class I, class O>
O copy(I first, I last, O out) {
  const auto n = last - first;
  if (n > 0)
    cudaMemcpy(__gm_place_of(out), __gm_place_of(first), static_cast<size_t>(n) * sizeof(*__gm_place_of(first)),
               cudaMemcpyDefault);
  return out + n;
}
template <class I, class O>
O copy(const device_execution_policy&, I first, I last, O out) { return copy(first, last, out); }
template <class I, class N, class O>
O copy_n(I first, N n, O out) { return copy(first, first + n, out); }

// Random numbers: the generator of the standard by 48271 (by 16807), and what Thrust makes of its numbers.
namespace random {
template <unsigned Factor>
struct linear_congruential_engine {
  typedef unsigned result_type;
  static constexpr unsigned min = 1, max = 2147483646, default_seed = 1;
  unsigned state;
  __GM_THRUST_BOTH explicit linear_congruential_engine(unsigned seed = default_seed) : state(seed % (max + 1) == 0 ? 1 : seed % (max + 1)) {}
  __GM_THRUST_BOTH void seed(unsigned value = default_seed) { *this = linear_congruential_engine(value); }
  __GM_THRUST_BOTH unsigned operator()() {
    return state = static_cast<unsigned>(static_cast<unsigned long long>(state) * Factor % (max + 1u));
  }
  __GM_THRUST_BOTH void discard(unsigned long long n) {  // the factor to the n-th
    for (unsigned long long by = Factor; n > 0; n /= 2, by = by * by % (max + 1u))
      if (n % 2 == 1) state = static_cast<unsigned>(state * by % (max + 1u));
  }
};
typedef linear_congruential_engine<48271> minstd_rand;
typedef linear_congruential_engine<16807> minstd_rand0;
typedef minstd_rand default_random_engine;
template <class T = double>
struct uniform_real_distribution {
  T a, b;
  __GM_THRUST_BOTH explicit uniform_real_distribution(T from = 0, T to = 1) : a(from), b(to) {}
  template <class Engine> __GM_THRUST_BOTH T operator()(Engine& engine) const {
    return static_cast<T>(engine() - Engine::min) / (static_cast<T>(Engine::max - Engine::min) + 1) * (b - a) + a;
  }
};
template <class T = int>
struct uniform_int_distribution {
  T a, b;
  __GM_THRUST_BOTH explicit uniform_int_distribution(T from = 0, T to = static_cast<T>(~0u >> 1)) : a(from), b(to) {}
  template <class Engine> __GM_THRUST_BOTH T operator()(Engine& engine) const {
    return static_cast<T>(floor(uniform_real_distribution<double>(a, static_cast<double>(b) + 1)(engine)));
  }
};
}  // namespace random
using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
}  // namespace thrust
