// racks[i].widthA of an array of structures becomes racks_widthA[i].
#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {
namespace {

struct Member {
  std::string name, type;
};

// Of "f32 widthA, f32 widthB"; empty where a member is an array.
std::vector<Member> members_of(const std::string& text) {
  std::vector<Member> members;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string_view one = std::string_view(text).substr(at, end - at);
    at = end + 1;
    one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
    one = one.substr(0, one.find_last_not_of(' ') + 1);
    const std::size_t space = one.find(' ');
    if (space == std::string_view::npos || one.find('[') != std::string_view::npos) return {};
    const std::size_t name = one.find_first_not_of(' ', space);
    members.push_back({std::string(one.substr(name)), std::string(one.substr(0, space))});
  }
  return members;
}

// An access to a member, with `at` behind the closing brackets of its indices.
std::string with_members(std::string text, const std::string& array) {
  std::string changed;
  for (std::size_t i = 0; i < text.size();) {
    const bool starts =
        text.compare(i, array.size() + 1, array + "[") == 0 &&
        (i == 0 || (!std::isalnum(static_cast<unsigned char>(text[i - 1])) && text[i - 1] != '_'));
    if (!starts) {
      changed += text[i++];
      continue;
    }
    std::size_t end = i + array.size();
    for (int depth = 0; end < text.size(); ++end) {
      if (depth == 0 && text[end] != '[') break;
      depth += text[end] == '[' ? 1 : text[end] == ']' ? -1 : 0;
    }
    const std::string indices = text.substr(i + array.size(), end - i - array.size());
    if (end >= text.size() || text[end] != '.') return text;  // the element as a whole
    std::size_t last = end + 1;
    while (last < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[last])) || text[last] == '_')) {
      ++last;
    }
    changed += array + "_" + text.substr(end + 1, last - end - 1) + indices;
    i = last;
  }
  return changed;
}

// `racks: {struct: '...', shape: [N]}` becomes an entry per member; the entry must be in one line.
std::string entries_of(const std::string& line, const std::string& array, const std::string& text,
                       const std::vector<Member>& members) {
  std::string entries;
  for (const Member& member : members) {
    std::string one = line;
    one.replace(one.find(array), array.size(), array + "_" + member.name);
    for (const char* quote : {"'", "\"", ""}) {
      const std::size_t at = one.find("struct: " + (quote + text + quote));
      if (at == std::string::npos) continue;
      one.replace(at, 8 + text.size() + 2 * std::string(quote).size(), "type: " + member.type);
      entries += (entries.empty() ? "" : "\n") + one;
      break;
    }
  }
  return entries;
}

void split(const EditContext& of, const Node& key, const Node& array,
           std::vector<KernelEdit>& found) {
  const Node* text = value_of(array, "struct");
  if (text == nullptr || text->line != key.line) return;
  const std::vector<Member> members = members_of(text->text);
  const Node* thread = value_of(of.root, "thread");
  if (members.empty() || thread == nullptr) return;
  TextEdit edit(of.file());
  bool good = edit_scalars(edit, *thread,
                           [&](const std::string& each) { return with_members(each, key.text); });
  std::string names;
  for (const Member& member : members) {
    names += (names.empty() ? "" : ", ") + key.text + "_" + member.name;
  }
  if (const Node* transfers = value_of(of.root, "transfers")) {
    good = good && edit_scalars(edit, *transfers, [&](const std::string& each) {
             return each == key.text ? names : each;
           });
  }
  const std::string line(of.file().line(key.line));
  const std::string entries = entries_of(line, key.text, text->text, members);
  Node whole = key;
  whole.column = 1;
  whole.text = line;
  good = good && !entries.empty() && edit.replace(whole, entries);
  if (!good) return;
  found.push_back({.name = "soa:" + key.text,
                   .what = "an array for each member of " + key.text + " (structure of arrays)",
                   .provided = "all that use " + key.text + " change with it",
                   .text = edit.apply()});
}

}  // namespace

void find_structures_of_arrays(const EditContext& of, std::vector<KernelEdit>& found) {
  const Node* arrays = value_of(of.root, "arrays");
  if (arrays == nullptr) return;
  for (std::size_t i = 0; i < arrays->keys.size(); ++i) {
    split(of, arrays->keys[i], arrays->children[i], found);
  }
}

}  // namespace gpumodel
