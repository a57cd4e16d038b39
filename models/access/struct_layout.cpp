#include "models/access/struct_layout.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "models/core/expression/expression.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_members = 64;
constexpr std::int64_t most_elements = 4096;  // of an array member

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

class StructParser {
 public:
  explicit StructParser(std::string_view text) : text_(text) {}

  StructLayout parse() {
    skip_space();
    do {
      if (at_ == text_.size() && !layout_.members.empty()) break;  // a separator at the end
      parse_member();
    } while (separator());
    if (at_ < text_.size()) fail("expected ',' between members", at_, 1);
    layout_.size = round_up(layout_.size, layout_.alignment);
    return std::move(layout_);
  }

 private:
  [[noreturn]] static void fail(std::string message, std::size_t column, std::size_t length,
                                std::string hint = {}) {
    throw ExpressionError{std::move(message), std::move(hint), column, length};
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool separator() {
    skip_space();
    if (at_ == text_.size() || (text_[at_] != ',' && text_[at_] != ';')) return false;
    ++at_;
    skip_space();
    return true;
  }
  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void parse_member() {
    if (layout_.members.size() == most_members) fail("more than 64 members", at_, 1);
    const std::size_t type_column = at_;
    const std::string_view type_name = word();
    const auto type = parse_element_type(type_name);
    if (!type) {
      fail("unknown type '" + std::string(type_name) + "'", type_column, type_name.size(),
           "types are " + std::string(scalar_type_names) + ", and vectors such as f32x4");
    }
    skip_space();
    StructMember member{.name = {}, .type = *type, .column = at_};
    member.name = std::string(word());
    const bool digit =
        !member.name.empty() && std::isdigit(static_cast<unsigned char>(member.name[0])) != 0;
    if (member.name.empty() || digit) {
      fail("expected a name after '" + std::string(type_name) + "'", member.column,
           std::max<std::size_t>(1, member.name.size()), "for example 'f32 a, f32 b'");
    }
    if (layout_.find(member.name) != nullptr) {
      fail("member '" + member.name + "' is named twice", member.column, member.name.size());
    }
    member.count = parse_extent();
    place(std::move(member));
  }

  std::int64_t parse_extent() {
    skip_space();
    if (at_ == text_.size() || text_[at_] != '[') return 1;
    const std::size_t begin = ++at_;
    const std::size_t end = std::min(text_.find(']', begin), text_.size());
    std::int64_t count = 0;
    const auto parsed = std::from_chars(text_.data() + begin, text_.data() + end, count);
    const bool whole = parsed.ec == std::errc{} && parsed.ptr == text_.data() + end;
    if (end == text_.size() || !whole || count < 1 || count > most_elements) {
      fail("an array member has 1 to 4096 elements", begin, std::max<std::size_t>(1, end - begin),
           "for example 'f32 v[3]'");
    }
    at_ = end + 1;
    return count;
  }

  void place(StructMember member) {
    const std::int64_t alignment = alignment_of(member.type);
    member.offset = round_up(layout_.size, alignment);
    layout_.size = member.offset + member.count * member.element_bytes();
    layout_.alignment = std::max(layout_.alignment, alignment);
    layout_.members.push_back(std::move(member));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  StructLayout layout_;
};

}  // namespace

const StructMember* StructLayout::find(std::string_view name) const {
  const auto found = std::ranges::find(members, name, &StructMember::name);
  return found == members.end() ? nullptr : &*found;
}

std::vector<std::string> StructLayout::member_names() const {
  std::vector<std::string> names;
  for (const StructMember& member : members) names.push_back(member.name);
  return names;
}

std::int64_t StructLayout::padding() const {
  std::int64_t left = size;
  for (const StructMember& member : members) left -= member.count * member.element_bytes();
  return left;
}

int alignment_of(const ElementType& type) {
  if (type.lanes == 1 || type.lanes == 3) return type.scalar_bytes;
  return std::min(16, type.scalar_bytes * type.lanes);
}

StructLayout parse_struct(std::string_view text) {
  return StructParser(text).parse();
}

}  // namespace gpumodel
