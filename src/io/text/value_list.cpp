#include "src/io/text/value_list.hpp"

#include <algorithm>
#include <cmath>

#include "models/core/expression/expression.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

namespace {

// Of a range by a factor: each of its values is kept.
constexpr std::size_t most_listed = 100000;

}  // namespace

class ValueListReader {
 public:
  ValueListReader(const std::string& option, const std::string& shown)
      : option_(option), shown_(shown) {}

  ValueList read(std::size_t column) {
    for (std::size_t begin = column; begin <= shown_.size();) {
      const std::size_t end = std::min(shown_.find(',', begin), shown_.size());
      item(begin, end);
      begin = end + 1;
    }
    refuse_repeated(column);
    return std::move(list_);
  }

 private:
  [[noreturn]] void fail(std::string message, std::size_t begin, std::size_t end,
                         std::vector<std::string> hints) const {
    Diagnostic fault{.id = "range-wrong", .message = std::move(message), .file = option_};
    fault.column = static_cast<int>(begin) + 1;
    fault.length = static_cast<int>(std::max<std::size_t>(1, end - begin));
    fault.source_line = shown_;
    fault.hints = std::move(hints);
    throw InputError{{std::move(fault)}};
  }

  Number number(std::size_t begin, std::size_t end) const {
    if (begin == end) fail("a number is missing", begin, end, {"for example 32,64 or 1..8"});
    try {
      const Expression expression = Expression::parse(shown_.substr(begin, end - begin));
      if (!expression.names().empty()) {
        const Expression::Name& used = expression.names().front();
        throw ExpressionError{
            "a value on the command line cannot use names", {}, used.column, used.text.size()};
      }
      const Number value = expression.evaluate({});
      if (!value.is_integer() && !(std::abs(value.real()) < 0x1p63)) {
        throw ExpressionError{"the value does not fit 64 bits", {}, 0, end - begin};
      }
      return value;
    } catch (const ExpressionError& error) {
      std::vector<std::string> hints;
      if (!error.hint.empty()) hints.push_back(error.hint);
      fail(error.message, begin + error.column, begin + error.column + error.length,
           std::move(hints));
    }
  }

  std::int64_t whole(std::size_t begin, std::size_t end) const {
    const Number value = number(begin, end);
    const Number rounded = floor_of(value);
    if (compare(rounded, value) != 0 || !rounded.is_integer()) {
      fail("a range goes through whole numbers", begin, end, {"list other values: 0.5,1,1.5"});
    }
    return rounded.integer();
  }

  void item(std::size_t begin, std::size_t end) {
    const std::size_t dots = shown_.find("..", begin);
    if (dots == std::string::npos || dots >= end) {
      list_.add(number(begin, end));
      return;
    }
    const std::size_t colon = std::min(shown_.find(':', dots), end);
    const std::int64_t first = whole(begin, dots);
    const std::int64_t last = whole(dots + 2, colon);
    if (last < first) fail("the range is empty", begin, end, {"write FIRST..LAST:STEP"});
    if (colon < end && shown_[colon + 1] == 'x') {
      by_factor(first, last, colon + 2, end, begin);
    } else {
      by_step(first, last, colon < end ? whole(colon + 1, end) : 1, colon + 1, end);
    }
  }

  void by_step(std::int64_t first, std::int64_t last, std::int64_t step, std::size_t begin,
               std::size_t end) {
    if (step < 1) fail("a step below 1 never arrives", begin, end, {"write FIRST..LAST:STEP"});
    const std::uint64_t span = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
    const std::uint64_t count = span / static_cast<std::uint64_t>(step) + 1;
    list_.pieces_.push_back({list_.size_, Number::integer(first), step});
    list_.size_ += count;
  }

  void by_factor(std::int64_t first, std::int64_t last, std::size_t begin, std::size_t end,
                 std::size_t start) {
    const double factor = number(begin, end).real();
    if (!(factor > 1.0) || first < 1) {
      fail("a factor must be above 1, and begin at 1 or more", start, end,
           {"for example 2^10..2^28:x4"});
    }
    std::int64_t before = 0;
    std::size_t listed = 0;
    for (double value = static_cast<double>(first); value <= static_cast<double>(last);
         value *= factor) {
      const std::int64_t rounded = std::llround(value);
      if (rounded != before) list_.add(Number::integer(rounded));
      before = rounded;
      if (++listed > most_listed) {
        fail("the range has more than 100,000 values", start, end, {"choose a larger factor"});
      }
    }
  }

  // Of lists, which people write; a value within a range of another item costs a prediction twice.
  void refuse_repeated(std::size_t column) const {
    std::vector<double> seen;
    for (const ValueList::Piece& piece : list_.pieces_) {
      for (const Number& value : piece.listed) seen.push_back(value.real());
    }
    std::ranges::sort(seen);
    if (std::ranges::adjacent_find(seen) != seen.end()) {
      fail("a value is listed twice", column, shown_.size(), {"list each value once"});
    }
  }

  const std::string& option_;
  const std::string& shown_;
  ValueList list_;
};

void ValueList::add(Number value) {
  if (pieces_.empty() || pieces_.back().step != 0) pieces_.push_back({size_, {}, 0});
  pieces_.back().listed.push_back(value);
  ++size_;
}

ValueList ValueList::of(const std::vector<std::int64_t>& values) {
  ValueList list;
  for (const std::int64_t value : values) list.add(Number::integer(value));
  return list;
}

Number ValueList::at(std::uint64_t i) const {
  std::size_t piece = pieces_.size() - 1;
  while (pieces_[piece].begin > i) --piece;
  const Piece& in = pieces_[piece];
  const std::uint64_t offset = i - in.begin;
  if (in.step == 0) return in.listed[offset];
  return Number::integer(static_cast<std::int64_t>(static_cast<std::uint64_t>(in.first.integer()) +
                                                   offset * static_cast<std::uint64_t>(in.step)));
}

ValueList parse_value_list(const std::string& option, const std::string& shown,
                           std::size_t column) {
  return ValueListReader(option, shown).read(column);
}

}  // namespace gpumodel
