#include "src/app/coalesce/accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>

#include "models/access/array_access.hpp"
#include "src/app/coalesce/asked.hpp"
#include "src/app/coalesce/layouts.hpp"
#include "src/app/coalesce/names.hpp"

namespace gpumodel {
namespace {

// Arrays, and the members of a structure as arrays of their own, lie further apart than addresses
// reach (address_end), so that what they touch never falls together. At most 64 of both, as there
// are at most 64 accesses.
constexpr std::int64_t array_distance = 128 * address_end;
constexpr std::int64_t member_distance = address_end;

// Spaces for tabs and line breaks: names stand in tables and pictures.
std::string in_one_line(std::string text) {
  for (char& c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) c = ' ';
  }
  return text;
}

class AccessBuilder {
 public:
  AccessBuilder(const CoalesceAsk& ask, CoalesceAnswer& answer) : ask_(ask), answer_(answer) {}

  void build() {
    asked_ = read_asked_accesses(ask_);
    answer_.struct_text = ask_.structure;
    answer_.layout = asked_.layout;
    answer_.parameters = bind_names(asked_, ask_);
    slots_.resize(coordinate_names.size());
    for (const auto& [name, value] : answer_.parameters) slots_.push_back(value);
    const auto layouts = lay_out(asked_, ask_, answer_.base, answer_.shape);
    for (std::size_t i = 0; i < layouts.size(); ++i) evaluate(asked_.accesses[i], layouts[i]);
    faults_.throw_if_any();
    refuse_idle_warp();
    if (answer_.in_shared_memory && answer_.shape.size() > 1) suggest_padding(layouts);
  }

 private:
  // Addresses as if the array lay alone.
  WarpLanes lanes_with(const AskedAccess& one, const ArrayLayout& layout,
                       std::uint32_t among = all_lanes) {
    const Expression* guard = asked_.guard ? &*asked_.guard : nullptr;
    return lanes_of(one.access, layout, answer_.place.active() & among, guard,
                    [&](int lane) -> std::span<const Number> {
                      coordinate_values(answer_.place, lane, slots_);
                      return slots_;
                    });
  }

  static WarpLanes moved(WarpLanes lanes, std::int64_t distance) {
    for (std::int64_t& address : lanes.address) address += distance;
    return lanes;
  }

  std::int64_t origin_of(const std::string& array) {
    const auto found = std::ranges::find(arrays_, array);
    const auto index = found - arrays_.begin();
    if (found == arrays_.end()) arrays_.push_back(array);
    return index * array_distance;
  }

  void evaluate(const AskedAccess& one, const AccessLayout& layout) {
    const std::int64_t origin = origin_of(one.access.array);
    try {
      CoalesceAccess access{
          .name = in_one_line(one.argument.text),
          .op = one.store ? "store" : "load",
          .store = one.store,
          .space = answer_.in_shared_memory ? MemorySpace::shared : MemorySpace::global,
          .path = answer_.path,
          .origin = origin,
          .lanes = moved(lanes_with(one, layout.array), origin),
          .global = {},
          .shared = {},
          .own_array = {}};
      access.global = global_access(access.lanes, *answer_.rules);
      access.shared = shared_access(access.lanes, *answer_.rules);
      if (layout.member != nullptr) access.own_array = as_own_array(one, layout);
      warn_if_misaligned(access);
      answer_.accesses.push_back(std::move(access));
    } catch (const LaneError& error) {
      add_lane_fault(one, layout.array, error);
    }
  }

  // Every element of an array member would be an array of its own.
  std::int64_t own_origin_of(const AccessExpression& access) {
    const OwnArray own{access.array, access.member, access.member_index};
    const auto found = std::ranges::find(own_arrays_, own);
    const auto index = found - own_arrays_.begin();
    if (found == own_arrays_.end()) own_arrays_.push_back(own);
    return origin_of(access.array) + (index + 1) * member_distance;
  }

  WarpLanes as_own_array(const AskedAccess& one, const AccessLayout& layout) {
    ArrayLayout array = layout.array;
    array.stride_bytes = array.access_bytes;
    array.member_offset = 0;
    return moved(lanes_with(one, array), own_origin_of(one.access));
  }

  void warn_if_misaligned(const CoalesceAccess& access) {
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      const std::int64_t offset = access.offset(lane);
      if (!access.lanes.is_active(lane) || offset % access.lanes.bytes == 0) continue;
      answer_.warnings.push_back(
          {.severity = Severity::warning,
           .id = "access-misaligned",
           .message =
               fmt::format("{}: lane {} accesses {} bytes at address {}, no multiple of {}",
                           access.name, lane, access.lanes.bytes, offset, access.lanes.bytes),
           .hints = {"the device stops such a kernel; the counts are for pieces as they lie"}});
      return;
    }
  }

  void add_lane_fault(const AskedAccess& one, const ArrayLayout& array, const LaneError& error) {
    const Extent3 t = answer_.place.thread(error.lane);
    const Extent3& b = answer_.place.block_index;
    std::vector<std::string> hints = {
        fmt::format("thread ({}, {}, {}) of block ({}, {}, {}), lane {}", t.x, t.y, t.z, b.x, b.y,
                    b.z, error.lane)};
    if (const std::string guard = guard_for(one, array, error); !guard.empty()) {
      hints.push_back("a guard leaves lanes out: --where '" + guard + "'");
    }
    faults_.add("access-address", error.in_guard ? Argument{"--where", ask_.where} : one.argument,
                error.error, std::move(hints));
  }

  // The condition that keeps the index at fault inside its dimension; empty where another guard
  // stands already, or where it would leave out every lane.
  std::string guard_for(const AskedAccess& one, const ArrayLayout& array, const LaneError& error) {
    const std::string& message = error.error.message;
    const bool outside = message.find("outside") != std::string::npos ||
                         message.find("before the array") != std::string::npos;
    if (!outside || asked_.guard || !any_lane_fits(one, array)) return {};
    for (std::size_t d = 0; d < one.access.indices.size(); ++d) {
      const AccessExpression::Index& index = one.access.indices[d];
      if (index.column != error.error.column) continue;
      const std::string text = in_one_line(index.expression.text());
      const bool below = message.find(" is -") != std::string::npos;
      return below ? text + " >= 0" : fmt::format("{} < {}", text, array.shape[d]);
    }
    return {};
  }

  bool any_lane_fits(const AskedAccess& one, const ArrayLayout& array) {
    for (std::uint32_t left = answer_.place.active(); left != 0; left &= left - 1) {
      try {
        lanes_with(one, array, left & -left);
        return true;
      } catch (const LaneError&) {
        continue;
      }
    }
    return false;
  }

  void refuse_idle_warp() const {
    for (const CoalesceAccess& access : answer_.accesses) {
      if (access.lanes.active != 0) continue;
      throw InputError{{{.id = "access-idle",
                         .message = access.name + ": no lane of the warp takes part",
                         .hints = {"--warp and --at-block choose another warp",
                                   "--where '" + ask_.where + "' is false for all its threads"}}}};
    }
  }

  void suggest_padding(const std::vector<AccessLayout>& layouts) {
    answer_.padding = find_padding([&](std::int64_t elements) -> std::optional<int> {
      try {
        return wavefronts_with(layouts, elements);
      } catch (const LaneError&) {
        return std::nullopt;  // longer rows reach beyond the last address
      }
    });
  }

  int wavefronts_with(const std::vector<AccessLayout>& layouts, std::int64_t padding) {
    int wavefronts = 0;
    for (std::size_t i = 0; i < layouts.size(); ++i) {
      ArrayLayout array = layouts[i].array;
      array.padding = padding;
      const WarpLanes lanes = lanes_with(asked_.accesses[i], array);
      wavefronts += shared_access(lanes, *answer_.rules).banks.wavefronts;
    }
    return wavefronts;
  }

  // Array, member, and element of an array member.
  using OwnArray = std::tuple<std::string, std::string, std::int64_t>;

  const CoalesceAsk& ask_;
  CoalesceAnswer& answer_;
  AskedAccesses asked_;
  std::vector<std::string> arrays_;   // by order of first use
  std::vector<OwnArray> own_arrays_;  // likewise
  std::vector<Number> slots_;         // coordinates, then parameters
  ArgumentFaults faults_;
};

}  // namespace

void add_accesses(const CoalesceAsk& ask, CoalesceAnswer& answer) {
  AccessBuilder(ask, answer).build();
}

}  // namespace gpumodel
