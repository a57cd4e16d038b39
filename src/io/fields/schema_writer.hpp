// Makes the JSON Schema (draft-07) of a file from the tables that read it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/io/fields/key_row.hpp"

namespace gpumodel {

class SchemaWriter {
 public:
  // A value: its schema, or a reference to its definition.
  std::string value(const ValueType& type, std::string_view summary = {});
  // A reference to the definition of this name, which `make` writes the first time.
  std::string reference(const std::string& name,
                        const std::function<std::string(SchemaWriter&)>& make);

  // A mapping of these keys and no others; `more` are further members of its schema.
  template <class Rows>
  std::string mapping(const Rows& rows, std::string_view more = {}) {
    Keys all;
    for (const KeyText& row : rows) all.add(row, *this);
    return all.schema(more);
  }

  // The same, where the keys are found on the way.
  class Keys {
   public:
    void add(const KeyText& row, SchemaWriter& writer);
    void add(std::string_view key, Key presence, const std::string& schema);
    std::string schema(std::string_view more = {}) const;

   private:
    std::string required_, properties_;
  };

  // The whole, indented. `body` is the schema of the file's mapping.
  std::string document(std::string_view name, std::string_view description,
                       const std::string& body) const;

 private:
  using Definition = std::pair<std::string, std::string>;  // name, schema
  std::vector<Definition> definitions_;
};

// `{"description": summary, ...}`
std::string described(std::string_view summary, const std::string& schema);

}  // namespace gpumodel
