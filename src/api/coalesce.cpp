#include <gpumodel/coalesce.hpp>

#include <variant>

#include "src/api/data.hpp"
#include "src/api/guard.hpp"
#include "src/api/pages.hpp"
#include "src/app/coalesce/ask.hpp"
#include "src/app/coalesce/kernel.hpp"
#include "src/io/library/parameters.hpp"
#include "src/view/coalesce/json.hpp"
#include "src/view/coalesce/kernel_json.hpp"
#include "src/view/coalesce/kernel_page.hpp"
#include "src/view/coalesce/page.hpp"

namespace gpumodel {
inline namespace v1 {

struct CoalesceReport::Data {
  std::variant<CoalesceAnswer, CoalesceKernelAnswer> answer;
  SharedShelves shelves;  // of the question

  const CoalesceAnswer& warp() const {
    const auto* whole = std::get_if<CoalesceKernelAnswer>(&answer);
    return whole != nullptr ? whole->warp : std::get<CoalesceAnswer>(answer);
  }
};

namespace {

Extent3 extent_of(const std::array<std::int64_t, 3>& extents) {
  return {extents[0], extents[1], extents[2]};
}

LoadPath path_of(LoadsThrough loads) {
  switch (loads) {
    case LoadsThrough::read_only:
      return LoadPath::read_only;
    case LoadsThrough::l1:
      return LoadPath::l1;
    case LoadsThrough::usual:
      break;
  }
  return LoadPath::usual;
}

CoalesceAsk ask_of(const std::vector<std::string>& accesses, const Library::Gpu& gpu,
                   const AccessOptions& options) {
  return {.expressions = accesses,
          .definitions = definitions_of(options.parameters),
          .element = options.element,
          .structure = options.structure,
          .fields = options.fields,
          .stores = options.stores,
          .where = options.where,
          .place = {extent_of(options.block), extent_of(options.block_index), options.warp},
          .shape = options.shape,
          .base = options.base,
          .path = path_of(options.loads),
          .shared = options.shared,
          .target = target_of(*gpu.data().file, false)};
}

CoalesceKernelAsk ask_of(const Library::Kernel& kernel, const Library::Gpu& gpu,
                         const KernelAccessOptions& options) {
  CoalesceKernelAsk ask;
  ask.kernel = kernel.data().file;
  ask.overrides = parse_parameters(definitions_of(options.parameters), ask.kernel->kernel);
  ask.way = way_of(options.way);
  ask.target = target_of(*gpu.data().file, false);
  ask.shared_only = options.shared;
  ask.access = options.access;
  ask.warp = options.warp;
  if (options.block_index) ask.block = extent_of(*options.block_index);
  ask.work = work_of(options.work);
  ask.library = gpu.data().shelves.get();
  return ask;
}

AccessCount count_of(const CoalesceAccess& access) {
  const bool global = access.space == MemorySpace::global;
  const Touched& touched = access.global.touched;
  AccessCount count{access.name, std::string(access.op), std::string(space_name(access.space))};
  count.requests = 1.0;
  count.requested_bytes = access.global.requested_bytes;
  count.used_bytes = touched.bytes;
  if (global) {
    count.sectors = touched.sectors;
    count.lines = touched.lines;
    count.wavefronts = access.global.wavefronts.value_or(0);
  } else if (access.space == MemorySpace::shared) {
    count.wavefronts = access.shared.banks.wavefronts;
  }
  return count;
}

AccessCount count_of(const CoalesceKernelAnswer& answer, std::size_t access) {
  const AccessSums& sums = answer.sums(access);
  const MemorySpace space = answer.array_of(access).space;
  const bool global = space == MemorySpace::global;
  const Access& of = answer.accesses()[access];
  return {of.expression.text,
          std::string(to_string(of.op)),
          std::string(space_name(space)),
          sums.requests,
          sums.requested_bytes,
          sums.used_bytes,
          global ? sums.sectors : 0.0,
          global ? sums.lines : 0.0,
          sums.wavefronts};
}

template <class Answer>
CoalesceReport report_of(Answer answer, const Library::Gpu& gpu) {
  return CoalesceReport(std::make_shared<const CoalesceReport::Data>(
      CoalesceReport::Data{std::move(answer), gpu.data().shelves}));
}

}  // namespace

std::vector<AccessCount> CoalesceReport::accesses() const {
  std::vector<AccessCount> all;
  if (const auto* whole = std::get_if<CoalesceKernelAnswer>(&data().answer)) {
    for (const std::size_t access : whole->shown) all.push_back(count_of(*whole, access));
  } else {
    for (const CoalesceAccess& access : data().warp().accesses) all.push_back(count_of(access));
  }
  return all;
}
std::vector<Finding> CoalesceReport::notes() const {
  return guarded([&] { return findings_of(data().warp().warnings); });
}
std::string CoalesceReport::json() const {
  return guarded([&] {
    const auto* whole = std::get_if<CoalesceKernelAnswer>(&data().answer);
    return to_text(whole != nullptr ? coalesce_kernel_json(*whole) : coalesce_json(data().warp()));
  });
}
std::string CoalesceReport::text() const {
  return guarded([&] {
    const auto* whole = std::get_if<CoalesceKernelAnswer>(&data().answer);
    return text_of(whole != nullptr ? coalesce_kernel_page(*whole) : coalesce_page(data().warp()));
  });
}

CoalesceReport coalesce(const std::vector<std::string>& accesses, const Library::Gpu& gpu,
                        const AccessOptions& options) {
  return guarded([&] { return report_of(look_at_accesses(ask_of(accesses, gpu, options)), gpu); });
}
CoalesceReport coalesce(const Library::Kernel& kernel, const Library::Gpu& gpu,
                        const KernelAccessOptions& options) {
  return guarded([&] { return report_of(look_at_accesses(ask_of(kernel, gpu, options)), gpu); });
}

}  // namespace v1
}  // namespace gpumodel
