#include "validate/runner/make_case.hpp"

#include "models/kernel/thread/prepared_program.hpp"
#include "models/kernel/workload.hpp"
#include "validate/runner/parallel.hpp"

namespace gpumodel {
namespace {

// The scalar type of all members of an array's elements.
ElementType scalar_type(const Array& array) {
  if (!array.structure) return array.type;
  const ElementType first = array.structure->members.front().type;
  for (const StructMember& member : array.structure->members) {
    if (member.type.scalar != first.scalar) {
      throw CaseError("array '" + array.name + "': structures of mixed types are not run");
    }
  }
  return first;
}

std::vector<std::int64_t> contents_of(const PlacedArray& placed, std::span<const Number> values) {
  const std::int64_t elements = placed.bytes / placed.array->element_bytes();
  std::vector<std::int64_t> contents(static_cast<std::size_t>(elements));
  in_parallel(elements, [&](std::int64_t first, std::int64_t end) {
    std::vector<Number> slots(values.begin(), values.end());
    slots.emplace_back();  // `index`
    for (std::int64_t i = first; i < end; ++i) {
      slots.back() = Number::integer(i);
      const auto place = static_cast<std::uint64_t>(i);
      contents[static_cast<std::size_t>(i)] =
          placed.contents.value_at(slots, scramble(placed.seed, place), place);
    }
  });
  return contents;
}

CaseArray case_array(const Array& array, std::size_t position, std::span<const Number> values) {
  if (array.offset) throw CaseError("array '" + array.name + "': offsets are not run");
  PlacedArray placed = measure(array, values);
  const ElementType scalar = scalar_type(array);
  CaseArray result;
  result.name = array.name;
  result.scalar = scalar.scalar;
  result.scalar_bytes = scalar.scalar_bytes;
  result.scalars = placed.bytes / scalar.scalar_bytes;
  placed.seed = result.seed = position;  // as the analysis has it
  if (array.contents) {
    placed.contents = {*array.contents, values};
    result.contents = contents_of(placed, values);
  }
  return result;
}

// What the descriptor states, else what its shared arrays need.
std::int64_t shared_bytes(const Kernel& kernel, const LaunchShape& shape,
                          std::span<const Number> values) {
  if (shape.shared_memory || !kernel.thread) return shape.shared_memory.value_or(0);
  return prepare(kernel, values, shape).shared_bytes;
}

}  // namespace

KernelCase make_case(const Kernel& kernel, std::span<const Number> values) {
  KernelCase result;
  result.kernel = kernel.id;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Number value = values[i];
    result.parameters.push_back({kernel.parameters[i].name, value.is_integer(),
                                 value.is_integer() ? value.integer() : 0, value.real()});
  }
  if (kernel.launch) {
    const LaunchShape shape = launch_shape(kernel, values);
    result.block = shape.block;
    result.grid = shape.grid;
    result.shared_bytes = shared_bytes(kernel, shape, values);
  }
  for (std::size_t i = 0; i < kernel.arrays.size(); ++i) {
    if (kernel.arrays[i].space == MemorySpace::shared) continue;
    result.arrays.push_back(case_array(kernel.arrays[i], i, values));
  }
  return result;
}

}  // namespace gpumodel
