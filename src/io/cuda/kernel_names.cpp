#include "src/io/cuda/kernel_names.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

// Words of C++ and CUDA, and functions that a kernel calls.
constexpr auto reserved = std::to_array<std::string_view>({
    "alignas",  "alignof",  "and",       "asm",       "auto",      "bool",        "break",
    "case",     "catch",    "char",      "class",     "const",     "constexpr",   "continue",
    "default",  "delete",   "do",        "double",    "else",      "enum",        "explicit",
    "export",   "extern",   "false",     "float",     "for",       "friend",      "goto",
    "if",       "inline",   "int",       "long",      "mutable",   "namespace",   "new",
    "noexcept", "not",      "nullptr",   "operator",  "or",        "private",     "protected",
    "public",   "register", "return",    "short",     "signed",    "sizeof",      "static",
    "struct",   "switch",   "template",  "this",      "throw",     "true",        "try",
    "typedef",  "typeid",   "typename",  "union",     "unsigned",  "using",       "virtual",
    "void",     "volatile", "while",     "xor",       "threadIdx", "blockIdx",    "blockDim",
    "gridDim",  "warpSize", "exp",       "log",       "sin",       "cos",         "tanh",
    "sqrt",     "rsqrt",    "fma",       "fmax",      "expf",      "logf",        "sinf",
    "cosf",     "tanhf",    "sqrtf",     "rsqrtf",    "fmaf",      "fmaxf",       "max",
    "min_of",   "max_of",   "ceil_div",  "floor_div", "modulo",    "absolute",    "scramble",
    "below",    "sizes",    "arguments", "own",       "is_on",     "loop_rounds", "arrays",
    "shared",
});

std::string joined(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '.', '_');
  return text;
}

std::string_view coordinate_name(std::size_t place) {
  return place < block_names.size() ? block_names[place] : thread_names[place - block_names.size()];
}

}  // namespace

KernelNames::KernelNames(const WrittenKernel& written, CodeSide side)
    : written_(written), side_(side) {
  for (const std::string_view word : reserved) taken_.emplace(word);
  for (const std::string_view name : block_names) taken_.insert(joined(name));
  for (const std::string_view name : thread_names) taken_.insert(joined(name));
  for (const std::string_view name : {thread_number, block_number, thread_of_grid, warp_of_grid}) {
    taken_.emplace(name);
  }
  for (const Parameter& parameter : written.kernel.parameters) {
    parameters_.push_back(unique(joined(parameter.name)));
  }
  for (const Array& array : written.kernel.arrays) arrays_.push_back(unique(joined(array.name)));
  // Variables of different lists may share a name.
  const std::set<std::string> outer = taken_;
  for (const std::string& variable : written.program().variables) {
    std::string name = joined(variable);
    while (outer.contains(name)) name += '_';
    taken_.insert(name);
    variables_.push_back(std::move(name));
  }
  for (const Register& reg : written.flow.registers) {
    const std::string stem = reg.origin.empty() ? "v" : joined(reg.origin) + "_";
    for (int number = reg.origin.empty() ? 1 : 0;; ++number) {
      std::string name = stem + std::to_string(number);
      if (reg.origin.empty() && number == 1) name = "v";
      if (!taken_.insert(name).second) continue;
      regs_.push_back(std::move(name));
      break;
    }
  }
}

std::string KernelNames::unique(std::string name) {
  while (!taken_.insert(name).second) name += '_';
  return name;
}

std::string KernelNames::operator()(const Expression::Name& name) {
  const auto slot = static_cast<std::size_t>(name.slot);
  const std::size_t parameters = written_.kernel.parameters.size();
  if (slot < parameters) {
    const Number value = written_.values[slot];
    if (!value.is_integer()) {
      throw CannotWrite{written_.kernel.parameters[slot].value.source, 0,
                        "'" + name.text + "' is no whole number, as C++ indices are"};
    }
    used_parameters_.insert(slot);
    return (side_ == CodeSide::host ? "sizes::" : "") + parameters_[slot];
  }
  const std::size_t place = slot - parameters;
  const std::size_t coordinates = block_names.size() + thread_names.size();
  return place < coordinates ? coordinate(coordinate_name(place)) : variable(slot);
}

std::string KernelNames::coordinate_of(const Expression::Name& name) const {
  const std::size_t parameters = written_.kernel.parameters.size();
  const auto slot = static_cast<std::size_t>(name.slot);
  if (slot < parameters || slot - parameters >= block_names.size() + thread_names.size()) return {};
  return joined(coordinate_name(slot - parameters));
}

std::string KernelNames::coordinate(std::string_view name) {
  used_coordinates_.insert(joined(name));
  return (side_ == CodeSide::host ? "own." : "") + joined(name);
}

std::string KernelNames::plain(std::size_t slot) const {
  return variables_[slot - written_.kernel.parameters.size() - block_names.size() -
                    thread_names.size()];
}

std::string KernelNames::variable(std::size_t slot) const {
  return (side_ == CodeSide::host ? "own." : "") + plain(slot);
}

std::string KernelNames::reg(std::size_t number) const {
  return (side_ == CodeSide::host ? "own." : "") + regs_[number];
}

std::string KernelNames::extent_name(std::size_t array, std::size_t dimension) const {
  return arrays_[array] + "_extent" + std::to_string(dimension);
}

// A parameter or a number as it is written; what is computed from parameters comes as an argument.
std::string KernelNames::extent(std::size_t array, std::size_t dimension) {
  const Array& a = written_.kernel.arrays[array];
  const std::size_t fastest = a.order == StorageOrder::row_major ? a.shape.size() - 1 : 0;
  const bool padded = a.padding && dimension == fastest;
  const PlacedArray& placed = written_.arrays[array];
  std::int64_t elements = placed.extents[dimension];
  if (padded && a.shape.size() > 1) {
    const std::size_t next = a.order == StorageOrder::row_major ? fastest - 1 : 1;
    elements = placed.strides[next] / a.element_bytes();
  }
  const Expression& expression = a.shape[dimension].expression;
  if (a.space != MemorySpace::global || side_ == CodeSide::host || expression.names().empty()) {
    return std::to_string(elements);
  }
  const bool name_alone = expression.code().size() == 1;
  if (name_alone && !padded) return (*this)(expression.names().front());
  used_extents_.emplace(array, dimension);
  return extent_name(array, dimension);
}

std::string coordinate_text(std::string_view name, const WrittenKernel& written) {
  const auto& block = written.shape.block;
  const std::string axis =
      name.substr(name.size() - 2, 1) == "_" ? std::string(name.substr(name.size() - 1)) : "";
  if (name.starts_with("thread_") && !axis.empty()) return "threadIdx." + axis;
  if (name.starts_with("block_index_")) return "blockIdx." + axis;
  if (name.starts_with("block_") && !axis.empty()) return "blockDim." + axis;
  if (name.starts_with("grid_")) return "gridDim." + axis;
  if (name.starts_with("global_")) {
    const std::string index = "blockIdx." + axis;
    return (written.wide ? "static_cast<long long>(" + index + ")" : index) + " * blockDim." +
           axis + " + threadIdx." + axis;
  }
  std::string number = block[2] > 1
                           ? "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x"
                       : block[1] > 1 ? "threadIdx.y * blockDim.x + threadIdx.x"
                                      : "threadIdx.x";
  const std::string group = block[1] * block[2] > 1 ? "(" + number + ")" : number;
  if (name == "lane") return group + " % 32";
  if (name == "warp") return group + " / 32";
  if (name == thread_number) return number;
  std::string blocks =
      "(static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x";
  if (name == block_number) return blocks;
  const std::string threads = std::to_string(written.shape.threads_per_block());
  if (name == thread_of_grid) return "(" + blocks + ") * " + threads + " + " + number;
  return "(" + blocks + ") * " + std::to_string(written.shape.warps_per_block()) + " + " + group +
         " / 32";
}

}  // namespace gpumodel
