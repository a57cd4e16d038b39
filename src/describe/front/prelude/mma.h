// Matrices on tensor cores. What each lane has of one is the layout of mma.sync in the manual of PTX
// ("Matrix Fragments"), and how it comes there what nvcc 13 makes of it for sm_90: of numbers of 16 bits
// a word of each 8 x 8, from shared memory rows of 16 B (LDSM), and where the rows lie the other way the
// same, transposed behind it (MOVM). Of other types the layout is the manual's, each word loaded by
// itself: their code was not looked at. What is in a fragment nobody knows.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

// Numbers that follow from two, whatever they are.
#define __GM_FROM(T, TAG) \
  __GM_DEVICE T __gm_from(T, unsigned) __asm__("gpumodel.nothing.from." TAG) __GM_WARP; \
  __GM_DEVICE unsigned __gm_from(unsigned, T) __asm__("gpumodel.nothing.to." TAG) __GM_WARP;
__GM_FROM(float, "f32") __GM_FROM(double, "f64") __GM_FROM(int, "i32") __GM_FROM(unsigned short, "u16")
#undef __GM_FROM
__GM_DEVICE unsigned __gm_from(unsigned, unsigned) __asm__("gpumodel.nothing.from.u32") __GM_WARP;
__GM_DEVICE unsigned __gm_transposed(unsigned) __asm__("gpumodel.int.logic.movm") __GM_WARP;
// A product, by something of all that goes into it, of so many operations of a lane.
#define __GM_TENSOR(NAME, T, TAG) \
  __GM_DEVICE unsigned __gm_tensor_##NAME(unsigned, int) __asm__("gpumodel.tensor." TAG) __GM_WARP; \
  __GM_INLINE unsigned __gm_tensor(const T*, unsigned all, int operations) { \
    return __gm_tensor_##NAME(all, operations); \
  }
__GM_TENSOR(f16, __half, "f16") __GM_TENSOR(bf16, __nv_bfloat16, "bf16") __GM_TENSOR(tf32, float, "tf32")
__GM_TENSOR(i8, signed char, "i8") __GM_TENSOR(u8, unsigned char, "i8.u") __GM_TENSOR(f64, double, "f64")
#undef __GM_TENSOR

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
namespace precision {
struct tf32 {};
struct u4 {};
struct s4 {};
struct b1 {};
}  // namespace precision
enum layout_t { mem_row_major, mem_col_major };

namespace details {

template <class T> struct storage { typedef T type; };
template <> struct storage<precision::tf32> { typedef float type; };
template <> struct storage<precision::u4> { typedef unsigned type; };
template <> struct storage<precision::s4> { typedef int type; };
template <> struct storage<precision::b1> { typedef unsigned type; };


// Elements of one side, and those that are summed over, of which a row is contiguous where `summed` says so.
template <class Use, int m, int n, int k, class Layout> struct shape;
template <int m, int n, int k> struct shape<matrix_a, m, n, k, row_major> { enum { along = m, deep = k, summed = 1 }; };
template <int m, int n, int k> struct shape<matrix_a, m, n, k, col_major> { enum { along = m, deep = k, summed = 0 }; };
template <int m, int n, int k> struct shape<matrix_b, m, n, k, row_major> { enum { along = n, deep = k, summed = 0 }; };
template <int m, int n, int k> struct shape<matrix_b, m, n, k, col_major> { enum { along = n, deep = k, summed = 1 }; };
template <int m, int n, int k, class L> struct shape<accumulator, m, n, k, L> { enum { along = m, deep = n, summed = 1 }; };


template <class T>
struct __attribute__((aligned(2 * sizeof(T)))) pair { T first, second; };

// Words of each square of 8 x 8: a row to four lanes.
template <class Word, int rows, int columns, class T>
__GM_INLINE void load_words(T* x, const T* from, unsigned stride) {
  enum { each = sizeof(Word) / sizeof(T) };
#pragma unroll
  for (int q = 0; q < rows / 8 * columns / (4 * each); ++q) {
    const int row = __lane_id() / 4 + q % (rows / 8) * 8, column = (__lane_id() % 4 + q / (rows / 8) * 4) * each;
    const Word word = *reinterpret_cast<const Word*>(from + row * stride + column);
    __builtin_memcpy(x + q * each, &word, sizeof(Word));
  }
}

// Rows of 16 B, 8 B where there are half as many as lanes.
template <int rows, int columns, class T>
__GM_INLINE void load_rows(T* x, const T* from, unsigned stride) {
  enum { bytes = rows * columns * sizeof(T) < 512 ? 8 : 16, each = bytes / sizeof(T) };
  typedef unsigned Row __attribute__((ext_vector_type(bytes / 4)));
#pragma unroll
  for (int q = 0; q < rows * columns / each / 32; ++q) {
    const unsigned at = __lane_id() + 32 * q;
    const Row row = *reinterpret_cast<const Row*>(from + at % rows * stride + at / rows * each);
    __builtin_memcpy(x + q * each, &row, bytes);
  }
}

template <int elements, class T>
__GM_INLINE void transpose(T* x) {
#pragma unroll
  for (int i = 0; i < elements; i += 4 / sizeof(T)) {
    unsigned word;
    __builtin_memcpy(&word, &x[i], 4);
    word = __gm_transposed(word);
    __builtin_memcpy(&x[i], &word, 4);
  }
}

__GM_INLINE unsigned depends(unsigned all, __half value) { return __gm_from(all, __half_as_ushort(value)); }
__GM_INLINE __half depends(__half value, unsigned all) { return __ushort_as_half(__gm_from(__half_as_ushort(value), all)); }
template <class A, class B> __GM_INLINE auto depends(A a, B b) -> decltype(__gm_from(a, b)) { return __gm_from(a, b); }

// Something that follows from all of a fragment.
template <class Fragment>
__GM_INLINE unsigned all_of(const Fragment& f, unsigned all) {
  enum { each = sizeof(f.x[0]) < 4 ? 4 / sizeof(f.x[0]) : 1 };
#pragma unroll
  for (int i = 0; i < Fragment::num_elements; i += each) {
    unsigned word = 0;
    __builtin_memcpy(&word, &f.x[i], 4);
    all = __gm_from(word, all);
  }
  return all;
}

}  // namespace details

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  typedef details::shape<Use, m, n, k, Layout> shape;

 public:
  typedef typename details::storage<T>::type element_type;
  enum { num_elements = shape::along * shape::deep / 32, num_storage_elements = num_elements };
  element_type x[num_elements];
};

// Without a body: parts of a byte have no layout here, and a kernel that loads them is refused.
#define __GM_PARTS(T) \
  template <class Use, int m, int n, int k, class Layout, class From> \
  __GM_DEVICE void load_matrix_sync(fragment<Use, m, n, k, T, Layout>&, const From*, unsigned);
__GM_PARTS(precision::u4) __GM_PARTS(precision::s4) __GM_PARTS(precision::b1)
#undef __GM_PARTS

template <class Use, int m, int n, int k, class T, class Layout, class From>
__GM_INLINE void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to, const From* from, unsigned stride) {
  typedef details::shape<Use, m, n, k, Layout> shape;
  typedef typename details::storage<T>::type Element;
  const Element* at = reinterpret_cast<const Element*>(from);
  enum { rows = shape::summed ? shape::along : shape::deep, columns = shape::summed ? shape::deep : shape::along };
  if constexpr (sizeof(Element) == 2) {
    if (__gm_is_shared(from))
      details::load_rows<rows, columns>(to.x, at, stride);
    else
      details::load_words<unsigned, rows, columns>(to.x, at, stride);
    if (!shape::summed) details::transpose<fragment<Use, m, n, k, T, Layout>::num_elements>(to.x);
  } else if constexpr (shape::summed) {
    if constexpr (sizeof(Element) == 1)
      details::load_words<unsigned, rows, columns>(to.x, at, stride);
    else
      details::load_words<Element, rows, columns>(to.x, at, stride);
  } else {  // each element from a row of its own
    enum { each = sizeof(Element) == 1 ? 4 : 1, squares = shape::along / 8 };
#pragma unroll
    for (int q = 0; q < shape::along * shape::deep / 32; ++q) {
      const int word = q / each, row = (__lane_id() % 4 + word / squares * 4) * each + q % each;
      to.x[q] = at[row * stride + __lane_id() / 4 + word % squares * 8];
    }
  }
}

// Two columns of a row: pair q of a lane.
template <int m, int n, int k, class T>
__GM_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, T>& to, const T* from, unsigned stride, layout_t layout) {
#pragma unroll
  for (int q = 0; q < m * n / 64; ++q) {
    const int row = __lane_id() / 4 + q % (m / 8) * 8, column = __lane_id() % 4 * 2 + q / (m / 8) * 8;
    if (layout == mem_row_major) {
      const details::pair<T> both = *reinterpret_cast<const details::pair<T>*>(from + row * stride + column);
      to.x[2 * q] = both.first, to.x[2 * q + 1] = both.second;
    } else {
      to.x[2 * q] = from[column * stride + row], to.x[2 * q + 1] = from[(column + 1) * stride + row];
    }
  }
}

template <int m, int n, int k, class T>
__GM_INLINE void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T>& from, unsigned stride, layout_t layout) {
#pragma unroll
  for (int q = 0; q < m * n / 64; ++q) {
    const int row = __lane_id() / 4 + q % (m / 8) * 8, column = __lane_id() % 4 * 2 + q / (m / 8) * 8;
    if (layout == mem_row_major) {
      const details::pair<T> both{from.x[2 * q], from.x[2 * q + 1]};
      *reinterpret_cast<details::pair<T>*>(to + row * stride + column) = both;
    } else {
      to[column * stride + row] = from.x[2 * q], to[(column + 1) * stride + row] = from.x[2 * q + 1];
    }
  }
}

template <class Fragment, class T>
__GM_INLINE void fill_fragment(Fragment& to, const T& value) {
#pragma unroll
  for (int i = 0; i < Fragment::num_elements; ++i) to.x[i] = value;
}

template <int m, int n, int k, class D, class T, class LayoutA, class LayoutB, class C>
__GM_INLINE void mma_sync(fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                          const fragment<matrix_b, m, n, k, T, LayoutB>& b, const fragment<accumulator, m, n, k, C>& c,
                          bool = false) {
  const unsigned all = details::depends(0u, c.x[0]);
  const unsigned first = __gm_tensor(a.x, details::all_of(b, details::all_of(a, all)), 2 * m * n * k / 32);
#pragma unroll
  for (int i = 0; i < d.num_elements; ++i) d.x[i] = details::depends(c.x[i], first);
}
__GM_INLINE float __float_to_tf32(float value) { return value; }

}  // namespace wmma
}  // namespace nvcuda
