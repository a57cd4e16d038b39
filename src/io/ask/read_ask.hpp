// Reads a question to the engine.
#pragma once

#include <optional>

#include "src/io/ask/ask.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// An expression with its faults of syntax reported; its names are bound by whoever knows them.
std::optional<PlacedExpression> read_placed_expression(const Node& node, std::string_view key,
                                                       Problems& problems);
// One text, or a list of them.
std::vector<std::string> read_texts(const Node& node, std::string_view key, Problems& problems);

// What asks: only a story has assumptions.
enum class AskedBy { story, exercise };

// Nothing (with a fault) where it is not said what is asked.
std::optional<EngineAsk> read_ask(const Node& name, const Node& body, AskedBy by,
                                  Problems& problems);
// By name.
std::vector<EngineAsk> read_asks(const Node& node, AskedBy by, Problems& problems);

std::string schema_of_ask(SchemaWriter& writer, AskedBy by);
template <AskedBy by>
std::string schema_of_asks(SchemaWriter& writer) {
  static constexpr ValueType one{"ask", [](SchemaWriter& w) { return schema_of_ask(w, by); }};
  return types::schema_of_names(writer, one);
}

}  // namespace gpumodel
