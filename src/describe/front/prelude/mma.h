// Matrices on tensor cores: types are there, so that what else is in a file is described; what a
// fragment of a lane is, and what loads it, is not known.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

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
}  // namespace details

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
 public:
  typedef typename details::storage<T>::type element_type;
  static constexpr int num_elements = m * n / 32;
  enum { num_storage_elements = m * n / 32 };
  element_type x[num_elements];
};

template <class Fragment, class T>
__attribute__((device)) void load_matrix_sync(Fragment& to, const T* from, unsigned stride);
template <class Fragment, class T>
__attribute__((device)) void load_matrix_sync(Fragment& to, const T* from, unsigned stride, layout_t layout);
template <class T, class Fragment>
__attribute__((device)) void store_matrix_sync(T* to, const Fragment& from, unsigned stride, layout_t layout);
template <class Fragment, class T>
__attribute__((device)) void fill_fragment(Fragment& to, const T& value);
template <class D, class A, class B, class C>
__attribute__((device)) void mma_sync(D& d, const A& a, const B& b, const C& c, bool saturates = false);
__attribute__((device)) inline float __float_to_tf32(float value) { return value; }

}  // namespace wmma
}  // namespace nvcuda
