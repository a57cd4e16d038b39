// Parts of YAML files that calibrations write: quoted texts, numbers with their source, long
// mappings broken between words.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "models/core/curve.hpp"

namespace gpumodel {

std::string quoted(const std::string& text);

// The same text, which write_entry() does not break.
std::string unbroken(std::string text);

// "from: measured, factor: 1.02, note: "...""
std::string source_text(const Source& source);

// "name: {inside}" in a mapping that starts at `indent`.
void write_entry(std::ostream& out, std::size_t indent, std::string_view name,
                 const std::string& inside);

// The same of a curve with its source.
void write_curve(std::ostream& out, std::size_t indent, std::string_view name,
                 const SourcedCurve& curve, Dim x, Dim y);

// Each line becomes a comment.
void write_comment(std::ostream& out, const std::string& comment);

}  // namespace gpumodel
