// One table per mapping of a file: a row per key says what its value is, what it means and how it
// is read. The reader walks the table and the schema is made of it, so the two cannot differ.
//
//   static constexpr auto rows = std::to_array<KeyRow<ArrayReader>>({
//       {"shape", Key::required, types::expressions, "elements per dimension",
//        [](auto& array, const Node& node, auto key) { array.read_shape(node, key); }},
//   });
#pragma once

#include <span>
#include <string_view>
#include <type_traits>

#include "src/io/fields/value_type.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {

enum class Key { optional, required };

// What schemas and documents say of a key.
struct KeyText {
  std::string_view key;
  Key presence;
  ValueType type;
  std::string_view summary;
};

template <class Reader>
struct KeyRow : KeyText {
  void (*read)(Reader&, const Node&, std::string_view key) = nullptr;  // none: by other means
};

// What stands behind the key of a row.
inline const Node* ask(Mapping& from, const KeyText& row) {
  return row.presence == Key::required ? from.required(row.key) : from.optional(row.key);
}

// In the order of the rows.
template <class Reader>
void read_keys(std::type_identity_t<std::span<const KeyRow<Reader>>> rows, Mapping& from,
               Reader& reader) {
  for (const KeyRow<Reader>& row : rows) {
    const Node* node = ask(from, row);
    if (node != nullptr && row.read != nullptr) row.read(reader, *node, row.key);
  }
}

}  // namespace gpumodel
