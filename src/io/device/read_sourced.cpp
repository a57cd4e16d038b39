#include "src/io/device/read_sourced.hpp"

#include <array>
#include <optional>

#include "src/io/text/mapping.hpp"
#include "src/io/text/quantity.hpp"
#include "src/io/text/read_word.hpp"
#include "src/io/text/unit_names.hpp"

namespace gpumodel {
namespace {

constexpr auto provenances = std::to_array<Word<Provenance>>({{"measured", Provenance::measured},
                                                              {"datasheet", Provenance::datasheet},
                                                              {"derived", Provenance::derived},
                                                              {"assumed", Provenance::assumed},
                                                              {"unknown", Provenance::unknown}});
// A curve that is not known is left out.
constexpr auto provenances_of_curves =
    std::to_array({provenances[0], provenances[1], provenances[2], provenances[3]});

struct SourceReader {
  Source& source;
  Problems& problems;
  const Node* value = nullptr;  // or its rows
  std::optional<Provenance> from{};
};

std::optional<Provenance> read_provenance(const Node& node, Problems& problems) {
  const std::optional<std::string> text = scalar_text(node, "from", problems);
  if (!text) return std::nullopt;
  std::vector<std::string> names;
  for (const Word<Provenance>& word : provenances) {
    if (word.text == *text) return word.value;
    names.emplace_back(word.text);
  }
  std::vector<std::string> hints = did_you_mean(*text, names);
  if (hints.empty()) hints = {"known: measured, datasheet, derived, assumed, unknown"};
  problems.add("value-unknown", node, "unknown provenance '" + *text + "'", hints);
  return std::nullopt;
}

void read_factor(const Node& node, Source& source, Problems& problems) {
  const std::optional<std::string> text = scalar_text(node, "factor", problems);
  if (!text) return;
  try {
    const ParsedQuantity factor = parse_quantity(*text);
    if (factor.dim != Dim{} || factor.si < 1.0 || factor.si > 100.0) {
      problems.add("value-range", node, "a factor of uncertainty is between 1 and 100",
                   {"the true value lies in [value / factor, value * factor]"});
    } else {
      source.factor = factor.si;
    }
  } catch (const ExpressionError& error) {
    problems.add("value-wrong", node, error, {"expected a factor, for example 1.05"});
  }
}

using Row = KeyRow<SourceReader>;
void keep_value(SourceReader& reader, const Node& node, std::string_view) {
  reader.value = &node;
}
void keep_provenance(SourceReader& reader, const Node& node, std::string_view) {
  reader.from = read_provenance(node, reader.problems);
}
constexpr Row note{{"note", Key::optional, types::text, "which document, program or formula"},
                   [](auto& reader, const Node& node, auto key) {
                     reader.source.note = line_of_text(node, key, reader.problems);
                   }};
constexpr Row factor{{"factor",
                      Key::optional,
                      {R"({"type": "number", "minimum": 1, "maximum": 100})"},
                      "the true value lies in [value / factor, value * factor]; 1 if left out"},
                     [](auto& reader, const Node& node, auto) {
                       read_factor(node, reader.source, reader.problems);
                     }};

constexpr auto value_rows = std::to_array<Row>({
    {{"value", Key::required, {R"({"type": ["string", "number"]})"}, ""}, keep_value},
    {{"from", Key::required, types::one_of<provenances>,
      "measured: by a program on this device; datasheet: stated by its maker; derived: computed "
      "from other numbers; assumed: a guess; unknown: nobody knows, models that need it refuse"},
     keep_provenance},
    note,
    factor,
});

constexpr auto curve_rows = std::to_array<Row>({
    {{"rows",
      Key::required,
      {R"({"type": "array", "minItems": 2,
                    "items": {"type": "array", "minItems": 2, "maxItems": 2}})"},
      "pairs, the first numbers ascending"},
     keep_value},
    {{"from", Key::required, types::one_of<provenances_of_curves>, ""}, keep_provenance},
    note,
    factor,
});

// The base and what its member holds beside.
std::string refined(const std::string& base, std::string_view key, const std::string& schema) {
  return R"({"allOf": [)" + base + R"(, {"properties": {")" + std::string(key) + R"(": )" + schema +
         "}}]}";
}

std::string schema_of_any_value(SchemaWriter& writer) {
  return described(
      "A number with its provenance.",
      writer.mapping(value_rows, R"(, "if": {"properties": {"from": {"const": "unknown"}}},
      "then": {"properties": {"value": {"const": "unknown"}}},
      "else": {"properties": {"value": {"not": {"const": "unknown"}}}})"));
}

std::string schema_of_any_curve(SchemaWriter& writer) {
  return described(
      "Values by what they depend on, with one provenance; straight in logarithms "
      "between the rows.",
      writer.mapping(curve_rows));
}

// "B/s" as "B_per_s".
std::string definition_name(Dim dim) {
  std::string name = dim == Dim{} ? "count" : base_unit(dim);
  if (const std::size_t per = name.find('/'); per != std::string::npos)
    name.replace(per, 1, "_per_");
  return name;
}

constexpr std::string_view how_rows_look = "write rows: [[1 MiB, 5.6 TB/s], [64 MiB, 3.4 TB/s]]";

// A number of a row; nothing, with a fault, where it cannot be used.
std::optional<double> read_coordinate(const Node& node, std::string_view key, Dim dim,
                                      bool may_be_zero, Problems& problems) {
  const std::optional<std::string> text = scalar_text(node, "rows", problems);
  if (!text) return std::nullopt;
  try {
    const ParsedQuantity quantity = parse_quantity(*text);
    if (quantity.dim != dim) {
      problems.add("unit-wrong", node, "'" + std::string(key) + "' has the wrong unit in a row",
                   {"expected " + describe(dim)});
    } else if (quantity.si == 0.0 && may_be_zero) {
      return 0.0;
    } else if (!(quantity.si > 0.0) || !is_plausible(quantity.si)) {
      problems.add("value-range", node, "'" + std::string(key) + "' is not plausible in a row",
                   {"expected " + describe(dim)});
    } else {
      return quantity.si;
    }
  } catch (const ExpressionError& error) {
    problems.add("value-wrong", node, error, {"expected " + describe(dim)});
  }
  return std::nullopt;
}

// Nothing, with faults, where any row cannot be used.
std::vector<CurvePoint> read_rows(const Node& node, std::string_view key, Dim x, Dim y,
                                  Problems& problems) {
  std::vector<CurvePoint> points;
  if (node.kind != Node::Kind::sequence || node.children.size() < 2) {
    problems.add("curve-rows", node, "'" + std::string(key) + "' needs two rows or more",
                 {std::string(how_rows_look)});
    return {};
  }
  for (const Node& row : node.children) {
    if (row.kind != Node::Kind::sequence || row.children.size() != 2) {
      problems.add("curve-rows", row, "a row of '" + std::string(key) + "' is a pair of numbers",
                   {std::string(how_rows_look)});
      return {};
    }
    const auto at = read_coordinate(row.children[0], key, x, true, problems);
    const auto value = read_coordinate(row.children[1], key, y, false, problems);
    if (!at || !value) return {};
    if (!points.empty() && *at <= points.back().x) {
      problems.add("curve-rows", row.children[0],
                   "the first numbers of the rows of '" + std::string(key) + "' must ascend");
      return {};
    }
    points.push_back({*at, *value});
  }
  return points;
}

}  // namespace

void read_quantity(const Node& node, Dim dim, std::string_view key, SourcedValue& into,
                   Problems& problems) {
  const std::optional<std::string> text = scalar_text(node, "value", problems);
  if (!text) return;
  try {
    const ParsedQuantity quantity = parse_quantity(*text);
    const bool latency = dim == Seconds::dim || dim == Cycles::dim;
    if (quantity.dim != dim) {
      problems.add("unit-wrong", node, "'" + std::string(key) + "' has the wrong unit",
                   {"expected " + describe(dim)});
    } else if (quantity.si < 0.0) {
      problems.add("value-negative", node, "'" + std::string(key) + "' must not be negative");
    } else if (quantity.si == 0.0 && !latency) {
      problems.add("value-zero", node, "'" + std::string(key) + "' must not be zero",
                   {"if it is not known, write {value: unknown, from: unknown}"});
    } else if (!is_plausible(quantity.si)) {
      problems.add("value-range", node, "'" + std::string(key) + "' is not plausible",
                   {"expected " + describe(dim)});
    } else {
      into.si = quantity.si;
    }
  } catch (const ExpressionError& error) {
    problems.add("value-wrong", node, error, {"expected " + describe(dim)});
  }
}

void read_value(const Node& node, std::string_view key, Dim dim, SourcedValue& into,
                Problems& problems) {
  into.source.line = node.line;
  into.source.file = problems.file().shown;
  if (node.kind != Node::Kind::mapping) {
    problems.add("type-wrong", node, "'" + std::string(key) + "' must say where it comes from",
                 {"write {value: " + (node.kind == Node::Kind::scalar ? node.text : "...") +
                  ", from: datasheet, note: \"which one\"}"});
    return;
  }
  Mapping fields(node, "'" + std::string(key) + "'", problems);
  SourceReader reader{into.source, problems};
  read_keys(value_rows, fields, reader);
  fields.reject_unknown_keys();
  const Node* value = reader.value;
  const std::optional<Provenance> from = reader.from;
  const bool says_unknown =
      value != nullptr && value->kind == Node::Kind::scalar && value->text == "unknown";
  if (value == nullptr) return;
  if (!from) {  // its value may be wrong as well
    if (!says_unknown) read_quantity(*value, dim, key, into, problems);
    return;
  }
  if (says_unknown != (*from == Provenance::unknown)) {
    problems.add("value-unknown", *value, "an unknown value is {value: unknown, from: unknown}");
    return;
  }
  into.source.from = *from;
  if (!says_unknown) read_quantity(*value, dim, key, into, problems);
}

void read_curve(const Node& node, std::string_view key, Dim x, Dim y, SourcedCurve& into,
                Problems& problems) {
  into.source.line = node.line;
  into.source.file = problems.file().shown;
  Mapping fields(node, "'" + std::string(key) + "'", problems);
  SourceReader reader{into.source, problems};
  read_keys(curve_rows, fields, reader);
  fields.reject_unknown_keys();
  const std::optional<Provenance> from = reader.from;
  if (from == Provenance::unknown) {
    problems.add("value-unknown", node, "a curve that is not known is left out");
    return;
  }
  if (reader.value == nullptr || !from) return;
  into.points = read_rows(*reader.value, key, x, y, problems);
  if (into.is_known()) into.source.from = *from;
}

std::string schema_of_value(SchemaWriter& writer, Dim dim) {
  return writer.reference(definition_name(dim), [&](SchemaWriter& inner) {
    return refined(inner.reference("sourced", schema_of_any_value), "value",
                   described(describe(dim), types::schema_of_quantity(dim, "unknown")));
  });
}

std::string schema_of_curve(SchemaWriter& writer, Dim x, Dim y) {
  return writer.reference(
      definition_name(y) + "_by_" + definition_name(x), [&](SchemaWriter& inner) {
        return refined(inner.reference("curve", schema_of_any_curve), "rows",
                       R"({"items": {"items": [)" + types::schema_of_quantity(x, {}, true) + ", " +
                           types::schema_of_quantity(y) + "]}}");
      });
}

}  // namespace gpumodel
