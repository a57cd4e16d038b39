// What a value of a document may be, read off the C++ type of the value: the one rule from which
// both the JSON and its schema follow.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/core/estimate.hpp"
#include "models/core/expression/number.hpp"
#include "models/hardware/compute_capability.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

struct Shape {
  enum class Kind { boolean, integer, number, text, list, by_name, object };
  Kind kind = Kind::text;
  bool nullable = false;
  std::size_t length = 0;                              // of a list; 0: any
  const Shape* item = nullptr;                         // of a list, or of what has names
  std::string_view pattern{};                          // of a text, or of names
  std::vector<std::string_view> (*words)() = nullptr;  // all that a text may be; null: anything
};

// Whether E has an enumerator of this value: a compiler spells any other "(E)7".
template <auto value>
constexpr bool is_enumerator() {
  return std::string_view(__PRETTY_FUNCTION__).find("value = (") == std::string_view::npos;
}

template <class E>
std::string_view word_of(E value) {
  if constexpr (requires { to_string(value); }) {
    return to_string(value);
  } else {
    return name(value);
  }
}

// The texts of all enumerators.
template <class E, int n = 0>
std::vector<std::string_view> words_of() {
  if constexpr (is_enumerator<static_cast<E>(n)>()) {
    std::vector<std::string_view> all = words_of<E, n + 1>();
    all.insert(all.begin(), word_of(static_cast<E>(n)));
    return all;
  } else {
    return {};
  }
}

// Values by names that are not known beforehand.
using ByName = std::vector<std::pair<std::string_view, Number>>;

// Parameters, evaluated; others may follow their values, as block_names of a kernel.
template <class Parameters>
ByName by_name(const Parameters& parameters, const std::vector<Number>& values) {
  ByName all;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    all.emplace_back(parameters[i].name, values[i]);
  }
  return all;
}

// "B/s": the unit of a number beside it.
Json json_of(Dim unit);
std::vector<std::string_view> unit_words();
inline constexpr std::string_view version_pattern = "^[0-9]+\\.[0-9]+$";
inline constexpr std::string_view name_pattern = "^[A-Za-z_][A-Za-z0-9_]*$";

template <class V>
struct Unwrapped {  // of an optional value or a pointer to one
  using Type = void;
};
template <class V>
struct Unwrapped<std::optional<V>> {
  using Type = V;
};
template <class V>
struct Unwrapped<const V*> {
  using Type = V;
};
template <>
struct Unwrapped<const char*> {
  using Type = void;
};
template <class V>
inline constexpr bool may_be_none = !std::is_void_v<typename Unwrapped<V>::Type>;

template <class V>
inline constexpr bool is_text = std::is_convertible_v<const V&, std::string_view>;

template <class V>
inline constexpr bool is_counters = std::is_same_v<V, std::map<std::string, double>>;

template <class V>
concept HasQuantity = requires(const V& v) { V::dim, v.si; };  // seconds, bytes, ...
template <class V>
concept MayBeUnknown = requires(const V& v) { v.is_known(), v.si; };  // a number of a device
template <class V>
concept HasInterval = requires(const V& v) { v.low, v.value, v.high; };

inline constexpr Shape any_number{.kind = Shape::Kind::number};

template <class V>
constexpr Shape make_shape();
template <class V>
inline constexpr Shape shape_of = make_shape<V>();

template <class V>
constexpr Shape make_shape() {
  using Kind = Shape::Kind;
  if constexpr (may_be_none<V>) {
    Shape shape = shape_of<typename Unwrapped<V>::Type>;
    shape.nullable = true;
    return shape;
  } else if constexpr (std::is_same_v<V, bool>) {
    return {.kind = Kind::boolean};
  } else if constexpr (std::is_integral_v<V>) {
    return {.kind = Kind::integer};
  } else if constexpr (MayBeUnknown<V>) {
    return {.kind = Kind::number, .nullable = true};
  } else if constexpr (std::is_floating_point_v<V> || std::is_same_v<V, Number> || HasQuantity<V>) {
    return any_number;
  } else if constexpr (std::is_same_v<V, Dim>) {
    return {.words = unit_words};
  } else if constexpr (std::is_same_v<V, ComputeCapability>) {
    return {.pattern = version_pattern};
  } else if constexpr (std::is_same_v<V, ByName>) {
    return {.kind = Kind::by_name, .item = &any_number, .pattern = name_pattern};
  } else if constexpr (is_counters<V>) {
    return {.kind = Kind::by_name, .item = &any_number};
  } else if constexpr (is_text<V>) {
    return {};
  } else if constexpr (std::is_enum_v<V>) {
    return {.words = words_of<V>};
  } else if constexpr (HasInterval<V>) {
    return {.kind = Kind::list, .length = 2, .item = &any_number};
  } else {
    Shape list{.kind = Kind::list, .item = &shape_of<typename V::value_type>};
    if constexpr (requires { std::tuple_size<V>::value; }) list.length = std::tuple_size<V>::value;
    return list;
  }
}

template <class V>
Json json_of(const V& value) {
  if constexpr (may_be_none<V>) {
    return value ? json_of(*value) : Json(nullptr);
  } else if constexpr (std::is_arithmetic_v<V> || is_counters<V>) {
    return value;
  } else if constexpr (std::is_same_v<V, Number>) {
    return json_number(value);
  } else if constexpr (std::is_same_v<V, ByName>) {
    Json all = Json::object();
    for (const auto& [name, number] : value) all[std::string(name)] = json_number(number);
    return all;
  } else if constexpr (is_text<V>) {
    return std::string_view(value);
  } else if constexpr (std::is_enum_v<V>) {
    return word_of(value);
  } else if constexpr (std::is_same_v<V, ComputeCapability>) {
    return to_string(value);
  } else if constexpr (MayBeUnknown<V>) {
    return value.is_known() ? Json(value.si) : Json(nullptr);
  } else if constexpr (HasQuantity<V>) {
    return value.si;
  } else if constexpr (HasInterval<V>) {
    return Json::array({json_of(value.low), json_of(value.high)});
  } else {
    Json all = Json::array();
    for (const auto& each : value) all.push_back(json_of(each));
    return all;
  }
}

}  // namespace gpumodel
