// An object of a document as one table: a row per field with its name, what it means, and how to
// get its value. The table writes the object and is its schema, so that the two cannot differ.
//
//   const Object<Timing>& timing_object() {
//     static const Object<Timing> table("timing", "Samples of one timer.", {
//         {"n", "samples", &Timing::n, {.least = 1}},
//         {"spread", "null: one sample", [](auto& t) { return t.spread(); }},
//         {"device", "", device_object, &Timing::device},  // an object, none or several
//         {settings_object, &Timing::settings},            // its fields as fields of this one
//     });
//     return table;
//   }
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <new>
#include <string>

#include "src/view/document/shape.hpp"

namespace gpumodel {

// What the type of a value does not tell. Bounds of numbers are those of all numbers in the value;
// most are counts, times and sizes.
struct Bounds {
  double least = 0.0;
  std::optional<double> above{}, most{};
  bool below_zero = false;     // there is no least
  std::string_view pattern{};  // of a text
  std::string_view words{};    // all that a text may be: "load|store"
  std::size_t fewest = 0;      // items of a list
  bool left_out = false;       // where there is no value, instead of null
  bool may_lack = false;       // a file that is read need not have it
};
inline constexpr Bounds zero_to_one{.most = 1.0};

struct AnyObject;
template <class T>
struct Object;
template <class T>
using TableOf = const Object<T>& (*)();

// A table of any type.
struct AnyTable {
  void (*table)() = nullptr;
  const AnyObject& (*call)(void (*)()) = nullptr;

  const AnyObject& operator()() const { return call(table); }
};

// How to get a value from an object of a type that only the row knows: a function and what it
// captures. Trivial, as tables have hundreds of them.
struct Getter {
  alignas(void*) std::array<std::byte, 32> captured;
  Json (*call)(const std::byte* captured, const void* object);

  Json operator()(const void* object) const { return call(captured.data(), object); }
};

template <class T, class Get>
Getter getter(const Get& get) {
  static_assert(std::is_trivially_copyable_v<Get> && sizeof(Get) <= sizeof(Getter::captured) &&
                alignof(Get) <= alignof(void*));
  Getter erased{{}, [](const std::byte* captured, const void* object) {
                  return (*std::launder(reinterpret_cast<const Get*>(captured)))(
                      *static_cast<const T*>(object));
                }};
  std::memcpy(erased.captured.data(), &get, sizeof get);
  return erased;
}

struct AnyField {
  std::string_view name, description;  // no name: the fields of an object as fields of this one
  const Shape* shape;
  Bounds bounds;
  AnyTable object;  // where there is one in the shape
  Getter value;
};

struct AnyObject {
  std::string_view name, description;
  std::vector<AnyField> fields;
  std::string_view rule{};  // what of its schema no row can say, as JSON

  Json write(const void* value) const;
  Json without_values() const;  // every field null
};

// One object of U, none, or several.
template <class U, class V>
constexpr Shape make_shape_of_objects();
template <class U, class V>
inline constexpr Shape shape_of_objects = make_shape_of_objects<U, V>();

template <class U, class V>
constexpr Shape make_shape_of_objects() {
  if constexpr (std::is_convertible_v<const V*, const U*>) {
    return {.kind = Shape::Kind::object};
  } else if constexpr (may_be_none<V>) {
    Shape shape = shape_of_objects<U, typename Unwrapped<V>::Type>;
    shape.nullable = true;
    return shape;
  } else {
    return {.kind = Shape::Kind::list, .item = &shape_of_objects<U, typename V::value_type>};
  }
}

template <class U, class V>
Json objects_of(const Object<U>& object, const V& value) {
  if constexpr (std::is_convertible_v<const V*, const U*>) {
    return object.write(value);
  } else if constexpr (may_be_none<V>) {
    return value ? objects_of(object, *value) : Json(nullptr);
  } else {
    Json all = Json::array();
    for (const auto& each : value) all.push_back(objects_of(object, each));
    return all;
  }
}

template <class T>
struct Field : AnyField {
  template <class Get>
  using Result = std::remove_cvref_t<std::invoke_result_t<Get, const T&>>;

  template <class Get>
  Field(std::string_view key, std::string_view meaning, Get get, const Bounds& within = {})
      : AnyField{key,
                 meaning,
                 &shape_of<Result<Get>>,
                 within,
                 {},
                 getter<T>([get](const T& of) {
                   return json_of(std::invoke(get, of)); })} {}

  template <class U, class Get>
  Field(std::string_view key, std::string_view meaning, TableOf<U> table, Get get,
        const Bounds& within = {})
      : AnyField{
            key,
            meaning,
            &shape_of_objects<U, Result<Get>>,
            within,
            {reinterpret_cast<void (*)()>(table),
             [](void (*of)()) -> const AnyObject& { return reinterpret_cast<TableOf<U>>(of)(); }},
            getter<T>(
                [table, get](const T& of) { return objects_of(table(), std::invoke(get, of)); })} {}

  template <class U, class Get>
  Field(TableOf<U> table, Get get, const Bounds& within = {}) : Field({}, {}, table, get, within) {}
};

template <class T>
struct Object : AnyObject {
  Object(std::string_view key, std::string_view meaning, std::initializer_list<Field<T>> rows,
         std::string_view and_rule = {})
      : AnyObject{key, meaning, {rows.begin(), rows.end()}, and_rule} {}

  Json write(const T& value) const { return AnyObject::write(&value); }
};

// A value where the condition holds; what does not apply is null.
template <class V>
std::optional<V> only_if(bool condition, V value) {
  return condition ? std::optional<V>(std::move(value)) : std::nullopt;
}

}  // namespace gpumodel
