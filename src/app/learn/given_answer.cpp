#include "src/app/learn/given_answer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/app/common/argument_faults.hpp"
#include "src/io/course/read_exercise.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/quantity.hpp"

namespace gpumodel {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

struct Piece {
  std::string text;
  std::size_t column = 0;  // in the answer
};

Piece trimmed(const std::string& text, std::size_t begin, std::size_t end) {
  while (begin < end && text[begin] == ' ') ++begin;
  while (end > begin && text[end - 1] == ' ') --end;
  return {text.substr(begin, end - begin), begin};
}

class AnswerReader {
 public:
  AnswerReader(const CourseQuestion& question, const std::string& text, const std::string& where)
      : question_(question), text_(text), argument_{where, text} {}

  GivenAnswer read() {
    const Piece whole = trimmed(text_, 0, text_.size());
    if (whole.text.empty()) refuse({"there is no answer", expected(), 0, 1});
    GivenAnswer answer{text_};
    if (question_.chooses()) {
      answer.word = word_of(whole);
      return answer;
    }
    const std::size_t dots = text_.find("..");
    if (dots == std::string::npos) {
      answer.low = answer.high = number(whole, {});
      answer.half_unit = half_of_last_digit(whole.text) * scale_;
      return answer;
    }
    const std::size_t behind = text_.find_first_not_of('.', dots);
    const Piece low = trimmed(text_, 0, dots);
    const Piece high = trimmed(text_, std::min(behind, text_.size()), text_.size());
    // "2..4 us": the first takes the unit of the second.
    const std::string unit = unit_in(high.text);
    answer.high = high.text.empty() ? endless : number(high, {});
    answer.low = low.text.empty() ? -endless : number(low, unit);
    if (answer.low <= answer.high) return answer;
    refuse(
        {"the interval ends before it begins", "write the smaller number first", 0, text_.size()});
  }

 private:
  std::string expected() const {
    if (question_.chooses()) {
      std::string all;
      for (const auto& [word, holds] : question_.choices) all += (all.empty() ? "" : ", ") + word;
      return "expected one of: " + all;
    }
    const std::string unit = question_.unit.text;
    return "expected a number" + (unit.empty() ? "" : " with its unit, such as 2.5 " + unit) +
           ", or an interval, such as 2..4" + (unit.empty() ? "" : " " + unit);
  }

  [[noreturn]] void refuse(const ExpressionError& error) const {
    ArgumentFaults faults;
    ExpressionError placed = error;
    placed.hint.clear();
    faults.add("answer-unreadable", argument_, placed,
               {error.hint.empty() ? expected() : error.hint});
    faults.throw_if_any();
    throw InputError{};
  }

  std::string word_of(const Piece& piece) const {
    std::vector<std::string> known;
    for (const auto& [word, holds] : question_.choices) {
      if (same_but_for_case(word, piece.text)) return word;
      known.push_back(word);
    }
    const std::vector<std::string> near = did_you_mean(piece.text, known);
    refuse({"'" + piece.text + "' is none of the choices", near.empty() ? "" : near.front(),
            piece.column, piece.text.size()});
  }

  static std::string unit_in(const std::string& text) {
    const std::size_t at = text.find_first_not_of("+-.0123456789eE ");
    return at == std::string::npos ? std::string{} : text.substr(at);
  }

  double number(const Piece& piece, const std::string& unit) {
    std::string text = piece.text;
    for (std::size_t at = text.find("\xC2\xB5"); at != std::string::npos;
         at = text.find("\xC2\xB5")) {
      text.replace(at, 2, "u");  // the micro sign
    }
    if (unit_in(text).empty() && !unit.empty()) text += " " + unit;
    try {
      const bool percent = text.ends_with('%');
      if (percent) text.pop_back();
      const ParsedQuantity read = parse_quantity(text);
      if (percent && read.dim == Dim{}) return scaled(read.si / 100.0, 0.01);
      check_dimension(piece, text, read);
      const std::string own = unit_in(text);
      return scaled(read.si, own.empty() ? 1.0 : parse_unit(own).si);
    } catch (const ExpressionError& error) {
      refuse({error.message, error.hint, piece.column + std::min(error.column, piece.text.size()),
              error.length});
    }
  }

  double scaled(double value, double scale) {
    scale_ = scale;
    return value;
  }

  void check_dimension(const Piece& piece, const std::string& text,
                       const ParsedQuantity& read) const {
    if (read.dim == question_.unit.dim) return;
    const bool bare = unit_in(text).empty();
    refuse({bare ? "'" + piece.text + "' has no unit" : "'" + piece.text + "' is of another kind",
            expected(), piece.column, piece.text.size()});
  }

  // Of the last digit behind the point, else of the last that is not 0: 1540 may be rounded, 1536
  // is not.
  static double half_of_last_digit(const std::string& text) {
    double place = 1.0, last = 1.0;
    bool behind_point = false;
    int exponent = 0;
    std::vector<std::pair<char, bool>> digits;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '.')
        behind_point = true;
      else if (c >= '0' && c <= '9')
        digits.emplace_back(c, behind_point);
      else if (c != '+' && c != '-' && c != '_')
        break;
    }
    if (at + 1 < text.size() && (text[at] == 'e' || text[at] == 'E')) {
      exponent = std::atoi(text.c_str() + at + 1);
    }
    const auto decimals =
        std::ranges::count_if(digits, [](const auto& digit) { return digit.second; });
    place = std::pow(10.0, static_cast<double>(exponent) - static_cast<double>(decimals));
    last = place;
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, place *= 10.0) {
      last = place;
      if (digit->first != '0' || digit->second) break;
    }
    return last / 2.0;
  }

  const CourseQuestion& question_;
  const std::string& text_;
  Argument argument_;
  double scale_ = 1.0;  // of the unit that was read last
};

}  // namespace

GivenAnswer parse_answer(const CourseQuestion& question, const std::string& text,
                         const std::string& where) {
  return AnswerReader(question, text, where).read();
}

}  // namespace gpumodel
