#include "src/io/device/assumptions.hpp"

#include <algorithm>

#include "src/io/device/read_sourced.hpp"
#include "src/io/text/format.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/quantity.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view option = "--set";

Diagnostic wrong_assumption(const std::string& text, std::string message) {
  Diagnostic fault{.id = "assumption-wrong", .message = std::move(message)};
  fault.file = option;
  fault.column = 1;
  fault.source_line = text;
  fault.length = std::max(1, characters(text, text.size()));
  fault.hints = {"expected a key of the file and its value: --set dram.copy_bandwidth=171GB/s",
                 "or a multiple of what it is: --set dram.copy_bandwidth=2x"};
  return fault;
}

// "2x" is twice as much; 0 for anything else.
double multiple_in(const std::string& value) {
  if (!value.ends_with('x')) return 0.0;
  try {
    const ParsedQuantity read = parse_quantity(std::string_view(value).substr(0, value.size() - 1));
    return read.dim == Dim{} && read.si > 0.0 && is_plausible(read.si) ? read.si : 0.0;
  } catch (const ExpressionError&) {
    return 0.0;
  }
}

std::string place_of(const Source& source) {
  if (source.file.empty()) return std::string(to_string(source.from));
  return source.file + ":" + std::to_string(source.line) + " (" +
         std::string(to_string(source.from)) + ")";
}

// An assumption is as certain as it is stated; a multiple as what it is a multiple of.
void become_assumed(Source& source, const TextFile& text, std::string note) {
  source.from = Provenance::assumed;
  source.file = std::string(option) + " " + text.content;
  source.line = 0;
  source.note = std::move(note);
}

}  // namespace

Assumptions::Assumptions(const AssumedNumbers& numbers) {
  read(numbers);
}

void Assumptions::read(const AssumedNumbers& numbers) {
  for (const std::string& text : numbers.texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals <= numbers.prefix.size() ||
        equals + 1 == text.size()) {
      found_.push_back(wrong_assumption(text, "'" + text + "' is no assumption"));
      continue;
    }
    One one{make_text_file(text, std::string(option)),
            text.substr(numbers.prefix.size(), equals - numbers.prefix.size()),
            text.substr(equals + 1)};
    one.value_column = static_cast<int>(equals) + 2;
    one.multiple = multiple_in(one.value);
    if (std::ranges::find(all_, one.key, &One::key) != all_.end()) {
      found_.push_back(wrong_assumption(text, "'" + one.key + "' is assumed twice"));
      continue;
    }
    all_.push_back(std::move(one));
  }
}

void Assumptions::fault(const One& one, std::string_view id, std::size_t column, std::size_t length,
                        std::string message, std::vector<std::string> hints) {
  const std::string& text = one.text.content;
  Diagnostic fault{.id = id, .message = std::move(message)};
  fault.file = option;
  fault.source_line = text;
  fault.column = 1 + characters(text, column);
  fault.length = std::max(1, characters(text, column + length) - fault.column + 1);
  fault.hints = std::move(hints);
  found_.push_back(std::move(fault));
}

void Assumptions::make(const Assumable& of) {
  for (One& one : all_) make(one, of);
}

void Assumptions::make(One& one, const Assumable& of) {
  const bool number =
      std::ranges::find(of.numbers, one.key, &Assumable::Number::key) != of.numbers.end();
  const bool curve =
      std::ranges::find(of.curves, one.key, &Assumable::Range::key) != of.curves.end();
  const std::size_t key_column = one.text.content.find('=') - one.key.size();
  if (!number && !curve) {
    std::vector<std::string> names;
    for (const Assumable::Number& each : of.numbers) names.push_back(each.key);
    for (const Assumable::Range& each : of.curves) names.push_back(each.key);
    std::vector<std::string> hints = did_you_mean(one.key, names);
    hints.emplace_back("docs/device-format.md lists the numbers of device and system files");
    fault(one, "key-unknown", key_column, one.key.size(),
          "no number of " + of.owner + " is called '" + one.key + "'", std::move(hints));
  } else if (one.multiple > 0.0) {
    one.pending = !multiply(one, of);
  } else if (curve) {
    fault(one, "assumption-wrong", static_cast<std::size_t>(one.value_column - 1), one.value.size(),
          "'" + one.key + "' is a curve, not one number",
          {"assume a multiple of all of it: --set " + one.key + "=1.2x",
           "or copy the device file and change its rows"});
  } else {
    set(one, of);
  }
}

void Assumptions::set(const One& one, const Assumable& of) {
  Node node;
  node.kind = Node::Kind::scalar;
  node.text = one.value;
  node.line = 1;
  node.column = one.value_column;
  for (const Assumable::Number& each : of.numbers) {
    if (each.key != one.key) continue;
    const SourcedValue before = *each.value;
    Problems problems(one.text);
    read_quantity(node, each.dim, each.key, *each.value, problems);
    if (problems.has_errors()) {
      for (Diagnostic& d : problems.sorted()) {
        d.line = 0;  // of no file
        found_.push_back(std::move(d));
      }
      return;
    }
    each.value->source.factor = 1.0;
    become_assumed(each.value->source, one.text,
                   before.is_known() ? "instead of " + format_stated(before.si, each.dim) + ", " +
                                           place_of(before.source)
                                     : "not stated in the file");
  }
}

bool Assumptions::multiply(const One& one, const Assumable& of) {
  bool made = false;
  for (const Assumable::Number& each : of.numbers) {
    if (each.key != one.key || !each.value->is_known()) continue;
    const std::string before =
        format_stated(each.value->si, each.dim) + ", " + place_of(each.value->source);
    each.value->si *= one.multiple;
    if (!is_plausible(each.value->si)) {
      fault(one, "value-range", static_cast<std::size_t>(one.value_column - 1), one.value.size(),
            "'" + one.key + "' is not plausible", {"it is " + before});
    }
    become_assumed(each.value->source, one.text, "of " + before);
    made = true;
  }
  for (const Assumable::Range& each : of.curves) {
    if (each.key != one.key || !each.curve->is_known()) continue;
    for (CurvePoint& point : each.curve->points) point.y *= one.multiple;
    become_assumed(each.curve->source, one.text, "of " + place_of(each.curve->source));
    made = true;
  }
  return made;
}

void Assumptions::make_of_derived(const Assumable& of) {
  for (One& one : all_) {
    if (!one.pending || multiply(one, of)) continue;
    fault(one, "assumption-wrong", static_cast<std::size_t>(one.value_column - 1), one.value.size(),
          "'" + one.key + "' is not known, so there is no multiple of it",
          {"the file does not state it, and nothing derives it", "assume a value"});
  }
}

void Assumptions::throw_if_any() const {
  if (!found_.empty()) throw InputError{found_};
}

std::string Assumptions::text() const {
  std::string all;
  for (const One& one : all_) all += (all.empty() ? "" : ", ") + one.key + "=" + one.value;
  return all;
}

}  // namespace gpumodel
