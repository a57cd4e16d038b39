// Numbers and curves with their source, as device files write them:
//
//   bandwidth: {value: 898 GB/s, from: datasheet, note: "product brief", factor: 1.02}
//   read_curve: {rows: [[1 MiB, 5.6 TB/s], [64 MiB, 3.4 TB/s]], from: measured, note: "..."}
#pragma once

#include <string_view>

#include "models/core/curve.hpp"
#include "models/hardware/device_fields.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// A quantity of the dimension, within the range its use allows: only latencies may be zero.
void read_quantity(const Node& node, Dim dim, std::string_view key, SourcedValue& into,
                   Problems& problems);

void read_value(const Node& node, std::string_view key, Dim dim, SourcedValue& into,
                Problems& problems);

// Left unknown where a row is wrong.
void read_curve(const Node& node, std::string_view key, Dim x, Dim y, SourcedCurve& into,
                Problems& problems);

// The numbers of a table; each knows its key, stated or not.
template <class D>
void read_sourced(std::span<const DeviceField<D>> fields, Mapping& from, const std::string& group,
                  D& into) {
  for (const DeviceField<D>& field : fields) {
    SourcedValue& value = field.of(into);
    value.source.key = group + std::string(field.key);
    const Node* node = field.required ? from.required(field.key) : from.optional(field.key);
    if (node != nullptr) read_value(*node, field.key, field.dim, value, from.problems());
  }
}

std::string schema_of_value(SchemaWriter& writer, Dim dim);
std::string schema_of_curve(SchemaWriter& writer, Dim x, Dim y);

template <class D>
void add_sourced(std::span<const DeviceField<D>> fields, SchemaWriter& writer,
                 SchemaWriter::Keys& keys) {
  for (const DeviceField<D>& field : fields) {
    keys.add(field.key, field.required ? Key::required : Key::optional,
             described(field.summary, schema_of_value(writer, field.dim)));
  }
}

namespace types {

template <class Q>
inline constexpr ValueType sourced{
    [](SchemaWriter& writer) { return schema_of_value(writer, Q::dim); }};
template <class X, class Y>
inline constexpr ValueType curve{
    [](SchemaWriter& writer) { return schema_of_curve(writer, X::dim, Y::dim); }};

}  // namespace types
}  // namespace gpumodel
