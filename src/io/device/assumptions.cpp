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
    const std::size_t from = numbers.prefix.size();
    const std::size_t at = std::min(text.find('@', from), equals);
    One one{.text = make_text_file(text, std::string(option)),
            .key = text.substr(from, at - from),
            .value = text.substr(equals + 1),
            .key_at = from,
            .place_at = at + 1,
            .value_column = static_cast<int>(equals) + 2};
    if (at < equals) one.place = text.substr(at + 1, equals - at - 1);
    if (at == from || at + 1 == equals) {
      found_.push_back(wrong_assumption(text, "'" + text + "' is no assumption"));
      continue;
    }
    one.multiple = multiple_in(one.value);
    const auto same = [&](const One& each) {
      return each.key == one.key && each.place == one.place;
    };
    if (std::ranges::any_of(all_, same)) {
      found_.push_back(
          wrong_assumption(text, "'" + text.substr(from, equals - from) + "' is assumed twice"));
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
  if (!number && !curve) {
    std::vector<std::string> names;
    for (const Assumable::Number& each : of.numbers) names.push_back(each.key);
    for (const Assumable::Range& each : of.curves) names.push_back(each.key);
    std::vector<std::string> hints = did_you_mean(one.key, names);
    hints.emplace_back("docs/device-format.md lists the numbers of device and system files");
    fault(one, "key-unknown", one.key_at, one.key.size(),
          "no number of " + of.owner + " is called '" + one.key + "'", std::move(hints));
  } else if (!one.place.empty() && !curve) {
    fault(one, "assumption-wrong", one.place_at, one.place.size(),
          "'" + one.key + "' is one number, not a curve",
          {"assume it without a place: --set " + one.key + "=" + one.value});
  } else if (one.multiple > 0.0) {
    one.pending = !multiply(one, of);
  } else if (!one.place.empty()) {
    if (make_at_place(one, of)) return;
    fault(one, "assumption-wrong", one.key_at, one.key.size(),
          "the file does not state the curve '" + one.key + "'",
          {"assume a multiple of what it is derived as: --set " + one.key + "@" + one.place +
           "=1.2x"});
  } else if (curve) {
    fault(one, "assumption-wrong", static_cast<std::size_t>(one.value_column - 1), one.value.size(),
          "'" + one.key + "' is a curve, not one number",
          {"assume a multiple of all of it: --set " + one.key + "=1.2x",
           "or a value at one place: --set '" + one.key + "@PLACE=" + one.value + "'"});
  } else {
    set(one, of);
  }
}

std::optional<double> Assumptions::number_in(const One& one, const std::string& text,
                                             std::size_t at, Dim dim) {
  Node node;
  node.kind = Node::Kind::scalar;
  node.text = text;
  node.line = 1;
  node.column = static_cast<int>(at) + 1;
  SourcedValue read;
  Problems problems(one.text);
  read_quantity(node, dim, one.key, read, problems);
  if (!problems.has_errors()) return read.si;
  for (Diagnostic& d : problems.sorted()) {
    d.line = 0;  // of no file
    found_.push_back(std::move(d));
  }
  return std::nullopt;
}

bool Assumptions::make_at_place(const One& one, const Assumable& of) {
  bool made = false;
  for (const Assumable::Range& each : of.curves) {
    if (each.key != one.key || !each.curve->is_known()) continue;
    made = true;
    // A curve by a share may be told at 0.
    const bool at_zero = one.place == "0" && each.curve->points.front().x == 0.0;
    const auto x = at_zero ? 0.0 : number_in(one, one.place, one.place_at, each.x);
    if (!x) return true;
    const double first = each.curve->points.front().x, last = each.curve->points.back().x;
    if (*x < first || *x > last) {
      fault(one, "assumption-wrong", one.place_at, one.place.size(),
            "'" + one.key + "' has no such place",
            {"its rows go from " + format_stated(first, each.x) + " to " +
             format_stated(last, each.x) + ", beyond which it stays level"});
      return true;
    }
    const double before = each.curve->at(*x);
    const auto value =
        one.multiple > 0.0
            ? std::optional(before * one.multiple)
            : number_in(one, one.value, static_cast<std::size_t>(one.value_column - 1), each.y);
    if (!value) return true;
    auto& points = each.curve->points;
    const auto row = std::ranges::lower_bound(points, *x, {}, &CurvePoint::x);
    if (row != points.end() && row->x == *x) {
      row->y = *value;
    } else {
      points.insert(row, {*x, *value});
    }
    become_assumed(each.curve->source, one.text,
                   "at " + one.place + " instead of " + format_stated(before, each.y) + ", " +
                       place_of(each.curve->source));
  }
  return made;
}

void Assumptions::set(const One& one, const Assumable& of) {
  for (const Assumable::Number& each : of.numbers) {
    if (each.key != one.key) continue;
    const SourcedValue before = *each.value;
    const auto value =
        number_in(one, one.value, static_cast<std::size_t>(one.value_column - 1), each.dim);
    if (!value) return;
    each.value->si = *value;
    each.value->source.factor = 1.0;
    become_assumed(each.value->source, one.text,
                   before.is_known() ? "instead of " + format_stated(before.si, each.dim) + ", " +
                                           place_of(before.source)
                                     : "not stated in the file");
  }
}

bool Assumptions::multiply(const One& one, const Assumable& of) {
  if (!one.place.empty()) return make_at_place(one, of);
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
  for (const One& one : all_) {
    all += (all.empty() ? "" : ", ") + one.text.content.substr(one.key_at);
  }
  return all;
}

}  // namespace gpumodel
