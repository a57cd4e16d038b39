#include "src/io/device/read_sourced.hpp"

#include <array>
#include <optional>

#include "src/io/text/mapping.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/quantity.hpp"

namespace gpumodel {
namespace {

constexpr std::array provenances = {Provenance::measured, Provenance::datasheet,
                                    Provenance::derived, Provenance::assumed, Provenance::unknown};

std::optional<Provenance> read_provenance(Mapping& fields) {
  const Node* node = fields.required("from");
  if (node == nullptr) return std::nullopt;
  const std::optional<std::string> text = scalar_text(*node, "from", fields.problems());
  if (!text) return std::nullopt;
  std::vector<std::string> names;
  for (const Provenance from : provenances) {
    if (to_string(from) == *text) return from;
    names.emplace_back(to_string(from));
  }
  std::vector<std::string> hints = did_you_mean(*text, names);
  if (hints.empty()) hints = {"known: measured, datasheet, derived, assumed, unknown"};
  fields.problems().add("value-unknown", *node, "unknown provenance '" + *text + "'", hints);
  return std::nullopt;
}

// A quantity of the dimension, within the range its use allows: only latencies may be zero.
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

void read_factor(Mapping& fields, Source& source) {
  const Node* node = fields.optional("factor");
  if (node == nullptr) return;
  const std::optional<std::string> text = scalar_text(*node, "factor", fields.problems());
  if (!text) return;
  try {
    const ParsedQuantity factor = parse_quantity(*text);
    if (factor.dim != Dim{} || factor.si < 1.0 || factor.si > 100.0) {
      fields.problems().add("value-range", *node, "a factor of uncertainty is between 1 and 100",
                            {"the true value lies in [value / factor, value * factor]"});
    } else {
      source.factor = factor.si;
    }
  } catch (const ExpressionError& error) {
    fields.problems().add("value-wrong", *node, error, {"expected a factor, for example 1.05"});
  }
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
  const Node* value = fields.required("value");
  const std::optional<Provenance> from = read_provenance(fields);
  into.source.note = fields.optional_text("note");
  read_factor(fields, into.source);
  fields.reject_unknown_keys();
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
  const Node* rows = fields.required("rows");
  const std::optional<Provenance> from = read_provenance(fields);
  into.source.note = fields.optional_text("note");
  read_factor(fields, into.source);
  fields.reject_unknown_keys();
  if (from == Provenance::unknown) {
    problems.add("value-unknown", node, "a curve that is not known is left out");
    return;
  }
  if (rows == nullptr || !from) return;
  into.points = read_rows(*rows, key, x, y, problems);
  if (into.is_known()) into.source.from = *from;
}

}  // namespace gpumodel
