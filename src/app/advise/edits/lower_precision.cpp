// All arrays and operations of one width at half of it.
#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {
namespace {

// Keys of operations, anywhere in the program.
bool rename_keys(TextEdit& edit, const Node& node, std::string_view from, const std::string& to) {
  bool good = true;
  for (const Node& key : node.keys) {
    if (key.text == from) good = edit.replace(key, to) && good;
  }
  for (const Node& child : node.children) good = rename_keys(edit, child, from, to) && good;
  return good;
}

bool has_key(const Node& node, std::string_view wanted) {
  for (const Node& key : node.keys) {
    if (key.text == wanted) return true;
  }
  for (const Node& child : node.children) {
    if (has_key(child, wanted)) return true;
  }
  return false;
}

void narrow(const EditContext& of, const std::string& wide, const std::string& narrow,
            std::vector<KernelEdit>& found) {
  const Node* arrays = value_of(of.root, "arrays");
  const Node* thread = value_of(of.root, "thread");
  if (arrays == nullptr || thread == nullptr) return;
  const std::string pipe = "fp" + wide, narrow_pipe = "fp" + narrow;
  if (has_key(*thread, narrow_pipe)) return;  // of both widths: what goes with what is not known
  TextEdit edit(of.file());
  bool good = true;
  std::size_t changed = 0;
  for (const Node& array : arrays->children) {
    const Node* type = value_of(array, "type");
    if (type == nullptr) continue;
    if (type->text == "f" + wide) {
      good = edit.replace(*type, "f" + narrow) && good;
      ++changed;
    } else if (type->text.starts_with("f" + wide + "x")) {
      good = edit.replace(*type, "f" + narrow + type->text.substr(1 + wide.size())) && good;
      ++changed;
    } else if (type->text.starts_with("f")) {
      return;  // of both widths
    }
  }
  good = good && rename_keys(edit, *thread, pipe, narrow_pipe);
  if (!good || changed == 0) return;
  found.push_back({.name = "f" + narrow,
                   .what = wide == "64" ? "single instead of double precision; the answers "
                                          "change: 24 bits of mantissa"
                                        : "half instead of single precision; the answers change: "
                                          "11 bits of mantissa",
                   .same_work = false,
                   .text = edit.apply()});
}

}  // namespace

void find_lower_precision(const EditContext& of, std::vector<KernelEdit>& found) {
  narrow(of, "64", "32", found);
  narrow(of, "32", "16", found);
}

}  // namespace gpumodel
