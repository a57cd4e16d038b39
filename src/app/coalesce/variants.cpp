#include "src/app/coalesce/variants.hpp"

#include <algorithm>
#include <climits>
#include <map>
#include <tuple>

#include "models/access/shared_access.hpp"
#include "models/kernel/thread/block_runner.hpp"

namespace gpumodel {

bool is_structures(const Array& array) {
  return array.structure && array.space == MemorySpace::global;
}

namespace {

Array array_of_member(const Array& structures, const StructMember& member) {
  Array own = structures;
  own.name += "." + member.name;
  own.type = member.type;
  own.structure.reset();
  return own;
}

Kernel with_padding(const Kernel& kernel, std::size_t array, std::int64_t elements) {
  Kernel copy = kernel;
  copy.arrays[array].padding =
      Formula{Expression::constant(Number::integer(elements)), kernel.arrays[array].source, 0};
  return copy;
}

// Of the analysis's work: the launch with the padding that is found, and a block with each.
constexpr double share_of_launch = 0.5, share_of_block = 0.02;

class PaddingSearch {
 public:
  PaddingSearch(const Kernel& kernel, std::span<const Number> values,
                const KernelAnalysis& analysis, const BlockIndex& block)
      : kernel_(kernel), values_(values), analysis_(analysis), block_(block) {}

  std::optional<KernelPadding> find(std::size_t array) const {
    KernelPadding result{.array = array};
    result.wavefronts_before = wavefronts(array, analysis_.traffic.accesses);
    if (!can_be_padded(array) || !conflicts(array)) return std::nullopt;
    result.elements = find_padding([&](std::int64_t elements) {
                        return of_block(with_padding(kernel_, array, elements), array);
                      }).elements;
    const Kernel padded = with_padding(kernel_, array, result.elements);
    const PreparedProgram program = prepared(padded, share_of_launch);
    result.wavefronts = wavefronts(array, launch_traffic(program, *analysis_.facts.rules).accesses);
    const auto& rows = kernel_.arrays[array];
    const bool row_major = rows.order == StorageOrder::row_major;
    result.row_elements = program.arrays[array].extents[row_major ? rows.shape.size() - 1 : 0];
    return result;
  }

 private:
  const std::vector<Access>& accesses() const { return kernel_.thread->accesses; }

  double wavefronts(std::size_t array, const std::vector<AccessSums>& sums) const {
    double total = 0.0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (accesses()[i].array == array) total += sums[i].wavefronts;
    }
    return total;
  }

  PreparedProgram prepared(const Kernel& padded, double share) const {
    return prepare(padded, values_, analysis_.shape, share * analysis_.work);
  }

  bool can_be_padded(std::size_t array) const {
    const Array& rows = kernel_.arrays[array];
    if (rows.space != MemorySpace::shared || rows.shape.size() < 2) return false;
    return std::ranges::none_of(accesses(), [&](const Access& access) {
      return access.array == array && access.expression.indices.size() < rows.shape.size();
    });
  }

  bool conflicts(std::size_t array) const {
    for (std::size_t i = 0; i < accesses().size(); ++i) {
      const AccessSums& sums = analysis_.traffic.accesses[i];
      if (accesses()[i].array == array && has_conflicts(sums)) return true;
    }
    return false;
  }

  // Nothing where they cannot be counted.
  std::optional<int> of_block(const Kernel& padded, std::size_t array) const {
    const PreparedProgram program = prepared(padded, share_of_block);
    BlockAnalysis block(program, *analysis_.facts.rules,
                        std::vector<std::size_t>(accesses().size(), 0));
    const double count = wavefronts(array, block.run(block_).accesses);
    if (count > INT_MAX) return std::nullopt;
    return static_cast<int>(count);
  }

  const Kernel& kernel_;
  std::span<const Number> values_;
  const KernelAnalysis& analysis_;
  BlockIndex block_;
};

}  // namespace

std::optional<Kernel> with_own_arrays(const Kernel& kernel) {
  Kernel copy = kernel;
  std::map<std::tuple<std::size_t, std::string, std::int64_t>, std::size_t> own;
  for (Access& access : copy.thread->accesses) {
    const Array& array = kernel.arrays[access.array];
    if (!is_structures(array)) continue;
    const AccessExpression& text = access.expression;
    const StructMember* member = array.structure->find(text.member);
    if (member == nullptr) return std::nullopt;
    const auto [at, fresh] =
        own.try_emplace({access.array, text.member, text.member_index}, copy.arrays.size());
    if (fresh) copy.arrays.push_back(array_of_member(array, *member));
    access.array = at->second;
    access.member_offset = 0;
  }
  if (own.empty()) return std::nullopt;
  return copy;
}

std::vector<KernelPadding> find_paddings(const Kernel& kernel, std::span<const Number> values,
                                         const KernelAnalysis& analysis, const BlockIndex& block) {
  std::vector<KernelPadding> result;
  const PaddingSearch search(kernel, values, analysis, block);
  for (std::size_t array = 0; array < kernel.arrays.size(); ++array) {
    try {
      if (const auto found = search.find(array)) result.push_back(*found);
    } catch (const FormulaError&) {  // a padded array that is too large
      continue;
    } catch (const ThreadFault&) {
      continue;
    }
  }
  return result;
}

}  // namespace gpumodel
