// What must not compile, and what must: building this file is most of the test.
#include <gtest/gtest.h>

#include <type_traits>

#include "models/core/estimate.hpp"
#include "models/core/units.hpp"

namespace gpumodel {
namespace {

template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };
template <class A, class B>
concept Subtractable = requires(A a, B b) { a - b; };
template <class A, class B>
concept Comparable = requires(A a, B b) { a < b; };
template <class A, class B>
concept Equatable = requires(A a, B b) { a == b; };
template <class A, class B>
concept Assignable = requires(A a, B b) { a = b; };
template <class A, class B>
constexpr bool is = std::is_same_v<A, B>;

static_assert(is<decltype(Bytes{} / BytesPerSecond{}), Seconds>);
static_assert(is<decltype(Bytes{} / Seconds{}), BytesPerSecond>);
static_assert(is<decltype(Flop{} / FlopPerSecond{}), Seconds>);
static_assert(is<decltype(Flop{} / Bytes{}), FlopPerByte>);
static_assert(is<decltype(FlopPerByte{} * BytesPerSecond{}), FlopPerSecond>);
static_assert(is<decltype(FlopPerCycle{} * Hertz{}), FlopPerSecond>);
static_assert(is<decltype(Cycles{} / Hertz{}), Seconds>);
static_assert(is<decltype(Bytes{} * PerSecond{}), BytesPerSecond>);
static_assert(is<decltype(Count{} * Bytes{}), Bytes>);
static_assert(is<decltype(Seconds{} / Seconds{}), double>);  // like over like is a ratio
static_assert(is<decltype(2.0 * Bytes{}), Bytes> && is<decltype(Bytes{} * 2.0), Bytes>);
static_assert(is<decltype(Bytes{} / 2.0), Bytes>);

static_assert(Addable<Bytes, Bytes> && Subtractable<Seconds, Seconds>);
static_assert(!Addable<Bytes, Flop>);
static_assert(!Addable<Seconds, double>);  // a bare number is no time
static_assert(!Addable<double, Seconds>);
static_assert(!Addable<Bytes, BytesPerSecond>);
static_assert(!Subtractable<Cycles, Seconds>);
static_assert(!Addable<Hertz, PerSecond>);  // cycles per second are no transfers per second
static_assert(!Addable<Count, double>);
static_assert(Comparable<Bytes, Bytes> && !Comparable<Bytes, Flop> && !Comparable<Bytes, double>);
static_assert(Equatable<Bytes, Bytes> && !Equatable<Bytes, Flop> && !Equatable<Bytes, double>);
static_assert(!Assignable<Seconds&, double> && !Assignable<Seconds&, Bytes>);
static_assert(!std::is_convertible_v<double, Seconds> && !std::is_convertible_v<Seconds, double>);

// Estimates keep the dimensions, and a ratio of like estimates is not offered.
static_assert(is<decltype(exact(Bytes{}) / exact(BytesPerSecond{})), Estimate<Seconds>>);
static_assert(!Addable<Estimate<Bytes>, Estimate<Seconds>>);
template <class A, class B>
concept Dividable = requires(A a, B b) { a / b; };
static_assert(!Dividable<Estimate<Seconds>, Estimate<Seconds>>);

static_assert((Bytes{24e5} / BytesPerSecond{8e5}).si == 3.0);
static_assert((Bytes{3} + Bytes{4}).si == 7.0 && (Bytes{3} - Bytes{4}).si == -1.0);
static_assert(Bytes{3} < Bytes{4});

TEST(Units, EndsOfAQuotientAreItsWorstCases) {
  const Estimate<Bytes> bytes{Bytes{10}, Bytes{8}, Bytes{12}};
  const Estimate<BytesPerSecond> rate{BytesPerSecond{5}, BytesPerSecond{4}, BytesPerSecond{6}};
  const Estimate<Seconds> time = bytes / rate;
  EXPECT_DOUBLE_EQ(time.value.si, 2.0);
  EXPECT_DOUBLE_EQ(time.low.si, 8.0 / 6.0);
  EXPECT_DOUBLE_EQ(time.high.si, 3.0);
}

}  // namespace
}  // namespace gpumodel
