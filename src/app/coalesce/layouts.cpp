#include "src/app/coalesce/layouts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/amount.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

bool loadable(std::int64_t bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
}

class LayoutBuilder {
 public:
  LayoutBuilder(const AskedAccesses& asked, const CoalesceAsk& ask, std::int64_t base,
                const std::vector<std::int64_t>& shape)
      : asked_(asked), ask_(ask), base_(base), shape_(shape) {}

  std::vector<AccessLayout> build() {
    refuse_unused_element();
    std::vector<AccessLayout> layouts;
    for (const AskedAccess& one : asked_.accesses) layouts.push_back(lay_out_one(one));
    if (!shape_.empty() && !shape_used_) refuse_shape(asked_.accesses.front());
    faults_.throw_if_any();
    return layouts;
  }

 private:
  AccessLayout lay_out_one(const AskedAccess& one) {
    AccessLayout layout{{.base = base_, .shape = {}}, nullptr};
    if (one.access.indices.size() == shape_.size()) {
      layout.array.shape = shape_;
      shape_used_ = true;
    } else if (one.access.indices.size() > 1) {
      refuse_shape(one);
      shape_used_ = true;
    }
    if (one.access.member.empty())
      set_element(layout);
    else
      set_member(one, layout);
    return layout;
  }

  void refuse_shape(const AskedAccess& one) {
    const std::size_t indices = one.access.indices.size();
    faults_.add("access-shape", one.argument,
                {fmt::format("{} {}, and {}", indices, indices == 1 ? "index" : "indices",
                             shape_.empty() ? std::string("no --shape")
                                            : fmt::format("--shape has {}", shape_.size())),
                 {},
                 0,
                 one.argument.text.size()},
                {"give the elements per dimension, for example --shape 1024x1024"});
  }

  void set_member(const AskedAccess& one, AccessLayout& layout) {
    const AccessExpression& access = one.access;
    const auto fault = [&](std::string message, std::vector<std::string> hints) {
      faults_.add("struct-members", one.argument,
                  {std::move(message), {}, access.member_column, access.member.size()},
                  std::move(hints));
    };
    layout.member = asked_.layout.find(access.member);
    if (asked_.layout.members.empty()) {
      return fault("what is member '" + access.member + "' of?", {"give --struct 'f32 a, f32 b'"});
    }
    if (layout.member == nullptr) {
      return fault("the structure has no member '" + access.member + "'",
                   did_you_mean(access.member, asked_.layout.member_names()));
    }
    if (access.member_index >= layout.member->count) {
      return fault(fmt::format("'{}' has {} elements", access.member, layout.member->count), {});
    }
    const int bytes = layout.member->element_bytes();
    if (!loadable(bytes)) {
      return fault(fmt::format("'{}' has {} bytes, which no instruction loads at once",
                               access.member, bytes),
                   {"describe its parts: f32 x, f32 y, f32 z"});
    }
    layout.array.stride_bytes = asked_.layout.size;
    layout.array.member_offset = layout.member->offset + access.member_index * bytes;
    layout.array.access_bytes = bytes;
  }

  void set_element(AccessLayout& layout) {
    if (ask_.element.empty() && asked_.layout.members.empty()) {
      refuse_call("usage", "--elem is missing",
                  {"bytes or a type: --elem 4, --elem f64, --elem f32x4"});
    }
    const std::int64_t bytes =
        ask_.element.empty() ? asked_.layout.size : element_bytes(ask_.element);
    if (!loadable(bytes)) {
      throw InputError{
          {{.id = "access-element",
            .message = fmt::format("elements of {} bytes: no instruction loads them at "
                                   "once",
                                   bytes),
            .hints = {"one lane loads or stores 1, 2, 4, 8 or 16 bytes",
                      "for structures: --struct 'f32 a, f32 b, f32 c' --fields a"}}}};
    }
    if (ask_.element.empty()) refuse_low_alignment();
    layout.array.stride_bytes = bytes;
    layout.array.access_bytes = static_cast<int>(bytes);
  }

  // A compiler cannot load 8 bytes at once where it knows of an alignment of 4 only.
  void refuse_low_alignment() const {
    const StructLayout& s = asked_.layout;
    if (s.alignment >= s.size) return;
    throw InputError{
        {{.id = "access-element",
          .message = fmt::format("the structure has {} bytes and an alignment of {}: it is loaded "
                                 "in several pieces",
                                 s.size, s.alignment),
          .hints = {"ask for its members, one access each: 's[i]." + s.members[0].name + "'"}}}};
  }

  void refuse_unused_element() const {
    const bool used = std::ranges::any_of(
        asked_.accesses, [](const AskedAccess& one) { return one.access.member.empty(); });
    if (ask_.element.empty() || asked_.layout.members.empty() || used) return;
    refuse_call("usage",
                "--elem has no access to say anything about: all name members of the structure",
                {"leave it out"});
  }

  static std::int64_t element_bytes(const std::string& text) {
    if (const auto type = parse_element_type(text)) return type->scalar_bytes * type->lanes;
    if (!text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0) {
      throw InputError{{{.id = "access-element",
                         .message = "--elem does not know the type '" + text + "'",
                         .hints = {"types are " + std::string(scalar_type_names) +
                                   ", and vectors such as f32x4"}}}};
    }
    const auto amounts = parse_amounts("--elem", text, AmountKind::bytes);
    if (amounts.size() != 1) refuse_call("usage", "--elem takes one value", {});
    return amounts.front();
  }

  const AskedAccesses& asked_;
  const CoalesceAsk& ask_;
  std::int64_t base_;
  const std::vector<std::int64_t>& shape_;
  bool shape_used_ = false;
  ArgumentFaults faults_;
};

}  // namespace

std::vector<AccessLayout> lay_out(const AskedAccesses& asked, const CoalesceAsk& ask,
                                  std::int64_t base, const std::vector<std::int64_t>& shape) {
  return LayoutBuilder(asked, ask, base, shape).build();
}

}  // namespace gpumodel
