// Four neighbouring elements per thread, loaded and stored as one float4 (two doubles as one
// double2): of kernels whose thread i has to do with element i of every array alone.
#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {
namespace {

// The one name of an extent, "N"; nothing unless all arrays have it alone and one type.
struct Elements {
  std::string extent, type;
};
std::optional<Elements> elements_of(const Kernel& kernel) {
  std::optional<Elements> all;
  for (const Array& array : kernel.arrays) {
    if (array.structure || array.shape.size() != 1 || array.type.lanes != 1) return std::nullopt;
    if (array.space != MemorySpace::global || array.padding || array.offset || array.contents) {
      return std::nullopt;
    }
    Elements one{array.shape[0].expression.text(),
                 "f" + std::to_string(8 * array.type.scalar_bytes)};
    if (all && (all->extent != one.extent || all->type != one.type)) return std::nullopt;
    all = one;
  }
  if (!all || (all->type != "f32" && all->type != "f64")) return std::nullopt;
  return find_parameter(kernel, all->extent) ? all : std::nullopt;
}

// Loads, stores and operations, in one flat list.
bool is_flat(const ThreadProgram& program) {
  const auto flat = [](auto&& self, const Body& body) -> bool {
    for (const Statement& statement : body) {
      if (const auto* branch = std::get_if<Branch>(&statement.what)) {
        if (branch->probability || !branch->otherwise.empty() || !self(self, branch->then)) {
          return false;
        }
      } else if (!std::holds_alternative<Let>(statement.what) &&
                 !std::holds_alternative<AccessStatement>(statement.what) &&
                 !std::holds_alternative<OperationStatement>(statement.what)) {
        return false;
      }
    }
    return true;
  };
  for (const Access& access : program.accesses) {
    if (access.op == Access::Op::atomic || access.op == Access::Op::reduction) return false;
    if (access.expression.indices[0].expression.text() !=
        program.accesses[0].expression.indices[0].expression.text()) {
      return false;
    }
  }
  return !program.accesses.empty() && flat(flat, program.body);
}

// Counts of operations are those of one element.
bool multiply_counts(TextEdit& edit, const Node& node, const std::string& lanes) {
  bool good = true;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& key = node.keys[i].text;
    if (key.starts_with("fp") || key == "int32" || key == "int64" || key == "special") {
      good = edit_scalars(edit, node.children[i],
                          [&](const std::string& count) { return lanes + " * (" + count + ")"; }) &&
             good;
    }
  }
  for (const Node& child : node.children) good = multiply_counts(edit, child, lanes) && good;
  return good;
}

}  // namespace

void find_vector_loads(const EditContext& of, std::vector<KernelEdit>& found) {
  const Kernel& kernel = of.kernel();
  const Node* thread = value_of(of.root, "thread");
  const Node* grid = node_at(of.root, {"launch", "grid"});
  const Node* arrays = value_of(of.root, "arrays");
  if (!kernel.thread || thread == nullptr || grid == nullptr || arrays == nullptr) return;
  const auto elements = elements_of(kernel);
  if (!elements || !is_flat(*kernel.thread)) return;
  const std::string index = kernel.thread->accesses[0].expression.indices[0].expression.text();
  const Node* meaning = node_at(*thread, {"let", index});
  if ((meaning != nullptr ? meaning->text : index) != "global.x") return;
  const std::string lanes = elements->type == "f32" ? "4" : "2";
  const Number extent = of.now.values()[*find_parameter(kernel, elements->extent)];
  if (!extent.is_integer() || extent.integer() % std::stoll(lanes) != 0) return;
  const auto fewer = [&](const std::string& text) {
    return with_names(text, [&](std::string_view name) {
      return name == elements->extent ? "(" + elements->extent + " / " + lanes + ")"
                                      : std::string(name);
    });
  };
  TextEdit edit(of.file());
  bool good = edit_scalars(edit, *grid, fewer) && multiply_counts(edit, *thread, lanes);
  if (const Node* where = value_of(*thread, "where"))
    good = edit.replace(*where, fewer(where->text)) && good;
  if (const Node* nest = node_at(of.root, {"openacc", "nest"})) {
    good = edit_scalars(edit, *nest, fewer) && good;
  }
  for (const Node& array : arrays->children) {
    const Node* type = value_of(array, "type");
    const Node* shape = value_of(array, "shape");
    if (type == nullptr || shape == nullptr) return;
    good = edit.replace(*type, elements->type + "x" + lanes) && edit_scalars(edit, *shape, fewer) &&
           good;
  }
  if (!good) return;
  found.push_back({.name = "vector",
                   .what = lanes + " elements per thread as one " + elements->type + "x" + lanes,
                   .provided = elements->extent + " is a multiple of " + lanes +
                               ", and the arrays begin at multiples of 16 B",
                   .text = edit.apply()});
}

}  // namespace gpumodel
