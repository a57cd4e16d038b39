// Accesses of a thread program: load, store, atomic, reduction, read.
#pragma once

#include "src/io/fields/key_row.hpp"
#include "src/io/kernel/thread_context.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {

inline constexpr ValueType access_list{
    "accesses",
    R"({"description": "U[i][j-1], s[i].a: one text with commas between them, or a list.",
             "anyOf": [{"type": "string"},
                       {"type": "array", "items": {"type": "string"}, "minItems": 1}]})"};
inline constexpr ValueType scalar_type{
    R"({"enum": ["f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64"]})"};
inline constexpr KeyText operated_as{"as", Key::optional, scalar_type, "type operated on"};

// U[i][j-1], U[i][j+1], as expression_list.hpp reads them; one statement each.
void read_accesses(Access::Op op, const Node& node, const ThreadContext& context, Body& body);

// The same for atomics and reductions, of which `as` names the type that is operated on.
void read_atomics(Access::Op op, const Node& node, Mapping& fields, const ThreadContext& context,
                  Body& body);

// {c: col[k], x: v[c]}: loads whose values get names, in order.
void read_values(const Node& node, const ThreadContext& context, Body& body);

}  // namespace gpumodel
