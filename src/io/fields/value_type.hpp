// What a value of a file may be, for its schema. The schema is JSON as text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/units.hpp"

namespace gpumodel {

class SchemaWriter;

struct ValueType {
  using Make = std::string (*)(SchemaWriter&);

  constexpr ValueType(std::string_view schema) : json(schema) {}
  constexpr ValueType(Make schema) : make(schema) {}
  // A definition that the values of the type refer to.
  constexpr ValueType(std::string_view defined, std::string_view schema)
      : name(defined), json(schema) {}
  constexpr ValueType(std::string_view defined, Make schema) : name(defined), make(schema) {}

  std::string_view name{};
  std::string_view json{};
  Make make = nullptr;
};

// A text as JSON.
std::string json_quoted(std::string_view text);

namespace types {

inline constexpr ValueType text{R"({"type": "string"})"};
// Of parameters, arrays, buffers and variables.
inline constexpr ValueType name{"name",
                                R"({"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"})"};
inline constexpr ValueType element_type{
    R"({"type": "string", "pattern": "^(f16|bf16|f32|f64|i8|i16|i32|i64)(x[234])?$"})"};

inline constexpr ValueType expression{
    "expression",
    R"({"description": "Arithmetic over the parameters and what else is known where it stands: )"
    R"(+ - * / % ^, comparisons, && || !, min max ceil_div floor_div log2 floor ceil sqrt abs; )"
    R"(numbers such as 1e6, 64Ki, 64k.", "type": ["string", "number"]})"};
std::string schema_of_expressions(SchemaWriter& writer);
inline constexpr ValueType expressions{"expressions", schema_of_expressions};

// One of the words of a table of read_word.hpp.
std::string schema_of_words(std::span<const std::string_view> words);
template <const auto& words>
inline constexpr ValueType one_of{[](SchemaWriter&) {
  std::vector<std::string_view> all;
  for (const auto& word : words) all.push_back(word.text);
  return schema_of_words(all);
}};

// A number with a unit, such as 20 us. `also` is a word that may stand instead.
std::string schema_of_quantity(Dim dim, std::string_view also = {}, bool may_be_zero = false);
template <class Q>
inline constexpr ValueType quantity{[](SchemaWriter&) { return schema_of_quantity(Q::dim); }};

// Names for values of a type.
std::string schema_of_names(SchemaWriter& writer, const ValueType& value,
                            std::string_view more = {});

}  // namespace types
}  // namespace gpumodel
