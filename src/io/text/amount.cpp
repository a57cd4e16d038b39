#include "src/io/text/amount.hpp"

#include <array>

#include "models/core/expression/expression.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_values = 100000;

[[noreturn]] void fail(std::string_view option, std::string_view text, std::string message,
                       std::vector<std::string> hints) {
  throw InputError{
      {{.id = "amount-wrong",
        .message = std::string(option) + " " + std::string(text) + ": " + std::move(message),
        .hints = std::move(hints)}}};
}

struct SizeUnit {
  std::string_view text;
  std::int64_t bytes;
};

// Longest first: "KiB" before "B".
constexpr std::array<SizeUnit, 9> size_units = {{{"KiB", 1024},
                                                 {"MiB", 1024 * 1024},
                                                 {"kB", 1000},
                                                 {"MB", 1000000},
                                                 {"Ki", 1024},
                                                 {"Mi", 1024 * 1024},
                                                 {"K", 1024},
                                                 {"M", 1024 * 1024},
                                                 {"B", 1}}};

Number without_unit(std::string_view option, std::string_view text) {
  try {
    const Expression expression = Expression::parse(text);
    if (!expression.names().empty()) {
      throw ExpressionError{"'" + expression.names().front().text + "' is no number"};
    }
    return expression.evaluate({});
  } catch (const ExpressionError& error) {
    fail(option, text, error.message,
         error.hint.empty() ? std::vector<std::string>{} : std::vector{error.hint});
  }
}

std::int64_t whole(std::string_view option, std::string_view text, Number value, AmountKind kind) {
  if (value.is_negative()) fail(option, text, "must not be negative", {});
  if (!(value.real() < 0x1p63)) fail(option, text, "is too large", {});
  const Number rounded = floor_of(value);  // 1.5K is 1536 B: a product of reals may be whole
  if (compare(rounded, value) != 0) {
    fail(option, text,
         kind == AmountKind::bytes ? "is no whole number of bytes" : "is no whole number", {});
  }
  return rounded.integer();
}

std::int64_t parse_amount(std::string_view option, std::string_view text, AmountKind kind) {
  if (text.empty()) fail(option, text, "a number is missing", {});
  if (kind == AmountKind::count) return whole(option, text, without_unit(option, text), kind);
  for (const SizeUnit& unit : size_units) {
    if (!text.ends_with(unit.text)) continue;
    std::string_view digits = text.substr(0, text.size() - unit.text.size());
    while (digits.ends_with(' ')) digits.remove_suffix(1);
    if (digits.empty()) break;
    try {
      const Number bytes = multiply(without_unit(option, digits), Number::integer(unit.bytes));
      return whole(option, text, bytes, kind);
    } catch (const ArithmeticError& error) {
      fail(option, text, error.what(), {});
    }
  }
  return whole(option, text, without_unit(option, text), kind);
}

void append_range(std::string_view option, std::string_view item, AmountKind kind,
                  std::vector<std::int64_t>& values) {
  const std::size_t dots = item.find("..");
  const std::size_t colon = item.find(':', dots);
  const std::int64_t first = parse_amount(option, item.substr(0, dots), kind);
  const std::int64_t last = parse_amount(option, item.substr(dots + 2, colon - dots - 2), kind);
  const std::int64_t step =
      colon == std::string_view::npos ? 1 : parse_amount(option, item.substr(colon + 1), kind);
  if (step == 0) fail(option, item, "a step of 0 never arrives", {});
  if (last < first) fail(option, item, "the range is empty", {"write FIRST..LAST:STEP"});
  if (static_cast<std::uint64_t>(last - first) / static_cast<std::uint64_t>(step) >= most_values) {
    fail(option, item, "the range has more than 100,000 values", {"choose a larger step"});
  }
  for (std::int64_t value = first; value <= last; value += step) {
    values.push_back(value);
    if (last - value < step) break;
  }
}

}  // namespace

std::vector<std::int64_t> parse_amounts(std::string_view option, std::string_view text,
                                        AmountKind kind) {
  std::vector<std::int64_t> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view item = text.substr(begin, end - begin);
    if (item.find("..") != std::string_view::npos) {
      append_range(option, item, kind, values);
    } else {
      values.push_back(parse_amount(option, item, kind));
    }
    if (values.size() > most_values) fail(option, text, "asks for more than 100,000 values", {});
    begin = end + 1;
  }
  return values;
}

}  // namespace gpumodel
