#include "src/io/cuda/data_text.hpp"

#include <algorithm>

#include "src/io/cuda/contents_text.hpp"
#include "src/io/cuda/cuda_types.hpp"
#include "src/io/cuda/step_text.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_file_values = 65536;

// Variables that hang on data: read, drawn, or made of such.
void find_data_slots(const WrittenKernel& written, const Body& body, std::set<std::size_t>& slots) {
  const auto uses = [&](const Expression& e) {
    return std::ranges::any_of(e.names(), [&](const Expression::Name& n) {
      return slots.contains(static_cast<std::size_t>(n.slot));
    });
  };
  for (const Statement& statement : body) {
    if (const auto* let = std::get_if<Let>(&statement.what)) {
      if (uses(let->value.expression)) slots.insert(let->slot);
    } else if (const auto* draw = std::get_if<Draw>(&statement.what)) {
      slots.insert(draw->slot);
    } else if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
      const Access& read = written.program().accesses[access->access];
      if (read.value_slot) slots.insert(*read.value_slot);
    } else if (const auto* loop = std::get_if<Loop>(&statement.what)) {
      if (uses(loop->first.expression)) slots.insert(loop->slot);
      find_data_slots(written, loop->body, slots);
    } else if (const auto* branch = std::get_if<Branch>(&statement.what)) {
      find_data_slots(written, branch->then, slots);
      find_data_slots(written, branch->otherwise, slots);
    }
  }
}

void note_accesses(const WrittenKernel& written, const std::set<std::size_t>& data_slots,
                   const KernelNames& names, SeenArray& seen) {
  for (const Access& access : written.program().accesses) {
    if (access.array != seen.array || access.op == Access::Op::load) continue;
    if (seen_name(written, access, names.array(access.array)) != seen.name) continue;
    const bool raises = is_integer_type(access.scalar) && !is_integer_type(seen.scalar);
    if (access.op != Access::Op::store && !raises) seen.has_sums = true;
    for (const AccessExpression::Index& index : access.expression.indices) {
      for (const Expression::Name& name : index.expression.names()) {
        const bool by_data = data_slots.contains(static_cast<std::size_t>(name.slot));
        if (by_data && access.op == Access::Op::store) seen.is_scattered = true;
      }
    }
  }
}

}  // namespace

std::vector<SeenArray> seen_arrays(const WrittenKernel& written, const KernelNames& names) {
  std::set<std::size_t> data_slots;
  find_data_slots(written, written.program().body, data_slots);
  std::vector<SeenArray> all;
  const auto keep = [&](SeenArray seen) {
    if (std::ranges::find(all, seen.name, &SeenArray::name) != all.end()) return;
    seen.type = cuda_type(seen.scalar, seen.lanes);
    seen.scalar_type = cuda_type(seen.scalar);
    seen.count = written.elements(seen.array);
    note_accesses(written, data_slots, names, seen);
    all.push_back(std::move(seen));
  };
  for (std::size_t i = 0; i < written.kernel.arrays.size(); ++i) {
    const Array& array = written.kernel.arrays[i];
    if (array.space == MemorySpace::shared && !array.contents) continue;
    if (!array.structure) {
      keep({.array = i,
            .name = names.array(i),
            .scalar = array.type.scalar,
            .lanes = array.type.lanes,
            .stride = array.element_bytes()});
      continue;
    }
    for (const Access& access : written.program().accesses) {
      if (access.array != i || access.scalar.empty()) continue;
      const StructMember* member = array.structure->find(access.expression.member);
      keep({.array = i,
            .name = seen_name(written, access, names.array(i)),
            .scalar = member->type.scalar,
            .lanes = member->type.lanes,
            .stride = array.element_bytes(),
            .offset = access.member_offset});
    }
  }
  return all;
}

std::string data_text(const WrittenKernel& written, const SeenArray& seen,
                      const KernelNames& names) {
  const Array& array = written.kernel.arrays[seen.array];
  const std::string seed = std::to_string(written.arrays[seen.array].seed) +
                           (seen.offset > 0 ? " + 1000 * " + std::to_string(seen.offset) : "");
  std::string before, value;
  if (array.contents) {
    const std::string table = seen.name + "_value";
    if (array.contents->kind == Contents::Kind::file) {
      const std::vector<std::int64_t>& values = array.contents->values;
      if (values.size() > most_file_values) {
        throw CannotWrite{array.source, 0,
                          "'" + array.name + "' has " + std::to_string(values.size()) +
                              " values of a file, and at most " + std::to_string(most_file_values) +
                              " are written"};
      }
      std::string list;
      for (const std::int64_t v : values) list += (list.empty() ? "" : ", ") + cuda_number(v);
      before = "#define " + table + "s {" + list + "}\nstatic const long long host_" + table +
               "s[] = " + table + "s;\n__device__ const long long device_" + table +
               "s[] = " + table + "s;\n__host__ __device__ inline long long " + table +
               "(long long index) {\n#ifdef __CUDA_ARCH__\n  return device_" + table +
               "s[index];\n#else\n  return host_" + table + "s[index];\n#endif\n}\n";
    }
    value = contents_text(
        *array.contents, written.values, "scramble(" + seed + ", index)",
        [&](const Expression::Name& name) -> std::string {
          const auto slot = static_cast<std::size_t>(name.slot);
          if (slot >= written.kernel.parameters.size()) return "index";
          return "sizes::" + names.parameter(slot);
        },
        table, "index");
    value = "static_cast<Scalar>(" + value + ")";
  } else {
    value = "datum<Scalar>(" + seed + ", index)";
  }
  if (seen.lanes > 1) {
    std::string all;
    for (int lane = 0; lane < seen.lanes; ++lane) {
      std::string each = value;
      const std::string own =
          "index * " + std::to_string(seen.lanes) + " + " + std::to_string(lane);
      for (std::size_t at = each.rfind("index"); at != std::string::npos && !array.contents;
           at = std::string::npos) {
        each.replace(at, 5, own);
      }
      all += (all.empty() ? "" : ", ") + each;
    }
    value = "{" + all + "}";
  }
  const auto number = [](std::int64_t n) { return std::to_string(n); };
  return before + "struct " + seen.name + "_data {\n  using Type = " + seen.type +
         ";\n  using Scalar = " + seen.scalar_type + ";\n  static constexpr const char* name = \"" +
         seen.name + "\";\n  static constexpr int scalars = " + std::to_string(seen.lanes) +
         ";\n  static constexpr long long count = " + number(seen.count) +
         ", stride = " + number(seen.stride) + ", offset = " + number(seen.offset) +
         ";\n  static constexpr bool is_scattered = " + (seen.is_scattered ? "true" : "false") +
         ";\n  static __host__ __device__ Type at(long long index) {\n    return " + value +
         ";\n  }\n};\n";
}

}  // namespace gpumodel
