#include "src/app/coalesce/asked.hpp"

#include <algorithm>

#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_accesses = 64;

// "v[1]" -> "v".
std::string without_index(const std::string& member) {
  return member.substr(0, member.find('['));
}

class AccessReader {
 public:
  explicit AccessReader(const CoalesceAsk& ask)
      : ask_(ask), fields_("--fields", ask.fields), stores_("--store", ask.stores) {}

  AskedAccesses read() {
    refuse_empty_names(fields_);
    refuse_empty_names(stores_);
    faults_.throw_if_any();
    if (!ask_.structure.empty()) read_structure();
    collect_texts();
    parse();
    if (!ask_.expressions.empty()) mark_stores();
    faults_.throw_if_any();
    return std::move(asked_);
  }

 private:
  void read_structure() {
    try {
      asked_.layout = parse_struct(ask_.structure);
    } catch (const ExpressionError& error) {
      faults_.add("struct-members", {"--struct", ask_.structure}, error);
    }
    faults_.throw_if_any();
  }

  void collect_texts() {
    const bool has_struct = !ask_.structure.empty();
    if (!ask_.fields.empty() && !has_struct) {
      refuse_call("usage", "--fields names members of a structure",
                  {"describe it: --struct 'f32 a, f32 b'"});
    }
    if (!ask_.fields.empty() && !ask_.expressions.empty()) {
      refuse_call("usage", "--fields and an expression are two ways to say the same", {"give one"});
    }
    if (ask_.expressions.empty() && !has_struct) {
      refuse_call("usage", "nothing is asked",
                  {"give an access: gpumodel coalesce 'x[2*i]' --elem 4",
                   "or a structure: --struct 'f32 a, f32 b' --fields a"});
    }
    for (const std::string& text : ask_.expressions) add_text("EXPR", text, false);
    if (ask_.expressions.empty()) add_members();
    if (asked_.accesses.size() > most_accesses)
      refuse_call("usage", "more than 64 accesses are asked for", {});
  }

  void add_text(std::string option, std::string text, bool store) {
    asked_.accesses.push_back({{std::move(option), std::move(text)}, store, {}});
  }

  // --struct alone: members of s[i].
  void add_members() {
    refuse_unknown_members(fields_);
    refuse_unknown_members(stores_);
    faults_.throw_if_any();
    for (const std::string& name : fields_.names) add_text("--fields", "s[i]." + name, false);
    for (const std::string& name : stores_.names) add_text("--store", "s[i]." + name, true);
    if (!asked_.accesses.empty()) return;
    for (const StructMember& member : asked_.layout.members) {
      add_text("--struct", "s[i]." + member.name, false);
    }
  }

  // An empty name would be that of the member where an access names none.
  void refuse_empty_names(const NameList& list) {
    for (std::size_t i = 0; i < list.names.size(); ++i) {
      if (!list.names[i].empty()) continue;
      faults_.add("struct-members", list.argument, {"a name is missing", {}, list.columns[i], 1},
                  {"names stand between commas: a,b"});
    }
  }

  void refuse_unknown_members(const NameList& list) {
    for (std::size_t i = 0; i < list.names.size(); ++i) {
      const std::string name = without_index(list.names[i]);
      if (asked_.layout.find(name) != nullptr) continue;
      faults_.add("struct-members", list.argument,
                  {"the structure has no member '" + name + "'", {}, list.columns[i], name.size()},
                  did_you_mean(name, asked_.layout.member_names()));
    }
  }

  void parse() {
    for (AskedAccess& one : asked_.accesses) {
      try {
        one.access = parse_access(one.argument.text);
      } catch (const ExpressionError& error) {
        faults_.add("expression-syntax", one.argument, error);
      }
    }
    if (!ask_.where.empty()) {
      try {
        asked_.guard = Expression::parse(ask_.where, Arithmetic::index);
      } catch (const ExpressionError& error) {
        faults_.add("expression-syntax", {"--where", ask_.where}, error);
      }
    }
    faults_.throw_if_any();
  }

  void mark_stores() {
    for (AskedAccess& one : asked_.accesses) {
      one.store = stores_.holds(one.access.array) || stores_.holds(one.access.member);
    }
    for (std::size_t i = 0; i < stores_.names.size(); ++i) {
      const std::string& name = stores_.names[i];
      const bool used = std::ranges::any_of(asked_.accesses, [&](const AskedAccess& one) {
        return one.access.array == name || one.access.member == name;
      });
      if (used) continue;
      faults_.add("struct-members", stores_.argument,
                  {"no access to '" + name + "' is given", {}, stores_.columns[i], name.size()});
    }
  }

  const CoalesceAsk& ask_;
  NameList fields_, stores_;
  AskedAccesses asked_;
  ArgumentFaults faults_;
};

}  // namespace

NameList::NameList(std::string option, std::string text)
    : argument{std::move(option), std::move(text)} {
  const std::string& all = argument.text;
  for (std::size_t begin = 0; !all.empty() && begin <= all.size();) {
    const std::size_t end = std::min(all.find(',', begin), all.size());
    std::size_t first = begin, last = end;
    while (first < last && all[first] == ' ') ++first;
    while (last > first && all[last - 1] == ' ') --last;
    names.push_back(all.substr(first, last - first));
    columns.push_back(first);
    begin = end + 1;
  }
}

bool NameList::holds(const std::string& name) const {
  return std::ranges::find(names, name) != names.end();
}

AskedAccesses read_asked_accesses(const CoalesceAsk& ask) {
  return AccessReader(ask).read();
}

}  // namespace gpumodel
