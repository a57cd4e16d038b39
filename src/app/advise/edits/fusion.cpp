#include "src/app/advise/edits/fusion.hpp"

#include <algorithm>
#include <set>

#include "src/app/advise/edits/lines.hpp"
#include "src/app/advise/edits/names.hpp"

namespace gpumodel {
namespace {

class Fusion {
 public:
  Fusion(const EditContext& first, const KernelFile& second)
      : first_(first), second_(second), root_(parse_yaml(second.text)), edit_(first.file()) {}

  KernelEdit make() {
    same_launch();
    same_names();
    same_arrays();
    own_results_only();
    add_arrays();
    add_statements();
    add_transfers();
    const std::string& other = second_.kernel.id;
    return {.name = "fusion:" + other,
            .what = other + " in the same kernel, behind it",
            .provided = other +
                        " runs right after it, on the same arrays; registers are taken to "
                        "stay as they are",
            .same_work = false,
            .text = edit_.apply()};
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError{{{.id = "fusion-refused",
                       .message = first_.kernel().id + " and " + second_.kernel.id +
                                  " cannot be one kernel: " + why}}};
  }

  static std::string text_of(const Node* node) {
    if (node == nullptr) return {};
    std::string text = node->text;
    for (const Node& child : node->children) text += "," + text_of(&child);
    return text;
  }

  void same_launch() const {
    for (const char* key : {"block", "grid"}) {
      const Node* a = node_at(first_.root, {"launch", key});
      if (a == nullptr || text_of(a) != text_of(node_at(root_, {"launch", key}))) {
        refuse(std::string("their ") + key + "s are not the same");
      }
    }
    const Node* a = node_at(first_.root, {"thread", "where"});
    if (text_of(a) != text_of(node_at(root_, {"thread", "where"}))) {
      refuse("not the same threads work (where)");
    }
  }

  // Parameters and names of `let` mean the same in both.
  void same_names() const {
    const auto check = [&](const Node* a, const Node* b, const char* what) {
      if (b == nullptr) return;
      for (std::size_t i = 0; i < b->keys.size(); ++i) {
        const Node* same = a == nullptr ? nullptr : value_of(*a, b->keys[i].text);
        if (text_of(same) == text_of(&b->children[i]) && same != nullptr) continue;
        refuse(std::string(what) + " '" + b->keys[i].text + "' is not the same in both");
      }
    };
    check(value_of(first_.root, "parameters"), value_of(root_, "parameters"), "parameter");
    check(node_at(first_.root, {"thread", "let"}), node_at(root_, {"thread", "let"}), "let");
  }

  const Array* find(const Kernel& kernel, const std::string& name) const {
    const auto found = std::ranges::find(kernel.arrays, name, &Array::name);
    return found == kernel.arrays.end() ? nullptr : &*found;
  }

  void same_arrays() const {
    for (const Array& array : second_.kernel.arrays) {
      const Array* own = find(first_.kernel(), array.name);
      if (own == nullptr) continue;
      bool same = own->element_bytes() == array.element_bytes() && own->space == array.space &&
                  own->order == array.order && own->shape.size() == array.shape.size();
      for (std::size_t i = 0; same && i < array.shape.size(); ++i) {
        same = own->shape[i].expression.text() == array.shape[i].expression.text();
      }
      if (!same) refuse("array '" + array.name + "' is not the same in both");
      if (array.space == MemorySpace::shared) refuse("both use shared memory '" + array.name + "'");
    }
  }

  // Of each array by name: the texts of the accesses of one kind.
  static std::set<std::string> accesses_to(const Kernel& kernel, const std::string& array,
                                           bool stores_only) {
    std::set<std::string> texts;
    for (const Access& access : kernel.thread->accesses) {
      if (kernel.arrays[access.array].name != array) continue;
      if (!stores_only || access.op != Access::Op::load) texts.insert(access.expression.text);
    }
    return texts;
  }

  void own_results_only() const {
    for (const Array& array : second_.kernel.arrays) {
      const auto a = accesses_to(first_.kernel(), array.name, false);
      const auto b = accesses_to(second_.kernel, array.name, false);
      const bool written = !accesses_to(first_.kernel(), array.name, true).empty() ||
                           !accesses_to(second_.kernel, array.name, true).empty();
      if (!written || a.empty() || b.empty() || (a.size() == 1 && a == b)) continue;
      refuse("'" + array.name + "' is stored by one thread and used by another");
    }
  }

  // Lines of the second's file, from this one to before that.
  std::string lines(int from, int before) const {
    std::string text;
    for (int line = from; line < before; ++line) {
      text += std::string(second_.text.line(line)) + "\n";
    }
    return text;
  }

  void insert_before(int line, const std::string& text) {
    if (!edit_.insert(line, text)) refuse("a file ends within a line that is needed whole");
  }

  void add_arrays() {
    const Node& arrays = *value_of(root_, "arrays");
    const int end = line_behind(root_, "arrays", second_.text);
    std::string text;
    for (std::size_t i = 0; i < arrays.keys.size(); ++i) {
      if (find(first_.kernel(), arrays.keys[i].text) != nullptr) continue;
      const int next = i + 1 < arrays.keys.size() ? arrays.keys[i + 1].line : end;
      if (next == arrays.keys[i].line) refuse("its arrays are not a line each");
      text += lines(arrays.keys[i].line, next);
    }
    if (!text.empty()) insert_before(line_behind(first_.root, "arrays", first_.file()), text);
  }

  // `a[i], b[i]` without those that are in registers.
  std::string still_loaded(const std::string& loads) const {
    std::string left;
    for (const std::string& one : split_list(loads)) {
      const std::string array = one.substr(0, one.find('['));
      if (accesses_to(first_.kernel(), array, false).contains(one)) continue;
      left += (left.empty() ? "" : ", ") + one;
    }
    return left;
  }

  void add_statements() {
    const Node* own = node_at(first_.root, {"thread", "do"});
    const Node* others = node_at(root_, {"thread", "do"});
    if (own == nullptr || others == nullptr || own->kind != Node::Kind::sequence ||
        others->kind != Node::Kind::sequence) {
      refuse("a kernel has no list of statements");
    }
    const int end = line_behind(root_, "thread", second_.text);
    std::string text;
    for (std::size_t i = 0; i < others->children.size(); ++i) {
      const Node& statement = others->children[i];
      const int next = i + 1 < others->children.size() ? others->children[i + 1].line : end;
      std::string all = lines(statement.line, next);
      if (const Node* loads =
              statement.kind == Node::Kind::mapping ? value_of(statement, "load") : nullptr) {
        const std::string left = still_loaded(loads->text);
        if (left.empty()) continue;
        const std::size_t at = all.find(loads->text);
        if (at != std::string::npos) all.replace(at, loads->text.size(), left);
      }
      text += all;
    }
    insert_before(line_behind(first_.root, "thread", first_.file()), text);
  }

  // What the second gives back; what it needs is there, or comes with it.
  void add_transfers() {
    for (const char* way : {"to_device", "to_host"}) {
      const Node* own = node_at(first_.root, {"transfers", way});
      const Node* others = node_at(root_, {"transfers", way});
      if (others == nullptr || own == nullptr || own->children.empty()) continue;
      std::string names = own->children.back().text;
      for (const Node& name : others->children) {
        const bool known = std::ranges::any_of(
            own->children, [&](const Node& each) { return each.text == name.text; });
        if (!known) names += ", " + name.text;
      }
      if (!edit_.replace(own->children.back(), names)) refuse("its transfers cannot be edited");
    }
  }

  const EditContext& first_;
  const KernelFile& second_;
  Node root_;
  TextEdit edit_;
};

}  // namespace

KernelEdit fused(const EditContext& first, const KernelFile& second) {
  if (!first.kernel().thread || !second.kernel.thread) {
    throw InputError{{{.id = "fusion-refused",
                       .message = "kernels of counts have no statements that could be fused"}}};
  }
  return Fusion(first, second).make();
}

}  // namespace gpumodel
