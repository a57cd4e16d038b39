// Edits of a kernel that a programmer would try: each makes another descriptor, with comments and
// layout as they were, or another question. What must hold for an edit to be right, and whether the
// answers change, is said with it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/app/predict/predict.hpp"
#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

// What a gain is a share of.
enum class Basis { kernel, offload };
constexpr std::string_view to_string(Basis basis) {
  return basis == Basis::kernel ? "kernel" : "offload";
}

struct KernelEdit {
  std::string name;        // "padding:tile"; stable
  std::string what{};      // "rows of tile padded by an element"
  std::string provided{};  // "a and b never overlap"
  bool same_work = true;   // as many bytes stored and operations as before, or it is no such edit
  std::string why_not{};   // it cannot be had; empty: it can
  std::string text{};      // the edited descriptor; empty: as it stands
  std::vector<std::optional<Number>> overrides{};  // parameters of another launch; empty: as asked
  int streams = 0;                                 // to overlap copies and kernel in
  bool data_stay = false;                          // on the device: nothing is copied
  std::optional<Estimate<Seconds>> pageable{};     // the offload without the edit, if not as asked
  Basis basis = Basis::kernel;
  // It takes the place of this kernel too.
  std::shared_ptr<const KernelFile> instead_of{};
};

struct EditContext {
  const PredictAnswer& now;
  const Node& root;  // of the kernel's file

  const TextFile& file() const { return now.ask.kernel->text; }
  const Kernel& kernel() const { return now.kernel(); }
};

// Adds the edits of its kind that the kernel allows.
using FindEdits = void (*)(const EditContext&, std::vector<KernelEdit>&);

void find_launch(const EditContext& of, std::vector<KernelEdit>& found);
void find_structures_of_arrays(const EditContext& of, std::vector<KernelEdit>& found);
void find_padding(const EditContext& of, std::vector<KernelEdit>& found);
void find_fewer_registers(const EditContext& of, std::vector<KernelEdit>& found);
void find_lower_precision(const EditContext& of, std::vector<KernelEdit>& found);
void find_vector_loads(const EditContext& of, std::vector<KernelEdit>& found);
void find_neighbour_tiles(const EditContext& of, std::vector<KernelEdit>& found);
void find_loop_tiles(const EditContext& of, std::vector<KernelEdit>& found);
void find_store_tiles(const EditContext& of, std::vector<KernelEdit>& found);
void find_panels(const EditContext& of, std::vector<KernelEdit>& found);
void find_restrict(const EditContext& of, std::vector<KernelEdit>& found);
void find_swapped_axes(const EditContext& of, std::vector<KernelEdit>& found);
void find_copies(const EditContext& of, std::vector<KernelEdit>& found);

}  // namespace gpumodel
