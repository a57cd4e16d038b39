#include "src/describe/regions/left_out.hpp"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "src/describe/regions/directive.hpp"

namespace gpumodel::describe {
namespace {

constexpr auto none = std::string::npos;

struct Range {
  std::size_t begin = 0, end = 0;
  bool has(std::size_t at) const { return begin <= at && at < end; }
};

// A file as braces, parentheses and semicolons; comments, strings and directives are blank.
class Outline {
 public:
  explicit Outline(const std::string& text) : text_(text), plain_(text) {
    blank();
    int parentheses = 0;
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < plain_.size(); ++i) {
      if (plain_[i] == '(') ++parentheses;
      if (plain_[i] == ')') parentheses = std::max(0, parentheses - 1);
      nested_.push_back(parentheses > 0);
      if (plain_[i] == '{') open.push_back(i);
      if (plain_[i] == '}' && !open.empty()) {
        blocks_.push_back({open.back(), i + 1});
        open.pop_back();
      }
    }
    for (const std::size_t directive : computing_)
      regions_.push_back({directive, end_of_statement(end_of_line(directive))});
  }

  bool has_regions() const { return !regions_.empty(); }
  bool has_regions(const Range& range) const {
    return std::ranges::any_of(regions_, [&](const Range& r) { return range.has(r.begin); });
  }
  bool is_in_region(std::size_t at) const {
    return std::ranges::any_of(regions_, [&](const Range& r) { return r.has(at); });
  }

  std::optional<std::size_t> offset(unsigned line, unsigned column) const {
    std::size_t at = 0;
    for (unsigned i = 1; i < line && at != none; ++i) {
      at = text_.find('\n', at);
      if (at != none) ++at;
    }
    if (at == none || at + column > text_.size() || column == 0) return std::nullopt;
    return at + column - 1;
  }

  // What can be left out for it to be gone; `instead`: what stands in its place.
  std::optional<Range> around(std::size_t at, std::string& instead) const {
    if (is_in_region(at)) return std::nullopt;
    const auto function = function_at(at);
    if (function && !has_regions(*function)) {
      instead = ";";  // it is known, and not what it does
      return function;
    }
    Range range{begin_of_statement(at), at};
    while (range.end < plain_.size() && !ends(range.end)) ++range.end;
    if (range.end == plain_.size()) return std::nullopt;
    if (plain_[range.end] == ';') ++range.end;
    if (plain_[range.end - 1] == ';' || plain_[range.end] == '}') return spared(range);
    const Range whole{range.begin, end_of_block(range.end)};
    if (!has_regions(whole)) return whole;
    return function ? spared(range) : std::nullopt;  // the head alone
  }

 private:
  std::optional<Range> spared(const Range& range) const {
    return has_regions(range) ? std::nullopt : std::optional(range);
  }
  bool ends(std::size_t at) const {
    return !nested_[at] && (plain_[at] == ';' || plain_[at] == '{' || plain_[at] == '}');
  }

  void blank() {
    const auto clear = [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < std::min(to, plain_.size()); ++i)
        if (plain_[i] != '\n') plain_[i] = ' ';
    };
    bool line_begins = true;
    for (std::size_t i = 0; i < plain_.size();) {
      const char c = plain_[i];
      std::size_t end = i + 1;
      if (c == '/' && text_.compare(i, 2, "//") == 0) {
        end = text_.find('\n', i);
      } else if (c == '/' && text_.compare(i, 2, "/*") == 0) {
        end = text_.find("*/", i + 2);
        if (end != none) end += 2;
      } else if (c == '"' || c == '\'') {
        while (end < text_.size() && text_[end] != c && text_[end] != '\n')
          end += text_[end] == '\\' ? 2U : 1U;
        ++end;
      } else if (c == '#' && line_begins) {
        end = end_of_line(i);
        note_directive(i, end);
      } else {
        if (c == '\n')
          line_begins = true;
        else if (std::isspace(static_cast<unsigned char>(c)) == 0)
          line_begins = false;
        ++i;
        continue;
      }
      clear(i, end);
      i = std::min(end, plain_.size());
    }
  }

  // Lines may go on.
  std::size_t end_of_line(std::size_t at) const {
    while ((at = text_.find('\n', at)) != none) {
      const std::size_t last = text_.find_last_not_of("\r", at - 1);
      if (last == none || text_[last] != '\\') return at;
      ++at;
    }
    return text_.size();
  }

  void note_directive(std::size_t at, std::size_t end) {
    std::vector<std::string> words(1);
    for (const char c : text_.substr(at + 1, end - at - 1)) {
      if (in_word(c))
        words.back() += c;
      else if (!words.back().empty())
        words.emplace_back();
    }
    if (words.size() < 3 || words[0] != "pragma" || words[1] != "acc") return;
    if (words[2] == "parallel" || words[2] == "kernels" || words[2] == "serial" ||
        words[2] == "loop")
      computing_.push_back(at);
  }

  std::size_t next(std::size_t at) const {
    return std::min(plain_.find_first_not_of(" \t\r\n", at), plain_.size());
  }
  std::string word_at(std::size_t at) const {
    std::string word;
    while (at < plain_.size() && in_word(plain_[at])) word += plain_[at++];
    return word;
  }
  std::size_t end_of_block(std::size_t open) const {
    const auto found = std::ranges::find(blocks_, open, &Range::begin);
    return found == blocks_.end() ? plain_.size() : found->end;
  }

  std::size_t end_of_statement(std::size_t at) const {
    at = next(at);
    if (at == plain_.size()) return at;
    if (plain_[at] == '{') return end_of_block(at);
    const std::string word = word_at(at);
    if (word == "for" || word == "while" || word == "if") {
      std::size_t close = plain_.find('(', at);
      while (close < plain_.size() && nested_[close]) ++close;
      std::size_t end = end_of_statement(std::min(close, plain_.size() - 1) + 1);
      if (word == "if" && word_at(next(end)) == "else") end = end_of_statement(next(end) + 4);
      return end;
    }
    while (at < plain_.size() && !ends(at)) ++at;
    return std::min(at + 1, plain_.size());
  }

  std::size_t begin_of_statement(std::size_t at) const {
    while (at > 0 && !ends(at - 1)) --at;
    return next(at);
  }

  // The body of the function that it stands in: the outermost block behind a list of parameters.
  std::optional<Range> function_at(std::size_t at) const {
    std::optional<Range> outermost;
    for (const Range& block : blocks_) {
      if (!block.has(at) || (outermost && outermost->begin < block.begin)) continue;
      const std::size_t before =
          block.begin > 0 ? plain_.find_last_not_of(" \t\r\n", block.begin - 1) : none;
      if (before == none) continue;
      std::size_t word = before;
      while (word > 0 && in_word(plain_[word])) --word;
      const std::string last = plain_.substr(word + 1, before - word);
      if (plain_[before] == ')' || last == "const" || last == "override" || last == "noexcept")
        outermost = block;
    }
    return outermost;
  }

  const std::string& text_;
  std::string plain_;
  std::vector<bool> nested_;  // within parentheses
  std::vector<Range> blocks_, regions_;
  std::vector<std::size_t> computing_;  // directives of what is described
};

std::optional<std::string> text_of(const std::string& file, const LeftOut& left) {
  const auto found = left.texts.find(file);
  if (found != left.texts.end()) return found->second;
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) return std::nullopt;
  return (*buffer)->getBuffer().str();
}

void note_names(const std::string& text, std::set<std::string>& names) {
  std::string word;
  for (const char c : text + " ") {
    if (in_word(c)) {
      word += c;
      continue;
    }
    if (!word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0) names.insert(word);
    word.clear();
  }
}

}  // namespace

bool leave_out(const std::vector<Diagnostic>& errors, LeftOut& left) {
  LeftOut next = left;
  bool changed = false;
  for (const Diagnostic& error : errors) {
    const auto text = text_of(error.place.file, next);
    if (!text) return false;
    const Outline outline(*text);
    const auto at = outline.offset(error.place.line, error.place.column);
    if (!at) return false;
    if (std::isspace(static_cast<unsigned char>((*text)[*at])) != 0) continue;  // gone with another
    std::string instead;
    // Some compilers take it anywhere; it promises, and does nothing.
    constexpr std::string_view promise = "restrict";
    const bool misplaced = error.message.starts_with("restrict requires") &&
                           text->compare(*at, promise.size(), promise) == 0;
    const auto range =
        misplaced ? std::optional(Range{*at, *at + promise.size()}) : outline.around(*at, instead);
    if (!range || range->begin >= range->end) return false;
    std::string without = *text;
    note_names(text->substr(range->begin, range->end - range->begin), next.names);
    for (std::size_t i = range->begin; i < range->end; ++i)
      if (without[i] != '\n') without[i] = ' ';
    without.replace(range->begin, instead.size(), instead);
    next.texts[error.place.file] = std::move(without);
    Diagnostic& said = next.said.emplace_back(error);
    said.severity = Severity::warning;
    said.message = "left out, for it does not compile: " + error.message;
    changed = true;
  }
  if (changed) left = std::move(next);
  return changed;
}

}  // namespace gpumodel::describe
