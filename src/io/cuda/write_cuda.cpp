#include "src/io/cuda/write_cuda.hpp"

#include <algorithm>
#include <sstream>

#include "models/kernel/workload.hpp"
#include "src/io/cuda/cuda_types.hpp"
#include "src/io/cuda/data_text.hpp"
#include "src/io/cuda/measured_case.hpp"
#include "src/io/cuda/step_text.hpp"
#include "src/io/cuda/support_text.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_static_shared = 48 * 1024;
constexpr std::int64_t most_checked_together = 64;  // blocks that make one result

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

WrittenKernel written_kernel(const Kernel& kernel, std::span<const Number> values) {
  if (!kernel.thread) {
    throw CannotWrite{kernel.loads_source,
                      0,
                      "'" + kernel.id + "' states counts: what a thread does is not known",
                      {"a kernel that states 'thread:' is written out"}};
  }
  if (kernel.openacc && kernel.openacc->only_way) {
    throw CannotWrite{
        kernel.thread->source,
        0,
        "an OpenACC compiler launches '" + kernel.id + "', and no 'launch:' is stated",
        {"state 'launch:' beside 'openacc:' to have it written as CUDA"}};
  }
  WrittenKernel written{kernel, values, launch_shape(kernel, values), {}, {}, false};
  written.flow = dataflow_of(kernel, values, written.shape);
  const LaunchShape& shape = written.shape;
  double largest = shape.threads();
  for (const Array& array : kernel.arrays) {
    written.arrays.push_back(measure(array, values));
    written.arrays.back().seed = written.arrays.size() - 1;
    const double elements = static_cast<double>(written.elements(written.arrays.size() - 1));
    // A loop over it by all threads ends that far behind.
    if (array.space == MemorySpace::global) largest = std::max(largest, elements + shape.threads());
  }
  for (const Number& value : values) largest = std::max(largest, std::abs(value.real()));
  written.wide = largest >= 0x1p31;
  return written;
}

// Assembles the file; the kernel first, for it says what the rest must hold.
class CudaWriter {
 public:
  explicit CudaWriter(const WrittenKernel& written)
      : written_(written), device_(written, CodeSide::device), host_(written, CodeSide::host) {}

  // A file that runs by itself.
  std::string program() { return head() + includes() + body() + program_main(); }
  // The same as a part of a library (measured_case.hpp); `number` tells cases apart.
  std::string measured_case(std::size_t number) {
    const std::string space = "case_" + std::to_string(number);
    return "\nnamespace " + space + " {\n" + body() + measured_main() + "}  // namespace " + space +
           "\n";
  }

  std::string includes() const {
    std::string text =
        "#include <algorithm>\n#include <atomic>\n#include <chrono>\n#include <cmath>\n"
        "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <map>\n"
        "#include <mutex>\n#include <thread>\n#include <type_traits>\n#include "
        "<unordered_map>\n#include <utility>\n#include <vector>\n";
    if (uses_scalar("f16")) text += "#include <cuda_fp16.h>\n";
    if (uses_scalar("bf16")) text += "#include <cuda_bf16.h>\n";
    return text;
  }

 private:
  std::string body() {
    refuse_what_cannot_run();
    find_constants();
    const std::string kernel = kernel_text();
    const std::string reference = reference_text();
    seen_ = seen_arrays(written_, device_.names());
    std::string data;
    for (const SeenArray& seen : seen_) data += "\n" + data_text(written_, seen, device_.names());
    const std::string running = running_text();
    std::string text = types() + sizes();
    std::string before, behind;
    for (const SupportPart& part : support_parts()) {
      const bool early =
          std::ranges::any_of(part.names, [&](auto name) { return contains(kernel, name); });
      const bool late = std::ranges::any_of(part.names, [&](auto name) {
        return contains(data + reference + std::string(filling_text()), name);
      });
      if (early)
        before += part.text;
      else if (late)
        behind += part.text;
    }
    // Data that the kernel itself asks for.
    if (device_.uses_contents()) {
      text += before + std::string(filling_text()) + data + kernel;
    } else {
      text += before + kernel + behind_filling(behind) + data;
    }
    return text + std::string(checking_text()) + reference + running;
  }

  static std::string behind_filling(const std::string& behind) {
    std::string text(filling_text());
    return text.insert(text.find("\n// Where nothing"), behind);
  }

  const Array& array(std::size_t i) const { return written_.kernel.arrays[i]; }
  std::size_t array_count() const { return written_.kernel.arrays.size(); }

  void refuse_what_cannot_run() const {
    for (std::size_t i = 0; i < array_count(); ++i) {
      const Array& a = array(i);
      const bool written = std::ranges::any_of(written_.program().accesses, [&](const Access& s) {
        return s.array == i && s.op != Access::Op::load;
      });
      if (written && (a.path == LoadPath::read_only || a.space == MemorySpace::constant)) {
        throw CannotWrite{a.source, 0, "'" + a.name + "' is read-only, and the kernel writes it"};
      }
      if (a.space == MemorySpace::constant && a.structure) {
        throw CannotWrite{a.source, 0, "structures in constant memory are not written"};
      }
    }
    if (static_shared() > most_static_shared) {
      throw CannotWrite{written_.program().source, 0,
                        "arrays in shared memory have " + std::to_string(static_shared()) +
                            " B, and without asking for more a block has " +
                            std::to_string(most_static_shared)};
    }
  }

  bool is_written(std::size_t i) const {
    return std::ranges::any_of(written_.program().accesses, [&](const Access& access) {
      return access.array == i && access.op != Access::Op::load;
    });
  }
  bool is_accessed(std::size_t i) const {
    return std::ranges::any_of(written_.program().accesses,
                               [&](const Access& access) { return access.array == i; });
  }

  // A shared array that nobody writes is another look at one before it that is as large.
  std::optional<std::size_t> viewed(std::size_t i) const {
    if (is_written(i)) return std::nullopt;
    for (std::size_t j = 0; j < i; ++j) {
      const bool same = array(j).space == MemorySpace::shared && is_written(j) &&
                        written_.arrays[j].bytes == written_.arrays[i].bytes;
      if (same) return j;
    }
    throw CannotWrite{array(i).source,
                      0,
                      "'" + array(i).name + "' is in shared memory, and the kernel never writes it",
                      {"an array that is another look at one before it has as many bytes"}};
  }

  std::int64_t static_shared() const {
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < array_count(); ++i) {
      if (array(i).space == MemorySpace::shared && is_accessed(i) && !viewed(i)) {
        bytes += (written_.arrays[i].bytes + 15) / 16 * 16;
      }
    }
    return bytes;
  }

  // Parameters that ranges of unrolled loops use are constants of the program.
  void find_constants() { find_constants(written_.program().body); }
  void find_constants(const Body& body) {
    for (const Statement& statement : body) {
      if (const auto* loop = std::get_if<Loop>(&statement.what)) {
        if (loop->unroll == 0) {
          for (const Formula* f : {&loop->first, &loop->end, &loop->step}) {
            for (const auto& name : f->expression.names()) {
              constants_.insert(static_cast<std::size_t>(name.slot));
            }
          }
        }
        find_constants(loop->body);
      } else if (const auto* branch = std::get_if<Branch>(&statement.what)) {
        find_constants(branch->then);
        find_constants(branch->otherwise);
      }
    }
  }

  std::string kernel_name() const {
    std::string name = written_.kernel.id;
    std::ranges::replace_if(
        name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name + "_kernel";
  }

  std::string element_type(std::size_t i) const {
    return array(i).structure ? device_names().array(i) + "_element"
                              : cuda_type(array(i).type.scalar, array(i).type.lanes);
  }
  const KernelNames& device_names() const { return const_cast<CudaWriter*>(this)->device_.names(); }

  // ---- parts of the file

  std::string head() const {
    const Kernel& kernel = written_.kernel;
    std::string text = "// " + kernel.id + ": " + kernel.summary + ".\n//\n";
    text += "// Written by gpumodel. It runs by itself: nvcc -O3 FILE.cu -o x && ./x\n";
    for (const Departure& d : written_.flow.departures) {
      text += "// " + d.what + " (line " + std::to_string(d.source.line) + ")\n";
    }
    return text;
  }

  bool uses_scalar(std::string_view scalar) const {
    const auto& kernel = written_.kernel;
    const bool in_arrays = std::ranges::any_of(kernel.arrays, [&](const Array& a) {
      if (!a.structure) return a.type.scalar == scalar;
      return std::ranges::any_of(a.structure->members,
                                 [&](const StructMember& m) { return m.type.scalar == scalar; });
    });
    return in_arrays || std::ranges::any_of(written_.flow.registers,
                                            [&](const Register& r) { return r.scalar == scalar; });
  }

  std::string types() const {
    std::set<std::string> vectors;
    std::string text;
    const auto vector = [&](const ElementType& type) {
      const std::string definition = vector_definition(type.scalar, type.lanes);
      if (!definition.empty() && vectors.insert(definition).second) text += "\n" + definition;
    };
    for (std::size_t i = 0; i < array_count(); ++i) {
      if (!array(i).structure) {
        vector(array(i).type);
        continue;
      }
      for (const StructMember& member : array(i).structure->members) vector(member.type);
      text += "\nstruct " + element_type(i) + " {\n";
      for (const StructMember& member : array(i).structure->members) {
        text += "  " + cuda_type(member.type.scalar, member.type.lanes) + " " + member.name +
                (member.count > 1 ? "[" + std::to_string(member.count) + "]" : "") + ";\n";
      }
      text += "};\n";
    }
    return text;
  }

  std::string sizes() const {
    std::string text = "\nstruct sizes {\n";
    for (std::size_t i = 0; i < written_.kernel.parameters.size(); ++i) {
      const Number value = written_.values[i];
      text += value.is_integer() ? "  static constexpr long long " : "  static constexpr double ";
      text += device_names().parameter(i) + " = " + to_string(value) +
              (value.is_integer() && std::abs(value.real()) > 0x1p31 ? "LL" : "") + ";\n";
    }
    return text + "};\n";
  }

  std::string shared_arrays(bool host) {
    std::string text;
    for (std::size_t i = 0; i < array_count(); ++i) {
      if (array(i).space != MemorySpace::shared || !is_accessed(i)) continue;
      const std::string name = device_.names().array(i);
      if (const auto other = viewed(i)) {
        if (host) continue;
        text += "  const " + element_type(i) + "* const " + name + " = reinterpret_cast<const " +
                element_type(i) + "*>(" + device_.names().array(*other) + ");\n";
        continue;
      }
      text += (host ? "  alignas(16) " : "  __shared__ __align__(16) ") + element_type(i) + " " +
              name + "[" + std::to_string(written_.elements(i)) + "];\n";
    }
    return text;
  }

  std::string kernel_text() {
    const std::string body = device_.body();
    std::string text;
    for (std::size_t i = 0; i < array_count(); ++i) {
      if (array(i).space != MemorySpace::constant || !is_accessed(i)) continue;
      text += "\n__constant__ " + element_type(i) + " " + device_.names().array(i) + "[" +
              std::to_string(written_.elements(i)) + "];\n";
    }
    text += "\n__global__ void __launch_bounds__(" +
            std::to_string(written_.shape.threads_per_block()) + ")\n    " + kernel_name() + "(" +
            joined(parameters(true)) + ") {\n";
    for (const std::size_t slot : device_.names().used_parameters()) {
      if (!constants_.contains(slot)) continue;
      const std::string name = device_.names().parameter(slot);
      text += "  constexpr " + std::string(written_.index_type()) + " " + name +
              " = sizes::" + name + ";\n";
    }
    for (const std::string& name : device_.names().used_coordinates()) text += coordinate(name);
    return text + shared_arrays(false) + body + "}\n";
  }

  std::string coordinate(const std::string& name) {
    const std::string type = name == block_number || name == thread_of_grid || name == warp_of_grid
                                 ? "long long"
                                 : std::string(written_.index_type());
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const bool constant = constants_.contains(written_.kernel.parameters.size() + axis);
      if (constant && name == std::string("block_") + "xyz"[axis]) {
        return "  constexpr " + type + " " + name + " = " +
               std::to_string(written_.shape.block[axis]) + ";\n";
      }
    }
    return "  const " + type + " " + name + " = " + coordinate_text(name, written_) + ";\n";
  }

  // Of the kernel: as they are declared, or given.
  std::vector<std::string> parameters(bool declared) {
    std::vector<std::string> all;
    KernelNames& names = device_.names();
    const std::string index(written_.index_type());
    for (std::size_t i = 0; i < array_count(); ++i) {
      if (array(i).space != MemorySpace::global || !is_accessed(i)) continue;
      const bool promised = array(i).restricted || array(i).path == LoadPath::read_only;
      const std::string restricted = promised ? "* __restrict__ " : "* ";
      all.push_back(declared ? (is_written(i) ? "" : "const ") + element_type(i) + restricted +
                                   names.array(i)
                             : "device." + names.array(i));
    }
    for (const std::size_t slot : names.used_parameters()) {
      if (constants_.contains(slot)) continue;
      const std::string name = names.parameter(slot);
      all.push_back(declared ? index + " " + name : "sizes::" + name);
    }
    for (const auto& [a, d] : names.used_extents()) {
      const PlacedArray& placed = written_.arrays[a];
      std::int64_t extent = placed.extents[d];
      const bool row = array(a).order == StorageOrder::row_major;
      const std::size_t fastest = row ? array(a).shape.size() - 1 : 0;
      if (array(a).padding && d == fastest) {
        extent = placed.strides[row ? fastest - 1 : 1] / array(a).element_bytes();
      }
      all.push_back(declared ? index + " " + names.extent_name(a, d) : std::to_string(extent));
    }
    for (const StepText::Argument& argument : device_.arguments()) {
      const std::string name = StepText::argument_name(argument);
      all.push_back(declared ? argument_type(argument) + " " + name : "arguments::" + name);
    }
    return all;
  }

  static std::string argument_type(const StepText::Argument& argument) {
    if (argument.scalar == "i64") return "unsigned long long";
    if (argument.scalar == "i16") return "unsigned short";
    return is_integer_type(argument.scalar) ? "unsigned" : cuda_type(argument.scalar);
  }

  static std::string joined(const std::vector<std::string>& words) {
    std::string text;
    std::size_t width = 0;
    for (const std::string& part : words) {
      if (!text.empty()) text += width + part.size() > 70 ? ",\n        " : ", ";
      width = text.ends_with("        ") ? part.size() : width + part.size() + 2;
      text += part;
    }
    return text;
  }

  std::string arguments_text() {
    std::set<StepText::Argument> all = device_.arguments();
    all.insert(host_.arguments().begin(), host_.arguments().end());
    if (all.empty()) return {};
    std::string text =
        "\n// What the compiler must not know. Those of integers change nothing.\n"
        "namespace arguments {\n";
    for (const StepText::Argument& argument : all) {
      const std::string type = argument_type(argument);
      text += "static const " + type + " " + StepText::argument_name(argument) + " = static_cast<" +
              type + ">(" + argument_value(argument) + ");\n";
    }
    return text + "}  // namespace arguments\n";
  }

  static std::string argument_value(const StepText::Argument& argument) {
    if (is_integer_type(argument.scalar)) {
      switch (argument.kind) {
        case FlowOperand::Kind::factor:
          return "1";
        case FlowOperand::Kind::mask:
          return "~0ULL";
        case FlowOperand::Kind::never:
          return "0x9E3779B97F4A7C15ULL";
        default:
          return "0";
      }
    }
    switch (argument.kind) {
      case FlowOperand::Kind::factor:
        return "0.75f";
      case FlowOperand::Kind::never:
        return "std::nanf(\"\")";  // which equals nothing, itself included
      default:
        return "0.25f";
    }
  }

  std::string reference_text() {
    const std::string body = host_.body();
    std::string text = arguments_text() + "\nstruct Arrays {\n";
    const std::vector<SeenArray> all = seen_arrays(written_, device_.names());
    std::string merges;
    for (const SeenArray& seen : all) {
      if (array(seen.array).space != MemorySpace::global) continue;
      text += "  Seen<" + seen.name + "_data> " + seen.name + ";\n";
      merges += "    " + seen.name + ".merge(block." + seen.name + ");\n";
    }
    text += "  void merge(Arrays& block) {\n" + merges + "  }\n};\n";
    const std::string shared = shared_arrays(true);
    if (!shared.empty()) text += "struct Shared {\n" + shared + "};\n";
    text += "struct Registers : Place {\n" + registers() + "};\n";
    text +=
        "\n// The same, of one block on the host.\nstatic long long block_on_host(Arrays& arrays, "
        "long long number) {\n  std::vector<Registers> threads = threads_of<Registers>(number, " +
        extents(written_.shape.grid) + ", " + extents(written_.shape.block) + ");\n";
    if (!shared.empty()) text += "  Shared shared{};\n";
    for (std::size_t i = 0; i < array_count(); ++i) {
      if (array(i).space != MemorySpace::shared || !is_accessed(i)) continue;
      if (const auto other = viewed(i)) {
        const std::string name = device_.names().array(i);
        text += "  const " + element_type(i) + "* const " + name + " = reinterpret_cast<const " +
                element_type(i) + "*>(shared." + device_.names().array(*other) + ");\n";
      }
    }
    text += body;
    text +=
        "  long long most = 0;\n  for (Registers& own : threads) {\n    if (own.loop_rounds > "
        "most) most = own.loop_rounds;\n  }\n"
        "  return most;\n}\n";
    for (std::size_t i = 0; i < array_count(); ++i) {
      if (array(i).space != MemorySpace::shared || !is_accessed(i) || !viewed(i)) continue;
      const std::string name = device_.names().array(i);
      const std::string from = "shared." + name + "[";
      for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from)) {
        text.replace(at, from.size(), name + "[");
      }
    }
    return text;
  }

  std::string registers() {
    std::string text;
    std::set<std::string> variables;
    const std::size_t first =
        written_.kernel.parameters.size() + block_names.size() + thread_names.size();
    for (std::size_t i = 0; i < written_.program().variables.size(); ++i) {
      variables.insert(host_.names().plain(first + i));
    }
    for (const std::string& name : variables) text += "  long long " + name + " = 0;\n";
    for (std::size_t i = 0; i < written_.flow.registers.size(); ++i) {
      const Register& reg = written_.flow.registers[i];
      text += "  " + host_.type_of(reg) + " " + host_.names().plain_reg(i) +
              (reg.extent > 1 ? "[" + std::to_string(reg.extent) + "]" : "") + "{};\n";
    }
    return text;
  }

  static std::string extents(const std::array<std::int64_t, 3>& e) {
    return "dim3(" + std::to_string(e[0]) + ", " + std::to_string(e[1]) + ", " +
           std::to_string(e[2]) + ")";
  }

  std::int64_t steps_of(const FlowSteps& steps) const {
    std::int64_t count = 0;
    for (const FlowStep& step : steps) {
      if (const auto* compute = std::get_if<ComputeStep>(&step.what)) count += compute->repeat;
      if (const auto* loop = std::get_if<LoopStep>(&step.what)) count += steps_of(loop->body);
      if (const auto* branch = std::get_if<BranchStep>(&step.what)) {
        count += steps_of(branch->then) + steps_of(branch->otherwise);
      }
    }
    return count;
  }

  // Of the least exact type that computes.
  double rounding() const {
    double worst = 0.0;
    for (const Register& reg : written_.flow.registers)
      worst = std::max(worst, rounding_of(reg.scalar));
    for (const Array& a : written_.kernel.arrays) {
      if (!a.structure) worst = std::max(worst, rounding_of(a.type.scalar));
    }
    return worst;
  }

  // Stores and sums of all blocks make one result. Where blocks are many, and no thread asks how
  // many, it is checked for a launch of the first of them.
  bool result_of_all_blocks() const {
    return std::ranges::any_of(seen_, [&](const SeenArray& seen) {
      return array(seen.array).space == MemorySpace::global && (seen.is_scattered || seen.has_sums);
    });
  }
  std::int64_t checked_blocks() const {
    const auto& grid = written_.shape.grid;
    const std::int64_t all = grid[0] * grid[1] * grid[2];
    const bool asks = std::ranges::any_of(device_names().used_coordinates(), [](const auto& name) {
      return name.starts_with("grid_");
    });
    const bool line = grid[1] * grid[2] == 1;
    return result_of_all_blocks() && line && !asks ? std::min(all, most_checked_together) : all;
  }

  std::int64_t dynamic_shared() const {
    return std::max<std::int64_t>(0, written_.shape.shared_memory.value_or(0) - static_shared());
  }

  // Memory, what fills it, the launch and the check: what any program around it calls.
  std::string running_text() {
    std::string members, fills, compares, frees;
    for (std::size_t i = 0; i < array_count(); ++i) {
      if (array(i).space != MemorySpace::global || !is_accessed(i)) continue;
      const std::string name = device_.names().array(i);
      members += "  " + element_type(i) + "* " + name + " = nullptr;\n";
      const std::int64_t offset =
          array(i).offset ? array(i).offset->expression.evaluate(written_.values).integer() : 0;
      const std::string place =
          std::to_string(written_.arrays[i].bytes) + "LL, " + std::to_string(offset);
      fills += "  device." + name + " = allocate<" + element_type(i) + ">(" + place + ");\n";
      frees += "  release(device." + name + ", " + std::to_string(offset) + ");\n";
    }
    for (const SeenArray& seen : seen_) {
      const Array& a = array(seen.array);
      const std::string name = device_.names().array(seen.array);
      if (a.space == MemorySpace::global && is_accessed(seen.array)) {
        fills += "  fill_array<" + seen.name + "_data>(device." + name + ");\n";
        if (is_written(seen.array)) {
          compares += "  arrays." + seen.name + ".compare(device." + name + ", verdict.allowed" +
                      (is_integer_type(seen.scalar) && rounding() > 0 ? " + 1" : "") +
                      ", verdict);\n";
        }
      } else if (a.space == MemorySpace::constant && is_accessed(seen.array)) {
        fills += "  static " + seen.type + " host_" + name + "[" + seen.name +
                 "_data::count];\n  for (long long i = 0; i < " + seen.name +
                 "_data::count; ++i) host_" + name + "[i] = " + seen.name +
                 "_data::at(i);\n  require(cudaMemcpyToSymbol(" + name + ", host_" + name +
                 ", sizeof(host_" + name + ")), \"setting constants\");\n";
      }
    }
    const std::int64_t dynamic = dynamic_shared();
    if (dynamic > most_static_shared) {
      fills += "  require(cudaFuncSetAttribute(" + kernel_name() +
               ", cudaFuncAttributeMaxDynamicSharedMemorySize, " + std::to_string(dynamic) +
               "), \"asking for shared memory\");\n";
    }
    if (written_.shape.carveout) {
      fills += "  require(cudaFuncSetAttribute(" + kernel_name() +
               ", cudaFuncAttributePreferredSharedMemoryCarveout, " +
               std::to_string(*written_.shape.carveout) + "), \"asking for a carve-out\");\n";
    }
    const std::int64_t checked = checked_blocks();
    const auto& grid = written_.shape.grid;
    const bool all = checked == grid[0] * grid[1] * grid[2];
    char rounding_text[64];
    std::snprintf(rounding_text, sizeof rounding_text, "%.4g", rounding());
    return "\nstatic struct {\n" + members + "} device;\n\nstatic void prepare() {\n" + fills +
           "  require(cudaDeviceSynchronize(), \"filling the arrays\");\n}\n\n"
           "static void clean_up() {\n" +
           frees +
           "}\n\n"
           "static void launch(dim3 grid, cudaStream_t stream) {\n  " +
           kernel_name() + "<<<grid, " + extents(written_.shape.block) + ", " +
           std::to_string(dynamic) + ", stream>>>(\n        " + joined(parameters(false)) +
           ");\n  require(cudaGetLastError(), \"launching\");\n}\n"
           "static void launch(cudaStream_t stream) { launch(" +
           extents(grid) +
           ", stream); }\n\n"
           "// Of arrays as they were filled.\nstatic Verdict check() {\n  launch(" +
           (all ? "" : "dim3(" + std::to_string(checked) + "), ") +
           "nullptr);\n  require(cudaDeviceSynchronize(), \"running the kernel\");\n"
           "  Arrays arrays;\n  double rounds = 0;\n  Verdict verdict;\n"
           "  verdict.blocks = compute_blocks(" +
           std::to_string(checked) + "LL, " + (result_of_all_blocks() ? "true" : "false") +
           ", arrays, rounds, block_on_host);\n  verdict.allowed = " + std::string(rounding_text) +
           " * (16 + 4 * " + std::to_string(steps_of(written_.flow.body)) +
           " * std::sqrt(1 + rounds));\n" + compares + "  return verdict;\n}\n";
  }

  static std::string program_main() {
    return std::string(timing_text()) +
           "\nint main() {\n  prepare();\n  const Verdict verdict = check();\n"
           "  if (!verdict.right) std::printf(\"wrong: %s\\n\", verdict.fault);\n"
           "  std::printf(\"answers: %s, %lld values of %lld blocks, largest error %.2g (%.2g "
           "allowed)\\n\",\n"
           "              verdict.right ? \"right\" : \"wrong\", verdict.checked, verdict.blocks, "
           "verdict.worst,\n              verdict.allowed);\n"
           "  print_time([] { launch(nullptr); });\n  clean_up();\n"
           "  return verdict.right ? 0 : 1;\n}\n";
  }

  std::string measured_main() {
    const auto& grid = written_.shape.grid;
    const auto& block = written_.shape.block;
    std::string shape;
    for (const auto* extent : {&grid, &block}) {
      for (const std::int64_t e : *extent) shape += ", " + std::to_string(e);
    }
    return "\nstatic void check_all(MeasuredAnswer* answer) {\n"
           "  const Verdict verdict = check();\n"
           "  answer->right = verdict.right;\n  answer->checked = verdict.checked;\n"
           "  answer->worst = verdict.worst;\n"
           "  std::snprintf(answer->fault, sizeof answer->fault, \"%s\", verdict.fault);\n}\n"
           "static void queue() { launch(measuring::stream()); }\n"
           "static void facts(MeasuredFacts* facts) {\n"
           "  *facts = measuring::facts(" +
           kernel_name() + ", " + std::to_string(written_.shape.threads_per_block()) + ", " +
           std::to_string(dynamic_shared()) + shape + ");\n}\nstatic const MeasuredCase all = {\"" +
           written_.kernel.id + "\", prepare, check_all, queue, facts, clean_up};\n";
  }

  const WrittenKernel& written_;
  StepText device_, host_;
  std::set<std::size_t> constants_;
  std::vector<SeenArray> seen_;
};

}  // namespace

CudaFile cuda_file(const Kernel& kernel, std::span<const Number> values) {
  const WrittenKernel written = written_kernel(kernel, values);
  return {CudaWriter(written).program(), written.flow.departures};
}

void CudaLibrary::add(const Kernel& kernel, std::span<const Number> values) {
  const WrittenKernel written = written_kernel(kernel, values);
  CudaWriter writer(written);
  cases_ += writer.measured_case(count_);
  std::istringstream lines(writer.includes());
  for (std::string line; std::getline(lines, line);) includes_.insert(line + "\n");
  ++count_;
}

std::string CudaLibrary::text() const {
  std::string text = "// Written by gpumodel, for gpumodel-run-written.\n";
  for (const std::string& line : includes_) text += line;
  text += "\n" + std::string(measured_case_text) + "\n" + std::string(measuring_text()) + cases_ +
          "\nextern \"C\" const MeasuredLibrary* gpumodel_measured_library() {\n"
          "  static const MeasuredCase* const cases[] = {";
  for (std::size_t i = 0; i < count_; ++i) {
    text += (i > 0 ? ", &case_" : "&case_") + std::to_string(i) + "::all";
  }
  return text + "};\n  static const MeasuredLibrary library = {" +
         std::to_string(measured_library_version) + ", " + std::to_string(count_) +
         ", cases, measuring::before, measuring::once, measuring::in_graph, measuring::wait};\n"
         "  return &library;\n}\n";
}

}  // namespace gpumodel
